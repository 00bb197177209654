"""Operations that move elements without changing them (spec: slice, pad, concatenate, transpose, reshape ...)."""

from __future__ import annotations

from hlogen.explaining.formula import (
    Index,
    Scalars,
    Tensor,
    Touched,
    added,
    clamp,
    divided,
    divisible,
    element,
    in_bounds,
    index_at,
    nth,
    placed,
    position,
    replaced,
    shape,
)
from hlogen.explaining.maps import index_map
from hlogen.explaining.roles import Role, dims


@index_map("stablehlo.slice", "stablehlo.real_dynamic_slice", of="result")
def slice_(result_index: Index, start_indices: Index, strides: Index) -> Touched:
    operand_index = [start_indices[d] + result_index[d] * strides[d] for d in range(len(result_index))]
    return [("operand", operand_index)]


@index_map("stablehlo.dynamic_slice", of="result", roles={"start_indices": dims(rest=Role.INDEX_VECTOR)})
def dynamic_slice(result_index: Index, operand: Tensor, start_indices: Scalars, slice_sizes: Index) -> Touched:
    start_index = [element(start_indices, [d]) for d in range(len(slice_sizes))]
    adjusted_start_indices = [
        clamp(0, start_index[d], shape(operand)[d] - slice_sizes[d]) for d in range(len(slice_sizes))
    ]
    operand_index = added(adjusted_start_indices, result_index)
    return [("operand", operand_index)]


@index_map("stablehlo.dynamic_update_slice", of="result", roles={"start_indices": dims(rest=Role.INDEX_VECTOR)})
def dynamic_update_slice(result_index: Index, operand: Tensor, update: Tensor, start_indices: Scalars) -> Touched:
    start_index = [element(start_indices, [d]) for d in range(len(result_index))]
    adjusted_start_indices = [
        clamp(0, start_index[d], shape(operand)[d] - shape(update)[d]) for d in range(len(result_index))
    ]
    update_index = [result_index[d] - adjusted_start_indices[d] for d in range(len(result_index))]
    return [("update", update_index)] if in_bounds(update_index, shape(update)) else [("operand", result_index)]


@index_map("stablehlo.pad", "stablehlo.dynamic_pad", of="result")
def pad(result_index: Index, operand: Tensor, edge_padding_low: Index, interior_padding: Index) -> Touched:
    steps = [interior + 1 for interior in interior_padding]
    from_low_edge = [result_index[d] - edge_padding_low[d] for d in range(len(result_index))]
    operand_index = divided(from_low_edge, steps)
    if divisible(from_low_edge, steps) and in_bounds(operand_index, shape(operand)):
        return [("operand", operand_index)]
    return [("padding_value", [])]


_JOINED = dims(dimension=Role.CONCATENATED)


@index_map("stablehlo.concatenate", of="result", roles={"inputs": _JOINED, "result": _JOINED})
def concatenate(result_index: Index, inputs: list[Tensor], dimension: int) -> Touched:
    sizes = [shape(tensor)[dimension] for tensor in inputs]
    ends = [sum(sizes[: i + 1]) for i in range(len(sizes))]
    id = len([end for end in ends if end <= result_index[dimension]])
    input_index = replaced(result_index, dimension, result_index[dimension] - sum(sizes[:id]))
    return [(nth("inputs", id), input_index)]


@index_map("stablehlo.transpose", of="result")
def transpose(result_index: Index, permutation: Index) -> Touched:
    operand_index = placed(result_index, permutation, len(permutation))
    return [("operand", operand_index)]


@index_map("stablehlo.reshape", "stablehlo.dynamic_reshape", of="result")
def reshape(result_index: Index, operand: Tensor, result: Tensor) -> Touched:
    place = position(result_index, shape(result))
    operand_index = index_at(place, shape(operand))
    return [("operand", operand_index)]


@index_map(
    "stablehlo.broadcast_in_dim",
    "stablehlo.dynamic_broadcast_in_dim",
    of="result",
    roles={"result": dims(broadcast_dimensions=Role.FREE, rest=Role.BROADCAST)},
)
def broadcast_in_dim(result_index: Index, operand: Tensor, broadcast_dimensions: Index) -> Touched:
    operand_index = [
        0 if shape(operand)[d] == 1 else result_index[broadcast_dimensions[d]] for d in range(len(shape(operand)))
    ]
    return [("operand", operand_index)]


_REVERSED = dims(dimensions=Role.REVERSED)


@index_map("stablehlo.reverse", of="result", roles={"operand": _REVERSED, "result": _REVERSED})
def reverse(result_index: Index, operand: Tensor, dimensions: Index) -> Touched:
    operand_index = [
        shape(operand)[d] - result_index[d] - 1 if d in dimensions else result_index[d]
        for d in range(len(result_index))
    ]
    return [("operand", operand_index)]


_COUNTED = dims(iota_dimension=Role.COUNTED)


@index_map("stablehlo.iota", of="output", roles={"output": _COUNTED})
def iota(output_index: Index, iota_dimension: int) -> Touched:
    output = output_index[iota_dimension]  # noqa: F841 - a step: what the element is
    return []


@index_map("stablehlo.dynamic_iota", of="result", roles={"result": _COUNTED})
def dynamic_iota(result_index: Index, iota_dimension: int) -> Touched:
    result = result_index[iota_dimension]  # noqa: F841 - a step: what the element is
    return []
