"""Operations that move elements without changing them (spec: reshape, transpose, slice, pad, concatenate, iota ...).

Where elements only change place, the result is a view of the operand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import IntegerType, Operation, dtype_of
from interpreter.execution.blocks import Run
from interpreter.execution.ownership import own
from interpreter.execution.traits import Gives
from interpreter.kernels import lane_rules, result_shapes
from interpreter.kernels.convert import converter
from interpreter.kernels.padding import padded
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.memory.available import require_available
from interpreter.values.array import Array
from interpreter.values.attributes import (
    integer,
    integers,
    result_dtype,
    result_shape,
    tensor_type,
)


@kernel("stablehlo.iota", quantized=Quantized.ON_FLOATS, pure=True, gives=Gives.KEPT)
def iota(op: Operation, planner: Planner) -> Run:
    array = iota_array(op, result_shape(op), integer(op, "iota_dimension"))
    return lambda: array


@kernel("stablehlo.dynamic_iota", quantized=Quantized.ON_FLOATS)
def dynamic_iota(op: Operation, planner: Planner) -> Run:
    dimension = integer(op, "iota_dimension")
    return lambda output_shape: iota_array(op, dynamic_shape(op, output_shape), dimension)


def iota_array(op: Operation, shape: Sequence[int], dimension: int) -> Array:
    """Elements count up along `dimension`; a count that the type can't hold wraps or rounds as in convert."""
    converted = converter(IntegerType(64), tensor_type(op.result).element_type)
    count = converted(np.arange(shape[dimension]))
    return np.broadcast_to(count.reshape([-1 if d == dimension else 1 for d in range(len(shape))]), tuple(shape))


def _broadcast_axis(op: Operation, source: int, target: int) -> bool:
    return integers(op, "broadcast_dimensions")[source] == target


@kernel(
    "stablehlo.broadcast_in_dim",
    quantized=Quantized.ON_STORAGE,
    pure=True,
    gives=Gives.VIEW,
    lanes=lane_rules.broadcast_in_dim,
    keeps_axis=_broadcast_axis,
)
def broadcast_in_dim(op: Operation, planner: Planner) -> Run:
    shape = result_shape(op)
    placed = _placed_dims(integers(op, "broadcast_dimensions"), len(shape))

    def broadcast(operand: Array) -> Array:
        return np.broadcast_to(placed(operand), shape)

    type, result_type = tensor_type(op.operands[0]), tensor_type(op.result)
    if not (type.is_static and type.size):
        return broadcast
    if type.size == result_type.size:  # only sizes of 1 are new: nothing repeats
        return placed
    dtype = dtype_of(type.element_type)
    strides, step = [0] * len(shape), dtype.itemsize
    for dim, place in reversed(list(zip(type.static_shape, integers(op, "broadcast_dimensions"), strict=True))):
        strides[place] = step if dim > 1 else 0
        step *= dim

    def viewed(operand: Array) -> Array:
        if operand.dtype != dtype or not operand.flags.c_contiguous:  # marks of elements are moved as well
            return broadcast(operand)
        view: Array = np.ndarray(shape, dtype, operand, 0, strides)  # as broadcast_to, in a fifth of its time
        view.flags.writeable = False
        return view

    return viewed


@kernel("stablehlo.dynamic_broadcast_in_dim", quantized=Quantized.ON_STORAGE, keeps_axis=_broadcast_axis)
def dynamic_broadcast_in_dim(op: Operation, planner: Planner) -> Run:
    placed = _placed_dims(integers(op, "broadcast_dimensions"), tensor_type(op.result).rank)

    def run(operand: Array, output_dimensions: Array) -> Array:
        shape, found = dynamic_shape(op, output_dimensions), placed(operand)
        if any(size not in (1, wanted) for size, wanted in zip(found.shape, shape, strict=True)):
            raise ExecutionError(
                f"{list(operand.shape)} can't be broadcast to output_dimensions {list(shape)} along "
                f"broadcast_dimensions {list(integers(op, 'broadcast_dimensions'))}"
            )
        return np.broadcast_to(found, shape)

    return run


