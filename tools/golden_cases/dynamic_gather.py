"""The goldens of dynamic_gather: gather's clauses again, the slice sizes an operand."""

from __future__ import annotations

from tools.golden_cases.case import AnyOpCase, OpCase
from tools.golden_cases.gather import CASES as GATHER_CASES
from tools.golden_cases.gather import ROWS, SIGNED, UNSIGNED, WINDOWS
from tools.golden_cases.indexing import dynamic, gather, with_computed_sizes
from tools.golden_cases.tensors import iota, values

# The gather goldens that have a twin here: one for each bullet of the semantics that slice_sizes takes part in.
TWINS = (
    "batch_dims_interleaved_with_offset_dims",
    "batching_dims_around_index_vector_dim",
    "batching_dim_between_offset_dims",
    "collapsed_dims_around_an_offset_dim",
    "dims_not_in_start_index_map",
    "empty_index_vector",
    "example",
    "index_vector_dim_is_the_rank",
    "indices_are_sorted",
    "no_index_vectors",
    "operand_of_rank_0",
    "slice_size_0",
    "start_index_clamped_high",
    "start_index_clamped_low",
    "start_index_extremes_of_i64",
    "start_index_map_permuted",
    "unsigned_start_index_clamped_high",
    "whole_slice",
)


def twin(name: str) -> OpCase:
    (case,) = (case for case in GATHER_CASES if case.name == name)
    assert isinstance(case, OpCase)
    return dynamic(case, clauses="S1")


def of_slice_sizes_type(element_type: str) -> OpCase:
    return dynamic(
        gather(
            name=f"slice_sizes_type_{element_type}",
            file="slice_sizes_types",
            clauses="I3 S2",
            title=f"slice_sizes of type {element_type}",
            operand=iota("3x2xi32"),
            start_indices=values("2xi64", [2, 0]),
            slice_sizes=[1, 1],
            **ROWS,
        ),
        element_type,
    )


CASES: list[AnyOpCase] = [
    *(twin(name) for name in TWINS),
    with_computed_sizes(
        dynamic(
            gather(
                name="computed_slice_sizes",
                clauses="S2",
                title="slice_sizes is a value that the program computes",
                operand=iota("6xi32"),
                start_indices=values("4xi64", [-1, 1, 3, 9]),
                slice_sizes=[3],
                **WINDOWS,
            )
        )
    ),
    with_computed_sizes(
        dynamic(
            gather(
                name="large_unsigned_slice_size",
                clauses="I3",
                title="a slice size of 200 as ui8 is 200",
                operand=iota("201xi32", start=0),
                start_indices=values("1xi64", [7]),
                slice_sizes=[200],
                differs={"upstream": "upstream.unsigned-slice-sizes", "xla": "xla.unsigned-slice-sizes"},
                **WINDOWS,
            ),
            "ui8",
        )
    ),
    dynamic(
        gather(
            name="quantized_operand",
            clauses="I1-quantized",
            title="a quantized operand: the result has its scale and zero point",
            operand=values("2x3x!quant.uniform<i8:f32, 0.5:3>", [[-128, 0, 3], [7, -1, 127]]),
            start_indices=values("3xi64", [1, 0, 1]),
            slice_sizes=[1, 3],
            results=["3x3x!quant.uniform<i8:f32, 0.5:3>"],
            differs={"upstream": "upstream.quantized-dynamic-gather", "xla": "xla.quantized"},
            **ROWS,
        ),
        "i32",
    ),
    *(of_slice_sizes_type(element_type) for element_type in (*SIGNED, *UNSIGNED)),
]
