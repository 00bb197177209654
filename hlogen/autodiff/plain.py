"""Operations that are others of StableHLO by another name: CHLO's that broadcast their operands, and old ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hlogen.builder.emit import i64_array
from hlogen.ir import Attribute, DenseArray, DotDimensionNumbers, EnumAttr, Operation, TensorType, Value

_CHLO = ("next_after", "polygamma", "zeta")  # what CHLO has without broadcasting, too
_PREFIX = "chlo.broadcast_"


def plain_form(operation: Operation, operands: Sequence[Value]) -> list[Operation] | None:
    """What `operation` is of these operands, its results those of the last; None where it is only itself."""
    if operation.name.startswith(_PREFIX):
        return _without_broadcasting(operation, operands)
    rank = operands[0].type.rank if operands and isinstance(operands[0].type, TensorType) else 0
    if operation.name == "stablehlo.dot" and rank:
        numbers = DotDimensionNumbers(lhs_contracting_dimensions=(rank - 1,), rhs_contracting_dimensions=(0,))
        return [
            _as(
                "stablehlo.dot_general", operation, operands, {**operation.attributes, "dot_dimension_numbers": numbers}
            )
        ]
    sizes = operation.attributes.get("broadcast_sizes")
    if operation.name == "stablehlo.broadcast" and isinstance(sizes, DenseArray):
        dimensions = i64_array(tuple(range(len(sizes.values), len(sizes.values) + rank)))
        return [_as("stablehlo.broadcast_in_dim", operation, operands, {"broadcast_dimensions": dimensions})]
    return None


def _as(name: str, operation: Operation, operands: Sequence[Value], attributes: Mapping[str, Attribute]) -> Operation:
    types = [result.type for result in operation.results]
    return Operation(name, operands, types, attributes, (), operation.location)


def _without_broadcasting(operation: Operation, operands: Sequence[Value]) -> list[Operation] | None:
    """broadcast_in_dims, and last the operation of one shape; None where a shape is dynamic."""
    made: list[Operation] = []
    whole = []
    for value in operands:
        type, wanted = value.type, operation.result.type
        if not isinstance(type, TensorType) or not isinstance(wanted, TensorType):
            return None
        if not type.is_static or not wanted.is_static:
            return None
        if type.shape != wanted.shape:
            result_type = type.with_shape(wanted.shape)
            attributes = {"broadcast_dimensions": i64_array(_dimensions(operation, type.rank, wanted.rank))}
            made.append(
                Operation("stablehlo.broadcast_in_dim", [value], [result_type], attributes, (), operation.location)
            )
            value = made[-1].result
        whole.append(value)
    name = operation.name.removeprefix(_PREFIX)
    kept: dict[str, Attribute] = {
        key: replace(attribute, dialect="stablehlo") if isinstance(attribute, EnumAttr) else attribute
        for key, attribute in operation.attributes.items()
        if key != "broadcast_dimensions"
    }
    return [*made, _as(f"{'chlo' if name in _CHLO else 'stablehlo'}.{name}", operation, whole, kept)]


def _dimensions(operation: Operation, rank: int, whole: int) -> tuple[int, ...]:
    """The dimensions of the result that those of an operand are: the last ones, if nothing else is said."""
    given = operation.attributes.get("broadcast_dimensions")
    if isinstance(given, DenseArray) and rank < whole:
        return tuple(map(int, given.values))
    return tuple(range(whole - rank, whole))