def _placed_dims(broadcast_dimensions: Sequence[int], rank: int) -> Callable[[Array], Array]:
    """What moves dimension d of an operand to broadcast_dimensions[d] among `rank` dimensions, the others of size 1."""
    order = sorted(range(len(broadcast_dimensions)), key=lambda d: broadcast_dimensions[d])
    added = tuple(d for d in range(rank) if d not in broadcast_dimensions)
    if len(set(broadcast_dimensions)) != len(broadcast_dimensions) or not all(
        0 <= d < rank for d in broadcast_dimensions
    ):
        raise ExecutionError(
            f"broadcast_dimensions {list(broadcast_dimensions)} should be distinct, from 0 to {rank - 1}"
        )
    index = tuple(np.newaxis if d in added else slice(None) for d in range(rank))
    if order == list(range(len(order))):
        return lambda operand: operand[index]
    return lambda operand: operand.transpose(order)[index]


def _reshaped_axis(op: Operation, source: int, target: int) -> bool:
    """Where sizes are known, as many elements should stand before the dimension, in it and after it."""
    operand, result = tensor_type(op.operands[0]), tensor_type(op.result)
    if not (operand.is_static and result.is_static):
        return True

    def around(sizes: Sequence[int], axis: int) -> tuple[int, int, int]:
        return prod(sizes[:axis]), sizes[axis], prod(sizes[axis + 1 :])

    return around(operand.static_shape, source) == around(result.static_shape, target)


@kernel(
    "stablehlo.reshape",
    quantized=Quantized.ON_STORAGE,
    pure=True,
    gives=Gives.IN_ORDER,
    lanes=lane_rules.reshape,
    keeps_axis=_reshaped_axis,
)
def reshape(op: Operation, planner: Planner) -> Run:
    shape = result_shape(op)
    return lambda operand: operand.reshape(shape)


@kernel("stablehlo.dynamic_reshape", quantized=Quantized.ON_STORAGE, keeps_axis=_reshaped_axis)
def dynamic_reshape(op: Operation, planner: Planner) -> Run:
    def reshaped(operand: Array, output_shape: Array) -> Array:
        shape = dynamic_shape(op, output_shape)
        if np.prod(shape, dtype=object) != operand.size:
            raise ExecutionError(f"{operand.size} elements can't be reshaped to output_shape {list(shape)}")
        return operand.reshape(shape)

    return reshaped


@kernel(
    "stablehlo.transpose",
    quantized=Quantized.ON_STORAGE,
    pure=True,
    gives=Gives.VIEW,
    lanes=lane_rules.transpose,
    shape=result_shapes.of_transpose,
    keeps_axis=lambda op, source, target: integers(op, "permutation")[target] == source,
)
def transpose(op: Operation, planner: Planner) -> Run:
    permutation = integers(op, "permutation")
    return lambda operand: operand.transpose(permutation)


@kernel("stablehlo.slice", quantized=Quantized.ON_STORAGE, pure=True, gives=Gives.VIEW, lanes=lane_rules.slice_)
def slice_(op: Operation, planner: Planner) -> Run:
    starts, limits = integers(op, "start_indices"), integers(op, "limit_indices")
    strides = integers(op, "strides", (1,) * len(starts))
    index = tuple(map(slice, starts, limits, strides))
    return lambda operand: operand[index]


@kernel(
    "stablehlo.reverse",
    quantized=Quantized.ON_STORAGE,
    pure=True,
    gives=Gives.VIEW,
    lanes=lane_rules.reverse,
    shape=result_shapes.of_operand,
)
def reverse(op: Operation, planner: Planner) -> Run:
    dimensions = integers(op, "dimensions")
    rank = tensor_type(op.result).rank
    index = tuple(slice(None, None, -1 if d in dimensions else 1) for d in range(rank))
    return lambda operand: operand[index]


@kernel(
    "stablehlo.concatenate",
    quantized=Quantized.ON_STORAGE,
    pure=True,
    gives=Gives.NEW,
    lanes=lane_rules.concatenate,
    shape=result_shapes.of_concatenate,
)
def concatenate(op: Operation, planner: Planner) -> Run:
    dimension = integer(op, "dimension")
    return lambda *inputs: np.concatenate(inputs, axis=dimension)


@kernel("stablehlo.pad", quantized=Quantized.ON_STORAGE, lanes=lane_rules.pad)
def pad(op: Operation, planner: Planner) -> Run:
    padding = tuple(
        zip(
            integers(op, "edge_padding_low"),
            integers(op, "edge_padding_high"),
            integers(op, "interior_padding"),
            strict=True,
        )
    )
    return lambda operand, padding_value: padded(operand, padding_value, padding)


