"""The reasons that are given for proofs, word for word: which component, dimension and index vector, and its values.

Components index the dimensions in another order than they stand in, and numbers are different ones, so that a reason
that names another place isn't the one expected.
"""

from __future__ import annotations

from typing import Any

import pytest
from helpers.accesses import constant, gather, judged, scatter

from hlogen.analysis.proof import Proof
from hlogen.spec.constraint import Truth

HOLDS, VIOLATED, UNKNOWN = Truth.HOLDS, Truth.VIOLATED, Truth.UNKNOWN

ONE: dict[str, Any] = {"arguments": ", %indices: tensor<3x1xi64>"}
PAIRS = "3x2xi64"
# Component 0 indexes dimension 1, which has starts from 0 to 5, component 1 dimension 0, with 0 to 3.
CROSSED: dict[str, Any] = {"type": PAIRS}
READ: dict[str, Any] = CROSSED | {
    "operand": "4x6xf32",
    "slice_sizes": "1, 1",
    "dims": "collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1",
}
WRITTEN: dict[str, Any] = CROSSED | {
    "inputs": "4x6xi32",
    "dims": "inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1",
}
WIDE: dict[str, Any] = {  # windows of 2 elements
    "inputs": "9xi32",
    "updates": "3x2xi32",
    "dims": "update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1",
}
FRONT: dict[str, Any] = WIDE | {  # which are the first dimension of the updates
    "updates": "2x3xi32",
    "dims": "update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1",
}
BATCHED: dict[str, Any] = {  # 2 batches of 3 index vectors
    "inputs": "2x7xi32",
    "updates": "2x3xi32",
    "type": "2x3x1xi64",
    "dims": "inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], "
    "scatter_dims_to_operand_dims = [1], index_vector_dim = 2",
}
GRID: dict[str, Any] = WRITTEN | {  # 2x3 index vectors
    "type": "2x3x2xi64",
    "updates": "2x3xi32",
    "arguments": ", %indices: tensor<2x3x2xi64>",
    "dims": "inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2",
}
LAST = "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2"
NO_COMPONENTS: dict[str, Any] = {
    "type": "3x0xi64",
    "arguments": ", %indices: tensor<3x0xi64>",
    "slice_sizes": "6",
    "result": "3x6xf32",
    "dims": "offset_dims = [1], index_vector_dim = 1",
}


def between(low: int, high: int, type: str = "3x1xi64", name: str = "indices") -> str:
    """Indices of which that much is known; they come from %arg."""
    return f"""
  %low = stablehlo.constant dense<{low}> : tensor<i64>
  %high = stablehlo.constant dense<{high}> : tensor<i64>
  %{name} = stablehlo.clamp %low, %arg, %high : (tensor<i64>, tensor<{type}>, tensor<i64>) -> tensor<{type}>"""


def counting(start: str, op: str = "add", by: int = 1, type: str = "3x1xi64", dim: int = 0) -> str:
    """`by` from one index to the next, up or down from what `start` leaves open."""
    return f"""
  %start = stablehlo.broadcast_in_dim %{start}, dims = [] : (tensor<i64>) -> tensor<{type}>
  %iota = stablehlo.iota dim = {dim} : tensor<{type}>
  %by = stablehlo.constant dense<{by}> : tensor<{type}>
  %steps = stablehlo.multiply %iota, %by : tensor<{type}>
  %indices = stablehlo.{op} %start, %steps : tensor<{type}>"""


ARG = {"arguments": ", %arg: tensor<3x1xi64>"}
START = {"arguments": ", %arg: tensor<i64>"}


def of_scalar(low: int, high: int) -> str:
    """%from, a scalar of which that much is known."""
    return f"""
  %low = stablehlo.constant dense<{low}> : tensor<i64>
  %high = stablehlo.constant dense<{high}> : tensor<i64>
  %from = stablehlo.clamp %low, %arg, %high : tensor<i64>"""


def beside_arg(values: str) -> str:
    """Indices of these first components; the second ones are %arg."""
    return f"""
  %first = stablehlo.constant dense<{values}> : tensor<3x1xi64>
  %indices = stablehlo.concatenate %first, %arg, dim = 1 : (tensor<3x1xi64>, tensor<3x1xi64>) -> tensor<3x2xi64>"""


FOURS = """
  %four = stablehlo.constant dense<4> : tensor<i64>
  %indices = stablehlo.dynamic_broadcast_in_dim %four, %shape, dims = []
    : (tensor<i64>, tensor<2xi64>) -> tensor<?x1xi64>
"""

