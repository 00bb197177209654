"""`hl.custom_rules`: what somebody says of the operations of one name, for every program that has them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from hlogen import custom, hooks
from hlogen.autodiff.custom.call import Call
from hlogen.builder.emit import described
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import usage_error
from hlogen.door import public, strict
from hlogen.spec.rules.extension import NAMESPACED

_Rule = TypeVar("_Rule", bound=Callable[..., Any])


@public
def custom_rules(name: str) -> CustomRules:
    """The rules of composites called `name` (``"acme.norm"``), or of custom calls of a target (``"@acme_solve"``).

    ::

        norm = hl.custom_rules("acme.norm")

        @norm.defjvp
        def norm_jvp(op, primals, tangents):
            (x,), (t,) = primals, tangents
            return op(x), hl.cosine(x) * t

    They hold for every program, whether it was built here or read, from then on. A rule gets the operation first, as
    `op`: ``op(x)`` is that operation on another operand, ``op.value("axis")`` an attribute of it in Python's words (of
    a composite one of its composite_attributes), ``op.attributes`` all of them, ``op.result_types`` what it gives.
    Operands and results are tensors; where there isn't one result, results are a tuple.

    Raises UsageError where `name` is neither, or one that means something to hlogen itself.
    """
    return CustomRules(key_of(name))


@strict
class CustomRules:
    """What `hl.custom_rules` gives: each method says one thing of the operations of a name."""

    def __init__(self, key: str) -> None:
        self.key = key

    def defvjp(self, fwd: Callable[..., Any], bwd: Callable[..., Any]) -> None:
        """The derivative backwards, as in JAX: ``fwd(op, *operands)`` gives the results, and what ``bwd`` needs.

        ``bwd(op, residuals, cotangents)`` gives a tuple with the cotangent of each operand, of its type, or None for
        zero; operands of integers have None. `cotangents` are as the results: one tensor, or a tuple, with None for
        results of integers. Residuals are tensors in any tree. A jvp of it is an error, unless `defjvp` says it.

        Raises UsageError where the operations have such a rule already.
        """
        self._say("vjp", (_function(fwd, "fwd"), _function(bwd, "bwd")))

    def defjvp(self, jvp: _Rule) -> _Rule:
        """The derivative forward, as in JAX: ``jvp(op, primals, tangents)`` gives the results, and their tangents.

        Both are tuples with an entry for each operand; a tangent has its operand's type, and is None for integers.
        The tangents that it gives are as the results, None for zero. The way back follows by transposing: what the
        rule computes of tangents is linear in them. It may be used as a decorator.

        Raises UsageError where the operations have such a rule already.
        """
        self._say("jvp", _function(jvp, "jvp"))
        return jvp

    def def_transpose(self, transpose: Callable[..., Any], linear: Sequence[int]) -> None:
        """The way back of operations that are linear in the operands `linear`, all of them together.

        Forward they do to tangents what they do to values. ``transpose(op, operands, cotangents)`` gives a tuple with
        the cotangent of each operand, as ``bwd`` of `defvjp` does; `operands` has None for the linear ones.

        Raises UsageError where `linear` aren't numbers of operands, or there is such a rule already.
        """
        numbers = list(linear) if isinstance(linear, (list, tuple, range)) else None
        if not numbers or not all(isinstance(number, int) and number >= 0 for number in numbers):
            raise usage_error(f"linear is a list of the numbers of operands, such as [0], not {described(linear)}")
        self._say("transpose", _function(transpose, "transpose"), linear=tuple(numbers))

    def def_vmap(self, vmap: _Rule) -> _Rule:
        """The operation on a batch, as `jax.custom_batching.custom_vmap` has it.

        ``vmap(op, axis_size, in_batched, *operands)`` gives the results, and which of them are batched, as True or
        False in the same tree. `in_batched` says it of each operand; the dimension of the batch is always the first.
        It may be used as a decorator.

        Raises UsageError where the operations have such a rule already.
        """
        self._say("vmap", _function(vmap, "vmap"))
        return vmap

    def def_run(self, run: _Rule) -> _Rule:
        """What a custom call computes on hlogen's interpreter, as `interpreter.register_custom_call` says it.

        ``run(op, *operands)`` gives an array, or a tuple where there isn't one result; `op` is a hlogen.ir.Operation.
        It may be used as a decorator. What is said last holds.

        Raises UsageError for a composite, which runs as what it is decomposed to, and for targets that the interpreter
        knows itself.
        """
        if not self.key.startswith("@"):
            raise usage_error(f"{self.key} is a composite, which runs as what it is decomposed to")
        hooks.provided("hlogen", "register_custom_call")(self.key[1:], _function(run, "run"))
        return run

    def def_range(self, rule: _Rule) -> _Rule:
        """What is certain of results of integers, for `hl.analyze`, `hl.check` and whatever is proved of indices.

        ``rule(op, *ranges)`` gives the least and the greatest element of the result as a pair, or None where nothing is
        known; of several results a list with an entry for each. `ranges` are such pairs of the operands, None where
        they aren't integers; `op` is a hlogen.ir.Operation. It has to hold whatever runs the operation. It may be used
        as a decorator.

        Raises UsageError where the operations have such a rule already.
        """
        self._say("range", _function(rule, "rule"))
        return rule

    def def_possible(self, rule: _Rule) -> _Rule:
        """What implementations of the operation may give, for `interpreter.admissible` and `hlogen judge`.

        ``rule(op, operands, results)`` gives a pair for each result: arrays of its shape and element type with the
        least and the greatest value that each element may have. `operands` are arrays, `results` what the interpreter
        computes of them; `op` is a hlogen.ir.Operation. Where operands are open themselves, nothing is known of the
        results. It may be used as a decorator.

        Raises UsageError where the operations have such a rule already.
        """
        self._say("possible", _function(rule, "rule"))
        return rule

    def def_onnx(self, lower: _Rule) -> _Rule:
        """What the operation is in ONNX: ``lower(site)`` writes nodes and gives the result's edge, or a list of edges.

        `site` is what lowerings of hlogen's own get (`hlogen.export.onnx.context.LoweringContext`):
        ``site.graph.node("Gelu", site.inputs, site.dtype, site.type.shape)`` is a node. It may be used as a decorator.

        Raises UsageError where the operations have such a rule already.
        """
        self._say("onnx", _function(lower, "lower"))
        return lower

    # What rules are given, and give.

    def leading(self, call: Call) -> list[Any]:
        """What comes before tensors where a rule is called."""
        return [call]

    def whole(self, call: Call, values: Sequence[Any]) -> list[Any]:
        """All arguments of the operation, for a rule that stands in its place."""
        return [call, *values]

    def _say(self, word: str, rule: Any, **options: Any) -> None:
        first = rule[0] if isinstance(rule, tuple) else rule
        now = custom.Said(rule, place_of(first), {"of": self, **options})
        before = custom.said_of(self.key).get(word)
        if before is not None and not is_same(before.rule, rule):
            raise usage_error(
                f"{self.key} has a rule for {word} already, from {before.place}\n"
                "  fix: leave one of them out, or give one a name of its own"
            )
        custom.say(self.key, word, now)

    def __reduce__(self) -> str | tuple[Any, ...]:
        """The rules themselves stay in the process: what arrives in another are those that it has by the name."""
        return custom_rules, (self.key,)

    def __repr__(self) -> str:
        said = ", ".join(custom.said_of(self.key)) or "nothing yet"
        return f"<rules of {self.key}: {said}>"


def place_of(function: Callable[..., Any]) -> str:
    """Where a function stands."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}" if code else repr(function)


def is_same(one: Any, other: Any) -> bool:
    """Whether rules are the same ones, said once more: of a module that was loaded again, or under another name."""
    if isinstance(one, tuple):
        return isinstance(other, tuple) and all(map(is_same, one, other))
    names = (getattr(each, "__qualname__", None) for each in (one, other))
    return one is other or (len(set(names)) == 1 and place_of(one) == place_of(other))


def _function(given: Callable[..., Any], what: str) -> Callable[..., Any]:
    if not callable(given) or isinstance(given, (type, Tensor)):
        raise usage_error(f"{what} is a function, not {described(given)}")
    return given


def key_of(name: str) -> str:
    if isinstance(name, str) and name.startswith("hlogen."):
        raise usage_error(f"{name} is hlogen's own, which has its rules")
    if isinstance(name, str) and (name[:1] == "@" and len(name) > 1):
        return name
    if not isinstance(name, str) or not NAMESPACED.fullmatch(name):
        raise usage_error(
            "name is a composite's, with a namespace, such as 'acme.norm', or a custom call's target, such as "
            f"'@acme_solve', not {described(name)}"
        )
    if not custom.is_custom(name):
        raise usage_error(f"{name} is an operation, which has its rules\n  fix: name a composite or a custom call")
    return name
