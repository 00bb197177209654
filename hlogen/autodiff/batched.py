"""Batched: what `vmap` makes without a size, and what derivatives make of it. The size is known when it is called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hlogen.builder.arrays import as_array
from hlogen.builder.emit import as_tensor
from hlogen.builder.function import Function, in_order
from hlogen.builder.trace import current_scope, usage_error
from hlogen.builder.trees import Structure, Tree
from hlogen.errors import UsageError
from hlogen.forking import cached_property
from hlogen.ir import ElementType, TensorType

# The size of the batch in the program that stands for all of them, where only names, trees and element types matter.
_EXAMPLE = 2


@dataclass(frozen=True)
class Arguments:
    """What doesn't depend on the batch's size: of each flat argument the element type, the trees that they are in, and
    what Python's arguments are called."""

    elements: Sequence[ElementType]
    inputs: Structure
    names: Sequence[str]


class Batched:
    """A function of a batch of any size: called with tensors or arrays, it is the function for the size that they have.

    It is what `hlogen.vmap` makes without `axis_size`, and what `hlogen.grad` and its kin make of that.
    """

    def __init__(
        self,
        name: str,
        arguments: Callable[[], Arguments],
        sized: Callable[[int], Function],
        of_types: Callable[[tuple[TensorType, ...]], Function],
    ) -> None:
        self.name = name
        self._arguments_of, self._sized, self._of_types = arguments, sized, of_types
        self._made: dict[tuple[TensorType, ...], Function] = {}

    def __call__(self, *operands: Tree, **named: Tree) -> Any:
        """A call in the function being built, where numbers and arrays become constants of the arguments' element
        types; anywhere else the program runs on arrays. Arguments may be given by name, as Python's.

        Raises UsageError where the operands don't agree on the batch's size.
        """
        known = self.arguments
        if named:
            operands = in_order(self.name, known.names, operands, named)
        parts = known.inputs.parts
        if len(operands) != len(parts):
            count = f"{len(parts)} argument{'' if len(parts) == 1 else 's'}"
            raise usage_error(f"{self.name} takes {count}, not {len(operands)}")
        whats = [f"argument {number} of {self.name}" for number in range(len(operands))]
        trees_given = list(zip(whats, parts, operands, strict=True))
        flat = [leaf for what, part, operand in trees_given for leaf in part.leaves_of(operand, what)]
        paths = [path for what, part, _ in trees_given for path in part.paths(what)]
        if current_scope() is None:
            pairs = zip(flat, known.elements, strict=True)
            return self.of(tuple(TensorType(as_array(leaf).shape, element) for leaf, element in pairs))(*operands)
        tensors = [as_tensor(*given) for given in zip(flat, paths, known.elements, strict=True)]
        made = self.of(tuple(tensor.type for tensor in tensors))
        return made(*made.inputs.unflatten(tensors))

    @cached_property
    def arguments(self) -> Arguments:
        return self._arguments_of()

    @cached_property
    def example(self) -> Function:
        """The function for one size: in which nothing that depends on the size is looked at."""
        return self._sized(_EXAMPLE)

    def of(self, types: tuple[TensorType, ...]) -> Function:
        """The function for arguments of `types`."""
        if types not in self._made:
            self._made[types] = self._of_types(types)
        return self._made[types]

    def derived(self, make: Callable[[Function], Function], entry: str | None) -> Batched:
        """What `make` makes of this function, whose arguments come first: that, of any size, too.

        `make` is tried at once, so that its errors come where it was asked for. UsageError for an `entry`, which is
        said of a program.
        """
        if entry is not None:
            raise usage_error(
                f"entry = {entry!r} says which function of a program is meant, and {self.name} is one function\n"
                "  fix: leave it out, or give it to hl.vmap"
            )
        example = make(self.example)
        count = self.arguments.inputs.leaf_count
        return Batched(
            example.name.replace(self.example.name, self.name),
            lambda: arguments_of(example),
            lambda size: example,
            lambda types: make(self.of(types[:count])),
        )

    def __getattr__(self, name: str) -> Any:
        if name in ("module", "type", "operation"):
            raise _IsNoProgram(str(needs_size(self)))
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __repr__(self) -> str:
        return f"<hlogen function {self.name}, of whatever size the batch has that it is called with>"


class _IsNoProgram(UsageError, AttributeError):
    """What a program has, asked of a function that is none yet."""


def arguments_of(function: Function) -> Arguments:
    """What a function takes."""
    types = function.type.inputs
    elements = [type.element_type for type in types if isinstance(type, TensorType)]
    return Arguments(elements, function.inputs, function.parameters)


def needs_size(function: Batched) -> UsageError:
    """The error where a batched function is needed as a program."""
    return usage_error(
        f"{function.name} has no size of the batch yet, so it is no program\n"
        "  fix: give it one: hl.vmap(..., axis_size=8)"
    )
