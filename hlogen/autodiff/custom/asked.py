"""A rule of somebody's, asked of one operation: what it gives is looked at, and what is wrong with it said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from inspect import signature
from typing import Any

from hlogen.autodiff.custom.call import Call
from hlogen.autodiff.custom.rules import CustomRules, place_of
from hlogen.autodiff.registry import Tangent
from hlogen.autodiff.site import is_differentiable, zeros
from hlogen.builder.emit import described
from hlogen.builder.tensor import Tensor
from hlogen.builder.trees import Structure
from hlogen.custom import said
from hlogen.errors import UsageError
from hlogen.ir import TensorType

# What rules are being asked of, each inside of the one before.
_around: ContextVar[tuple[object, ...]] = ContextVar("hlogen_asked", default=())


class Asked:
    """A rule, and the operation that it is asked of."""

    def __init__(self, call: Call, word: str) -> None:
        self.call = call
        found = said(self.call.key, word)
        assert found is not None
        self.rule, self.options = found.rule, found.options
        self.rules: CustomRules = found.options["of"]
        self.types = self.call.operand_types
        self.result_types = self.call.result_types

    def given(self, rule: Callable[..., Any], what: str, *arguments: Any) -> Any:
        """What `rule` gives; UsageError where it doesn't take so many arguments."""
        try:
            takes = signature(rule)
        except (TypeError, ValueError):  # a builtin that doesn't say what it takes
            return rule(*arguments)
        try:
            takes.bind(*arguments)
        except TypeError:
            count = len(arguments)
            raise self.error(
                rule, f"{what} takes {takes}, but is given {count} argument{'' if count == 1 else 's'}"
            ) from None
        return rule(*arguments)

    def error(self, rule: Callable[..., Any], message: str) -> UsageError:
        what, fix_label, fix = message.partition("\n  fix: ")
        return self.call.error(f"{what}\n  rule: {place_of(rule)}{fix_label}{fix}")

    @contextmanager
    def once(self, rule: Callable[..., Any], message: str, fix: str, more: object = ()) -> Iterator[None]:
        """UsageError where the same is asked of the same operation while it is being found."""
        now = rule, self.call.key, repr(self.call.attributes), tuple(self.types), repr(more)
        if now in _around.get():
            raise self.error(rule, f"{message}\n  fix: {fix}")
        token = _around.set((*_around.get(), now))
        try:
            yield
        finally:
            _around.reset(token)

    def pair(self, rule: Callable[..., Any], what: str, returned: Any, of: str) -> tuple[Any, Any]:
        if not isinstance(returned, (tuple, list)) or len(returned) != 2:
            raise self.error(rule, f"{what} gives {described(returned)}, expected a pair: {of}")
        return returned[0], returned[1]

    def results(self, rule: Callable[..., Any], what: str, tree: Any) -> list[Tensor]:
        """The results of the operation that a rule gives."""
        found = self.like(rule, f"{what}'s result", tree, self.call.output, self.result_types)
        for value, path in zip(found, self.call.output.paths("result"), strict=True):
            if value is None:
                raise self.error(rule, f"{what} gives None for {path}")
        return [value for value in found if value is not None]

    def like(
        self, rule: Callable[..., Any], what: str, tree: Any, structure: Structure, types: Sequence[TensorType]
    ) -> list[Tangent]:
        """A tensor of each type, or None, from a tree of `structure`."""
        if isinstance(tree, list) and structure.container is tuple:
            tree = tuple(tree)
        found: list[Tangent] = []
        try:
            leaves = structure.spread(tree, what)
        except ValueError as error:
            raise self.error(rule, str(error).split("\n  where:")[0]) from None
        for leaf, path, type in zip(leaves, structure.paths(what), types, strict=True):
            if leaf is not None and not isinstance(leaf, Tensor):
                leaf = self._constant(rule, leaf, path, type)
            if leaf is not None and leaf.type != type:
                raise self.error(rule, f"{path} is {leaf.type}, expected {type}")
            found.append(leaf)
        return found

    def _constant(self, rule: Callable[..., Any], leaf: Any, path: str, type: TensorType) -> Tensor:
        if not isinstance(leaf, (int, float, complex)) or isinstance(leaf, bool) or leaf != 0 or not type.is_static:
            raise self.error(rule, f"{path} is {described(leaf)}, expected a tensor {type}, or None for zero")
        return zeros(type)

    def derivatives(
        self, rule: Callable[..., Any], what: str, tree: Any, structure: Structure, types: Sequence[TensorType]
    ) -> list[Tangent]:
        """Tangents or cotangents that a rule gives, None for zero, and for what has none."""
        found = self.like(rule, what, tree, structure, types)
        paths = structure.paths(what)
        for value, path, type in zip(found, paths, types, strict=True):
            if value is not None and not is_differentiable(type):
                raise self.error(
                    rule, f"{path} is a tensor, but belongs to a {type}, which has no derivative: give None"
                )
        return found