IN_BOUNDS: list[tuple[str, Truth, str]] = [
    (
        gather(constant("[[1, 2], [5, 4], [0, 7]]", PAIRS), **READ),
        VIOLATED,
        "component 1 (dimension 0) is outside of 0 .. 3 in 2 of 3 index vectors: [5, 4] at [1]",
    ),
    (
        gather(constant("[[4], [-2], [9]]"), operand="?xf32"),
        VIOLATED,
        "component 0 (dimension 0) is outside of 0 and above in 1 of 3 index vectors: [-2] at [1]",
    ),
    (
        scatter(constant("[[4]]", "1x1xi64"), type="1x1xi64", updates="1xi32", inputs="3xi32"),
        VIOLATED,
        "component 0 (dimension 0) is outside of 0 .. 2 in 1 of 1 index vector: [4] at [0]",
    ),
    (
        gather(between(8, 9), **ARG),
        VIOLATED,
        "component 0 (dimension 0) is 8 .. 9, never in bounds, which are 0 .. 5",
    ),
    (
        scatter(between(-7, -3), inputs="?xi32", **ARG),
        VIOLATED,
        "component 0 (dimension 0) is -7 .. -3, never in bounds, which are 0 and above",
    ),
    (
        gather(constant("[[4, 3], [0, 3], [2, 3]]", PAIRS), **READ),
        HOLDS,
        "component 0 (dimension 1) is 0 .. 4 in steps of 2 of 0 .. 5; component 1 (dimension 0) is 3 of 0 .. 3",
    ),
    (
        scatter("", **WRITTEN, arguments=f", %indices: tensor<{PAIRS}>"),
        UNKNOWN,
        "component 0 (dimension 1) is any i64, in bounds are 0 .. 5",
    ),
    (scatter(between(1, 8), **WIDE, **ARG), UNKNOWN, "component 0 (dimension 0) is 1 .. 8, in bounds are 0 .. 7"),
    (
        gather("", operand="?xf32", **ONE),
        UNKNOWN,
        "component 0 (dimension 0) is any i64, and the size of dimension 0 or of the window isn't known",
    ),
    (gather(constant("", "0x1xi64"), type="0x1xi64", result="0xf32"), HOLDS, "there is nothing to read"),
    (scatter(constant("", "0x1xi64"), type="0x1xi64", updates="0xi32"), HOLDS, "there is nothing to update"),
    (
        scatter(constant("[[0], [0], [0]]"), inputs="0xi32"),
        VIOLATED,
        "inputs have no elements, so every update is dropped",
    ),
    (
        scatter(
            constant("[[1], [2], [3]]"),
            inputs="6x?xi32",
            dims="inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1",
        ),
        UNKNOWN,
        "inputs may have no elements, so that every update is dropped",
    ),
    (gather("", **NO_COMPONENTS), HOLDS, "the windows start at 0"),
]

SORTED: list[tuple[str, Truth, str]] = [
    (
        scatter("", type="1x1xi64", updates="1xi32", arguments=", %indices: tensor<1x1xi64>"),
        HOLDS,
        "there is only one index vector",
    ),
    (
        scatter("", **BATCHED | {"type": "2x1x1xi64", "updates": "2x1xi32"}, arguments=", %indices: tensor<2x1x1xi64>"),
        HOLDS,
        "there is only one index vector in each batch",
    ),
    (gather("", **NO_COMPONENTS), HOLDS, "index vectors without components are equal"),
    (
        gather(constant("", "2x0x1xi64"), type="2x0x1xi64", result="2x0xf32", dims=LAST),
        HOLDS,
        "there is nothing to read",
    ),
    (
        scatter(constant("[[3, 0], [3, 2], [3, 2]]", PAIRS), **WRITTEN),
        HOLDS,
        "component 0 is the same in all vectors; component 1 doesn't decrease along dimension 0",
    ),
    (scatter(constant("[[0, 3], [2, 1], [5, 0]]", PAIRS), **WRITTEN), HOLDS, "component 0 increases along dimension 0"),
    (
        scatter(constant("[[0, 3], [2, 1], [2, 2]]", PAIRS), **WRITTEN),
        HOLDS,
        "the index vectors are constants, and sorted",
    ),
    (
        scatter(constant("[[[1], [3], [2]], [[4], [6], [5]]]", "2x3x1xi64"), **BATCHED),
        VIOLATED,
        "index vector [3] at [0, 1] comes before [2] at [0, 2]",
    ),
    (
        scatter(beside_arg("[[5], [4], [4]]"), **WRITTEN, **ARG),
        VIOLATED,
        "index vector [5, ?] at [0] comes before [4, ?] at [1]",
    ),
    (
        gather(constant("[[1], [9], [8]]")),
        UNKNOWN,
        "the index vectors are sorted once they are clamped, but not as they stand",
    ),
    (
        scatter(of_scalar(5, 7) + counting("from", "subtract"), **START),
        VIOLATED,
        "the index vectors always decrease along dimension 0 of the indices",
    ),
    (
        scatter(between(2, 4), **ARG),
        UNKNOWN,
        "component 0 of the index vectors, 2 .. 4, isn't known to be sorted along dimension 0 of the indices",
    ),
    (
        scatter(beside_arg("[[3], [3], [3]]"), **WRITTEN, **ARG),
        UNKNOWN,
        "component 1 of the index vectors, any i64, isn't known to be sorted along dimension 0 of the indices",
    ),
]


