"""Gather (spec: gather): which element of the operand an element of the result is."""

from __future__ import annotations

from hlogen.explaining.formula import Index, Tensor, Touched, added, clamp, element, inserted, others, placed, shape
from hlogen.explaining.maps import index_map
from hlogen.explaining.roles import Role, dims


@index_map(
    "stablehlo.gather",
    "stablehlo.dynamic_gather",
    of="result",
    roles={
        "operand": dims(collapsed_slice_dims=Role.COLLAPSED, operand_batching_dims=Role.BATCHING, rest=Role.OFFSET),
        "start_indices": dims(
            start_indices_batching_dims=Role.BATCHING, index_vector_dim=Role.INDEX_VECTOR, rest=Role.BATCH
        ),
        "result": dims(offset_dims=Role.OFFSET, rest=Role.BATCH),
    },
)
def gather(
    result_index: Index,
    operand: Tensor,
    start_indices: Tensor,
    offset_dims: Index,
    collapsed_slice_dims: Index,
    operand_batching_dims: Index,
    start_indices_batching_dims: Index,
    start_index_map: Index,
    index_vector_dim: int,
    slice_sizes: Index,
) -> Touched:
    rank = len(shape(operand))
    batch_dims = others(offset_dims, len(result_index))
    batch_index = [result_index[d] for d in batch_dims]
    start_index = [
        element(start_indices, inserted(batch_index, index_vector_dim, i))
        if index_vector_dim < len(shape(start_indices))
        else element(start_indices, batch_index)
        for i in range(len(start_index_map))
    ]
    clamped_start_index = [
        clamp(0, start_index[i], shape(operand)[d] - slice_sizes[d]) for i, d in enumerate(start_index_map)
    ]
    full_start_index = placed(clamped_start_index, start_index_map, rank)
    full_batching_index = placed(
        [batch_index[d if d < index_vector_dim else d - 1] for d in start_indices_batching_dims],
        operand_batching_dims,
        rank,
    )
    offset_index = [result_index[d] for d in offset_dims]
    full_offset_index = placed(offset_index, others(collapsed_slice_dims + operand_batching_dims, rank), rank)
    operand_index = added(full_start_index, full_batching_index, full_offset_index)
    return [("operand", operand_index)]
