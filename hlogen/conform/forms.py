"""A case of a .mlir test as a program for a backend: its checks taken out, its values as constants or as arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import ml_dtypes
import numpy as np

import interpreter
from hlogen.errors import CheckFailed, UsageError
from hlogen.ir import (
    Attribute,
    Block,
    ComplexType,
    DenseElements,
    FloatType,
    Function,
    FunctionType,
    Module,
    Operation,
    Region,
    SymbolRef,
    TensorType,
    Type,
    Value,
    dtype_of,
)
from hlogen.spec.optable import OPS
from interpreter.execution.failures import placed
from interpreter.kernels.check import Comparison, almost_equal, comparison, equal, is_check
from interpreter.values.array import Array

_STORED_TOLERANCE = 1e-5  # of the largest element
_CONSTANT = "stablehlo.constant"


@dataclass(frozen=True)
class Form:
    """`module` returns what the checks compare; a backend runs it on `arguments`.

    `is_defined`: the checks ask for no more than the specification does, whatever it leaves open.
    """

    id: str
    module: Module
    entry: str
    arguments: tuple[Array, ...]
    checks: tuple[Check, ...] = field(repr=False)
    is_defined: bool = False

    def require(self, results: Sequence[Array]) -> None:
        """Raises CheckFailed where the results aren't what the case says that they have to be."""
        for check in self.checks:
            expected = check.expected
            try:
                check.comparison.require(
                    results[check.actual], results[expected] if isinstance(expected, int) else expected
                )
            except CheckFailed as error:
                if check.op is not None:
                    placed(error, check.op)
                raise

    @property
    def is_exact(self) -> bool:
        """Whether no check leaves a tolerance."""
        return all(check.comparison.how["kind"] == "equal" for check in self.checks)

    def expected(self) -> tuple[Array, ...]:
        """What the interpreter gives."""
        results: tuple[Array, ...] = interpreter.run(self.module, *self.arguments, entry=self.entry)
        return results

    def parts(self, results: Sequence[Array]) -> Iterable[tuple[Form, Sequence[Array]]]:
        """The forms whose results these are to be: this one alone, unless it stands for others."""
        return [(self, results)]


@dataclass(frozen=True)
class Check:
    """Which result is compared, how, and with what: an array, or another result; `op` is where the program says so."""

    comparison: Comparison
    actual: int
    expected: Array | int
    op: Operation | None = None


def as_constants(module: Module, function: str, id: str = "") -> Form:
    """The case of `function`, which has no arguments, as it stands, with the functions that it needs.

    Raises UsageError for checks in these other functions or in a region: their values can't be returned.
    """
    return _form(id, module, function, as_arguments=False)


def as_arguments(module: Module, function: str, id: str = "") -> Form:
    """The case whose entry has arguments for its constants, where it takes them into account. `module` is changed.

    Sizes stay constants: compilers have to know them.
    """
    return _form(id, module, function, as_arguments=True)


def as_stored(module: Module, function: str, id: str, arguments: Sequence[Array], results: Sequence[Array]) -> Form:
    """A program on given arguments; `results` are those that it is known to have, none where they aren't known.

    Floats may be 1e-5 of the largest one off, or two units of their type: sums are rounded in any order.
    """
    known = zip(results, module.function(function).type.results, strict=bool(results))
    checks = tuple(Check(_near(result, type), at, result) for at, (result, type) in enumerate(known))
    return Form(id, module, function, tuple(arguments), checks)


def _near(result: Array, type: Type) -> Comparison:
    element = type.element_type if isinstance(type, TensorType) else None
    if not isinstance(element, (FloatType, ComplexType)):
        return Comparison("the result", equal, {"kind": "equal"})
    largest = float(np.abs(result[np.isfinite(result)]).max(initial=0))
    eps = float(ml_dtypes.finfo(result.dtype).eps)  # type: ignore[no-untyped-call]  # has no types
    tolerance = max(_STORED_TOLERANCE, 2 * eps) * largest
    return Comparison(
        f"the result (+- {tolerance})", almost_equal(tolerance), {"kind": "absolute", "tolerance": tolerance}
    )


