"""What `hlogen check` advises, on every hazard's example and on what it must keep quiet about."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import hlogen as hl
from hlogen.analysis.facts import Facts
from hlogen.analysis.judge import judge
from hlogen.lint.advice import ADVISED, Advice, Advisor
from hlogen.lint.advice_bounds import clamps
from hlogen.spec.hazards import CHECK, Hazard, hazards

ROWS = """
func.func @main(%operand: tensor<{rows}x4xf32>, %start_indices: tensor<3x1x{index}>) -> tensor<3x4xf32> {{
  {before}
  %0 = "stablehlo.gather"(%operand, {indices}) {{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 4>
  }} : (tensor<{rows}x4xf32>, tensor<3x1x{index}>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}}
"""
ADD_FOUR = """
  %four = stablehlo.constant dense<4> : tensor<3x1xi64>
  %low = stablehlo.constant dense<0> : tensor<i64>
  %high = stablehlo.constant dense<2> : tensor<i64>
  %small = stablehlo.clamp %low, %start_indices, %high : (tensor<i64>, tensor<3x1xi64>, tensor<i64>) -> tensor<3x1xi64>
  %at = stablehlo.add %small, %four : tensor<3x1xi64>"""


def advice(text: str) -> list[Advice]:
    module = hl.parse(text)
    advisor = Advisor(module)
    return [one for op in module.walk() if op.name in ADVISED for one in advisor.on(op)]


def rules(text: str) -> list[str]:
    return [one.rule for one in advice(text)]


def rows(*, rows: int = 9, index: str = "i64", before: str = "", indices: str = "%start_indices") -> str:
    return ROWS.format(rows=rows, index=index, before=before, indices=indices)


@pytest.mark.parametrize("hazard", [h for h in hazards().values() if CHECK in h.seen_by], ids=lambda h: h.id)
def test_every_example_gives_its_hazard_and_its_neighbour_none(hazard: Hazard) -> None:
    (one,) = advice(hazard.example)
    assert (one.rule, one.level, one.clause) == (hazard.id, hazard.level, hazard.clause)
    assert one.fix
    assert rules(hazard.fixed) == []


@pytest.mark.parametrize("hazard", [h for h in hazards().values() if CHECK not in h.seen_by], ids=lambda h: h.id)
def test_what_only_a_run_meets_is_not_reported(hazard: Hazard) -> None:
    assert hazard.id not in rules(hazard.example)


@pytest.mark.parametrize(("low", "high"), [(0, 8), (0, 9), (8, 20), (9, 9), (9, 20), (-5, 9), (-5, -1)])
def test_a_read_behind_the_end_is_certain_where_it_is_the_least_that_may_happen(low: int, high: int) -> None:
    """Only the range of the indices is known, of which all that are behind the end are read there."""
    found = rules(f"""
func.func @main(%operand: tensor<9xf32>, %start_indices: tensor<3x1xi64>) -> tensor<3xf32> {{
  %low = stablehlo.constant dense<{low}> : tensor<i64>
  %high = stablehlo.constant dense<{high}> : tensor<i64>
  %at = stablehlo.clamp %low, %start_indices, %high : (tensor<i64>, tensor<3x1xi64>, tensor<i64>) -> tensor<3x1xi64>
  %0 = "stablehlo.gather"(%operand, %at) {{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 0>
  }} : (tensor<9xf32>, tensor<3x1xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}}""")
    assert ("undefined.read" in found) == (low >= 9)


@pytest.mark.parametrize(("direction", "is_reached"), [("LT", False), ("EQ", True)])
def test_what_is_never_reached_is_not_reported(direction: str, is_reached: bool) -> None:
    found = rules(f"""
func.func @main(%operand: tensor<9xf32>) -> tensor<i32> {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.while(%i = %zero) : tensor<i32>
  cond {{
    %p = stablehlo.compare {direction}, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }} do {{
    %far = stablehlo.constant dense<99> : tensor<2x1xi32>
    %same = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<i32>) -> tensor<2x1xi32>
    %at = stablehlo.add %same, %far : tensor<2x1xi32>
    %1 = "stablehlo.gather"(%operand, %at) {{
      dimension_numbers = #stablehlo.gather<
        collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
      slice_sizes = array<i64: 1>
    }} : (tensor<9xf32>, tensor<2x1xi32>) -> tensor<2xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return %one : tensor<i32>
  }}
  return %0 : tensor<i32>
}}""")
    assert found == (["bounds.clamped", "promise.unset"] if is_reached else [])


def test_what_only_may_happen_is_not_reported() -> None:
    assert rules(rows()) == []
    assert rules(rows(index="i32")) == []


def test_starts_that_are_always_too_high() -> None:
    (one,) = advice(rows(rows=4, before=ADD_FOUR, indices="%at"))
    assert one.rule == "bounds.clamped"
    assert one.message.endswith("always: component 0 is 4 .. 6")
    assert rules(rows(rows=5, before=ADD_FOUR, indices="%at")) == []  # sometimes
    assert rules(rows(rows=7, before=ADD_FOUR, indices="%at")) == []  # never


@pytest.mark.parametrize(("indices", "said"), [
    ([0, 12, 5], "index vector [12] at [1]"),
    ([9, 12, 5], "index vector [9] at [0], and 1 more of 3 index vectors"),
    ([10, 12, 9], "index vector [10] at [0], and 2 more of 3 index vectors"),
])  # fmt: skip
def test_the_first_of_what_is_outside_is_named_and_the_others_counted(indices: list[int], said: str) -> None:
    at = f"%at = stablehlo.constant dense<{[[i] for i in indices]}> : tensor<3x1xi64>"
    (one,) = (one for one in advice(rows(before=at, indices="%at")) if one.rule == "bounds.clamped")
    assert one.message.endswith(f": {said}")


def test_a_clamp_that_may_act_is_not_idle() -> None:
    assert "bounds.idle-clamp" not in rules(rows(before=ADD_FOUR, indices="%at"))


@pytest.mark.parametrize(("low", "high", "rule"), [(0, 3, "bounds.clamped"), (0, 4, None), (7, 8, "bounds.clamped")])
def test_a_clamp_that_always_acts(low: int, high: int, rule: str | None) -> None:
    """Of indices that are 4 .. 6."""
    again = f"""
  %from = stablehlo.constant dense<{low}> : tensor<i64>
  %to = stablehlo.constant dense<{high}> : tensor<i64>
  %again = stablehlo.clamp %from, %at, %to : (tensor<i64>, tensor<3x1xi64>, tensor<i64>) -> tensor<3x1xi64>"""
    found = [one for one in advice(rows(before=ADD_FOUR + again, indices="%again")) if "always acts" in one.message]
    assert [one.rule for one in found] == ([rule] if rule else [])
    assert all(one.operation.name == "stablehlo.clamp" for one in found)


COLUMN = "(tensor<3x1xi64>) -> tensor<3x1xi64>"
PARTS = "(tensor<1x1xi64>, tensor<2x1xi64>) -> tensor<3x1xi64>"
HEAD, TAIL = "[0:1, 0:1] : (tensor<3x1xi64>) -> tensor<1x1xi64>", "[1:3, 0:1] : (tensor<3x1xi64>) -> tensor<2x1xi64>"
MOVED = {
    "reshape": f"%moved = stablehlo.reshape %again : {COLUMN}",
    "broadcast_in_dim": f"%moved = stablehlo.broadcast_in_dim %again, dims = [0, 1] : {COLUMN}",
    "transpose": f"%moved = stablehlo.transpose %again, dims = [0, 1] : {COLUMN}",
    "convert": f"%moved = stablehlo.convert %again : {COLUMN}",
    "slice": f"%moved = stablehlo.slice %again [0:3, 0:1] : {COLUMN}",
    "optimization_barrier": "%moved = stablehlo.optimization_barrier %again : tensor<3x1xi64>",
    "the second of a barrier": (
        "%both:2 = stablehlo.optimization_barrier %start_indices, %again : tensor<3x1xi64>, tensor<3x1xi64>\n"
        f"%moved = stablehlo.reshape %both#1 : {COLUMN}"
    ),
    "the first of a concatenation": (
        f"%a = stablehlo.slice %again {HEAD}\n%b = stablehlo.slice %start_indices {TAIL}\n"
        f"%moved = stablehlo.concatenate %a, %b, dim = 0 : {PARTS}"
    ),
    "the second of a concatenation": (
        f"%a = stablehlo.slice %start_indices {HEAD}\n%b = stablehlo.slice %again {TAIL}\n"
        f"%moved = stablehlo.concatenate %a, %b, dim = 0 : {PARTS}"
    ),
}


@pytest.mark.parametrize("how", MOVED)
def test_a_clamp_is_found_behind_what_moves_indices(how: str) -> None:
    """It always acts: the indices are 4 .. 6 before it."""
    again = """
  %to = stablehlo.constant dense<3> : tensor<i64>
  %again = stablehlo.clamp %low, %at, %to : (tensor<i64>, tensor<3x1xi64>, tensor<i64>) -> tensor<3x1xi64>
  """
    found = advice(rows(before=ADD_FOUR + again + MOVED[how], indices="%moved"))
    assert [one.rule for one in found if "always acts" in one.message] == ["bounds.clamped"]


def test_a_clamp_acts_never_or_always_where_it_does_for_every_integer_of_its_operands() -> None:
    """Of known ranges, by trying all: as far as bounds that are in order go, and where each range says more."""
    rng = np.random.default_rng(0)
    drawn = [np.sort(rng.integers(0, 7, (3, 2)), axis=1).tolist() for _ in range(60)]

    @hl.function("60xi32", "60xi32", "60xi32", "9xf32", name="main")
    def main(a, x, b, table):
        results = []
        for number, ranges in enumerate(drawn):
            low, index, high = (
                hl.clamp(first, hl.reshape(of[number : number + 1], []), last)
                for of, (first, last) in zip((a, x, b), ranges, strict=True)
            )
            at = hl.reshape(hl.clamp(low, index, high), [1])
            results.append(
                hl.gather(
                    table,
                    at,
                    offset_dims=[],
                    collapsed_slice_dims=[0],
                    start_index_map=[0],
                    index_vector_dim=0,
                    slice_sizes=[1],
                )
            )
        return results

    facts = Facts(main.module)
    gathers = [op for op in main.module.walk() if op.name == "stablehlo.gather"]
    seen = set()
    for gather, ranges in zip(gathers, drawn, strict=True):
        clamp = gather.operands[1].owner.operands[0].owner
        said = [message for op, _, message in clamps(judge(gather, facts), facts) if op is clamp]
        tried = [
            (x, min(max(x, low), high))
            for low, x, high in itertools.product(*(range(first, last + 1) for first, last in ranges))
        ]
        never, always = all(x == y for x, y in tried), all(x != y for x, y in tried)
        seen.add((never, always))
        assert any("never acts" in message for message in said) <= never, (ranges, said)
        assert any("always acts" in message for message in said) <= always, (ranges, said)
        if ranges[0][1] <= ranges[2][0]:  # each bound is certain by itself
            one_side = ranges[1][1] < ranges[0][0] or ranges[2][1] < ranges[1][0]
            assert any("never acts" in message for message in said) == never, (ranges, said)
            assert any("always acts" in message for message in said) == (always and one_side), (ranges, said)
    assert len(seen) == 3


def test_a_clamp_of_what_is_beside_the_indices_in_a_barrier_is_none_of_theirs() -> None:
    beside = """
  %high_again = stablehlo.clamp %low, %at, %low : (tensor<i64>, tensor<3x1xi64>, tensor<i64>) -> tensor<3x1xi64>
  %both:2 = stablehlo.optimization_barrier %high_again, %start_indices : tensor<3x1xi64>, tensor<3x1xi64>
  """
    found = advice(rows(before=ADD_FOUR + beside, indices="%both#1"))
    assert [one.operation.name for one in found] == []


def test_a_clamp_is_reported_once() -> None:
    text = hazards()["bounds.idle-clamp"].example
    op = text[text.index("  %result =") : text.index("  return")]
    assert rules(text.replace(op, op + op.replace("%result", "%again"))) == ["bounds.idle-clamp"]


@pytest.mark.parametrize(
    ("rows_", "index", "expected"),
    [
        (128, "i8", []),
        (129, "i8", ["bounds.narrow"]),
        (256, "ui8", []),
        (257, "ui8", ["bounds.narrow"]),
        (300, "i16", []),
    ],
)
def test_narrow_types(rows_: int, index: str, expected: list[str]) -> None:
    assert rules(rows(rows=rows_, index=index)) == expected


def test_constants_of_a_narrow_type_that_fit_are_quiet() -> None:
    before = "%at = stablehlo.constant dense<[[5], [3], [127]]> : tensor<3x1xi8>"
    assert rules(rows(rows=300, index="i8", before=before, indices="%at")) == []


def test_unsigned_indices_that_were_negative() -> None:
    before = "%at = stablehlo.constant dense<[[5], [3], [4294967295]]> : tensor<3x1xui32>"
    (one,) = advice(rows(index="ui32", before=before, indices="%at"))
    assert one.rule == "bounds.negative"
    assert "wrapped around to unsigned" in one.message
    assert "[4294967295] at [2]" in one.message


@pytest.mark.parametrize("index", ["i8", "i32", "i64", "ui8", "ui16", "ui32", "ui64"])
def test_of_indices_with_a_range_what_is_certain_of_all_of_it_is_said(index: str) -> None:
    """Where an operand has 9 rows; in the upper half of an unsigned type is what was negative."""
    half = 1 << int(index.removeprefix("u")[1:]) - 1

    def said(how: str, bound: int) -> list[str]:
        type = f"tensor<3x1x{index}>"
        bound_text = f"%c = stablehlo.constant dense<{bound}> : {type}"
        before = f"{bound_text}\n  %at = stablehlo.{how} %start_indices, %c : {type}"
        return rules(rows(index=index, before=before, indices="%at"))

    assert rules(rows(index=index)) == []
    assert (said("maximum", 8), said("maximum", 9)) == ([], ["bounds.clamped"])
    if index.startswith("u"):
        assert (said("maximum", half), said("minimum", half + 1), said("minimum", half - 1)) == (
            ["bounds.negative"], [], [])  # fmt: skip
    else:
        assert (said("minimum", -1), said("minimum", 0), said("maximum", -1)) == (["bounds.negative"], [], [])


def test_a_broken_promise_is_not_also_a_question_of_order() -> None:
    text = hazards()["order.value"].example
    assert rules(text) == ["order.value"]
    assert rules(text.replace("unique_indices = false", "unique_indices = true")) == ["promise.unique"]


def test_equal_updates_may_overwrite_each_other() -> None:
    text = hazards()["order.value"].example
    equal = text.replace(", %updates: tensor<3xi32>", "").replace(
        "{\n  %scatter", "{\n  %updates = stablehlo.constant dense<7> : tensor<3xi32>\n  %scatter", 1
    )
    assert rules(equal) == []
    assert rules(equal.replace("dense<7>", "dense<[7, 0, 7]>")) == []
    assert rules(equal.replace("dense<7>", "dense<[7, 0, 8]>")) == ["order.value"]


def test_one_index_vector_needs_no_promise() -> None:
    text = hazards()["promise.unset"].example
    one = text.replace("[5, 0, 2]", "[5]").replace("tensor<3xi64>", "tensor<1xi64>").replace("3xi32", "1xi32")
    assert rules(one) == []


def test_both_promises_at_once() -> None:
    (one,) = advice(hazards()["promise.unset"].example.replace("[5, 0, 2]", "[0, 2, 5]"))
    assert one.promises == ("indices_are_sorted", "unique_indices")
    assert one.message.startswith("indices_are_sorted and unique_indices could be promised: ")


def test_what_is_never_reached_gives_no_advice() -> None:
    text = hazards()["bounds.clamped"].example.replace("func.func @main", "func.func private @helper")
    main = "func.func @main(%x: tensor<i32>) -> tensor<i32> {\n  return %x : tensor<i32>\n}\n"
    assert rules(text + main) == ["bounds.clamped"]  # constants are what they are
    module = """
