"""CHLO's ragged_dot."""

from __future__ import annotations

import re

from hlogen.builder.elementwise import add, and_, compare, convert, select
from hlogen.builder.emit import emit_constant
from hlogen.builder.linear_algebra import dot_general
from hlogen.builder.shape import broadcast_in_dim, concatenate, iota, reshape
from hlogen.builder.shape import slice as sliced
from hlogen.builder.tensor import Tensor
from hlogen.definitions.registry import definition
from hlogen.errors import UsageError
from hlogen.ir import DotDimensionNumbers, IntegerType, OpaqueAttr, Operation, TensorType

_I64 = IntegerType(64)


@definition("chlo.ragged_dot")
def ragged_dot(op: Operation, lhs: Tensor, rhs: Tensor, group_sizes: Tensor) -> tuple[Tensor]:
    """A product for each group: rows are chosen of them, or groups of what is contracted multiplied by themselves."""
    numbers, ragged, group_dims = ragged_numbers(op)
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


def ragged_numbers(op: Operation) -> tuple[DotDimensionNumbers, int, tuple[int, ...]]:
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
