"""Operations of chlo, and such as are on their way out of StableHLO, by the ones of the specification."""

from __future__ import annotations

import re

import numpy as np

from hlogen.analysis.view import integers_of
from hlogen.builder.elementwise import (
    add,
    and_,
    bitcast_convert,
    compare,
    convert,
    multiply,
    select,
    shift_right_logical,
    subtract,
)
from hlogen.builder.elementwise import shift_right_arithmetic as shift_right
from hlogen.builder.emit import emit, emit_constant, emit_one
from hlogen.builder.linear_algebra import dot_general
from hlogen.builder.shape import broadcast_in_dim, concatenate, iota, reshape
from hlogen.builder.shape import slice as sliced
from hlogen.builder.tensor import Tensor
from hlogen.errors import UsageError
from hlogen.export.onnx.plain.registry import definition
from hlogen.ir import (
    DenseElements,
    DotDimensionNumbers,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    OpaqueAttr,
    Operation,
    TensorType,
    dtype_of,
)

_STABLEHLO = (
    *("add", "and", "atan2", "compare", "complex", "divide", "maximum", "minimum", "multiply", "or", "power"),
    *("remainder", "select", "shift_left", "shift_right_arithmetic", "shift_right_logical", "subtract", "xor"),
)
_BROADCASTING = {
    **{f"chlo.broadcast_{name}": f"stablehlo.{name}" for name in _STABLEHLO},
    **{f"chlo.broadcast_{name}": f"chlo.{name}" for name in ("next_after", "polygamma", "zeta")},
}
_I64, _U64 = IntegerType(64), IntegerType(64, "unsigned")


@definition(*_BROADCASTING)
def broadcasting(op: Operation, *operands: Tensor) -> tuple[Tensor, ...]:
    """`broadcast_dimensions` are those of the result that the operand of the smaller rank has, else the last ones."""
    attributes = {name: value for name, value in op.attributes.items() if name != "broadcast_dimensions"}
    rank, given = max(operand.rank for operand in operands), integers_of(op, "broadcast_dimensions", ())
    (shape,) = {result.type.static_shape for result in op.results if isinstance(result.type, TensorType)}

    def expanded(operand: Tensor) -> Tensor:
        dimensions = range(rank - operand.rank, rank)
        if given and operand.rank < rank:
            return broadcast_in_dim(operand, shape, broadcast_dimensions=given)
        return broadcast_in_dim(operand, shape, broadcast_dimensions=dimensions)

    return emit(
        _BROADCASTING[op.name], [*map(expanded, operands)], attributes, (), [result.type for result in op.results]
    )


@definition("chlo.constant")
def constant(op: Operation) -> tuple[Tensor, ...]:
    return emit("stablehlo.constant", (), op.attributes, (), [op.result.type])


@definition("chlo.constant_like")
def constant_like(op: Operation, operand: Tensor) -> tuple[Tensor]:
    value, type = op.attributes["value"], op.result.type
    assert isinstance(type, TensorType)
    number = value.value if isinstance(value, (IntegerAttr, FloatAttr)) else value
    element = np.asarray(number).astype(dtype_of(type.element_type))
    elements = DenseElements(type, np.broadcast_to(element, type.static_shape))
    return (emit_one("stablehlo.constant", (), {"value": elements}, result_type=type),)


@definition("chlo.mulhi")
def mulhi(op: Operation, x: Tensor, y: Tensor) -> tuple[Tensor]:
    """The high half of the product of integers."""
    type = x.element_type
    if not isinstance(type, IntegerType) or type.is_boolean:
        raise UsageError(f"it multiplies integers, not {type}")
    if type.width < 64:
        wide = _U64 if type.is_unsigned else _I64
        product = multiply(convert(x, wide), convert(y, wide))
        move = shift_right_logical if type.is_unsigned else shift_right
        return (convert(move(product, emit_constant(type.width, wide, x.shape)), type),)
    a, b = (operand if type.is_unsigned else bitcast_convert(operand, _U64) for operand in (x, y))
    high = _high_half(a, b)
    if type.is_unsigned:
        return (high,)
    zero, none = emit_constant(0, type, x.shape), emit_constant(0, _U64, x.shape)
    for this, other in ((x, b), (y, a)):  # a negative number is 2**64 more as an unsigned one
        high = subtract(high, select(compare(this, zero, "LT"), other, none))
    return (bitcast_convert(high, type),)


def _high_half(a: Tensor, b: Tensor) -> Tensor:
    half, low = emit_constant(32, _U64, a.shape), emit_constant(0xFFFFFFFF, _U64, a.shape)
    (a_high, a_low), (b_high, b_low) = ((shift_right_logical(x, half), and_(x, low)) for x in (a, b))
    middle = add(multiply(a_high, b_low), shift_right_logical(multiply(a_low, b_low), half))
    other = add(multiply(a_low, b_high), and_(middle, low))
    carried = add(shift_right_logical(middle, half), shift_right_logical(other, half))
    return add(multiply(a_high, b_high), carried)


@definition("stablehlo.dot")
def dot(op: Operation, lhs: Tensor, rhs: Tensor) -> tuple[Tensor, ...]:
    """dot_general of lhs' last dimension and rhs' first."""
    numbers = DotDimensionNumbers(lhs_contracting_dimensions=(lhs.rank - 1,), rhs_contracting_dimensions=(0,))
    attributes = {**op.attributes, "dot_dimension_numbers": numbers}
    return emit("stablehlo.dot_general", [lhs, rhs], attributes, (), [op.result.type])