def in_rows(stride: int) -> str:
    """A scatter of 3 rows of 4 index vectors that count up, each row `stride` further than the one before."""
    indices = f"""{of_scalar(0, 5)}
  %start = stablehlo.broadcast_in_dim %from, dims = [] : (tensor<i64>) -> tensor<3x4x1xi64>
  %row = stablehlo.iota dim = 0 : tensor<3x4x1xi64>
  %column = stablehlo.iota dim = 1 : tensor<3x4x1xi64>
  %by = stablehlo.constant dense<{stride}> : tensor<3x4x1xi64>
  %rows = stablehlo.multiply %row, %by : tensor<3x4x1xi64>
  %places = stablehlo.add %rows, %column : tensor<3x4x1xi64>
  %indices = stablehlo.add %places, %start : tensor<3x4x1xi64>"""
    dims = "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2"
    return scatter(indices, inputs="30xi32", updates="3x4xi32", type="3x4x1xi64", dims=dims, **START)


SORTED += [
    (in_rows(4), HOLDS, "component 0 doesn't decrease along dimension 0 and 1"),
    (in_rows(3), HOLDS, "component 0 doesn't decrease along dimension 0 and 1"),  # the last of a row, and the next one
    (in_rows(2), VIOLATED, "the index vectors always decrease along dimension 0 of the indices"),
]

TO_THE_LETTER: list[tuple[str, Truth, str]] = [
    (
        scatter(of_scalar(1, 2) + counting("from"), **FRONT, **START),
        VIOLATED,
        "the vectors grow, and are run through again for every index along the window",
    ),
    (
        scatter(between(1, 2), **FRONT, **ARG),
        UNKNOWN,
        "the vectors are run through again for every index along the window, and aren't known to be equal",
    ),
    (
        scatter(constant("[[1], [5], [7]]"), **FRONT),
        VIOLATED,
        "index vector [7] at [2] comes before [1] at [0]",
    ),
    # by dimensions, component 1 stands before component 0
    (scatter(constant("[[3, 0], [0, 1], [2, 3]]", PAIRS), **WRITTEN), HOLDS, "component 1 increases along dimension 0"),
]

UNIQUE: list[tuple[str, Truth, str]] = [
    (
        scatter("", type="1x1xi64", updates="1xi32", arguments=", %indices: tensor<1x1xi64>"),
        HOLDS,
        "there is only one index vector",
    ),
    (scatter("", inputs="0xi32", **ONE), HOLDS, "inputs have no elements, so every update is dropped"),
    (scatter(between(7, 9), **ARG), HOLDS, "every update is dropped: component 0 is 7 .. 9"),
    (scatter(constant("[[6], [-1], [8]]")), HOLDS, "every update is dropped"),
    (
        scatter(of_scalar(1, 3) + counting("from", by=2), **WIDE, **START),
        HOLDS,
        "component 0 has different values, at least 2 apart, along dimension 0 of the indices",
    ),
    (
        scatter(of_scalar(1, 3) + counting("from", type="2x3x1xi64", dim=1), **BATCHED, **START),
        HOLDS,
        "batching dimension 0 keeps batches apart; component 0 has different values, along dimension 1 of the indices",
    ),
    (
        scatter(constant("[[5], [1], [9]]"), **WIDE),
        HOLDS,
        "the index vectors are constants, and no two windows meet (1 index vector wholly out of bounds)",
    ),
    (scatter(constant("[[5], [0], [3]]"), **WIDE), HOLDS, "the index vectors are constants, and no two windows meet"),
    (
        scatter(constant("[[6], [1], [5]]"), **WIDE),
        VIOLATED,
        "index vectors [6] at [0] and [5] at [2] with windows of 2 both land on element [6]",
    ),
    (
        gather(constant("[[1, 2], [5, 3], [9, 3]]", PAIRS), **READ),
        VIOLATED,
        "index vectors [5, 3] at [1] and [9, 3] at [2] both read element [3, 5]",
    ),
    (
        scatter(constant("[[[1], [3], [2]], [[4], [6], [4]]]", "2x3x1xi64"), **BATCHED),
        VIOLATED,
        "index vectors [4] at [1, 0] and [4] at [1, 2] both land on element [1, 4]",
    ),
    (
        scatter(of_scalar(1, 3) + counting("from", by=0), **START),
        VIOLATED,
        "the index vectors along dimension 0 of the indices, such as at [0] and [1], are the same",
    ),
    (
        scatter(of_scalar(1, 3) + counting("from"), **WIDE, **START),
        VIOLATED,
        "the index vectors along dimension 0 of the indices, such as at [0] and [1], are so close that "
        "their windows overlap",
    ),
    (
        scatter(of_scalar(1, 3) + counting("from", by=0, type="2x3x1xi64"), **BATCHED, **START),
        VIOLATED,
        "the index vectors along dimension 1 of the indices, such as at [0, 0] and [0, 1], are the same",
    ),
    (
        scatter(
            between(0, 1, "1500x1xi64"), updates="1500xi32", type="1500x1xi64", arguments=", %arg: tensor<1500x1xi64>"
        ),
        VIOLATED,
        "1,500 elements are updated, but only 2 in reach",
    ),
    (scatter("", **ONE), UNKNOWN, "component 0 may repeat along dimension 0"),
    (gather("", operand="9xf32", **ONE), UNKNOWN, "component 0 may be clamped"),
    (
        scatter("", **GRID),
        UNKNOWN,
        "component 0 may repeat along dimension 0 and 1; component 1 may repeat along dimension 0 and 1",
    ),
    (
        gather(FOURS, type="?x1xi64", result="?xf32", arguments=", %shape: tensor<2xi64>"),
        UNKNOWN,
        "it isn't known how many index vectors there are",
    ),
]

