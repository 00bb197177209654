"""How operations that move elements run on many lanes at once, in the bodies of scatter, map and others.

A kernel says its rule beside its name (`lanes=`). Operands and results have one more dimension in front, for the lanes.
"""

from __future__ import annotations

import numpy as np

from hlogen.ir import Operation
from interpreter.kernels.padding import padded
from interpreter.values.array import Array
from interpreter.values.attributes import integer, integers, result_dtype, result_shape


def reshape(op: Operation, operand: Array) -> Array:
    return operand.reshape(len(operand), *result_shape(op))


def broadcast_in_dim(op: Operation, operand: Array) -> Array:
    dims, shape = integers(op, "broadcast_dimensions"), result_shape(op)
    order = sorted(range(len(dims)), key=lambda d: dims[d])
    index = tuple(slice(None) if d in dims else np.newaxis for d in range(len(shape)))
    placed = operand.transpose(0, *(d + 1 for d in order))[(slice(None), *index)]
    return np.broadcast_to(placed, (len(operand), *shape))


def transpose(op: Operation, operand: Array) -> Array:
    return operand.transpose(0, *(d + 1 for d in integers(op, "permutation")))


def slice_(op: Operation, operand: Array) -> Array:
    starts, limits = integers(op, "start_indices"), integers(op, "limit_indices")
    return operand[(slice(None), *map(slice, starts, limits, integers(op, "strides", (1,) * len(starts))))]


def reverse(op: Operation, operand: Array) -> Array:
    return np.flip(operand, tuple(d + 1 for d in integers(op, "dimensions")))


def concatenate(op: Operation, *inputs: Array) -> Array:
    return np.concatenate(inputs, axis=integer(op, "dimension") + 1)


def pad(op: Operation, operand: Array, padding_value: Array) -> Array:
    low, high = integers(op, "edge_padding_low"), integers(op, "edge_padding_high")
    padding = [(0, 0, 0), *zip(low, high, integers(op, "interior_padding"), strict=True)]
    rank = operand.ndim - 1
    return padded(operand, padding_value.reshape(-1, *(1,) * rank), padding)


def get_dimension_size(op: Operation, operand: Array) -> Array:
    return np.full(len(operand), operand.shape[integer(op, "dimension") + 1], result_dtype(op))


def optimization_barrier(op: Operation, *operands: Array) -> Array | tuple[Array, ...]:
    return operands[0] if len(operands) == 1 else operands


def dynamic_slice(op: Operation, operand: Array, *start_indices: Array) -> Array:
    return operand[_windows(operand.shape[1:], start_indices, integers(op, "slice_sizes"), len(operand))]


def dynamic_update_slice(op: Operation, operand: Array, update: Array, *start_indices: Array) -> Array:
    result = operand.copy()
    result[_windows(operand.shape[1:], start_indices, update.shape[1:], len(operand))] = update
    return result


def _windows(
    shape: tuple[int, ...], start_indices: tuple[Array, ...], sizes: tuple[int, ...], count: int
) -> tuple[Array, ...]:
    """The indices of each lane's window of `sizes`, moved so that it lies inside of `shape`."""
    rank = len(sizes)
    index = [np.arange(count).reshape(-1, *(1,) * rank)]
    for d, (start, dim, size) in enumerate(zip(start_indices, shape, sizes, strict=True)):
        inside = np.minimum(np.maximum(start.astype(_index_dtype(start)), 0), dim - size).astype(np.int64)
        place = np.arange(size).reshape([size if axis == d else 1 for axis in range(rank)])
        index.append(inside.reshape(-1, *(1,) * rank) + place)
    return tuple(index)


def _index_dtype(start: Array) -> np.dtype[np.generic]:
    return np.dtype(np.uint64 if start.dtype == np.uint64 else np.int64)