@definition("stablehlo.broadcast")
def broadcast(op: Operation, operand: Tensor) -> tuple[Tensor]:
    """New dimensions in front."""
    sizes = (*integers_of(op, "broadcast_sizes"), *operand.type.static_shape)
    new = len(sizes) - operand.rank
    return (broadcast_in_dim(operand, sizes, broadcast_dimensions=range(new, len(sizes))),)


@definition("chlo.ragged_dot")
def ragged_dot(op: Operation, lhs: Tensor, rhs: Tensor, group_sizes: Tensor) -> tuple[Tensor]:
    """A product for each group: rows are chosen of them, or groups of what is contracted multiplied by themselves."""
    numbers, ragged, group_dims = _ragged_numbers(op)
    type = op.result.type
    assert isinstance(type, TensorType)
    if group_sizes.rank != 1:
        raise UsageError(f"group_sizes has the type {group_sizes.type}; only one list of sizes for all is written")
    if ragged in numbers.lhs_batching_dimensions:
        return (_product(lhs, rhs, numbers, type),)
    (count,) = group_sizes.type.static_shape
    if ragged in numbers.lhs_contracting_dimensions:
        of_rhs = numbers.rhs_contracting_dimensions[numbers.lhs_contracting_dimensions.index(ragged)]
        inner = TensorType(type.shape[1:], type.element_type)
        products = [
            _product(_group(lhs, ragged, group_sizes, g), _group(rhs, of_rhs, group_sizes, g), numbers, inner)
            for g in range(count)
        ]
        return (concatenate([reshape(product, (1, *inner.static_shape)) for product in products], dimension=0),)
    (group_dim,) = group_dims
    numbers = DotDimensionNumbers(
        numbers.lhs_batching_dimensions,
        tuple(d - (d > group_dim) for d in numbers.rhs_batching_dimensions),
        numbers.lhs_contracting_dimensions,
        tuple(d - (d > group_dim) for d in numbers.rhs_contracting_dimensions),
    )
    taken = (*numbers.lhs_batching_dimensions, *numbers.lhs_contracting_dimensions)
    free = [d for d in range(lhs.rank) if d not in taken]
    axis = len(numbers.lhs_batching_dimensions) + free.index(ragged)
    result = emit_constant(0, type.element_type, type.shape)
    for g in range(count):
        limits = [g + 1 if d == group_dim else size for d, size in enumerate(rhs.type.static_shape)]
        own = sliced(rhs, start_indices=[g if d == group_dim else 0 for d in range(rhs.rank)], limit_indices=limits)
        own = reshape(own, [size for d, size in enumerate(rhs.type.static_shape) if d != group_dim])
        inside = _is_in_group(type, axis, group_sizes, g)
        result = select(inside, _product(lhs, own, numbers, type), result)
    return (result,)


def _product(lhs: Tensor, rhs: Tensor, numbers: DotDimensionNumbers, type: TensorType) -> Tensor:
    return dot_general(
        lhs,
        rhs,
        lhs_batching_dimensions=numbers.lhs_batching_dimensions,
        rhs_batching_dimensions=numbers.rhs_batching_dimensions,
        lhs_contracting_dimensions=numbers.lhs_contracting_dimensions,
        rhs_contracting_dimensions=numbers.rhs_contracting_dimensions,
        element_type=type.element_type,
    )


def _group(x: Tensor, axis: int, group_sizes: Tensor, group: int) -> Tensor:
    """Zero outside of one group."""
    return select(_is_in_group(x.type, axis, group_sizes, group), x, emit_constant(0, x.element_type, x.shape))


def _is_in_group(type: TensorType, axis: int, group_sizes: Tensor, group: int) -> Tensor:
    place, shape = iota(TensorType(type.shape, _I64), iota_dimension=axis), type.static_shape
    end = start = emit_constant(0, _I64, (1,))
    for g in range(group + 1):
        start, size = end, sliced(group_sizes, start_indices=[g], limit_indices=[g + 1])
        end = add(start, convert(size, _I64))
    low, high = (broadcast_in_dim(reshape(x, ()), shape, broadcast_dimensions=[]) for x in (start, end))
    return and_(compare(place, low, "GE"), compare(place, high, "LT"))


def _ragged_numbers(op: Operation) -> tuple[DotDimensionNumbers, int, tuple[int, ...]]:
    """The dimension numbers of the dot_general, the ragged dimension of lhs, the group dimensions of rhs."""
    attribute = op.attributes["ragged_dot_dimension_numbers"]
    if not isinstance(attribute, OpaqueAttr):
        raise UsageError(f"its dimension numbers are {attribute}")
    lists = {
        name: tuple(int(entry) for entry in entries.split(",") if entry.strip())
        for name, entries in re.findall(r"(\w+) = \[([-\d, ]*)\]", attribute.text)
    }
    numbers = DotDimensionNumbers(
        *(lists.get(f"{side}_{kind}_dimensions", ()) for kind in ("batching", "contracting") for side in ("lhs", "rhs"))
    )
    (ragged,) = lists["lhs_ragged_dimensions"]
    return numbers, ragged, lists.get("rhs_group_dimensions", ())
