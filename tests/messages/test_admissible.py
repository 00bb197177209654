"""All that is said of admissible results and of verdicts, word for word, with places, counts and reasons."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import interpreter

SCATTER = """"stablehlo.scatter"({x}, %at, {u}) ({{
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    {body}
  }}) {{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1],
      scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}}
    : (tensor<2x3xf32>, tensor<{n}x2xi32>, tensor<{n}xf32>) -> tensor<2x3xf32>"""
AVERAGE = """%s = stablehlo.add %old, %new : tensor<f32>
    %h = stablehlo.divide %s, %two : tensor<f32>
    stablehlo.return %h : tensor<f32>"""
PROGRAM = f"""func.func @main(%x: tensor<2x3xf32>, %at: tensor<9x2xi32>, %u: tensor<9xf32>, %y: tensor<3x12xf32>)
    -> (tensor<2x3xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<4xi32>, tensor<2x3xf32>) {{
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = {SCATTER.format(x="%x", u="%u", n=9, body="stablehlo.return %new : tensor<f32>")}
  %1 = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<3x12xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = {SCATTER.format(x="%x", u="%u", n=9, body=AVERAGE)}
  %many = stablehlo.constant dense<[1.0, 3.0e9, 7.0, 0x7FC00000]> : tensor<4xf32>
  %3 = stablehlo.convert %many : (tensor<4xf32>) -> tensor<4xi32>
  %4 = stablehlo.negate %0 : tensor<2x3xf32>
  return %0, %1, %2, %3, %4 : tensor<2x3xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<4xi32>, tensor<2x3xf32>
}}"""
X = np.arange(6, dtype=np.float32).reshape(2, 3)
AT = np.array([[0, 1], *[[1, 2]] * 2, *[[1, 0]] * 5, [0, 0]], np.int32)
UPDATES = np.array([40, 8, 9, 1, 1, 1, 1, 1, 50], np.float32)
Y = np.zeros((3, 12), np.float32)
Y[1, :4] = [2.0**24, 1, 1, -(2.0**24)]  # 0 to 2


@pytest.fixture(scope="module")
def found() -> interpreter.Admissible:
    return interpreter.admissible(PROGRAM, X, AT, UPDATES, Y, limit=1, samples=3)


@pytest.fixture(scope="module")
def with_sets() -> interpreter.Admissible:
    return interpreter.admissible(PROGRAM, X, AT, UPDATES, Y)


def changed(found: interpreter.Admissible, *changes: tuple[int, tuple[int, ...], float]) -> list[Any]:
    given = [result.copy() for result in found.results]
    for result, index, value in changes:
        given[result][index] = value
    return given


def test_what_each_element_may_be(found: interpreter.Admissible, with_sets: interpreter.Admissible) -> None:
    bounds = with_sets.of(1, 1)
    interval = f"from {bounds.low!s} to {bounds.high!s}"
    said = {
        (with_sets, 0, (0, 1)): ("exactly 40.0, whatever the order", "", ""),
        (with_sets, 0, (1, 2)): ("one of 8.0, 9.0", "left open by stablehlo.scatter at -:5:8", ""),
        (with_sets, 4, (1, 2)): ("one of -8.0, -9.0", "left open by stablehlo.scatter at -:5:8", ""),
        (with_sets, 2, (1, 2)): ("one of 7.5, 7.75", "left open by stablehlo.scatter at -:13:8", ""),
        (with_sets, 1, 1): (interval, "left open by stablehlo.reduce at -:11:24", ""),
        (found, 2, (1, 2)): ("among others, 7.5, 7.75", "left open by stablehlo.scatter at -:13:8", ""),
        (with_sets, 3, 1): (
            "unknown; in the order of indices, 2147483647",
            "left open by stablehlo.convert at -:22:8",
            "stablehlo.convert: the specification doesn't say what a float becomes that the integer type hasn't",
        ),
    }
    for (admissible, result, index), wanted in said.items():
        allowed = admissible.of(result, index)
        assert (str(allowed), allowed.why, allowed.reason) == wanted


def test_what_is_said_of_a_whole(with_sets: interpreter.Admissible) -> None:
    bounds = with_sets.of(1, 1)
    assert str(with_sets) == (
        "admissible results of @main: an order decides 6 of 25 elements\n"
        "          3  one of a set of values\n"
        "          1  between bounds\n"
        "          2  unknown\n"
        "  result 0, first at [1, 2]: one of 8.0, 9.0; left open by stablehlo.scatter at -:5:8\n"
        f"  result 1, first at [1]: from {bounds.low!s} to {bounds.high!s}; left open by stablehlo.reduce at -:11:24\n"
        "  result 2, first at [1, 2]: one of 7.5, 7.75; left open by stablehlo.scatter at -:13:8\n"
        "  result 3, first at [1]: unknown; in the order of indices, 2147483647; left open by stablehlo.convert at "
        "-:22:8\n"
        "  result 4, first at [1, 2]: one of -8.0, -9.0; left open by stablehlo.scatter at -:5:8\n"
        "  stablehlo.convert: the specification doesn't say what a float becomes that the integer type hasn't"
    )
    assert repr(with_sets) == "<admissible results of @main: 6 of 25 elements open>"


def test_what_is_said_of_a_whole_known_by_samples(found: interpreter.Admissible) -> None:
    assert str(found).splitlines()[1:5] == [
        "          1  one of a set of values",
        "          2  between bounds",
        "          1  known by samples only",
        "          2  unknown",
    ]


def test_what_is_said_where_nothing_is_open() -> None:
    text = "func.func @one(%x: tensor<2x3xf32>) -> tensor<2x3xf32> { return %x : tensor<2x3xf32> }"
    found = interpreter.admissible(text, X, entry="one")
    assert str(found) == "admissible results of @one: every order gives the same 6 elements"
    assert repr(found) == "<admissible results of @one: 0 of 6 elements open>"


def test_verdicts(found: interpreter.Admissible, with_sets: interpreter.Admissible) -> None:
    fits = with_sets.contains(changed(with_sets, (0, (1, 2), 8), (4, (1, 2), -8), (1, (1,), 1), (2, (1, 2), 7.5)))
    assert str(fits) == "admissible: all 25 elements are what some order may give"
    assert repr(fits) == f"<{fits}>"
    wrong = with_sets.contains(
        changed(with_sets, (0, (0, 1), 41), (1, (1,), 99), (3, (1,), 5), (2, (1, 2), 5), (3, (3,), 6))
    )
    assert str(wrong) == (
        "inadmissible: 3 inadmissible and 2 undecided of 25 elements\n"
        "  result 0, [0, 1]: 41.0 is inadmissible; allowed: exactly 40.0, whatever the order\n"
        f"  result 1, [1]: 99.0 is inadmissible; allowed: {with_sets.of(1, 1)}; left open by stablehlo.reduce at "
        "-:11:24\n"
        "  result 2, [1, 2]: 5.0 is inadmissible; allowed: one of 7.5, 7.75; left open by stablehlo.scatter at "
        "-:13:8\n"
        "    hint: this is the old value, as if no update had landed\n"
        "  result 3, [1]: 5 is undecided; allowed: unknown; in the order of indices, 2147483647; left open by "
        "stablehlo.convert at -:22:8\n"
        "  result 3, [3]: 6 is undecided; allowed: unknown; in the order of indices, 0; left open by stablehlo.convert "
        "at -:22:8\n"
        "  stablehlo.convert: the specification doesn't say what a float becomes that the integer type hasn't"
    )
    assert repr(wrong) == "<inadmissible: 3 inadmissible and 2 undecided of 25 elements>"
    assert repr(wrong.reasons[2]) == "<result 2, [1, 2]: 5.0 is inadmissible>"
    unclear = found.contains(changed(found, (2, (1, 2), 7)))
    assert str(unclear) == (
        "undecided: 1 undecided of 25 elements\n"
        "  result 2, [1, 2]: 7.0 is undecided; allowed: among others, 7.5, 7.75; left open by stablehlo.scatter at "
        "-:13:8\n"
        "    hint: as if the update at [1] had been lost"
    )


def test_verdicts_on_elements_that_go_together(with_sets: interpreter.Admissible) -> None:
    apart = with_sets.contains(changed(with_sets, (0, (1, 2), 8)))
    assert str(apart) == (
        "inadmissible: 2 inadmissible of 25 elements\n"
        "  result 0, [1, 2]: 8.0 is inadmissible beside the other elements that the same choice of order decides; by "
        "itself allowed: one of 8.0, 9.0; left open by stablehlo.scatter at -:5:8\n"
        "  result 4, [1, 2]: -9.0 is inadmissible beside the other elements that the same choice of order decides; by "
        "itself allowed: one of -8.0, -9.0; left open by stablehlo.scatter at -:5:8"
    )


def test_intervals_with_nan_and_long_sets() -> None:
    text = """func.func @main(%x: tensor<1xf32>, %at: tensor<12x1xi32>, %u: tensor<12xf32>)
    -> (tensor<1xf32>, tensor<1xf32>) {
  %0 = "stablehlo.scatter"(%x, %at, %u) ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    stablehlo.return %new : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
    : (tensor<1xf32>, tensor<12x1xi32>, tensor<12xf32>) -> tensor<1xf32>
  %1 = stablehlo.add %0, %0 : tensor<1xf32>
  %2 = stablehlo.sqrt %1 : tensor<1xf32>
  return %0, %2 : tensor<1xf32>, tensor<1xf32>
}"""
    args = np.zeros(1, np.float32), np.zeros((12, 1), np.int32), np.arange(-2, 10, dtype=np.float32)
    found = interpreter.admissible(text, *args)
    assert str(found.of(0, 0)) == "one of -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0 and 4 more"
    bounds = interpreter.admissible(text, *args, limit=5)
    assert str(bounds.of(1, 0)) == "from 0.0 to 4.2426405, or NaN"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((2, (1, 2), 7), "as if the update at [1] had been lost"),  # (5 + 9) / 2
        ((2, (1, 2), 6.5), "as if the update at [2] had been lost"),
        ((2, (1, 2), 8.125), "as if the update at [1] had been applied twice"),  # ((5 + 8) / 2 + 8) / 2, then 9
        ((2, (1, 2), 8.5), ""),
        ((2, (0, 1), 30.25), "as if the update at [0] had been applied twice"),
        ((2, (0, 1), 1), "this is the old value, as if no update had landed"),
        ((2, (0, 2), 3), "no update lands here"),
        ((1, (0,), 3), ""),  # of no scatter
    ],
)
def test_hints(with_sets: interpreter.Admissible, given: Any, said: str) -> None:
    (reason,) = with_sets.contains(changed(with_sets, given)).reasons
    assert reason.hint == said
