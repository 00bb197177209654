"""Gives a program an entry function ``@main`` whose arguments and results every backend can pass.

The bindings can't pass complex or quantized tensors into or out of a backend, so an entry that has them is rewritten to
take and return real and imaginary parts, or the quantized type's storage. Assertions about shapes, which backends don't
know, are decided and left out. All of it happens on modules of the bindings, inside a worker.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hlogen.analysis import assertion
from hlogen.backends.errors import Refused
from hlogen.backends.protocol import Signature
from hlogen.errors import UsageError
from hlogen.ir import ComplexType, FunctionType, QuantizedType, TensorType, Type, dtype_of, parse_type
from hlogen.ir.printer import generic_text
from hlogen.mlir.convert import Converter
from hlogen.mlir.provider import Bindings
from hlogen.mlir.refining import refined

_MAIN = "main"
_BYTECODE = b"ML\xefR"
_SHARDING = "sdy.sharding"


@dataclass(frozen=True)
class EntryTypes:
    """A program's own argument and result types, and what its ``@main`` takes and returns for them."""

    arguments: tuple[TensorType, ...]
    results: tuple[TensorType, ...]

    def checked(self, args: Sequence[Any]) -> list[np.ndarray[Any, Any]]:
        """`args` as arrays of the argument types' dtypes. UsageError where they don't fit."""
        return _checked(args, self.arguments, _MAIN)

    def lower_arguments(self, arrays: Sequence[np.ndarray[Any, Any]]) -> list[np.ndarray[Any, Any]]:
        """What ``@main`` takes, for the program's own arguments."""
        lowered = []
        for type, array in zip(self.arguments, arrays, strict=True):
            parts = [array.real, array.imag] if isinstance(type.element_type, ComplexType) else [array]
            lowered += [np.ascontiguousarray(part).reshape(array.shape) for part in parts]  # it makes rank 0 rank 1
        return lowered

    def argument_parts(self) -> list[TensorType]:
        """The types that ``@main`` takes."""
        return [part for type in self.arguments for part in _parts(type)]

    def result_parts(self) -> list[TensorType]:
        """The types that ``@main`` returns."""
        return [part for type in self.results for part in _parts(type)]

    def signature(self) -> Signature:
        """What ``@main`` takes and returns."""
        return Signature(tuple(self.argument_parts()), tuple(self.result_parts()))

    def raise_results(self, parts: Sequence[np.ndarray[Any, Any]]) -> tuple[np.ndarray[Any, Any], ...]:
        """The program's own results, for what ``@main`` returned."""
        remaining, results = iter(parts), []
        for type in self.results:
            array = next(remaining)
            if isinstance(type.element_type, ComplexType):
                whole = np.empty(array.shape, dtype_of(type.element_type))
                whole.real, whole.imag = array, next(remaining)
                array = whole
            results.append(array)
        return tuple(results)


@dataclass(frozen=True)
class Prepared:
    """A module of the bindings with a public ``@main``."""

    module: Any
    types: EntryTypes


def prepare(bindings: Bindings, context: Any, program: bytes, entry: str, args: Sequence[Any] | None) -> Prepared:
    """Reads and verifies the program and makes its entry ``@main``.

    Dynamic argument types are refined to the shapes of `args`, which have to fit. Where `args` is None, all argument
    types have to be static.

    CheckFailed for an assertion about shapes that doesn't hold.
    """
    module = _parse(bindings, context, program)
    function = _entry(module, entry)
    name = _name(function)
    declared = _function_type(function)
    types = [_tensor(type, f"argument {number} of @{name}") for number, type in enumerate(declared.inputs)]
    if args is None:
        _refuse_dynamic(types, name)
        arrays = []
    else:
        arrays = _checked(args, types, name)
    with context, bindings.ir.Location.unknown(context):
        function = _make_main(bindings, module, function)
        if not all(type.is_static for type in types):
            types = [type.with_shape(array.shape) for type, array in zip(types, arrays, strict=True)]
            static = refined(Converter(bindings, module).module(), _MAIN, types)
            module = bindings.ir.Module.parse(generic_text(static), context)
            function = _entry(module, _MAIN)
        if assertion.TARGET.encode() in program:
            _drop_shape_assertions(bindings, module)
        declared = _function_type(function)
        results = [_tensor(type, f"result {number} of @{name}") for number, type in enumerate(declared.results)]
        if any(_parts(type) != [type] for type in (*types, *results)):
            if str(module).count(f"@{_MAIN}") > 1:
                _give_callers_a_copy(bindings, module, function)
            _take_apart(bindings, function, types, results)
    return Prepared(module, EntryTypes(tuple(types), tuple(results)))


