"""The slow model of dynamic_gather: gather, its slice sizes an operand."""

from __future__ import annotations

from collections.abc import Sequence

from model.gather import Array, ModelError, gather


def dynamic_gather(
    operand: Array,
    start_indices: Array,
    slice_sizes: Array,
    *,
    offset_dims: Sequence[int],
    collapsed_slice_dims: Sequence[int],
    operand_batching_dims: Sequence[int] = (),
    start_indices_batching_dims: Sequence[int] = (),
    start_index_map: Sequence[int],
    index_vector_dim: int,
    indices_are_sorted: bool = False,
    result_shape: Sequence[int] | None = None,
) -> Array:
    """`gather` with `slice_sizes`, a 1-dimensional integer tensor (spec: dynamic_gather)."""
    if slice_sizes.shape != (operand.ndim,):
        raise ModelError(f"dynamic_gather C11: slice_sizes {slice_sizes.shape} for an operand of rank {operand.ndim}")
    return gather(
        operand,
        start_indices,
        offset_dims=offset_dims,
        collapsed_slice_dims=collapsed_slice_dims,
        operand_batching_dims=operand_batching_dims,
        start_indices_batching_dims=start_indices_batching_dims,
        start_index_map=start_index_map,
        index_vector_dim=index_vector_dim,
        slice_sizes=[int(size) for size in slice_sizes],
        indices_are_sorted=indices_are_sorted,
        result_shape=result_shape,
    )