func.func private @helper(%operand: tensor<6xf32>, %at: tensor<3x1xi64>) -> tensor<3xf32> {
  %0 = "stablehlo.gather"(%operand, %at) {
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>
  } : (tensor<6xf32>, tensor<3x1xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""
    assert rules(module + main) == []


def test_hidden_batches_that_are_worth_a_word() -> None:
    text = hazards()["batching.hidden"].example
    (one,) = advice(text)
    assert one.message == (
        "component 0 of the index vectors counts 0 .. 1 along dimension 0 of the indices, so dimension 0 of operand is "
        "a batching dim that isn't written as one"
    )
    assert "hlogen transform FILE --raise-batching-dims" in one.fix
    one_batch = text.replace("2x4x", "1x4x").replace("2x3", "1x3")
    constant = text.replace(
        "stablehlo.concatenate %row, %at, dim = 2\n    :", "stablehlo.concatenate %row, %row, dim = 2 :"
    )
    other_size = text.replace("2x4x", "3x4x")
    for quiet in (one_batch, constant, other_size):
        assert quiet != text
        assert "batching.hidden" not in rules(quiet)


def test_a_read_where_there_is_nothing_needs_no_index() -> None:
    (said,) = advice("""
    func.func @main(%x: tensor<0x4xf32>, %at: tensor<3x0xi64>) -> tensor<3x4xf32> {
      %0 = "stablehlo.gather"(%x, %at) {dimension_numbers = #stablehlo.gather<offset_dims = [1],
        collapsed_slice_dims = [0], index_vector_dim = 1>, slice_sizes = array<i64: 0, 4>}
        : (tensor<0x4xf32>, tensor<3x0xi64>) -> tensor<3x4xf32>
      return %0 : tensor<3x4xf32>
    }""")
    assert said.rule == "undefined.read"
    assert said.message.endswith("is read in dimension 0 of size 0, always: there are no index components")


AT_BOUNDS = """
func.func @main(%operand: tensor<5x4xi32>, %updates: tensor<2x3x{h}x{w}xi32>) -> {result} {{
  %at = stablehlo.constant dense<{starts}> : tensor<2x3x2xi64>
  %0 = {operation}
  return %0 : {result}
}}
"""
GATHERED = """"stablehlo.gather"(%operand, %at) {{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], start_index_map = [1, 0], index_vector_dim = 2>,
    slice_sizes = array<i64: {h}, {w}>
  }} : (tensor<5x4xi32>, tensor<2x3x2xi64>) -> tensor<2x3x{h}x{w}xi32>"""
SCATTERED = """"stablehlo.scatter"(%operand, %at, %updates) ({{
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }}) {{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3],
    scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>}}
    : (tensor<5x4xi32>, tensor<2x3x2xi64>, tensor<2x3x{h}x{w}xi32>) -> tensor<5x4xi32>"""


def told_of_vectors(
    rule: str, words: str, offends: Any, limits: Any, starts: Any, window: tuple[int, int]
) -> list[str]:
    """The line that advice has on the index vectors that offend, counted one by one."""
    vectors = [(place, starts[place].tolist()) for place in np.ndindex(2, 3)]
    found = [(place, vector) for place, vector in vectors if offends(vector)]
    if not found:
        return []
    where = []
    for at, (dim, size) in enumerate(((1, 4), (0, 5))):
        if limits is not None and any(limits(vector[at], at) for _, vector in vectors):
            of_size = "" if window[dim] == 1 else f" for windows of size {window[dim]}"
            where.append(f"dimension {dim} of size {size} has starts 0 .. {size - window[dim]}{of_size}")
    (place, vector), *rest = found
    more = f", and {len(rest)} more of 6 index vectors" if rest else ""
    said = f"index vector {vector} at {[*place]}{more}"
    return [f"{rule}: {words}{': ' + '; '.join(where) if limits is not None else ''}: {said}"]


def test_what_happens_at_the_bounds_is_said_of_the_vectors_to_which_it_does() -> None:
    """Of constants: component 0 starts in dimension 1, component 1 in dimension 0."""
    rng = np.random.default_rng(3)
    rules_seen = set()
    for number in range(60):
        h, w = (int(rng.integers(1, size)) for size in (4, 3))
        spread = int(rng.integers(0, 4))
        starts = rng.integers(-spread, 3 + spread, (2, 3, 2))
        windows, sizes = (w, h), (4, 5)  # of component 0 and 1

        def is_missed(start: int, at: int, windows: Any = windows) -> bool:
            return start + windows[at] <= 0 or start >= sizes[at]  # noqa: B023 - it is called before they change

        def is_out(start: int, at: int, windows: Any = windows) -> bool:
            return start < 0 or start + windows[at] > sizes[at]  # noqa: B023 - as above

        def some(of: Any, vector: Any) -> bool:
            return any(of(start, at) for at, start in enumerate(vector))

        def is_negative(vector: Any) -> bool:
            return min(vector) < 0

        def line(rule: str, words: str, offends: Any, limits: Any = None, starts: Any = starts) -> list[str]:
            return told_of_vectors(rule, words, offends, limits, starts, (h, w))  # noqa: B023 - as above

        if number % 2:
            result, operation = f"tensor<2x3x{h}x{w}xi32>", GATHERED
            expected = line("bounds.negative", "a start index is negative and is clamped to 0", is_negative)
            expected += line(
                "bounds.clamped",
                "a start index is too high and is clamped",
                lambda vector: not is_negative(vector) and some(is_out, vector),
                lambda start, at, windows=windows: start + windows[at] > (4, 5)[at],
            )
        else:
            result, operation = "tensor<5x4xi32>", SCATTERED
            expected = line(
                "bounds.negative",
                "an index is negative and its updates are dropped",
                lambda vector: some(is_missed, vector) and is_negative(vector),
            )
            expected += line(
                "bounds.dropped",
                "updates are out of bounds and dropped",
                lambda vector: some(is_missed, vector) and not is_negative(vector),
                is_missed,
            )
            expected += line(
                "bounds.partial",
                "a window lies partly out of bounds",
                lambda vector: some(is_out, vector) and not some(is_missed, vector),
                is_out,
            )
        text = AT_BOUNDS.format(h=h, w=w, result=result, starts=starts.tolist(), operation=operation.format(h=h, w=w))
        found = [f"{one.rule}: {one.message}" for one in advice(text) if one.rule.startswith("bounds")]
        assert found == expected, text
        rules_seen |= {(number % 2, one.partition(":")[0]) for one in found}
    assert len(rules_seen) == 5


def test_what_is_said_of_ranges() -> None:
    """Starts of which only bounds are known, in two dimensions, one of which is certainly outside."""
    text = """
func.func @main(%operand: tensor<5x4xi32>, %n: tensor<i64>, %m: tensor<1x1xi64>) -> tensor<1x2x3xi32> {
  %low = stablehlo.constant dense<FROM> : tensor<i64>
  %high = stablehlo.constant dense<TO> : tensor<i64>
  %some = stablehlo.clamp %low, %n, %high : tensor<i64>
  %any = stablehlo.reshape %some : (tensor<i64>) -> tensor<1x1xi64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %three = stablehlo.constant dense<3> : tensor<i64>
  %in = stablehlo.clamp %zero, %m, %three : (tensor<i64>, tensor<1x1xi64>, tensor<i64>) -> tensor<1x1xi64>
  %at = stablehlo.concatenate %in, %any, dim = 1 : (tensor<1x1xi64>, tensor<1x1xi64>) -> tensor<1x2xi64>
  %0 = "stablehlo.gather"(%operand, %at) {
    dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1>,
    slice_sizes = array<i64: 2, 3>
  } : (tensor<5x4xi32>, tensor<1x2xi64>) -> tensor<1x2x3xi32>
  return %0 : tensor<1x2x3xi32>
}"""

    def said(low: int, high: int) -> list[str]:
        found = advice(text.replace("FROM", str(low)).replace("TO", str(high)))
        return [f"{one.rule}: {one.message}" for one in found if one.operation.name == "stablehlo.gather"]

    assert said(2, 7) == [
        "bounds.clamped: a start index is too high and is clamped: dimension 1 of size 4 has starts 0 .. 1 for windows "
        "of size 3, always: component 1 is 2 .. 7"
    ]
    assert said(-3, -1) == [
        "bounds.negative: a start index is negative and is clamped to 0, always: component 1 is -3 .. -1"
    ]
    assert said(1, 7) == said(-1, 1) == said(0, 1) == []


def test_what_is_said_of_clamps() -> None:
    def said(low: str, high: str) -> list[str]:
        again = f"""
  %from = stablehlo.constant dense<{low}> : tensor<i64>
  %to = stablehlo.constant dense<{high}> : tensor<i64>
  %open = stablehlo.clamp %high, %to, %from : tensor<i64>
  %again = stablehlo.clamp %from, %at, %to : (tensor<i64>, tensor<3x1xi64>, tensor<i64>) -> tensor<3x1xi64>"""
        found = advice(rows(before=ADD_FOUR + again, indices="%again"))
        return [f"{one.rule}: {one.message}" for one in found if one.operation.name == "stablehlo.clamp"]

    assert said("0", "3") == ["bounds.clamped: the clamp to 0 .. 3 always acts: the indices are 4 .. 6"]
    assert said("4", "6") == ["bounds.idle-clamp: the clamp to 4 .. 6 never acts: the indices are 4 .. 6"]
    assert said("-9", "99") == ["bounds.idle-clamp: the clamp to -9 .. 99 never acts: the indices are 4 .. 6"]
    assert said("7", "8") == ["bounds.clamped: the clamp to 7 .. 8 always acts: the indices are 4 .. 6"]
    assert said("5", "6") == said("4", "5") == []


@pytest.mark.parametrize(
    ("name", "rows_", "index", "message"),
    [
        ("gather", 129, "i8", "indices of type i8 end at 127, but starts in dimension 0 of size 129 go up to 128"),
        ("gather", 300, "ui8", "indices of type ui8 end at 255, but starts in dimension 0 of size 300 go up to 299"),
        ("scatter", 300, "ui8", "indices of type ui8 end at 255, but starts in dimension 0 of size 300 go up to 299"),
        ("scatter", 256, "ui8", None),
    ],
)
def test_index_types_that_are_too_narrow(name: str, rows_: int, index: str, message: str | None) -> None:
    text = rows(rows=rows_, index=index)
    if name == "scatter":
        types = f"tensor<{rows_}x4xf32>, tensor<3x1x{index}>, tensor<3x4xf32>"
        text = f"""func.func @main(%x: tensor<{rows_}x4xf32>, %at: tensor<3x1x{index}>, %u: tensor<3x4xf32>) {{
          %0 = "stablehlo.scatter"(%x, %at, %u) ({{
          ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            stablehlo.return %b : tensor<f32>
          }}) {{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
            scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}} : ({types}) -> tensor<{rows_}x4xf32>
          return
        }}"""
    assert [(one.rule, one.message) for one in advice(text)] == ([("bounds.narrow", message)] if message else [])