def _parse(bindings: Bindings, context: Any, program: bytes) -> Any:
    try:
        if program.startswith(_BYTECODE):
            try:
                return bindings.stablehlo.deserialize_portable_artifact(context, program)
            except Exception:  # noqa: BLE001 - bytecode of another dialect than VHLO; what parse says about it counts
                pass
        return bindings.ir.Module.parse(program, context)
    except bindings.ir.MLIRError as error:
        raise Refused(f"refused the program: {_diagnostics(error)}") from None


def _diagnostics(error: Any) -> str:
    messages = [diagnostic.message for diagnostic in error.error_diagnostics]
    return "; ".join(messages) or str(error)


def _entry(module: Any, entry: str) -> Any:
    functions = [op for op in module.body.operations if op.operation.name == "func.func"]
    named = [function for function in functions if _name(function) == entry]
    public = [function for function in functions if _visibility(function) == "public"]
    # As `Module.default_entry` has it.
    if entry == _MAIN and len(public) == 1:
        return public[0]
    if named:
        return named[0]
    there = ", ".join(f"@{_name(function)}" for function in functions) or "none"
    raise UsageError(f"the program has no function @{entry}; it has: {there}")


def _name(function: Any) -> str:
    return str(function.operation.attributes["sym_name"].value)


def _visibility(function: Any) -> str:
    attributes = function.operation.attributes
    return str(attributes["sym_visibility"].value) if "sym_visibility" in attributes else "public"


def _function_type(function: Any) -> Any:
    return parse_type(str(function.operation.attributes["function_type"].value))


def _tensor(type: Type, what: str) -> TensorType:
    if not isinstance(type, TensorType):
        raise UsageError(f"{what} has type {type}; only tensors can be passed to a backend")
    dtype_of(type.element_type)  # raises where NumPy has no storage for it
    return type


def _refuse_dynamic(types: Sequence[TensorType], name: str) -> None:
    for number, type in enumerate(types):
        if not type.is_static:
            raise UsageError(
                f"argument {number} of @{name} has type {type}, whose shape isn't known; give the program static shapes"
            )


def _checked(args: Sequence[Any], types: Sequence[TensorType], name: str) -> list[np.ndarray[Any, Any]]:
    if len(args) != len(types):
        raise UsageError(f"@{name} takes {len(types)} arguments, {len(args)} were given")
    return [_argument(arg, type, number) for number, (arg, type) in enumerate(zip(args, types, strict=True))]


def _argument(argument: Any, type: TensorType, number: int) -> np.ndarray[Any, Any]:
    dtype = dtype_of(type.element_type)
    if isinstance(argument, (bool, int, float, complex)):
        argument = np.asarray(argument, dtype)
    if argument.dtype != dtype:
        raise UsageError(f"argument {number} has type {type}, which takes {dtype} elements, not {argument.dtype}")
    fits = len(argument.shape) == type.rank and all(
        declared is None or declared == given for declared, given in zip(type.shape, argument.shape, strict=True)
    )
    if not fits:
        raise UsageError(f"argument {number} has type {type}, which doesn't take an array of shape {argument.shape}")
    return np.asarray(argument)


def _make_main(bindings: Bindings, module: Any, function: Any) -> Any:
    """Makes the entry the public @main; what was called so gets another name."""
    ir = bindings.ir
    name = _name(function)
    if name != _MAIN:
        table = ir.SymbolTable(module.operation)
        if _MAIN in table:
            free = _free_name(table)
            ir.SymbolTable.replace_all_symbol_uses(_MAIN, free, module.operation)
            ir.SymbolTable.set_symbol_name(table[_MAIN], free)
        ir.SymbolTable.replace_all_symbol_uses(name, _MAIN, module.operation)
        ir.SymbolTable.set_symbol_name(function, _MAIN)
    if _visibility(function) != "public":
        ir.SymbolTable.set_visibility(function, "public")
    return function


