"""The slow model of out-of-bounds modes: vector by vector, in Python ints, on the slow gather and scatter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from model.gather import Array, gather
from model.scatter import scatter

FAR = 10**30  # outside of everything, and of every integer type


def gather_in_modes(
    operand: Array,
    start_indices: Array,
    modes: Sequence[str],
    fill_value: Any,
    *,
    offset_dims: Sequence[int],
    collapsed_slice_dims: Sequence[int],
    operand_batching_dims: Sequence[int] = (),
    start_indices_batching_dims: Sequence[int] = (),
    start_index_map: Sequence[int],
    index_vector_dim: int,
    slice_sizes: Sequence[int],
) -> tuple[Array, bool]:
    """The result, and whether all indices are in bounds where the mode is "error"."""
    dropped = [*collapsed_slice_dims, *operand_batching_dims]
    # One place is read in a dimension that the result doesn't have, even where its slice size is 0.
    windows = [1 if d in dropped and operand.shape[d] else size for d, size in enumerate(slice_sizes)]
    last = [operand.shape[d] - (1 if d in dropped else windows[d]) for d in start_index_map]
    vectors = rows(start_indices, index_vector_dim)
    filled, all_inside = [], True
    for batch in np.ndindex(*vectors.shape[:-1]):
        vector = [int(value) for value in vectors[batch]]
        outside = [not 0 <= value <= limit for value, limit in zip(vector, last, strict=True)]
        if any(out and mode == "fill" for out, mode in zip(outside, modes, strict=True)):
            filled.append(batch)
        if any(out and mode == "error" for out, mode in zip(outside, modes, strict=True)):
            all_inside = False
    result = gather(
        operand,
        start_indices,
        offset_dims=offset_dims,
        collapsed_slice_dims=collapsed_slice_dims,
        operand_batching_dims=operand_batching_dims,
        start_indices_batching_dims=start_indices_batching_dims,
        start_index_map=start_index_map,
        index_vector_dim=index_vector_dim,
        slice_sizes=windows,
    )
    batch_dims = [d for d in range(result.ndim) if d not in offset_dims]
    for batch in filled:
        at: list[Any] = [np.s_[:]] * result.ndim
        for d, index in zip(batch_dims, batch, strict=True):
            at[d] = index
        result[tuple(at)] = fill_value
    return result, all_inside


def scatter_in_modes(
    inputs: Sequence[Array],
    scatter_indices: Array,
    updates: Sequence[Array],
    update_computation: Callable[..., Any],
    modes: Sequence[str],
    window: str,
    *,
    update_window_dims: Sequence[int],
    inserted_window_dims: Sequence[int],
    input_batching_dims: Sequence[int] = (),
    scatter_indices_batching_dims: Sequence[int] = (),
    scatter_dims_to_operand_dims: Sequence[int],
    index_vector_dim: int,
) -> tuple[tuple[Array, ...], bool]:
    """The results, and whether all indices are in bounds where the mode is "error"."""
    shape = inputs[0].shape
    window_sizes = iter([updates[0].shape[d] for d in update_window_dims])
    dropped = (*inserted_window_dims, *input_batching_dims)
    windows = [1 if d in dropped else next(window_sizes) for d in range(len(shape))]
    last = [shape[d] - windows[d] for d in scatter_dims_to_operand_dims]
    vectors = rows(scatter_indices, index_vector_dim)
    all_inside = True
    moved = np.empty(vectors.shape, object)
    for batch in np.ndindex(*vectors.shape[:-1]):
        vector = [int(value) for value in vectors[batch]]
        outside = [not 0 <= value <= limit for value, limit in zip(vector, last, strict=True)]
        drops = window == "whole" and any(out and mode == "drop" for out, mode in zip(outside, modes, strict=True))
        for k, (value, limit, mode) in enumerate(zip(vector, last, modes, strict=True)):
            if mode in ("clip", "error"):
                all_inside = all_inside and (mode == "clip" or not outside[k])
                value = max(0, min(value, limit))
            moved[(*batch, k)] = FAR if drops else value
    if index_vector_dim == scatter_indices.ndim:
        moved = moved[..., 0]
    else:
        moved = np.moveaxis(moved, -1, index_vector_dim)
    results = scatter(
        inputs,
        moved,
        updates,
        update_computation,
        update_window_dims=update_window_dims,
        inserted_window_dims=inserted_window_dims,
        input_batching_dims=input_batching_dims,
        scatter_indices_batching_dims=scatter_indices_batching_dims,
        scatter_dims_to_operand_dims=scatter_dims_to_operand_dims,
        index_vector_dim=index_vector_dim,
    )
    return results, all_inside


def rows(indices: Array, index_vector_dim: int) -> Array:
    """The index vectors along the last dimension."""
    return indices[..., None] if index_vector_dim == indices.ndim else np.moveaxis(indices, index_vector_dim, -1)