def _form(id: str, module: Module, name: str, *, as_arguments: bool) -> Form:
    function = module.function(name)
    block = function.body
    needed = _needed(module.functions, name)
    checks = [op for op in block.operations if is_check(op)]
    if len(checks) != sum(is_check(op) for other in needed for op in module.function(other).operation.walk()):
        raise UsageError(f"checks outside of @{name}'s own block can't be run on a backend")
    operations = [op for op in block.operations[:-1] if not is_check(op)]
    constants = {op.results[0]: op for op in operations if op.name == _CONSTANT and _array(op) is not None}
    returned: list[Value] = []

    def place(value: Value) -> int:
        if value not in returned:
            returned.append(value)
        return returned.index(value)

    judged = tuple(_check(op, constants, place) for op in checks)
    fixed = _sizes(operations) if as_arguments else set()
    read = {value for op in operations for inner in op.walk() for value in inner.operands}
    lifted = [value for value in constants if as_arguments and value in read and value not in fixed]
    kept = [op for op in operations if op.name != _CONSTANT or not set(op.results).isdisjoint(read | {*returned})]
    entry = _entry(kept, constants, lifted, returned, function.operation)
    others = [module.function(other).operation for other in needed if other != name]
    arrays = tuple(_array(constants[value]) for value in lifted)
    return Form(
        id,
        Module([entry, *others], module.attributes, module.name, module.location, module.source),
        name,
        tuple(array for array in arrays if array is not None),
        judged,
    )


def _entry(
    operations: list[Operation],
    constants: dict[Value, Operation],
    lifted: Sequence[Value],
    returned: Sequence[Value],
    function: Operation,
) -> Operation:
    """The function, which takes what is lifted and returns what is returned."""
    block = Block([value.type for value in lifted], [f"c{number}" for number in range(len(lifted))])
    replaced = dict(zip(lifted, block.arguments, strict=True))
    gone = {constants[value] for value in lifted}
    terminator = Operation("func.return", returned)
    block.operations = [op for op in operations if op not in gone] + [terminator]
    if replaced:
        for op in block.walk():
            op.operands = tuple(replaced.get(value, value) for value in op.operands)
    type = FunctionType(tuple(value.type for value in lifted), tuple(value.type for value in returned))
    # Attributes of the results (layouts, names) describe the old ones.
    attributes = {key: value for key, value in function.attributes.items() if key != "res_attrs"}
    attributes["function_type"] = type
    return Operation("func.func", (), (), attributes, [Region([block])], function.location)


def _check(op: Operation, constants: dict[Value, Operation], place: Callable[[Value], int]) -> Check:
    compare = comparison(op)
    actual = place(op.operands[0])
    if compare.expected is not None:
        return Check(compare, actual, compare.expected, op)
    expected = op.operands[1]
    array = _array(constants[expected]) if expected in constants else None
    return Check(compare, actual, place(expected) if array is None else array, op)


def _array(op: Operation) -> Array | None:
    """What a constant is, in memory of its own; None where NumPy has no elements of its type."""
    value = op.attributes.get("value")
    if not isinstance(value, DenseElements) or not isinstance(op.results[0].type, TensorType):
        return None
    try:
        dtype_of(op.results[0].type.element_type)
    except UsageError:
        return None
    return np.array(value.array)


def _sizes(operations: Iterable[Operation]) -> set[Value]:
    """Values of an entry that sizes, paddings and the like are computed from, and what custom calls read."""
    fixed: set[Value] = set()
    for op in reversed([inner for outer in operations for inner in outer.walk()]):
        if op.name == "stablehlo.custom_call" or not fixed.isdisjoint(op.results):
            fixed.update(op.operands)
        elif op.name in OPS and not OPS[op.name].is_variadic:
            names = zip(OPS[op.name].operands, op.operands, strict=False)
            fixed.update(value for name, value in names if name in _STATIC_OPERANDS.get(op.name, ()))
    return fixed


# Operands that the specification lets be computed, and compilers ask to know.
_STATIC_OPERANDS = {
    "stablehlo.dynamic_broadcast_in_dim": ("output_dimensions",),
    "stablehlo.dynamic_conv": ("padding",),
    "stablehlo.dynamic_gather": ("slice_sizes",),
    "stablehlo.dynamic_iota": ("output_shape",),
    "stablehlo.dynamic_pad": ("edge_padding_low", "edge_padding_high", "interior_padding"),
    "stablehlo.dynamic_reshape": ("output_shape",),
}


def _needed(functions: Mapping[str, Function], name: str) -> list[str]:
    """The functions that `name` refers to, itself included, directly or through others."""
    needed: list[str] = []
    pending = [name]
    while pending:
        found = pending.pop()
        if found in functions and found not in needed:
            needed.append(found)
            for op in functions[found].operation.walk():
                pending += _symbols(tuple(op.attributes.values()))
    return needed


def _symbols(attribute: Attribute) -> list[str]:
    if isinstance(attribute, SymbolRef):
        return [attribute.path[0]]
    if isinstance(attribute, tuple):
        return [symbol for part in attribute for symbol in _symbols(part)]
    return []