def _give_callers_a_copy(bindings: Bindings, module: Any, function: Any) -> None:
    """Leaves @main to be called from outside alone."""
    ir = bindings.ir
    free = _free_name(ir.SymbolTable(module.operation))
    ir.SymbolTable.replace_all_symbol_uses(_MAIN, free, module.operation)
    copy = function.operation.clone(ir.InsertionPoint(module.body))
    ir.SymbolTable.set_symbol_name(copy, free)
    copy.attributes["sym_visibility"] = ir.StringAttr.get("private")


def _free_name(table: Any) -> str:
    """For what was called @main."""
    free = f"{_MAIN}_of_the_program"
    while free in table:
        free += "_"
    return free


def _drop_shape_assertions(bindings: Bindings, module: Any) -> None:
    """Erases them all, once it's certain that those that a run comes by hold."""
    without_places = Converter(bindings, module, lambda *_: None)  # they are those of text that only a worker sees
    assertion.require_shape_assertions(without_places.module(), _MAIN)
    found: list[Any] = []

    def visit(operation: Any) -> Any:
        attributes = operation.attributes
        is_call = operation.name == "stablehlo.custom_call" and not operation.results
        if is_call and attributes["call_target_name"].value == assertion.TARGET:
            found.append(operation)
        return bindings.ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    for operation in found:
        operation.erase()


def _parts(type: TensorType) -> list[TensorType]:
    """The types by which one tensor passes through ``@main``."""
    element = type.element_type
    if isinstance(element, ComplexType):
        return [type.with_element_type(element.element_type)] * 2
    if isinstance(element, QuantizedType):
        return [type.with_element_type(element.storage_type)]
    return [type]


def _take_apart(
    bindings: Bindings, function: Any, arguments: Sequence[TensorType], results: Sequence[TensorType]
) -> None:
    """Rewrites the entry in place: parts come in and are put together first, results are taken apart last."""
    ir = bindings.ir
    block = function.operation.regions[0].blocks[0]
    location = ir.Location.unknown()

    def op(name: str, result: TensorType, *operands: Any) -> Any:
        return ir.Operation.create(name, results=[ir.Type.parse(str(result))], operands=list(operands)).result

    wholes = list(block.arguments)
    with ir.InsertionPoint.at_block_begin(block):
        for whole, type in zip(wholes, arguments, strict=True):
            parts = [block.add_argument(ir.Type.parse(str(part)), location) for part in _parts(type)]
            if isinstance(type.element_type, ComplexType):
                whole.replace_all_uses_with(op("stablehlo.complex", type, *parts))
            elif isinstance(type.element_type, QuantizedType):
                whole.replace_all_uses_with(op("stablehlo.bitcast_convert", type, *parts))
            else:
                whole.replace_all_uses_with(parts[0])
    for _ in wholes:
        block.erase_argument(0)

    terminator = block.operations[len(block.operations) - 1]
    returned: list[Any] = []
    with ir.InsertionPoint(terminator):
        for value, type in zip(terminator.operands, results, strict=True):
            parts = _parts(type)
            if isinstance(type.element_type, ComplexType):
                returned += [op("stablehlo.real", parts[0], value), op("stablehlo.imag", parts[1], value)]
            elif isinstance(type.element_type, QuantizedType):
                returned.append(op("stablehlo.bitcast_convert", parts[0], value))
            else:
                returned.append(value)
        ir.Operation.create("func.return", operands=returned)
    terminator.operation.erase()

    attributes = function.operation.attributes
    for described, types in (("arg_attrs", arguments), ("res_attrs", results)):
        if described in attributes:  # one entry per argument or result that is gone now; parts are sharded as wholes
            shardings = [_sharding_alone(ir, entry) for entry in attributes[described]]
            repeated = [entry for entry, type in zip(shardings, types, strict=True) for _ in _parts(type)]
            attributes[described] = ir.ArrayAttr.get(repeated)
    inputs = [part for type in arguments for part in _parts(type)]
    outputs = [part for type in results for part in _parts(type)]
    attributes["function_type"] = ir.TypeAttr.parse(str(FunctionType(tuple(inputs), tuple(outputs))))


def _sharding_alone(ir: Any, entry: Any) -> Any:
    return ir.DictAttr.get({_SHARDING: entry[_SHARDING]} if _SHARDING in entry else {})