MEETING = constant("[[4], [1], [4]]")
ADDED = "%sum = stablehlo.add %old, %new : tensor<{0}>\n    stablehlo.return %sum : tensor<{0}>"
HALVED = "%sum = stablehlo.divide %old, %new : tensor<i32>\n    stablehlo.return %sum : tensor<i32>"
SCHEDULE: list[tuple[str, Truth, str]] = [
    (gather("", **ONE), HOLDS, "a gather has no order"),
    (
        scatter(constant("[[4], [1], [2]]")),
        HOLDS,
        "no element is updated twice: the index vectors are constants, and no two windows meet",
    ),
    (scatter(MEETING, body=ADDED.format("i32")), HOLDS, "add of i32 gives the same in any order"),
    (
        scatter(MEETING, body="stablehlo.return %old : tensor<i32>"),
        HOLDS,
        "keeping the old value gives the same in any order",
    ),
    (
        scatter(MEETING, body="%0 = stablehlo.constant dense<7> : tensor<i32>\n    stablehlo.return %0 : tensor<i32>"),
        HOLDS,
        "writing one value gives the same in any order",
    ),
    (scatter(MEETING, body=HALVED, constant_updates="3"), HOLDS, "all updates are equal"),
    (scatter(MEETING, body=HALVED), UNKNOWN, "the body may depend on the order"),
    (
        scatter(MEETING, inputs="6xf32", updates="3xf32", body=ADDED.format("f32")),
        UNKNOWN,
        "add of f32, which rounds, depends on the order",
    ),
    (
        scatter("", inputs="6xf32", updates="3xf32", body=ADDED.format("f32"), **ONE),
        UNKNOWN,
        "add of f32, which rounds, depends on the order where updates meet",
    ),
    (
        scatter(MEETING, constant_updates="[3, 5, 3]"),
        HOLDS,
        "the body overwrites, and updates that land on the same element are equal",
    ),
    (
        scatter(MEETING, constant_updates="[3, 5, 8]"),
        VIOLATED,
        "the body overwrites, and updates that differ land on the same element: 3 at [0] and 8 at [2] of updates",
    ),
    (
        scatter("", **ONE),
        UNKNOWN,
        "the body overwrites: where updates meet, which one stays depends on the order",
    ),
    (
        scatter(MEETING),
        UNKNOWN,
        "the body overwrites, and updates meet: index vectors [4] at [0] and [4] at [2] both land on element [4]; "
        "which one stays depends on the order",
    ),
]

REASONS = {
    "in_bounds": IN_BOUNDS,
    "indices_are_sorted": SORTED,
    "sorted_to_the_letter": TO_THE_LETTER,
    "unique_indices": UNIQUE,
    "schedule_independent": SCHEDULE,
}


@pytest.mark.parametrize(
    ("proof", "text", "verdict", "reason"),
    [(name, *case) for name, cases in REASONS.items() for case in cases],
    ids=[reason[:50] for cases in REASONS.values() for *_, reason in cases],
)
def test_what_is_said(proof: str, text: str, verdict: Truth, reason: str) -> None:
    found: Proof = getattr(judged(text), proof)
    assert (found.verdict, found.reason) == (verdict, reason)
