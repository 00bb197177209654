"""Verdicts and what they say; what admissible results say of themselves."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import interpreter
from interpreter.possible.hints import MOST_UPDATES

SCATTER = """
func.func @main(%x: tensor<2x3xf32>, %i: tensor<3x1xi32>, %u: tensor<3x3xf32>) -> tensor<2x3xf32> {{
  %r = "stablehlo.scatter"(%x, %i, %u) ({{
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    {body}
  }}) {{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
        scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}
    : (tensor<2x3xf32>, tensor<3x1xi32>, tensor<3x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}}
"""
SET = SCATTER.format(body="stablehlo.return %new : tensor<f32>")
ADD = SCATTER.format(body="%0 = stablehlo.add %old, %new : tensor<f32> stablehlo.return %0 : tensor<f32>")
ARGS = (
    np.arange(6, dtype=np.float32).reshape(2, 3),
    np.array([[1], [1], [7]], np.int32),
    np.array([[10, 20, 30], [40, 20, 60], [70, 80, 90]], np.float32),
)


def results(*last: float) -> list[Any]:
    return [np.array([[0, 1, 2], last], np.float32)]


def test_admissible_results_describe_themselves() -> None:
    found = interpreter.admissible(SET, *ARGS)
    assert found.open == {"set": 2, "interval": 0, "sampled": 0, "unknown": 0}
    assert found.results[0].tolist() == [[0, 1, 2], [40, 20, 60]]
    assert not found.results[0].flags.writeable
    single, choice = found.of(0, (1, 1)), found.of(0, (1, 2))
    assert (single.kind, single.values.tolist(), single.why) == ("single", [20.0], "")
    assert (choice.kind, sorted(choice.values.tolist()), choice.exact) == ("set", [30.0, 60.0], True)
    assert re.fullmatch(r"left open by stablehlo.scatter at -:3:\d+", choice.why)
    assert (single.reason, choice.reason) == ("", "")
    kind, shown = str(found).splitlines()[1:]  # and no reason, as nobody needs to be told why it is a set
    assert kind.split() == ["2", "one", "of", "a", "set", "of", "values"]
    assert shown.startswith("  result 0, first at [1, 0]: ")
    assert "an order decides 2 of 6 elements" in str(found)
    assert repr(found) == "<admissible results of @main: 2 of 6 elements open>"


@pytest.mark.parametrize(("result", "index"), [(1, (0, 0)), (-1, (0, 0)), (0, (2, 0)), (0, (0, -1)), (0, (0,)), (0, 0)])
def test_there_is_no_such_element(result: int, index: Any) -> None:
    with pytest.raises(interpreter.UsageError, match=r"there is no result|it has no element"):
        interpreter.admissible(SET, *ARGS).of(result, index)


@pytest.mark.parametrize(
    ("result", "index", "message"),
    [
        ("a", (1, 1), "@main has 1 result, counted from 0; there is no result 'a'"),
        (0, None, "an index is an integer, or one for each dimension of the result, not None"),
        (0, 1.5, "not 1.5"),
        (0, (1, "x"), "not (1, 'x')"),
        (0, True, "not True"),
    ],
)
def test_what_is_no_index(result: Any, index: Any, message: str) -> None:
    with pytest.raises(interpreter.UsageError, match=re.escape(message)):
        interpreter.admissible(SET, *ARGS).of(result, index)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"limit": "x"}, "limit is a number of alternatives and orders, from 1 on, not 'x'"),
        ({"limit": 0}, "from 1 on, not 0"),
        ({"samples": 1.5}, "samples is a number of random orders, from 0 on, not 1.5"),
        ({"seed": -1}, "seed is a number to draw random orders from, from 0 on, not -1"),
        ({"seed": None}, "not None"),
        ({"ulps": True}, "not True"),
        ({"reassociate": "yes"}, "reassociate is True or False, not 'yes'"),
    ],
)
def test_options_that_are_no_numbers(options: dict[str, Any], message: str) -> None:
    with pytest.raises(interpreter.UsageError, match=re.escape(message)):
        interpreter.admissible(SET, *ARGS, **options)


def test_numbers_have_the_digits_of_their_type() -> None:
    updates = (ARGS[2] / 100).astype(np.float32)
    found = interpreter.admissible(SET, *ARGS[:2], updates)
    assert str(found.of(0, (1, 0))) in ("one of 0.1, 0.4", "one of 0.4, 0.1")
    assert "[1, 0]: 0.7 is inadmissible" in str(found.contains(results(0.7, 0.2, 0.3)))


def test_what_is_possible_is_listed_once() -> None:
    text = """
    func.func @main(%x: tensor<4xf32>, %y: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
      %0:2 = "stablehlo.sort"(%x, %y) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
        %lt = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %lt : tensor<i1>
      }) {dimension = 0 : i64, is_stable = false}
        : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
      return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
    }
    """
    found = interpreter.admissible(text, np.array([0.0, -0.0, 0.0, 0.0], np.float32), np.array([1, 2, 1, 1], np.int32))
    assert str(found.of(0, 2)) in ("one of 0.0, -0.0", "one of -0.0, 0.0")
    assert found.of(1, 0).values.tolist() == [1, 2]


def test_rows_may_come_from_different_updates() -> None:
    """The schedule is one of elements, not of windows."""
    found = interpreter.admissible(SET, *ARGS)
    for last in ((10, 20, 30), (40, 20, 60), (10, 20, 60), (40, 20, 30)):
        verdict = found.contains(results(*last))
        assert verdict
        assert (verdict.status, verdict.reasons, verdict.inadmissible) == ("admissible", (), 0)
    assert str(verdict) == "admissible: all 6 elements are what some order may give"


def test_reasons_name_the_elements_and_what_the_value_looks_like() -> None:
    found = interpreter.admissible(SET, *ARGS)
    verdict = found.contains(results(3, 20, 31))
    assert not verdict
    assert (verdict.status, verdict.inadmissible, verdict.undecided) == ("inadmissible", 2, 0)
    first, second = verdict.reasons
    assert (first.result, first.index, first.value, first.allowed.kind) == (0, (1, 0), 3.0, "set")
    assert first.hint == "this is the old value, as if no update had landed"
    assert (second.index, second.hint) == ((1, 2), "")
    assert "result 0, [1, 0]: 3.0 is inadmissible; allowed: one of" in str(verdict)
    untouched = found.contains([np.array([[0, 9, 2], [40, 20, 60]], np.float32)]).reasons[0]
    assert untouched.hint == "no update lands here"
    assert "exactly 1.0, whatever the order" in str(untouched)


@pytest.mark.parametrize("factor", [1, -1, 2])
@pytest.mark.parametrize("body", ["add %old, %scaled", "subtract %old, %scaled"])
def test_lost_and_repeated_updates_are_recognised(body: str, factor: float) -> None:
    """Whatever the body does with its two arguments, and with a value from outside."""
    text = SCATTER.format(
        body=f"""%scaled = stablehlo.multiply %new, %factor : tensor<f32>
    %0 = stablehlo.{body} : tensor<f32>
    stablehlo.return %0 : tensor<f32>"""
    ).replace("  %r =", f"  %factor = stablehlo.constant dense<{factor}.0> : tensor<f32>\n  %r =")
    by = factor if body.startswith("add") else -factor
    found = interpreter.admissible(text, *ARGS)
    assert found.contains(results(3 + 50 * by, 4 + 40 * by, 5 + 90 * by))
    lost, twice, other = found.contains(results(3 + 10 * by, 4 + 60 * by, 6 + 90 * by)).reasons
    assert lost.hint == "as if the update at [1, 0] had been lost"
    assert twice.hint == "as if the update at [0, 1] had been applied twice"
    assert other.hint == ""


@pytest.mark.parametrize("count", [MOST_UPDATES, MOST_UPDATES + 1])
def test_of_up_to_so_many_updates_each_is_left_out_in_turn(count: int) -> None:
    text = ADD.replace("tensor<3x1xi32>", f"tensor<{count}x1xi32>").replace("tensor<3x3xf32>", f"tensor<{count}x3xf32>")
    found = interpreter.admissible(text, ARGS[0], np.ones((count, 1), np.int32), np.ones((count, 3), np.float32))
    (reason, *_) = found.contains(results(3 + count - 1, 4 + count, 5 + count)).reasons
    assert reason.hint == ("as if the update at [0, 0] had been lost" if count == MOST_UPDATES else "")


def test_a_lost_update_is_recognised_by_a_sum_that_is_rounded_otherwise() -> None:
    """Whoever loses an update may add the others in another order; and what is far from that looks like nothing."""
    x, indices = ARGS[0], np.ones((3, 1), np.int32)
    updates = np.array([[0, 0, 0.3], [0, 0, 1000.1], [0, 0, 0.7]], np.float32)
    found = interpreter.admissible(ADD, x, indices, updates, limit=1)
    assert found.of(0, (1, 2)).kind == "interval"
    lost = np.float32(5 + 0.3 + 1000.1)

    def hints(value: Any) -> list[str]:
        return [reason.hint for reason in found.contains(results(3, 4, value)).reasons]

    for value in (lost, np.nextafter(lost, np.float32(0)), np.nextafter(lost, np.float32(2000))):
        assert hints(value) == ["as if the update at [2, 2] had been lost"]
    assert hints(lost + np.float32(0.1)) == hints(lost - np.float32(0.1)) == [""]


def test_nan_is_nan_and_zeros_have_signs() -> None:
    x, indices, updates = (array.copy() for array in ARGS)
    updates[0] = [np.nan, 0.0, 1.0]
    updates[1] = [1.0, -0.0, 1.0]
    found = interpreter.admissible(SET, x, indices, updates)
    nan = np.array([-1], np.int32).view(np.float32)[0]
    assert found.contains(results(nan, -0.0, 1))
    assert found.contains(results(1, 0.0, 1))
    updates[1] = [1.0, 0.0, 1.0]
    assert not interpreter.admissible(SET, x, indices, updates).contains(results(1, -0.0, 1))


def test_many_offending_elements_are_counted() -> None:
    x = np.zeros((2, 3), np.float32)
    verdict = interpreter.admissible(SET, *ARGS).contains([x - 1])
    assert verdict.inadmissible == 6
    text = "func.func @main(%x: tensor<100xi32>) -> tensor<100xi32> { return %x : tensor<100xi32> }"
    verdict = interpreter.admissible(text, np.zeros(100, np.int32)).contains([np.ones(100, np.int32)])
    assert (verdict.inadmissible, len(verdict.reasons)) == (100, 8)
    assert str(verdict).endswith("and 92 more")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "@main has 1 result (tensor<2x3xf32>), got 0"),
        (np.zeros((2, 3), np.float32), "got 2; put a single array into a list"),
        (np.float32(3), "a sequence of arrays, one for each result of @main, not"),
        (None, "not None"),
        (3, "not 3"),
        ([1, 2], "got 2"),
        ([np.zeros((3, 2), np.float32)], "result 0"),
        ([np.zeros((2, 3), np.float64)], "result 0"),
    ],
)
def test_results_that_dont_fit(given: Any, message: str) -> None:
    with pytest.raises(interpreter.UsageError, match=re.escape(message)):
        interpreter.admissible(SET, *ARGS).contains(given)


def test_unknown_elements_are_undecided() -> None:
    text = """
    func.func @main(%x: tensor<3xf32>, %init: tensor<f32>) -> tensor<f32> {
      %r = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [0]
        : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
      return %r : tensor<f32>
    }
    """
    found = interpreter.admissible(text, np.array([1, 2, 3], np.float32), np.float32(1))
    assert found.of(0).kind == "unknown"
    assert found.contains([7.0])
    verdict = found.contains([8.0])
    assert (verdict.status, bool(verdict), verdict.undecided) == ("undecided", False, 1)
    assert "undecided" in str(verdict)


@pytest.mark.parametrize("undecided", [0, 1, 9, 40])
@pytest.mark.parametrize("wrong", [0, 7, 8, 12])
def test_elements_that_are_not_described_are_counted(wrong: int, undecided: int) -> None:
    """Over all results, whether they are impossible or not known to be possible."""
    text = """
    func.func @main(%x: tensor<40x3xf32>, %init: tensor<f32>, %y: tensor<12xf32>) -> (tensor<40xf32>, tensor<12xf32>) {
      %r = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [1]
        : (tensor<40x3xf32>, tensor<f32>) -> tensor<40xf32>
      return %r, %y : tensor<40xf32>, tensor<12xf32>
    }
    """
    found = interpreter.admissible(text, np.ones((40, 3), np.float32), np.float32(1), np.zeros(12, np.float32))
    sums, copies = (result.copy() for result in found.results)
    sums[:undecided] += 1
    copies[:wrong] += 1
    verdict = found.contains([sums, copies])
    assert (verdict.inadmissible, verdict.undecided) == (wrong, undecided)
    described = [reason.status for reason in verdict.reasons]
    assert described == (["inadmissible"] * wrong + ["undecided"] * undecided)[:8]
    assert re.findall(r"and (-?\d+) more", str(verdict)) == (
        [str(wrong + undecided - 8)] if wrong + undecided > 8 else []
    )


def test_tuples_are_counted_one_by_one() -> None:
    text = """
    func.func @main(%x: tensor<2xi32>, %y: tensor<f32>) -> tuple<tensor<2xi32>, tuple<tensor<f32>>> {
      %0 = stablehlo.tuple %y : tuple<tensor<f32>>
      %1 = stablehlo.tuple %x, %0 : tuple<tensor<2xi32>, tuple<tensor<f32>>>
      return %1 : tuple<tensor<2xi32>, tuple<tensor<f32>>>
    }
    """
    args = np.array([1, 2], np.int32), np.float32(3)
    found = interpreter.admissible(text, *args)
    assert found.contains(interpreter.run(text, *args))
    assert found.of(1).values.tolist() == [3.0]
    assert found.contains([(np.array([1, 5], np.int32), (np.float32(3),))]).reasons[0].index == (1,)
