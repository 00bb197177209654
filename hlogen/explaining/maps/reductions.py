"""Operations that fold elements (spec: reduce, reduce_window), in the order in which the interpreter folds them, and
those that choose among them by a function (spec: sort, select_and_scatter), whose choices are given."""

from __future__ import annotations

from hlogen.explaining.formula import (
    Index,
    Tensor,
    Touched,
    added,
    divided,
    divisible,
    element,
    in_bounds,
    index_space,
    others,
    placed,
    replaced,
    shape,
)
from hlogen.explaining.maps import index_map
from hlogen.explaining.roles import Role, dims


@index_map("stablehlo.reduce", of="results", roles={"inputs": dims(dimensions=Role.REDUCED)}, what="is folded from")
def reduce(result_index: Index, inputs: Tensor, dimensions: Index) -> Touched:
    rank = len(shape(inputs))
    kept = others(dimensions, rank)
    reduced = others(kept, rank)
    input_indices = [
        placed(result_index + reduced_index, kept + reduced, rank)
        for reduced_index in index_space([shape(inputs)[d] for d in reduced])
    ]
    return [("init_values", [])] + [("inputs", input_index) for input_index in input_indices]


@index_map(
    "stablehlo.reduce_window",
    of="results",
    roles={"inputs": dims(rest=Role.WINDOW), "results": dims(rest=Role.WINDOW)},
    what="is folded from",
)
def reduce_window(
    result_index: Index,
    inputs: Tensor,
    window_dimensions: Index,
    window_strides: Index,
    base_dilations: Index,
    window_dilations: Index,
    padding: list[Index],
) -> Touched:
    rank = len(result_index)
    window_start = [result_index[d] * window_strides[d] for d in range(rank)]
    padded_indices = [
        [window_start[d] + window_index[d] * window_dilations[d] for d in range(rank)]
        for window_index in index_space(window_dimensions)
    ]
    from_low_edges = [[padded_index[d] - padding[d][0] for d in range(rank)] for padded_index in padded_indices]
    window = [
        ("inputs", divided(index, base_dilations))
        if divisible(index, base_dilations) and in_bounds(divided(index, base_dilations), shape(inputs))
        else ("init_values", [])
        for index in from_low_edges
    ]
    return [("init_values", []), *window]


_SORTED = dims(dimension=Role.SORTED)


@index_map("stablehlo.sort", of="results", roles={"inputs": _SORTED, "results": _SORTED})
def sort(result_index: Index, dimension: int, sorted_order: Tensor) -> Touched:
    adjusted_dimension = dimension if dimension >= 0 else len(result_index) + dimension
    input_index = replaced(result_index, adjusted_dimension, element(sorted_order, result_index))
    return [("inputs", input_index)]


@index_map(
    "stablehlo.select_and_scatter",
    of="source",
    roles={name: dims(rest=Role.WINDOW) for name in ("operand", "source", "result")},
    what="is folded into",
)
def select_and_scatter(
    source_index: Index,
    operand: Tensor,
    window_dimensions: Index,
    window_strides: Index,
    padding: list[Index],
    selected_places: Tensor,
) -> Touched:
    rank = len(source_index)
    window_start = [source_index[d] * window_strides[d] - padding[d][0] for d in range(rank)]
    window = [
        added(window_start, window_index)
        for window_index in index_space(window_dimensions)
        if in_bounds(added(window_start, window_index), shape(operand))
    ]
    selected_index = window[element(selected_places, source_index)]
    return [("result", selected_index)]
