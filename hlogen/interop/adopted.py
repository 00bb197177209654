"""Functions of another framework as functions of ours: what they take and give is what they took and gave there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from hlogen.builder import trees
from hlogen.builder.function import Function
from hlogen.builder.trace import current_scope, usage_error
from hlogen.builder.trees import Structure
from hlogen.door import public
from hlogen.interop.places import placed
from hlogen.ir import Attribute, Location, Operation, SymbolRef
from hlogen.program.structure import CALLS, callee

# Arguments in order, and by name.
Examples: TypeAlias = tuple[tuple[Any, ...], dict[str, Any]]


class Form(Protocol):
    """What a framework's function takes and gives, around the flat lists of a program."""

    @property
    def inputs(self) -> Structure:
        """The tuple of the trees that its arguments are, those by name behind the others, in the order of names."""

    @property
    def output(self) -> Structure:
        """The tree that it returns."""

    def operands(self, args: Sequence[Any], kwargs: Mapping[str, Any], function: Adopted) -> Sequence[Any]:
        """What it is called with in the order of `inputs`; UsageError where that doesn't fit."""

    def leaves(self, operands: Sequence[Any], function: Adopted) -> list[Any]:
        """The flat arguments of the program, as arrays or values of the program being built; UsageError where they
        don't fit."""

    def unflatten(self, results: Sequence[Any]) -> Any:
        """What it returns, where the program gives `results`, in containers that a Structure may not know."""


@public
class Adopted(Function):
    """A function of a framework as a function of ours (see hl.from_jax).

    `examples` are the arguments that it was traced with, those in order and those by name; None where there were
    shapes among them.
    """

    def __init__(
        self,
        operation: Operation,
        calls: Mapping[str, Called],
        python_function: Callable[..., Any],
        location: Location,
        form: Form,
        examples: Examples | None,
    ) -> None:
        super().__init__(operation, calls, python_function, location, form.inputs, form.output)
        self.form = form
        self.examples = examples

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """In a function that is being built a call of this one, on tensors; anywhere else the program runs on arrays,
        or on the examples where nothing is given. It takes and gives what the framework's function does.

        Raises UsageError where arguments don't fit.
        """
        is_given = bool(args or kwargs) or current_scope() is not None
        returned = super().__call__(*(self.form.operands(args, kwargs, self) if is_given else ()))
        return self.form.unflatten(trees.flatten(returned, "result")[0])

    def leaves(self, operands: Sequence[Any]) -> list[Any]:
        """The flat arguments that the framework's are, or the examples; UsageError where they don't fit."""
        if not operands and self.type.inputs:
            operands = self.form.operands(*self._examples(), self)
        return self.form.leaves(operands, self)

    def example_arguments(self) -> tuple[Any, ...]:
        """The examples, flat; UsageError where they were shapes."""
        return tuple(self.leaves(()))

    def _examples(self) -> Examples:
        if self.examples is None:
            raise usage_error(
                f"there are no arrays to run {self.name} on: it was traced with shapes, or JAX doesn't say which of "
                "its arguments are static\n  fix: give it arguments"
            )
        return self.examples


def structure_of(tree: Any, count: int) -> Structure:
    """The structure of a tree whose `count` leaves are numbers in the order in which the framework has them: a tuple of
    leaves where it has containers that aren't ours."""
    leaves, structure = trees.flatten(tree, "argument")
    is_same = len(leaves) == count and all(type(leaf) is int for leaf in leaves) and leaves == sorted(leaves)
    return structure if is_same else trees.leaves(count)


@dataclass
class Called:
    """A private function of the program, in the terms of `hlogen.builder.trace.Callee`."""

    name: str
    operation: Operation
    location: Location
    calls: Mapping[str, Called] = field(default_factory=dict)


def adopted(
    functions: Sequence[Operation],
    entry: Operation,
    name: str,
    argument_names: Sequence[str],
    python_function: Callable[..., Any],
    location: Location,
    form: Form,
    examples: Examples | None,
) -> Adopted:
    """`entry`, which calls others of `functions`, as a function called `name` that stands at `location`.

    The names of the others begin with its name, so that several programs can be called in one. The operations are
    changed, so nobody else may have them yet.
    """
    called: dict[str, Called] = {}
    entry.location = location
    for operation in placed(functions, entry, location):
        own = str(operation.attributes["sym_name"])
        whole = name if operation is entry else f"{name}.{own}"
        visibility: dict[str, Attribute] = {} if operation is entry else {"sym_visibility": "private"}
        operation.attributes = {
            "sym_name": whole,
            "function_type": operation.attributes["function_type"],
            **visibility,
        }
        for argument in operation.regions[0].block.arguments:
            argument.name = None  # what a framework calls those of functions in its library says nothing
        called[own] = Called(whole, operation, operation.location or location)
    for function in called.values():
        calls: dict[str, Called] = {}
        for operation in function.operation.walk():
            name_there = callee(operation) if operation.name in CALLS else None
            if name_there is not None and name_there in called:
                there = called[name_there]
                calls[there.name] = there
                operation.attributes = {**operation.attributes, CALLS[operation.name]: SymbolRef((there.name,))}
        function.calls = calls
    for argument, argument_name in zip(entry.regions[0].block.arguments, trees.distinct(argument_names), strict=True):
        argument.name = argument_name
    (main,) = (function for function in called.values() if function.operation is entry)
    return Adopted(entry, main.calls, python_function, location, form, examples)
