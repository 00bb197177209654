"""Scatter (spec: scatter): which element of the results an element of the updates is folded into, if any."""

from __future__ import annotations

from hlogen.explaining.formula import Index, Tensor, Touched, added, element, in_bounds, inserted, others, placed, shape
from hlogen.explaining.maps import index_map
from hlogen.explaining.roles import Role, dims

_INPUTS = dims(inserted_window_dims=Role.INSERTED, input_batching_dims=Role.BATCHING, rest=Role.WINDOW)


@index_map(
    "stablehlo.scatter",
    of="updates",
    roles={
        "inputs": _INPUTS,
        "scatter_indices": dims(
            scatter_indices_batching_dims=Role.BATCHING, index_vector_dim=Role.INDEX_VECTOR, rest=Role.SCATTER
        ),
        "updates": dims(update_window_dims=Role.WINDOW, rest=Role.SCATTER),
        "results": _INPUTS,
    },
    what="is folded into",
)
def scatter(
    update_index: Index,
    inputs: Tensor,
    scatter_indices: Tensor,
    update_window_dims: Index,
    inserted_window_dims: Index,
    input_batching_dims: Index,
    scatter_indices_batching_dims: Index,
    scatter_dims_to_operand_dims: Index,
    index_vector_dim: int,
) -> Touched:
    rank = len(shape(inputs))
    update_scatter_dims = others(update_window_dims, len(update_index))
    update_scatter_index = [update_index[d] for d in update_scatter_dims]
    start_index = [
        element(scatter_indices, inserted(update_scatter_index, index_vector_dim, i))
        if index_vector_dim < len(shape(scatter_indices))
        else element(scatter_indices, update_scatter_index)
        for i in range(len(scatter_dims_to_operand_dims))
    ]
    full_start_index = placed(start_index, scatter_dims_to_operand_dims, rank)
    full_batching_index = placed(
        [update_scatter_index[d if d < index_vector_dim else d - 1] for d in scatter_indices_batching_dims],
        input_batching_dims,
        rank,
    )
    update_window_index = [update_index[d] for d in update_window_dims]
    full_window_index = placed(update_window_index, others(inserted_window_dims + input_batching_dims, rank), rank)
    result_index = added(full_start_index, full_batching_index, full_window_index)
    return [("results", result_index)] if in_bounds(result_index, shape(inputs)) else []
