"""The slow models of the ops that move data: `result[result_index] = operand[operand_index]`, index by index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from model.exact import bits_of, is_integer

Array = np.ndarray[Any, np.dtype[Any]]
Shape = Sequence[int]


def clamped(start_indices: Sequence[Array], shape: Shape, slice_shape: Shape) -> list[int]:
    """`adjusted_start_indices = clamp(0, start_indices, shape - slice_shape)`"""
    starts = [int(start[()]) for start in start_indices]
    return [min(max(0, start), dim - size) for start, dim, size in zip(starts, shape, slice_shape, strict=True)]


def constant(*, value: Array) -> Array:
    return value


def iota(*, iota_dimension: int, shape: Shape, dtype: np.dtype[Any]) -> Array:
    result = np.empty(shape, dtype)
    for result_index in np.ndindex(*shape):
        result[result_index] = result_index[iota_dimension]
    return result


def dynamic_iota(output_shape: Array, *, iota_dimension: int, shape: Shape, dtype: np.dtype[Any]) -> Array:
    assert [int(size) for size in output_shape] == list(shape)
    return iota(iota_dimension=iota_dimension, shape=shape, dtype=dtype)


def broadcast_in_dim(operand: Array, *, broadcast_dimensions: Sequence[int], shape: Shape) -> Array:
    result = np.empty(shape, operand.dtype)
    for result_index in np.ndindex(*shape):
        operand_index = [0 if operand.shape[d] == 1 else result_index[to] for d, to in enumerate(broadcast_dimensions)]
        result[result_index] = operand[tuple(operand_index)]
    return result


def dynamic_broadcast_in_dim(
    operand: Array,
    output_dimensions: Array,
    *,
    broadcast_dimensions: Sequence[int],
    known_expanding_dimensions: Sequence[int] = (),
    known_nonexpanding_dimensions: Sequence[int] = (),
) -> Array:
    """`known_..` say what is so anyway."""
    shape = [int(size) for size in output_dimensions]
    return broadcast_in_dim(operand, broadcast_dimensions=broadcast_dimensions, shape=shape)


def concatenate(*inputs: Array, dimension: int) -> Array:
    shape = list(inputs[0].shape)
    shape[dimension] = sum(operand.shape[dimension] for operand in inputs)
    result = np.empty(shape, inputs[0].dtype)
    for result_index in np.ndindex(*shape):
        id, at = 0, result_index[dimension]
        while at >= inputs[id].shape[dimension]:
            at -= inputs[id].shape[dimension]
            id += 1
        result[result_index] = inputs[id][(*result_index[:dimension], at, *result_index[dimension + 1 :])]
    return result


def dynamic_slice(operand: Array, *start_indices: Array, slice_sizes: Sequence[int]) -> Array:
    adjusted_start_indices = clamped(start_indices, operand.shape, slice_sizes)
    result = np.empty(slice_sizes, operand.dtype)
    for result_index in np.ndindex(*slice_sizes):
        result[result_index] = operand[tuple(a + b for a, b in zip(adjusted_start_indices, result_index, strict=True))]
    return result


def dynamic_update_slice(operand: Array, update: Array, *start_indices: Array) -> Array:
    adjusted_start_indices = clamped(start_indices, operand.shape, update.shape)
    result = np.empty_like(operand)
    for result_index in np.ndindex(*operand.shape):
        update_index = tuple(r - a for r, a in zip(result_index, adjusted_start_indices, strict=True))
        is_updated = all(0 <= i < dim for i, dim in zip(update_index, update.shape, strict=True))
        result[result_index] = update[update_index] if is_updated else operand[result_index]
    return result


def get_dimension_size(operand: Array, *, dimension: int) -> Array:
    return np.array(operand.shape[dimension], np.int32)


def pad(
    operand: Array,
    padding_value: Array,
    *,
    edge_padding_low: Sequence[int],
    edge_padding_high: Sequence[int],
    interior_padding: Sequence[int],
) -> Array:
    shape = [
        low + dim + max(dim - 1, 0) * interior + high
        for low, dim, interior, high in zip(
            edge_padding_low, operand.shape, interior_padding, edge_padding_high, strict=True
        )
    ]
    result = np.empty(shape, operand.dtype)
    for result_index in np.ndindex(*shape):
        places = [
            divmod(r - low, interior + 1)
            for r, low, interior in zip(result_index, edge_padding_low, interior_padding, strict=True)
        ]
        is_element = all(rest == 0 and 0 <= i < dim for (i, rest), dim in zip(places, operand.shape, strict=True))
        result[result_index] = operand[tuple(i for i, _ in places)] if is_element else padding_value[()]
    return result


def dynamic_pad(
    operand: Array, padding_value: Array, edge_padding_low: Array, edge_padding_high: Array, interior_padding: Array
) -> Array:
    low, high, interior = ([int(i) for i in a] for a in (edge_padding_low, edge_padding_high, interior_padding))
    return pad(operand, padding_value, edge_padding_low=low, edge_padding_high=high, interior_padding=interior)


def reshape(operand: Array, *, shape: Shape) -> Array:
    result = np.empty(shape, operand.dtype)
    for result_index, operand_index in zip(np.ndindex(*shape), np.ndindex(*operand.shape), strict=True):
        result[result_index] = operand[operand_index]
    return result


def dynamic_reshape(operand: Array, output_shape: Array) -> Array:
    return reshape(operand, shape=[int(size) for size in output_shape])


def reverse(operand: Array, *, dimensions: Sequence[int]) -> Array:
    result = np.empty_like(operand)
    for result_index in np.ndindex(*operand.shape):
        operand_index = tuple(operand.shape[d] - r - 1 if d in dimensions else r for d, r in enumerate(result_index))
        result[result_index] = operand[operand_index]
    return result


def slice_(
    operand: Array, *, start_indices: Sequence[int], limit_indices: Sequence[int], strides: Sequence[int]
) -> Array:
    bounds = zip(start_indices, limit_indices, strides, strict=True)
    shape = [-(-(limit - start) // stride) for start, limit, stride in bounds]
    result = np.empty(shape, operand.dtype)
    for result_index in np.ndindex(*shape):
        result[result_index] = operand[
            tuple(start + r * stride for start, r, stride in zip(start_indices, result_index, strides, strict=True))
        ]
    return result


def transpose(operand: Array, *, permutation: Sequence[int]) -> Array:
    result = np.empty([operand.shape[d] for d in permutation], operand.dtype)
    for operand_index in np.ndindex(*operand.shape):
        result[tuple(operand_index[d] for d in permutation)] = operand[operand_index]
    return result


def bitcast_convert(operand: Array, *, dtype: np.dtype[Any]) -> Array:
    """Bits as ints, those of a wider type the bits of several narrower ones, the first of them in the lowest place."""
    dtype = np.dtype(dtype)
    old, new = _bits(operand.dtype), _bits(dtype)
    if new < old:
        result = np.empty((*operand.shape, old // new), dtype)
        for index in np.ndindex(*operand.shape):
            for k in range(old // new):
                result[(*index, k)] = _from_bits(_to_bits(operand[index]) >> (k * new) & (2**new - 1), dtype)
        return result
    result = np.empty(operand.shape if new == old else operand.shape[:-1], dtype)
    for index in np.ndindex(*result.shape):
        parts = [operand[index]] if new == old else list(operand[index])
        result[index] = _from_bits(sum(_to_bits(part) << (k * old) for k, part in enumerate(parts)), dtype)
    return result


def _bits(dtype: np.dtype[Any]) -> int:
    return dtype.itemsize * 8 if dtype.kind == "c" else bits_of(dtype)


def _to_bits(element: Any) -> int:
    dtype = np.asarray(element).dtype
    return int.from_bytes(np.asarray(element).tobytes(), "little") & (2 ** _bits(dtype) - 1)


def _from_bits(bits: int, dtype: np.dtype[Any]) -> Any:
    if is_integer(dtype):
        is_signed = int(np.array(-1).astype(dtype)[()]) < 0
        value = bits - 2 ** _bits(dtype) if is_signed and bits >= 2 ** (_bits(dtype) - 1) else bits
        return np.uint64(value) if dtype == np.uint64 else np.array(value).astype(dtype)[()]
    return np.frombuffer(bits.to_bytes(dtype.itemsize, "little"), dtype)[0]