@kernel("stablehlo.dynamic_pad", quantized=Quantized.ON_STORAGE, shaped_by_values=True)
def dynamic_pad(op: Operation, planner: Planner) -> Run:
    def run(operand: Array, padding_value: Array, low: Array, high: Array, interior: Array) -> Array:
        padding = tuple(zip(map(int, low), map(int, high), map(int, interior), strict=True))
        if any(inner < 0 for _, _, inner in padding):
            raise ExecutionError(f"interior_padding {[inner for _, _, inner in padding]} should not be negative")
        return padded(operand, padding_value, padding)

    return run


@kernel("stablehlo.get_dimension_size", quantized=Quantized.ITSELF, lanes=lane_rules.get_dimension_size)
def get_dimension_size(op: Operation, planner: Planner) -> Run:
    dimension, dtype = integer(op, "dimension"), result_dtype(op)
    return lambda operand: np.asarray(operand.shape[dimension], dtype)


@kernel("stablehlo.set_dimension_size", quantized=Quantized.ON_STORAGE)
def set_dimension_size(op: Operation, planner: Planner) -> Run:
    """The first `size` elements along `dimension`: the dialect has it, the specification hasn't.

    A tensor of fewer elements than its bound allows has nothing beyond them, so its size can't grow.
    """
    dimension = integer(op, "dimension")
    before: tuple[slice, ...] = (slice(None),) * dimension

    def resized(operand: Array, size: Array) -> Array:
        if not 0 <= size <= operand.shape[dimension]:
            raise ExecutionError(
                f"size {int(size)} of dimension {dimension} should be from 0 to {operand.shape[dimension]}, "
                "the size of the operand"
            )
        return operand[(*before, slice(int(size)))]

    return resized


@kernel("stablehlo.dynamic_slice", quantized=Quantized.ON_STORAGE, lanes=lane_rules.dynamic_slice)
def dynamic_slice(op: Operation, planner: Planner) -> Run:
    slice_sizes = integers(op, "slice_sizes")
    return lambda operand, *start_indices: operand[clamped_window(operand.shape, start_indices, slice_sizes)]


@kernel("stablehlo.real_dynamic_slice", quantized=Quantized.ON_STORAGE, shaped_by_values=True)
def real_dynamic_slice(op: Operation, planner: Planner) -> Run:
    """`slice` whose attributes are operands: the dialect has it, the specification no longer does."""

    def sliced(operand: Array, start_indices: Array, limit_indices: Array, strides: Array) -> Array:
        window = []
        for dim, start, limit, stride in zip(operand.shape, start_indices, limit_indices, strides, strict=True):
            if not (0 <= start <= limit <= dim and stride > 0):
                raise ExecutionError(
                    f"a slice of {list(operand.shape)} has start_indices {start_indices.tolist()}, limit_indices "
                    f"{limit_indices.tolist()} and strides {strides.tolist()}: 0 <= start <= limit <= dim, 0 < stride"
                )
            window.append(slice(int(start), int(limit), int(stride)))
        return operand[tuple(window)]

    return sliced


@kernel("stablehlo.dynamic_update_slice", quantized=Quantized.ON_STORAGE, lanes=lane_rules.dynamic_update_slice)
def dynamic_update_slice(op: Operation, planner: Planner) -> Run:
    return UpdatedSlice()


class UpdatedSlice:
    """What runs a dynamic_update_slice."""

    n_updated = 1

    def __call__(self, *operands: Array) -> Array:
        return self.over(list(operands))

    def over(self, operands: list[Array]) -> Array:
        result = own(operands, 0)
        _, update, *start_indices = operands
        result[clamped_window(result.shape, start_indices, update.shape)] = update
        return result


def clamped_window(shape: Sequence[int], start_indices: Sequence[Array], sizes: Sequence[int]) -> tuple[slice, ...]:
    """The window of `sizes` at `start_indices`, moved so that it lies inside of `shape`."""
    starts = (min(max(int(start), 0), dim - size) for start, dim, size in zip(start_indices, shape, sizes, strict=True))
    return tuple(slice(start, start + size) for start, size in zip(starts, sizes, strict=True))


def dynamic_shape(op: Operation, output_shape: Array) -> tuple[int, ...]:
    """The shape that an operand gives when the program runs; ExecutionError where the result type contradicts it."""
    shape = tuple(int(dim) for dim in output_shape)
    type = tensor_type(op.result)
    fits = len(shape) == type.rank and all(
        dim >= 0 and known in (None, dim) for dim, known in zip(shape, type.shape, strict=False)
    )
    if not fits:
        raise ExecutionError(
            f"the shape operand of {op.name} is {list(shape)}, which doesn't fit the result type {type}"
        )
    require_available(shape, result_dtype(op).itemsize, f"a result of type {type}")
    return shape
