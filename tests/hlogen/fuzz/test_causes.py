"""Mistakes, each in a program of one operation: what they would give is computed here by NumPy, and told by its name.

Two mistakes may give the same: a row says which others explain its results, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import hlogen as hl
from hlogen.conform.forms import Form
from hlogen.fuzz.causes import causes_of, explains, may_show
from hlogen.fuzz.causes.registry import causes
from hlogen.fuzz.causes.wrong import Wrong, apart, wrong

NAMES = {"bool": "i1", "complex64": "complex<f32>", "complex128": "complex<f64>"}


def element(array: Any) -> str:
    name = array.dtype.name
    return NAMES.get(name) or name.replace("uint", "ui").replace("float", "f").replace("int", "i")


def tensor(array: Any) -> str:
    return f"tensor<{''.join(f'{size}x' for size in array.shape)}{element(array)}>"


def body(op: str, scalar: str, count: int = 1) -> str:
    """A computation that does the same with each of `count` pairs, old and new."""
    names = [f"%{side}{at}" for side in "ab" for at in range(count)]
    lines = [f"%c{at} = stablehlo.{op} %a{at}, %b{at} : tensor<{scalar}>" for at in range(count)]
    types = ", ".join([f"tensor<{scalar}>"] * count)
    return (
        f"({{ ^bb0({', '.join(f'{name}: tensor<{scalar}>' for name in names)}): {' '.join(lines)}"
        f' "stablehlo.return"({", ".join(f"%c{at}" for at in range(count))}) : ({types}) -> () }})'
    )


LESS = '%c = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction LT>}>'


def comparator(*scalars: str) -> str:
    """Whether the first of a pair is less, by the first operand."""
    pairs = ", ".join(f"%{x}{at or ''}: tensor<{scalar}>" for at, scalar in enumerate(scalars) for x in "ab")
    kind = f"tensor<{scalars[0]}>"
    return f'({{ ^bb0({pairs}): {LESS} : ({kind}, {kind}) -> tensor<i1> "stablehlo.return"(%c) : (tensor<i1>) -> () }})'


@dataclass(frozen=True)
class Row:
    """`op` of these operands gives `got` by the mistake `name`, as `also` would. `name` is as findings are called."""

    name: str
    op: str
    operands: Sequence[Any]
    got: Any
    also: str = ""
    attributes: str = ""
    region: str = ""

    def results(self) -> tuple[Any, ...]:
        return self.got if isinstance(self.got, tuple) else (self.got,)

    def wrong(self) -> Wrong:
        results = self.results()
        taken = [f"%{number}" for number in range(len(self.operands))]
        types, given = ([tensor(each) for each in arrays] for arrays in (self.operands, results))
        names = [f"%r#{number}" for number in range(len(results))]
        attributes = f" <{{{self.attributes}}}>" if self.attributes else ""
        text = f"""
            func.func @main({", ".join(map("{}: {}".format, taken, types))}) -> ({", ".join(given)}) {{
              %r:{len(results)} = "stablehlo.{self.op}"({", ".join(taken)}){attributes} {self.region}
                : ({", ".join(types)}) -> ({", ".join(given)})
              return {", ".join(names)} : {", ".join(given)}
            }}"""
        return wrong(Form("", hl.parse(text), "main", tuple(self.operands), ()), results)


def told(each: Wrong) -> list[str]:
    """What findings of it are called."""
    assert each.alone is not None
    found = causes_of(each)
    return [cause.name if cause.across_operations else f"{cause.name} in {each.alone.name}" for cause in found]


# ---- indices

LINE = np.array([10, 20, 30, 40, 50, 60], np.int32)  # windows of two elements start at 4 at most
GATHERED = (
    "dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, "
    "slice_sizes = array<i64: 2>"
)
LANDED = (
    "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], "
    "index_vector_dim = 1>"
)
NEW = np.array([[1, 2], [3, 4]], np.int32)


def gathers(name: str, dtype: Any, starts: Sequence[int], read: Sequence[int], also: str = "") -> Row:
    """Windows that start at `starts`, of which those at `read` were read."""
    got = np.stack([LINE[at : at + 2] for at in read])
    return Row(name, "gather", (LINE, np.array(starts, dtype)[:, None]), got, also, GATHERED)


def scatters(name: str, dtype: Any, starts: Sequence[int], landed: Sequence[int | None], also: str = "") -> Row:
    """Windows added at `starts`, which landed at others; None was dropped."""
    got = LINE.copy()
    for at, window in zip(landed, NEW, strict=True):
        if at is not None:
            got[at : at + 2] += window[: max(0, len(got) - at)]
    indices = np.array(starts, dtype)[:, None]
    return Row(name, "scatter", (LINE, indices, NEW), got, also, LANDED, body("add", "i32"))


def slices(name: str, dtype: Any, start: int, read: int, also: str = "") -> Row:
    got = LINE[read : read + 2]
    return Row(name, "dynamic_slice", (LINE, np.array(start, dtype)), got, also, "slice_sizes = array<i64: 2>")


def updates(name: str, dtype: Any, start: int, written: int, also: str = "") -> Row:
    got = LINE.copy()
    got[written : written + 2] = NEW[0]
    return Row(name, "dynamic_update_slice", (LINE, NEW[0], np.array(start, dtype)), got, also)


SIGNED = "reads unsigned indices as signed"
WRAPPED = "wraps negative indices, as Python does"
NARROW = "cuts indices to fewer bits"
ENDS = "ends a dimension one too early or too late"
UNSIGNED = "reads unsigned integers as signed"
ZEROS = "takes zeros for an operand"
CLAMPED = "clamps indices where updates out of bounds are dropped in scatter"
WHOLE = "drops the whole window where only a part of it is out of bounds in scatter"
LOST = "loses an update of an element that has several in scatter"
PLACES = "puts elements in other places"
ONE_OFF = "reads an operand one element off"

INDEXED = [
    gathers(SIGNED, np.uint8, [200, 1], [0, 1], f"{NARROW}; {UNSIGNED}"),
    gathers(SIGNED, np.uint64, [1 << 31, 1], [0, 1], NARROW),
    gathers(SIGNED, np.uint64, [1 << 63, 1], [0, 1], f"{NARROW}; {UNSIGNED}"),
    scatters(SIGNED, np.uint16, [40000, 2], [0, 2], NARROW),  # 8 bits of it, read without sign, are 64; with it -64
    slices(SIGNED, np.uint8, 200, 0, f"{NARROW}; {UNSIGNED}; {ZEROS} in dynamic_slice"),
    updates(SIGNED, np.uint32, 1 << 31, 0, f"{NARROW}; {UNSIGNED}; {ZEROS} in dynamic_update_slice"),
    gathers(WRAPPED, np.int32, [-4, 1], [2, 1]),
    scatters(WRAPPED, np.int32, [-4, 1], [2, 1]),
    slices(WRAPPED, np.int8, -3, 3),
    updates(WRAPPED, np.int64, -3, 3),
    gathers(NARROW, np.int32, [258, 1], [2, 1]),
    gathers(NARROW, np.int32, [0x1FF02, 1], [0, 1]),  # 16 bits with a sign
    gathers(NARROW, np.int64, [(1 << 32) + 0x80000102, 1], [0, 1]),  # 32 bits with a sign
    gathers(NARROW, np.int64, [0x8001 - (1 << 32), 1], [4, 1]),  # 16 bits or 32 without a sign
    scatters(NARROW, np.int16, [258, 0], [2, 0]),
    slices(NARROW, np.int16, -253, 3),
    updates(NARROW, np.int64, (1 << 40) + 2, 2),
    scatters(CLAMPED, np.int32, [5, 1], [4, 1]),
    scatters(CLAMPED, np.int64, [-7, 2], [0, 2]),
    scatters(WHOLE, np.int32, [5, 1], [None, 1], ENDS),
    gathers(ENDS, np.int32, [4, 1], [3, 1]),
    gathers(ENDS, np.int32, [1, 2], [2, 3], f"{ONE_OFF} in gather"),
    gathers(ENDS, np.int32, [1, 2], [0, 1], f"{ONE_OFF} in gather"),
    scatters(ENDS, np.int32, [4, 1], [None, 1]),
    slices(ENDS, np.int32, 2, 3, f"{ONE_OFF} in dynamic_slice"),
    updates(ENDS, np.int32, 3, 2),
]

SQUARE = np.arange(10, 26, dtype=np.int32).reshape(4, 4)
CUBE = np.arange(27, dtype=np.int32).reshape(3, 3, 3)
VECTORS = np.array([[0, 1, 2], [2, 0, 0]], np.int32)
SWAPPED = "takes the components of index vectors in another order"


def points(operand: Any, vectors: Any, order: Sequence[int], dims: Sequence[int]) -> Row:
    """Single elements, where the components of index vectors were taken in this order."""
    count = operand.ndim
    places = np.zeros_like(vectors)
    places[:, list(dims)] = vectors[:, list(order)]
    got = operand[tuple(places.T)]
    attributes = (
        f"dimension_numbers = #stablehlo.gather<collapsed_slice_dims = {list(range(count))}, "
        f"start_index_map = {list(dims)}, index_vector_dim = 1>, slice_sizes = array<i64: {str([1] * count)[1:-1]}>"
    )
    return Row(SWAPPED, "gather", (operand, vectors), got, "", attributes)


MOVED = "dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 1>, "
BY_DROPPING = "drops or fills what is out of bounds where indices are clamped in gather"
FILLED = [
    replace(gathers(BY_DROPPING, np.int32, [7, 1], [0, 1]), got=np.array([[0, 0], [20, 30]], np.int32)),
    replace(
        gathers(BY_DROPPING, np.int32, [1, -1], [1, 0]),
        got=np.array([[20, -5], [30, -5]], np.int32),
        attributes=f"{MOVED}slice_sizes = array<i64: 2>",
    ),
]


def adds(name: str, starts: Sequence[int], values: Sequence[int], added: Sequence[int], also: str = "") -> Row:
    """Numbers added one by one, of which those in `added` were."""
    got = LINE + np.array(added, np.int32)
    attributes = (
        "scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], "
        "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>"
    )
    operands = (LINE, np.array(starts, np.int32)[:, None], np.array(values, np.int32))
    return Row(f"{name} in scatter", "scatter", operands, got, also, attributes, body("add", "i32"))


TWICE = "applies an update twice"
UPDATED = [
    adds("loses an update of an element that has several", [1, 1], [5, 7], [0, 7, 0, 0, 0, 0]),
    adds("loses an update of an element that has several", [1, 1], [5, 7], [0, 5, 0, 0, 0, 0]),
    adds("loses an update of an element that has several", [1, 1, 1], [5, 7, 9], [0, 9, 0, 0, 0, 0]),
    adds("loses an update of an element that has several", [1, 1, 1], [5, 7, 9], [0, 5, 0, 0, 0, 0]),
    adds(TWICE, [1, 2], [5, 7], [0, 10, 7, 0, 0, 0]),
    adds(TWICE, [1, 2], [5, 7], [0, 5, 14, 0, 0, 0]),
    Row(
        "applies updates to each of several inputs in another order in scatter", "scatter",
        (LINE[:2], LINE[2:4], np.array([[1], [1]], np.int32), NEW[0], NEW[1]),
        (np.array([10, 2], np.int32), np.array([30, 3], np.int32)), f"{ONE_OFF} in scatter",
        "scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], "
        "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>",
        "({ ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>): "
        '"stablehlo.return"(%c, %d) : (tensor<i32>, tensor<i32>) -> () })',
    ),
]  # fmt: skip

BATCHES = np.arange(1, 13, dtype=np.int32).reshape(3, 2, 2)
OTHERS = np.arange(12, dtype=np.int32).reshape(3, 2, 2) % 5
ANOTHER = "takes another batch"


def products(lhs: Any, rhs: Any) -> Row:
    """Matrices multiplied batch by batch, where these were taken for BATCHES and OTHERS."""
    attributes = (
        "dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], "
        "lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>"
    )
    got = np.einsum("bij,bjk->bik", lhs, rhs)
    return Row(f"{ANOTHER} in dot_general", "dot_general", (BATCHES, OTHERS), got, "", attributes)


def by_batches(read: Any) -> Row:
    """The element that an index says of each row, where these rows were read."""
    attributes = (
        "dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], "
        "start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, "
        "slice_sizes = array<i64: 1, 1>"
    )
    indices = np.array([[1], [2], [3], [0]], np.int32)
    return Row(f"{ANOTHER} in gather", "gather", (SQUARE, indices), read[range(4), [1, 2, 3, 0]], "", attributes)


def layouts() -> list[Row]:
    """Windows of 2 x 3 elements, read and written as if they were of 3 x 2."""
    operand, start = np.arange(12, dtype=np.int32).reshape(3, 4), np.array([1, 0], np.int32)
    window = operand[1:3, :3]
    gathered = Row(
        "lays windows out transposed in gather", "gather", (operand, start), window.T.reshape(2, 3),
        f"{PLACES} in gather",
        "dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0, 1], "
        "index_vector_dim = 0>, slice_sizes = array<i64: 2, 3>",
    )  # fmt: skip
    new = np.arange(100, 106, dtype=np.int32).reshape(2, 3)
    got = operand.copy()
    got[1:3, :3] = new.T.reshape(2, 3)
    scattered = Row(
        "lays windows out transposed in scatter", "scatter", (operand, start, new), got, f"{PLACES} in scatter",
        "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], "
        "scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 0>",
        '({ ^bb0(%a: tensor<i32>, %b: tensor<i32>): "stablehlo.return"(%b) : (tensor<i32>) -> () })',
    )  # fmt: skip
    return [gathered, scattered]


# ---- operands

F = np.float32
I = np.int32  # noqa: E741 - as types are written here
A, B = np.array([7, -3, 12], I), np.array([2, 5, -4], I)
TINY, SMALLEST = 1e-40, 1e-20  # a subnormal number of f32, and one whose square is
FLUSHED = "takes subnormal numbers for zeros"
CROSSED = "takes operands in another order"


def elementwise(name: str, op: str, operands: Sequence[Any], got: Any, also: str = "", attributes: str = "") -> Row:
    arrays = tuple(map(np.asarray, operands))
    return Row(name, op, arrays, np.asarray(got), also, attributes)


BYTES = np.array([200, 3, 130], np.uint8), np.array([3, 100, 2], np.uint8)
AS_SIGNED = tuple(each.view(np.int8) for each in BYTES)
LESS_THAN = "comparison_direction = #stablehlo<comparison_direction LT>"
READ = [
    elementwise(UNSIGNED, "minimum", BYTES, np.minimum(*AS_SIGNED).view(np.uint8),
                "computes maximum instead in minimum"),
    elementwise(UNSIGNED, "convert", BYTES[:1], AS_SIGNED[0].astype(F)),
    elementwise(UNSIGNED, "compare", (np.array([200, 3, 2], np.uint8), np.array([3, 100, 1], np.uint8)),
                np.array([True, True, False]), "", LESS_THAN),
    elementwise(UNSIGNED, "divide", BYTES, np.array([256 - 18, 0, 256 - 63], np.uint8)),
    elementwise(FLUSHED, "multiply", (np.array([TINY, 3], F), np.array([1e9, 2], F)), np.array([0, 6], F)),
    elementwise(FLUSHED, "multiply", (np.array([SMALLEST, 3], F), np.array([SMALLEST, 2], F)), np.array([0, 6], F)),
    elementwise(FLUSHED, "negate", (np.array([TINY, 3], F),), np.array([-0.0, -3], F)),
    elementwise(FLUSHED, "negate", (np.array([TINY, 3], F),), np.array([0.0, -3], F)),
    elementwise(FLUSHED, "abs", (np.array([-3e-8, 3], np.float16),), np.array([0, 3], np.float16)),
    elementwise(FLUSHED, "abs", (np.array([-1e-310, 3]),), np.array([0.0, 3]), "rounds otherwise in abs"),
    elementwise(
        FLUSHED, "negate", (np.array([complex(TINY, 2), 3], np.complex64),),
        np.array([complex(-0.0, -2), complex(-3, -0.0)], np.complex64),
    ),
    elementwise(f"{CROSSED} in subtract", "subtract", (A, B), B - A),
    elementwise(f"{CROSSED} in clamp", "clamp", (A, B, A + 9), np.minimum(np.maximum(A + 9, A), B)),
    elementwise(f"{CROSSED} in clamp", "clamp", (A, A + 1, A + 9), A),
]  # fmt: skip

# ---- computations

HALVES = np.array([2.5, -2.5, 1.25, -1.75, 3.5], F)
Z = np.array([1 + 2j, -3 + 0.5j], np.complex64)
WORDS = np.array([-128, -3, 77], np.int8), np.array([1, 2, 3], np.int8)
ALIKE: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    (WORDS, {"shift_right_logical": (WORDS[0].view(np.uint8) >> WORDS[1].view(np.uint8)).view(np.int8),
             "shift_right_arithmetic": WORDS[0] >> WORDS[1]}),
    ((A, B), {"maximum": np.maximum(A, B), "minimum": np.minimum(A, B)}),
    ((HALVES,), {"round_nearest_afz": np.array([3, -3, 1, -2, 4], F), "round_nearest_even": np.rint(HALVES),
                 "floor": np.floor(HALVES), "ceil": np.ceil(HALVES)}),
    ((A, B), {"and": A & B, "or": A | B, "xor": A ^ B}),
    ((A, B), {"add": A + B, "subtract": A - B}),
    ((np.zeros(2, F),), {"sine": np.zeros(2, F), "cosine": np.ones(2, F)}),
    ((Z,), {"real": Z.real, "imag": Z.imag}),
]  # fmt: skip
INSTEAD = [
    elementwise(f"computes {other} instead in {op}", op, operands, given[other],
                f"{PLACES} in {op}; {ZEROS} in {op}; {CROSSED} in {op}; saturates where integers wrap in {op}")
    for operands, given in ALIKE for op, other in permutations(given, 2)
]  # fmt: skip

ROUND = "hands a computation its arguments the other way round"
KEYS, VALUES = np.array([2, 1, 3], I), np.array([5, 9, 7], I)
DIMENSIONS = "dimensions = array<i64: 0>"
SORTED = "dimension = 0 : i64, is_stable = true"
HALF = np.array([2048, 1, 2], np.float16)
EQUAL_KEYS = np.array([[1, 0], [1, 0], [0, 0]], I), np.arange(6, dtype=I).reshape(3, 2)
PROMOTED = "computes in the type of the operands where the computation has a wider one in reduce"
WITHOUT = "leaves out the first or last of what it combines"
NUMBERS = "dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>"
WEIGHTS = np.array([1, 2, 3], I), np.array([4, 5, 6], I)
SUMS = np.array([[1, 2, 4], [8, 16, 32]], I)
TEN = np.array(10, I)
COMPUTED = [
    Row(f"{ROUND} in reduce", "reduce", (KEYS[:1], TEN), 2 - TEN, "", DIMENSIONS, body("subtract", "i32")),
    Row(f"{ROUND} in reduce", "reduce", (KEYS[:1], VALUES[:1], TEN, TEN + 1), (2 - TEN, 5 - TEN - 1), "", DIMENSIONS,
        body("subtract", "i32", 2)),
    Row(f"{ROUND} in map", "map", (A, B), B - A, f"{CROSSED} in map", DIMENSIONS, body("subtract", "i32")),
    Row(f"{ROUND} in sort", "sort", (KEYS, VALUES), (KEYS[[2, 0, 1]], VALUES[[2, 0, 1]]), f"{PLACES} in sort", SORTED,
        comparator("i32", "i32")),
    replace(adds(ROUND, [1], [5], [0, 0, 0, 0, 0, 0]), got=np.array([10, -15, 30, 40, 50, 60], I),
            region=body("subtract", "i32")),
    Row(PROMOTED, "reduce", (HALF, np.float16(0)), F(2050), f"{WITHOUT} in reduce", DIMENSIONS, body("add", "f32")),
    Row(PROMOTED, "reduce", (HALF, np.float16(0)), F(2052), "rounds otherwise in reduce", DIMENSIONS,
        body("add", "f32")),
    *(
        Row(f"{WITHOUT} in reduce", "reduce", (SUMS, np.array(0, I)), got, "", f"dimensions = array<i64: {d}>",
            body("add", "i32"))
        for d, got in ((0, SUMS[0]), (0, SUMS[1]), (1, SUMS[:, :2].sum(1, dtype=I)), (1, SUMS[:, 1:].sum(1, dtype=I)))
    ),
    Row(f"{WITHOUT} in dot_general", "dot_general", WEIGHTS, np.array(28, I), "", NUMBERS),
    Row(f"{WITHOUT} in dot_general", "dot_general", WEIGHTS, np.array(14, I), "", NUMBERS),
    Row("puts equal elements in another order in sort", "sort", EQUAL_KEYS,
        (np.array([[0, 0], [1, 0], [1, 0]], I), np.array([[4, 5], [2, 3], [0, 1]], I)), f"{PLACES} in sort", SORTED,
        comparator("i32", "i32")),
    elementwise("rounds quotients down instead of towards zero in divide", "divide",
                (np.array([-7, 7, -128, 5], np.int8), np.array([2, 2, -1, 0], np.int8)),
                np.array([-4, 3, -128, -1], np.int8)),
    elementwise("rounds quotients down instead of towards zero in remainder", "remainder",
                (np.array([-7, 8], I), np.array([2, -3], I)), np.array([1, -1], I)),
    elementwise("takes shifts modulo the width of the type in shift_left", "shift_left",
                (np.array([3, 5], np.int8), np.array([9, 2], np.int8)), np.array([6, 20], np.int8)),
    elementwise("takes shifts modulo the width of the type in shift_right_logical", "shift_right_logical",
                (np.array([64, 8], np.uint8), np.array([10, 1], np.uint8)), np.array([16, 4], np.uint8)),
    elementwise("takes NaN for a number in compare", "compare", (np.array([np.nan, 3], F), np.array([1, 2], F)),
                np.array([True, False]), "", LESS_THAN),
    elementwise(f"{ZEROS} in add", "add", (A, B), A),
    elementwise(f"{ZEROS} in multiply", "multiply", (A, B), A * 0),
    *(
        elementwise(f"{ONE_OFF} in negate", "negate", (A,), -A[order], f"{PLACES} in negate")
        for order in ([1, 2, 2], [0, 0, 1], [1, 2, 0], [2, 0, 1])
    ),
    *(
        elementwise("ignores an attribute in transpose", "transpose", (CUBE,), CUBE.transpose(order),
                    f"{PLACES} in transpose", "permutation = array<i64: 1, 2, 0>")
        for order in ((0, 1, 2), (0, 2, 1))
    ),
    elementwise("ignores an attribute in reverse", "reverse", (SQUARE,), SQUARE[::-1], f"{PLACES} in reverse",
                "dimensions = array<i64: 1>"),
    elementwise("ignores an attribute in reverse", "reverse", (SQUARE,), SQUARE[:, ::-1], f"{PLACES} in reverse",
                "dimensions = array<i64: 0>"),
    elementwise("ignores an attribute in triangular_solve", "triangular_solve", (np.array([[2.0]]), np.array([[4.0]])),
                np.array([[4.0]]), "", "left_side = true, lower = true, unit_diagonal = false, "
                "transpose_a = #stablehlo<transpose NO_TRANSPOSE>"),
]  # fmt: skip

# ---- elements

BIG = np.array([3e38, 1], F)
ONE = np.array([1, 2, 5], F)
OFF = np.float32(1) + 16 * np.finfo(F).eps
SHOWN = [
    elementwise("gives zero the other sign in negate", "negate", (np.array([0, 2], F),), np.array([0.0, -2], F),
                "rounds otherwise in negate"),
    elementwise("gives zero the other sign in negate", "negate", (np.array([complex(0, 2), 3], np.complex64),),
                np.array([complex(0, -2), complex(-3, -0.0)], np.complex64), "rounds otherwise in negate"),
    elementwise("makes or loses a NaN in maximum", "maximum", (np.array([np.nan, 9], F), np.array([4, 2], F)),
                np.array([4, 9], F)),
    elementwise("makes or loses a NaN in abs", "abs", (ONE,), np.array([1, np.nan, 5], F)),
    elementwise("overflows to infinity, or doesn't in add", "add", (BIG, BIG), np.array([np.finfo(F).max, 2], F),
                "rounds otherwise in add"),
    elementwise("overflows to infinity, or doesn't in add", "add", (BIG, ONE[:2]), np.array([np.inf, 3], F)),
    elementwise("rounds otherwise in add", "add", (ONE, ONE * 0), np.array([OFF, 2, 5], F)),
    elementwise("rounds otherwise in add", "add", (Z, Z * 0), Z * OFF),
    elementwise("saturates where integers wrap in add", "add", (np.array([100, 1, -100], np.int8),) * 2,
                np.array([127, 2, -128], np.int8)),
    elementwise(f"{PLACES} in abs", "abs", (ONE,), ONE[[0, 2, 1]]),
]  # fmt: skip

ROWS = [
    *INDEXED,
    points(SQUARE, VECTORS[:, :2], (1, 0), (0, 1)),
    *(points(CUBE, VECTORS, order, (1, 2, 0)) for order in ((2, 1, 0), (1, 2, 0), (2, 0, 1))),
    *FILLED,
    *UPDATED,
    products(BATCHES[::-1], OTHERS),
    products(BATCHES[[0, 0, 0]], OTHERS),
    products(BATCHES, OTHERS[::-1]),
    products(BATCHES, OTHERS[[0, 0, 0]]),
    by_batches(SQUARE[::-1]),
    by_batches(SQUARE[[0, 0, 0, 0]]),
    *layouts(),
    *READ,
    *INSTEAD,
    *COMPUTED,
    *SHOWN,
]


@pytest.mark.parametrize("row", ROWS, ids=[f"{at} {row.name}" for at, row in enumerate(ROWS)])
def test_a_mistake_is_told_by_its_name(row: Row) -> None:
    each = row.wrong()
    assert each.is_wrong
    names = told(each)
    assert row.name in names
    assert {*names} - {row.name} <= {*row.also.split("; ")}
    # What no mistake gives has no name.
    results = [np.array(each, order="C") for each in row.results()]
    last = results[-1].reshape(-1)[-1:]
    last[...] = ~last if last.dtype.kind == "b" else 99
    assert not {row.name, *row.also.split("; ")} & {*told(replace(each, got=tuple(results)))}


WEIGHED = """({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): %k = stablehlo.constant dense<1.0> : tensor<f32>
  %m = stablehlo.multiply %b, %k : tensor<f32> %c = stablehlo.add %a, %m : tensor<f32>
  "stablehlo.return"(%c) : (tensor<f32>) -> () })"""


def test_constants_of_computations_are_narrower_too() -> None:
    row = Row(PROMOTED, "reduce", (HALF, np.float16(0)), F(2050), f"{WITHOUT} in reduce", DIMENSIONS, WEIGHED)
    assert PROMOTED in told(row.wrong())


def test_computations_have_what_they_see_outside() -> None:
    """Constants of the program, and its arguments."""
    module = hl.parse("""
        func.func @main(%x: tensor<3xi32>, %y: tensor<3xi32>, %k: tensor<i32>) -> tensor<3xi32> {
          %two = stablehlo.constant dense<2> : tensor<i32>
          %0 = "stablehlo.map"(%x, %y) <{dimensions = array<i64: 0>}> ({
            ^bb0(%a: tensor<i32>, %b: tensor<i32>):
              %c = stablehlo.multiply %b, %k : tensor<i32>
              %d = stablehlo.add %c, %two : tensor<i32>
              %e = stablehlo.subtract %a, %d : tensor<i32>
              stablehlo.return %e : tensor<i32>
          }) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
          return %0 : tensor<3xi32>
        }""")
    form = Form("", module, "main", (A, B, np.array(3, I)), ())
    assert form.expected()[0].tolist() == (A - (3 * B + 2)).tolist()
    assert {*told(wrong(form, (B - (3 * A + 2),)))} == {f"{ROUND} in map", f"{CROSSED} in map"}
    assert told(wrong(form, (A - (3 * 0 * B + 2),))) == [f"{ZEROS} in map"]


def test_every_mistake_has_a_row() -> None:
    assert {each.name for each in causes()} == {row.name.removesuffix(f" in {row.op}") for row in ROWS}


def test_a_mistake_leaves_what_it_is_not_about() -> None:
    """Results that are right speak against a mistake where it would change them, and only there."""
    by_name = {each.name: each for each in causes()}
    wrapped, narrow, filled = (by_name[name.removesuffix(" in gather")] for name in (WRAPPED, NARROW, BY_DROPPING))
    for start, is_changed in ((3, False), (200, False), (-2, True), (-4, True)):
        each = gathers(WRAPPED, np.int32, [start, 1], [min(max(start, 0), 4), 1]).wrong()
        assert not each.is_wrong
        assert explains(wrapped, each) is not is_changed
        assert may_show(wrapped, (), each) is is_changed
        assert may_show(filled, (), each) is (start != 3)  # only results tell
        assert may_show(wrapped, (narrow,), each) is (start == -4)  # 8 bits of -2 are as far out as 4 is


def test_what_runs_is_taken_apart() -> None:
    """Every operation alone, on what it has there: inner ones before those that run them, of loops three turns."""
    module = hl.parse("""
        func.func @main(%n: tensor<i32>, %x: tensor<2xi32>) -> tensor<2xi32> {
          %zero = stablehlo.constant dense<0> : tensor<i32>
          %one = stablehlo.constant dense<1> : tensor<i32>
          %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<2xi32>
            cond {
              %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
              stablehlo.return %c : tensor<i1>
            } do {
              %j = stablehlo.add %i, %one : tensor<i32>
              %w = stablehlo.multiply %v, %x : tensor<2xi32>
              stablehlo.return %j, %w : tensor<i32>, tensor<2xi32>
            }
          %t = "stablehlo.map"(%r#1, %x) <{dimensions = array<i64: 0>}> ({
            ^bb0(%a: tensor<i32>, %b: tensor<i32>):
              %d = stablehlo.subtract %a, %b : tensor<i32>
              stablehlo.return %d : tensor<i32>
          }) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
          %u = stablehlo.maximum %t, %x : tensor<2xi32>
          return %u : tensor<2xi32>
        }""")
    form = Form("", module, "main", (np.array(5, I), np.array([2, 3], I)), ())
    found = [wrong(each, each.expected()) for each in apart(form)]
    assert wrong(form, form.expected()).alone is None
    names = [each.alone.name for each in found if each.alone is not None]
    assert len(names) == len(found)
    assert {name: names.count(name) for name in names} == {
        "compare": 3, "add": 3, "multiply": 3, "while": 1, "subtract": 1, "map": 1, "maximum": 1,
    }  # fmt: skip
    assert names.index("while") > max(at for at, name in enumerate(names) if name in ("compare", "add", "multiply"))
    assert names.index("map") > names.index("subtract")
    products = [each.expected[0].tolist() for each in found if each.alone is not None and each.alone.name == "multiply"]
    assert products == [[4, 9], [8, 27], [16, 81]]
    whole = {each.alone.name: each for each in found if each.alone is not None}
    assert whole["while"].expected[1].tolist() == [64, 729]  # what it sees outside goes with it
    assert whole["subtract"].expected[0].tolist() == [62, 726]  # on all scalars at once
    assert whole["map"].alone.runs_others
    assert not whole["maximum"].alone.runs_others
