"""Transforms, decompositions and solutions: unknown, unless it is said how far off they may be."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import interpreter

Array = np.ndarray[Any, Any]

FFT = """func.func @main(%x: tensor<2x8xcomplex<f32>>) -> tensor<2x8xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [8] : (tensor<2x8xcomplex<f32>>) -> tensor<2x8xcomplex<f32>>
  return %0 : tensor<2x8xcomplex<f32>>
}"""
CHOLESKY = """func.func @main(%a: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %0 = "stablehlo.cholesky"(%a) {lower = true} : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %0 : tensor<2x4x4xf32>
}"""
SOLVE = """func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}"""


def given(text: str) -> list[Array]:
    rng = np.random.default_rng(0)
    if text is FFT:
        return [(rng.normal(size=(2, 8)) + 1j * rng.normal(size=(2, 8))).astype(np.complex64)]
    x = rng.normal(size=(2, 4, 4))
    if text is CHOLESKY:
        return [(x @ x.swapaxes(1, 2) + np.eye(4)).astype(np.float32)]
    return [(np.tril(x[0]) + 3 * np.eye(4)).astype(np.float32), rng.normal(size=(4, 2)).astype(np.float32)]


def in_f32(text: str, args: list[Array]) -> Array:
    """By another implementation, in f32."""
    if text is FFT:
        places = np.arange(8)
        turns = np.exp(-2j * np.pi * np.outer(places, places) / 8).astype(np.complex64)
        found: Array = args[0] @ turns
        return found
    if text is CHOLESKY:
        return np.linalg.cholesky(args[0])
    x = np.zeros_like(args[1])
    for i in range(4):
        x[i] = (args[1][i] - args[0][i] @ x) / args[0][i, i]
    return x


@pytest.mark.parametrize("text", [FFT, CHOLESKY, SOLVE])
def test_without_accuracy_another_result_is_undecided(text: str) -> None:
    args = given(text)
    admissible = interpreter.admissible(text, *args)
    (own,) = admissible.results
    assert admissible.contains([own])
    verdict = admissible.contains([own * np.float32(1.001)])
    assert verdict.status == "undecided"
    assert "the specification defines it over real numbers" in str(verdict)
    assert "--ulps" in str(verdict)


@pytest.mark.parametrize("text", [FFT, CHOLESKY, SOLVE])
def test_with_accuracy_results_near_by_are_admissible_and_others_are_not(text: str) -> None:
    args = given(text)
    admissible = interpreter.admissible(text, *args, ulps=8)
    found = in_f32(text, args)
    assert admissible.contains([found]), admissible.contains([found])
    wrong = found.copy()
    wrong.reshape(-1)[0] *= np.float32(1.001)
    assert admissible.contains([wrong]).status == "inadmissible"


def test_the_scale_is_that_of_one_transform() -> None:
    (x,) = given(FFT)
    x[0] *= 1e6
    admissible = interpreter.admissible(FFT, x, ulps=8)
    widths = [abs(admissible.of(0, (row, 0)).high - admissible.of(0, (row, 0)).low) for row in (0, 1)]
    assert widths[0] > 1e4 * widths[1]


def test_the_other_triangle_of_a_decomposition_is_open_and_so_is_what_has_none() -> None:
    (a,) = given(CHOLESKY)
    a[1, 3, 3] = -1
    admissible = interpreter.admissible(CHOLESKY, a, ulps=8)
    assert admissible.of(0, (0, 0, 1)).kind == "unknown"
    assert admissible.of(0, (0, 1, 0)).kind == "interval"
    assert admissible.of(0, (1, 0, 0)).kind == "unknown"


def test_bounds_of_complex_numbers_are_followed_into_parts_and_moduli() -> None:
    text = FFT.replace("-> tensor<2x8xcomplex<f32>> {", "-> (tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>) {")
    text = (
        text[: text.index("  return")]
        + """
      %1 = stablehlo.real %0 : (tensor<2x8xcomplex<f32>>) -> tensor<2x8xf32>
      %2 = stablehlo.imag %0 : (tensor<2x8xcomplex<f32>>) -> tensor<2x8xf32>
      %3 = stablehlo.abs %0 : (tensor<2x8xcomplex<f32>>) -> tensor<2x8xf32>
      return %1, %2, %3 : tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>
    }"""
    )
    (x,) = given(FFT)
    admissible = interpreter.admissible(text, x, ulps=8)
    assert admissible.open["unknown"] == 0
    found = in_f32(FFT, [x])
    results = [np.ascontiguousarray(found.real), np.ascontiguousarray(found.imag), np.abs(found)]
    assert admissible.contains(results), admissible.contains(results)
    for number in range(3):
        wrong = [array.copy() for array in results]
        wrong[number][1, 2] *= np.float32(1.0001)
        assert admissible.contains(wrong).status == "inadmissible"
    zero = interpreter.admissible(text, np.zeros((2, 8), np.complex64), ulps=8)
    assert zero.of(2, (0, 0)).low <= 0 < zero.of(2, (0, 0)).high


def test_a_result_may_be_off_by_the_smallest_number_where_all_are_zero() -> None:
    least = np.full((2, 8), np.finfo(np.float32).smallest_subnormal, np.complex64)
    admissible = interpreter.admissible(FFT, np.zeros((2, 8), np.complex64), ulps=8)
    assert admissible.contains([least])
    assert admissible.contains([9 * least]).status == "inadmissible"


def test_the_scale_is_that_of_one_solution() -> None:
    """The columns of x are solutions of a x = b, the rows are those of x a = b."""
    a, b = given(SOLVE)
    b[:, 0] *= 1e6
    right = SOLVE.replace("left_side = true", "left_side = false").replace("4x2", "2x4")
    for text, value, one, other in ((SOLVE, b, (0, 0), (0, 1)), (right, b.T.copy(), (0, 3), (1, 3))):
        admissible = interpreter.admissible(text, a, value, ulps=8)
        widths = [float(admissible.of(0, at).high) - float(admissible.of(0, at).low) for at in (one, other)]
        assert widths[0] > 1e4 * widths[1], text


def test_the_scale_of_complex_numbers_is_that_of_the_larger_part() -> None:
    ones = np.ones((2, 8), np.complex64)
    real, turned = (interpreter.admissible(FFT, x, ulps=8).of(0, (0, 1)) for x in (ones, ones * np.complex64(1j)))
    assert real.high - real.low == turned.high - turned.low


def test_of_a_matrix_of_a_high_condition_more_is_allowed() -> None:
    """1000004 - 1000.00006 ** 2 = 3.875 in f32, where 3.965 is right: a rounding of 1000004 is as much."""
    text = CHOLESKY.replace("2x4x4", "2x2")
    a = np.array([[4.409999847412109, 2100], [2100, 1000004]], np.float32)
    own = in_f32(CHOLESKY, [a])
    assert interpreter.admissible(text, a, ulps=4).contains([own])
    own[0, 0] *= np.float32(1.1)
    assert not interpreter.admissible(text, np.eye(2, dtype=np.float32), ulps=4).contains([own])
    with_zero = SOLVE.replace("4x4", "2x2").replace("4x2", "2x2")
    zeros = np.zeros((2, 2), np.float32)
    assert interpreter.admissible(with_zero, zeros, zeros, ulps=4).contains([zeros]).status == "undecided"


def test_a_transform_whose_sums_may_overflow_is_unknown() -> None:
    x = np.zeros((2, 8), np.complex64)
    x[1, 0] = np.finfo(np.float32).max
    (own,) = interpreter.run(FFT, x)
    admissible = interpreter.admissible(FFT, x, ulps=4)
    assert admissible.contains([own * np.float32(0.5)]).status == "undecided"
    assert admissible.of(0, (0, 0)).kind != "unknown"


def test_what_cancels_in_a_transform_may_be_off_by_as_much_as_it_is_made_of() -> None:
    x = np.ones((2, 8), np.complex64)
    (own,) = interpreter.run(FFT, x)
    admissible = interpreter.admissible(FFT, x, ulps=4)
    assert own[0, 1] == 0
    assert admissible.contains([own + np.complex64(1e-7)])
    assert not admissible.contains([own + np.complex64(1e-4)])


def test_an_inverse_transform_is_as_far_off_as_it_is_smaller():
    """Of the same numbers, it is the transform of their conjugates divided by how many there are; all is rounded so."""
    x = np.random.default_rng(0).normal(size=(2, 8)).astype(np.complex64)
    widths = []
    for type in ("FFT", "IFFT"):
        found = interpreter.admissible(FFT.replace("type = FFT", f"type = {type}"), x, ulps=2)
        ends = [found.of(0, (1, k)) for k in range(8)]
        widths.append(np.array([float(np.real(each.high)) - float(np.real(each.low)) for each in ends]))
    assert (widths[0] > 0).all()
    np.testing.assert_allclose(widths[0] / widths[1], 8, rtol=0.3)
