"""The slow model of gather: the specification's formulas, index by index, in its own words.

It shares no code with the interpreter, so that the two can be held against each other. Indices are Python ints (no
width, no overflow); elements are copied as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]


class ModelError(Exception):
    """The specification gives no value: its own formula reads out of bounds, or the sizes contradict each other."""


def gather(
    operand: Array,
    start_indices: Array,
    *,
    offset_dims: Sequence[int],
    collapsed_slice_dims: Sequence[int],
    operand_batching_dims: Sequence[int] = (),
    start_indices_batching_dims: Sequence[int] = (),
    start_index_map: Sequence[int],
    index_vector_dim: int,
    slice_sizes: Sequence[int],
    indices_are_sorted: bool = False,
    result_shape: Sequence[int] | None = None,
) -> Array:
    """`result[result_index] = operand[operand_index]` for every index of the result (spec: gather).

    `result_shape`, where given, must be what C22 says. `indices_are_sorted` is a promise: it changes no value.
    """
    slice_sizes = [int(size) for size in slice_sizes]
    shape = gather_result_shape(
        start_indices.shape,
        offset_dims=offset_dims,
        collapsed_slice_dims=collapsed_slice_dims,
        operand_batching_dims=operand_batching_dims,
        index_vector_dim=index_vector_dim,
        slice_sizes=slice_sizes,
    )
    if result_shape is not None and tuple(result_shape) != shape:
        raise ModelError(f"gather C22 gives the result shape {shape}, not {tuple(result_shape)}")
    result = np.empty(shape, operand.dtype)
    batch_dims = [d for d in range(len(shape)) if d not in offset_dims]

    for result_index in np.ndindex(*shape):
        batch_index = [result_index[d] for d in batch_dims]
        start_index = index_vector(start_indices, batch_index, index_vector_dim)

        full_start_index = [0] * operand.ndim
        for d_start, d_operand in enumerate(start_index_map):
            # The text writes clamp(start_index, 0, limit): the lower bound wins where they cross, which C21 excludes.
            limit = operand.shape[d_operand] - slice_sizes[d_operand]
            full_start_index[d_operand] = max(0, min(start_index[d_start], limit))

        full_batching_index = [0] * operand.ndim
        for d_operand, d_start in zip(operand_batching_dims, start_indices_batching_dims, strict=True):
            full_batching_index[d_operand] = batch_index[d_start - (0 if d_start < index_vector_dim else 1)]

        offset_index = [result_index[d] for d in offset_dims]
        full_offset_index = with_zeros_inserted(
            offset_index, [*collapsed_slice_dims, *operand_batching_dims], operand.ndim
        )

        operand_index = tuple(
            full_start_index[d] + full_batching_index[d] + full_offset_index[d] for d in range(operand.ndim)
        )
        if not all(0 <= i < dim for i, dim in zip(operand_index, operand.shape, strict=True)):
            raise ModelError(
                f"result{list(result_index)} is operand{list(operand_index)}, out of bounds for {operand.shape}: "
                "a collapsed or batching dimension with slice size 0"
            )
        result[result_index] = operand[operand_index]
    return result


def gather_result_shape(
    start_indices_shape: Sequence[int],
    *,
    offset_dims: Sequence[int],
    collapsed_slice_dims: Sequence[int],
    operand_batching_dims: Sequence[int],
    index_vector_dim: int,
    slice_sizes: Sequence[int],
) -> tuple[int, ...]:
    """`combine(batch_dim_sizes, offset_dim_sizes)` (spec: gather C22)."""
    batch_dim_sizes = [dim for d, dim in enumerate(start_indices_shape) if d != index_vector_dim]
    offset_dim_sizes = [
        size for d, size in enumerate(slice_sizes) if d not in collapsed_slice_dims and d not in operand_batching_dims
    ]
    batch, offset = iter(batch_dim_sizes), iter(offset_dim_sizes)
    rank = len(batch_dim_sizes) + len(offset_dim_sizes)
    return tuple(next(offset) if d in offset_dims else next(batch) for d in range(rank))


def index_vector(indices: Array, batch_index: Sequence[int], index_vector_dim: int) -> list[int]:
    """`start_index`: the elements of `indices` at `batch_index` along `index_vector_dim`, as Python ints."""
    if index_vector_dim < indices.ndim:
        vector = []
        for k in range(indices.shape[index_vector_dim]):
            at = [*batch_index[:index_vector_dim], k, *batch_index[index_vector_dim:]]
            vector.append(int(indices[tuple(at)]))
        return vector
    return [int(indices[tuple(batch_index)])]


def with_zeros_inserted(index: Sequence[int], zero_dims: Sequence[int], rank: int) -> list[int]:
    """`[i0, ..., 0, ..., iN]`: `index` spread over the dimensions that aren't in `zero_dims`, which are 0."""
    elements = iter(index)
    return [0 if d in zero_dims else next(elements) for d in range(rank)]
