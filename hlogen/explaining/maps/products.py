"""Sums of products (spec: dot_general, convolution): what is multiplied stands side by side among what is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hlogen.explaining.formula import (
    Index,
    Tensor,
    Touched,
    alternating,
    divided,
    divisible,
    in_bounds,
    index_space,
    others,
    placed,
    shape,
)
from hlogen.explaining.maps import index_map
from hlogen.explaining.roles import Role, dims


def _of_products(given: Mapping[str, Any], rank: int) -> tuple[Role, ...]:
    """Batching dimensions come first."""
    batching = len(given["lhs_batching_dimensions"])
    return (Role.BATCHING,) * batching + (Role.FREE,) * (rank - batching)


@index_map(
    "stablehlo.dot_general",
    of="result",
    roles={
        "lhs": dims(lhs_batching_dimensions=Role.BATCHING, lhs_contracting_dimensions=Role.CONTRACTED),
        "rhs": dims(rhs_batching_dimensions=Role.BATCHING, rhs_contracting_dimensions=Role.CONTRACTED),
        "result": _of_products,
    },
    what="is the sum of the products",
)
def dot_general(
    result_index: Index,
    lhs: Tensor,
    rhs: Tensor,
    lhs_batching_dimensions: Index,
    rhs_batching_dimensions: Index,
    lhs_contracting_dimensions: Index,
    rhs_contracting_dimensions: Index,
) -> Touched:
    lhs_rank = len(shape(lhs))
    rhs_rank = len(shape(rhs))
    lhs_result_dimensions = others(lhs_batching_dimensions + lhs_contracting_dimensions, lhs_rank)
    rhs_result_dimensions = others(rhs_batching_dimensions + rhs_contracting_dimensions, rhs_rank)
    rhs_start = len(lhs_batching_dimensions) + len(lhs_result_dimensions)
    batching_index = result_index[: len(lhs_batching_dimensions)]
    lhs_result_index = result_index[len(lhs_batching_dimensions) : rhs_start]
    rhs_result_index = result_index[rhs_start:]
    contracting_indices = index_space([shape(lhs)[d] for d in lhs_contracting_dimensions])
    lhs_dimensions = lhs_batching_dimensions + lhs_result_dimensions + lhs_contracting_dimensions
    rhs_dimensions = rhs_batching_dimensions + rhs_result_dimensions + rhs_contracting_dimensions
    lhs_indices = [placed(batching_index + lhs_result_index + k, lhs_dimensions, lhs_rank) for k in contracting_indices]
    rhs_indices = [placed(batching_index + rhs_result_index + k, rhs_dimensions, rhs_rank) for k in contracting_indices]
    return alternating([("lhs", index) for index in lhs_indices], [("rhs", index) for index in rhs_indices])


@index_map(
    "stablehlo.convolution",
    "stablehlo.dynamic_conv",
    of="result",
    roles={
        "lhs": dims(input_batch_dimension=Role.BATCH, input_feature_dimension=Role.FEATURE, rest=Role.SPATIAL),
        "rhs": dims(kernel_input_feature_dimension=Role.FEATURE, kernel_spatial_dimensions=Role.SPATIAL),
        "result": dims(output_batch_dimension=Role.BATCH, output_spatial_dimensions=Role.SPATIAL),
    },
    what="is the sum of the products",
)
def convolution(
    result_index: Index,
    lhs: Tensor,
    rhs: Tensor,
    window_strides: Index,
    padding: list[Index],
    lhs_dilation: Index,
    rhs_dilation: Index,
    window_reversal: Index,
    input_batch_dimension: int,
    input_feature_dimension: int,
    input_spatial_dimensions: Index,
    kernel_input_feature_dimension: int,
    kernel_output_feature_dimension: int,
    kernel_spatial_dimensions: Index,
    output_batch_dimension: int,
    output_feature_dimension: int,
    output_spatial_dimensions: Index,
    feature_group_count: int,
    batch_group_count: int,
) -> Touched:
    spatial = range(len(output_spatial_dimensions))
    rank = len(result_index)
    output_feature = result_index[output_feature_dimension]
    group_size = shape(rhs)[kernel_output_feature_dimension] // (feature_group_count * batch_group_count)
    group = output_feature // group_size
    input_features = shape(rhs)[kernel_input_feature_dimension]
    feature_start = group * input_features if feature_group_count > 1 else 0
    batches = shape(lhs)[input_batch_dimension] // batch_group_count
    batch_start = group * batches if batch_group_count > 1 else 0
    batch = batch_start + result_index[output_batch_dimension]
    output_spatial_index = [result_index[d] for d in output_spatial_dimensions]
    lhs_window_start = [output_spatial_index[i] * window_strides[i] for i in spatial]
    window_sizes = [shape(rhs)[d] for d in kernel_spatial_dimensions]
    lhs_sizes = [shape(lhs)[d] for d in input_spatial_dimensions]
    kernel_indices = index_space([*window_sizes, input_features])
    window_indices = [
        [window_sizes[i] - 1 - k[i] if window_reversal[i] else k[i] for i in spatial] for k in kernel_indices
    ]
    from_low_edges = [
        [lhs_window_start[i] + window_index[i] * rhs_dilation[i] - padding[i][0] for i in spatial]
        for window_index in window_indices
    ]
    unpadded = [
        n
        for n in range(len(kernel_indices))
        if divisible(from_low_edges[n], lhs_dilation) and in_bounds(divided(from_low_edges[n], lhs_dilation), lhs_sizes)
    ]
    lhs_dimensions = [*input_spatial_dimensions, input_feature_dimension, input_batch_dimension]
    rhs_dimensions = [*kernel_spatial_dimensions, kernel_input_feature_dimension, kernel_output_feature_dimension]
    lhs_indices = [
        placed(
            [*divided(from_low_edges[n], lhs_dilation), feature_start + kernel_indices[n][-1], batch],
            lhs_dimensions,
            rank,
        )
        for n in unpadded
    ]
    rhs_indices = [placed(kernel_indices[n] + [output_feature], rhs_dimensions, rank) for n in unpadded]
    return alternating([("lhs", index) for index in lhs_indices], [("rhs", index) for index in rhs_indices])
