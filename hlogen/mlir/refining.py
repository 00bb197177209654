"""Dynamic shapes made static by upstream's passes, from the shapes of a function's arguments on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hlogen.ir import (
    Block,
    DenseElements,
    Function,
    FunctionType,
    IntegerAttr,
    Module,
    Operation,
    Region,
    SymbolRef,
    TensorType,
    Value,
)
from hlogen.mlir import apart, provider
from hlogen.mlir.convert import Converter
from hlogen.mlir.diagnostics import collect_messages
from hlogen.mlir.errors import BindingsError
from hlogen.mlir.writer import to_text
from hlogen.program.copy import Copier
from hlogen.program.inline import Inliner
from hlogen.program.structure import callee, returned
from hlogen.program.trip_count import counted

_MAIN = "main"
_BY_UPSTREAM = "hlogen.mlir.refining:by_upstream"


def refined(module: Module, entry: str, types: Sequence[TensorType]) -> Module:
    """The program of the function `entry`, whose arguments have the static `types`, as its only public function.

    Calls are written out; composites stay, each with a decomposition of its own. Raises BindingsError with upstream's
    words where a shape comes out that an operation can't have.
    """
    function = module.functions[entry]
    composites: dict[str, Operation] = {}
    body = _Unshared(module, composites).body(function)
    if any(0 in type.shape for type in types):
        body = _Running(types).body(body)
    functions = [_function(_MAIN, body, function)]
    waiting = list(composites)
    while waiting:
        name = waiting.pop(0)
        decomposition = module.functions[callee(composites[name]) or ""]
        before = len(composites)
        body = _Unshared(module, composites).body(decomposition)
        functions.append(_function(name, body, decomposition, {"sym_visibility": "private"}))
        waiting += list(composites)[before:]
    others = [operation for operation in module.operations if operation.name != "func.func"]
    text = to_text(Module([*others, *functions], module.attributes, module.name), locations=True)
    found = _apart(text, entry, types)
    for operation in [*found.walk()]:
        name_there = callee(operation)
        if operation.name == "func.call" and name_there in composites:
            operation.name = "stablehlo.composite"
            own = composites[name_there].attributes
            operation.attributes = {**own, "decomposition": SymbolRef((name_there,))}
    kept = {name: value for name, value in function.operation.attributes.items() if name != "function_type"}
    for operation in found.operations:
        if operation.name == "func.func" and operation.attributes["sym_name"] == _MAIN:
            operation.attributes = {"function_type": operation.attributes["function_type"], **kept}
    return Module(found.operations, found.attributes, found.name)


class _Unshared(Inliner):
    """Writes out calls, and makes of each composite a call of a function that nothing else calls: upstream gives a
    composite's function no other types, and a function that is called twice only one shape."""

    def __init__(self, module: Module, composites: dict[str, Operation]) -> None:
        super().__init__(module)
        self.composites = composites

    def operation(self, operation: Operation, copies: list[Operation]) -> None:
        if operation.name != "stablehlo.composite" or operation.regions:
            super().operation(operation, copies)
            return
        name = base = callee(operation) or ""
        number = 1
        while name in self.composites:
            number += 1
            name = f"{base}.{number}"
        self.composites[name] = operation
        call = self.again(operation, {"callee": SymbolRef((name,))})
        call.name = "func.call"
        copies.append(call)


class _Running(Copier):
    """Leaves out loops that never run where arguments have these types: what isn't run in them needn't fit, such as
    the slice of one row of none."""

    def __init__(self, types: Sequence[TensorType]) -> None:
        super().__init__()
        self.types = types
        self.arguments: tuple[Value, ...] = ()

    def body(self, block: Block) -> Block:
        copy = self.entered(block)
        self.arguments = copy.arguments
        self.fill(block, copy.operations)
        return copy

    def operation(self, operation: Operation, copies: list[Operation]) -> None:
        if operation.name == "stablehlo.while":
            found = counted(operation, self._integers)
            if found is not None and not found.count:
                self.stands(operation.results, self.now(operation.operands))
                return
        super().operation(operation, copies)

    def _integers(self, value: Value, depth: int = 6) -> Any | None:
        """What constants, sizes of arguments and their differences are."""
        (value,) = self.now([value])
        maker = value.owner
        if not isinstance(maker, Operation) or not depth:
            return None
        written, dimension = maker.attributes.get("value"), maker.attributes.get("dimension")
        match maker.name:
            case "stablehlo.constant" if isinstance(written, DenseElements):
                return written.array
            case "stablehlo.convert" | "stablehlo.reshape":
                return self._integers(maker.operands[0], depth - 1)
            case "stablehlo.subtract":
                left, right = (self._integers(operand, depth - 1) for operand in maker.operands)
                return None if left is None or right is None else left - right
            case "stablehlo.get_dimension_size" if isinstance(dimension, IntegerAttr):
                (argument,) = self.now(maker.operands)
                if argument in self.arguments:
                    return np.array(self.types[argument.index].shape[dimension.value])
        return None


def _function(name: str, body: Block, source: Function, more: dict[str, str] | None = None) -> Operation:
    inputs = tuple(argument.type for argument in body.arguments)
    results = tuple(value.type for value in returned(body))
    attributes = {
        **{key: value for key, value in source.operation.attributes.items() if key != "sym_visibility"},
        "sym_name": name,
        "function_type": FunctionType(inputs, results),
        **(more or {}),
    }
    return Operation("func.func", (), (), attributes, [Region([body])], source.location)


def _apart(text: str, entry: str, types: Sequence[TensorType]) -> Module:
    """In a worker process: upstream folds constants, and a division of integers by a size of 0 ends the process."""
    if apart.is_here():
        return by_upstream(text, entry, types)
    try:
        made: Module = apart.call(_BY_UPSTREAM, text, entry, list(types), size=len(text))
    except apart.Fallen as error:
        raise BindingsError(
            f"{entry} can't have arguments of {', '.join(map(str, types))}: upstream's passes, in a worker process: "
            f"{error}"
        ) from error
    return made


def by_upstream(text: str, entry: str, types: Sequence[TensorType]) -> Module:
    """The program after upstream's passes. BindingsError with what they say against it."""
    bindings = provider.find()
    parsed = bindings.ir.Module.parse(text, bindings.context())
    passes = (
        f"stablehlo-refine-arguments{{types={','.join(map(str, types))}}}",  # a blank would end the option
        "stablehlo-refine-shapes",
        "func.func(stablehlo-canonicalize-dynamism)",
        "cse",
    )
    with collect_messages(parsed.context, Converter(bindings, parsed).location) as heard:
        try:
            bindings.run_passes(parsed, f"builtin.module({','.join(passes)})")
        except bindings.ir.MLIRError as error:
            said = "\n".join(f"  {place}: {message}" for place, message in heard) or f"  {error}"
            raise BindingsError(f"{entry} can't have arguments of {', '.join(map(str, types))}:\n{said}") from error
    return Converter(bindings, parsed).module()
