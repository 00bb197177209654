"""Functions of another framework as functions of ours: what they take and give is what they took and gave there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from hlogen import hooks
from hlogen.autodiff.made import distinct
from hlogen.builder import trees
from hlogen.builder.emit import emit_values
from hlogen.builder.function import Function
from hlogen.builder.trace import current_scope, usage_error
from hlogen.door import public
from hlogen.interop.places import placed
from hlogen.ir import Attribute, FunctionType, Location, Operation, SymbolRef
from hlogen.program.structure import CALLS, callee


class Form(Protocol):
    """What a framework's function takes and gives, around the flat lists of a program."""

    def leaves(self, args: Sequence[Any], kwargs: Mapping[str, Any], function: Adopted) -> list[Any]:
        """The arguments of the program, as arrays or values of the program being built; UsageError where they don't
        fit."""

    def arrays(self, leaves: Sequence[Any], function: Adopted) -> list[Any]:
        """The leaves of the examples as arrays of the argument types."""

    def unflatten(self, results: Sequence[Any]) -> Any:
        """What the function gives, where the program gives `results`."""


@public
class Adopted(Function):
    """A function of a framework as a function of ours (see hl.from_jax).

    `examples` are the values for its arguments that it was traced with, flat; None where they were shapes.
    """

    def __init__(
        self,
        operation: Operation,
        calls: Sequence[Called],
        python_function: Callable[..., Any],
        location: Location,
        form: Form,
        examples: tuple[Any, ...] | None,
    ) -> None:
        type = operation.attributes["function_type"]
        assert isinstance(type, FunctionType)
        flat = [trees.leaves(len(types)) for types in (type.inputs, type.results)]
        super().__init__(operation, calls, python_function, location, *flat)
        self.form = form
        self.examples = examples

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """In a function that is being built a call of this one, on tensors; anywhere else the program runs on arrays,
        or on the examples where nothing is given. It takes and gives what the framework's function does.

        Raises UsageError where arguments don't fit.
        """
        scope = current_scope()
        if scope is None:
            leaves = self.form.leaves(args, kwargs, self) if args or kwargs else self.example_arguments()
            return self.form.unflatten(hooks.provided("hlogen", "run")(self, *leaves))
        leaves = self.form.leaves(args, kwargs, self)
        self.bring_along(scope)
        attributes: dict[str, Attribute] = {"callee": SymbolRef((self.name,))}
        results = emit_values("func.call", self.arguments(leaves), attributes, result_types=self.type.results)
        return self.form.unflatten(results)

    def example_arguments(self) -> tuple[Any, ...]:
        """The examples; UsageError where they were shapes."""
        if self.examples is None:
            raise usage_error(
                f"{self.name} was traced with shapes, so there are no arrays to run it on\n  fix: give it arguments"
            )
        return tuple(self.form.arrays(self.examples, self))


@dataclass
class Called:
    """A private function of the program, in the terms of `hlogen.builder.trace.Callee`."""

    name: str
    operation: Operation
    location: Location
    calls: tuple[Called, ...] = ()


def adopted(
    functions: Sequence[Operation],
    entry: Operation,
    name: str,
    argument_names: Sequence[str],
    python_function: Callable[..., Any],
    location: Location,
    form: Form,
    examples: tuple[Any, ...] | None,
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
            name_there = callee(operation)
            if name_there is not None and name_there in called:
                there = calls[name_there] = called[name_there]
                operation.attributes = {**operation.attributes, CALLS[operation.name]: SymbolRef((there.name,))}
        function.calls = tuple(calls.values())
    for argument, argument_name in zip(entry.regions[0].block.arguments, distinct(argument_names), strict=True):
        argument.name = argument_name
    (main,) = (function for function in called.values() if function.operation is entry)
    return Adopted(entry, main.calls, python_function, location, form, examples)
