"""triangular_solve against substitution in exact rationals: every form, and what must not be read."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from helpers.one_op import dtype, run_op, word

from hlogen.errors import ExecutionError

FORMS = list(itertools.product([True, False], [True, False], [True, False], ["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"]))


def solve(
    a: np.ndarray[Any, Any], b: np.ndarray[Any, Any], type: str, left: bool, lower: bool, unit: bool, transpose: str
) -> Any:
    attributes = {
        "left_side": left,
        "lower": lower,
        "unit_diagonal": unit,
        "transpose_a": word("transpose", transpose),
    }
    result = "x".join(map(str, b.shape)) + f"x{type}"
    return run_op("stablehlo.triangular_solve", [(type, a), (type, b)], result, attributes)


def coefficients(a: np.ndarray[Any, Any], lower: bool, unit: bool, transpose: str) -> np.ndarray[Any, Any]:
    """op(a) with zeros in the triangle that isn't named."""
    named = np.tril(a) if lower else np.triu(a)
    if unit:
        named = named - np.diag(np.diag(named)) + np.eye(len(a))
    if transpose != "NO_TRANSPOSE":
        named = named.T
    return named.conj() if transpose == "ADJOINT" else named


def hidden(a: np.ndarray[Any, Any], lower: bool, unit: bool) -> np.ndarray[Any, Any]:
    """`a` with NaN wherever it must not be read."""
    a = a.copy()
    a[np.triu_indices(len(a), 1) if lower else np.tril_indices(len(a), -1)] = np.nan
    if unit:
        np.fill_diagonal(a, np.nan)
    return a


@pytest.mark.share(4)
@pytest.mark.parametrize("type", ["f64", "f32", "f16", "complex<f32>", "complex<f64>"])
@pytest.mark.parametrize(("left", "lower", "unit", "transpose"), FORMS)
def test_every_form_with_whole_solutions(left, lower, unit, transpose, type) -> None:
    draw = np.random.default_rng(5)
    a = draw.integers(-3, 4, (4, 4)).astype(np.complex128)
    x = draw.integers(-3, 4, (4, 2) if left else (2, 4)).astype(np.complex128)
    if type.startswith("c"):
        a, x = a + 1j * draw.integers(-3, 4, a.shape), x + 1j * draw.integers(-3, 4, x.shape)
    np.fill_diagonal(a, [2, -1, 4, 1])
    matrix = coefficients(a, lower, unit, transpose)
    b = matrix @ x if left else x @ matrix
    a, b, x = (m if type.startswith("c") else m.real for m in (a, b, x))
    given = hidden(a, lower, unit).astype(dtype(type))
    assert solve(given, b.astype(dtype(type)), type, left, lower, unit, transpose).tolist() == x.tolist()


@pytest.mark.parametrize("type", ["f32", "bf16", "f8E4M3FN"])
def test_one_rounding(type) -> None:
    draw = np.random.default_rng(1)
    n = 5
    a = (draw.standard_normal((n, n)) + 3 * np.eye(n)).astype(dtype(type))
    b = draw.standard_normal((n, 1)).astype(dtype(type))
    x = [Fraction(0)] * n
    for i in range(n):
        rest = Fraction(float(b[i, 0])) - sum(Fraction(float(a[i, k])) * x[k] for k in range(i))
        x[i] = rest / Fraction(float(a[i, i]))
    expected = np.array([[float(value)] for value in x]).astype(dtype(type))
    result = solve(a, b, type, True, True, False, "NO_TRANSPOSE")
    assert result.astype(np.float64).tolist() == expected.astype(np.float64).tolist()


@pytest.mark.parametrize("size", [1, 16, 17, 50])
def test_blocks_and_batches(size) -> None:
    """With ones on and minus ones beside the diagonal, x is the running sum of b."""
    a = np.broadcast_to(np.eye(size) - np.eye(size, k=-1), (3, 2, size, size))
    b = np.arange(3 * 2 * size * 2, dtype=np.float64).reshape(3, 2, size, 2)
    assert solve(a, b, "f64", True, True, False, "NO_TRANSPOSE").tolist() == np.cumsum(b, -2).tolist()
    a = a + 6 * np.eye(size)  # which nobody looks at
    turned = solve(a.swapaxes(-1, -2), b[..., ::-1, :], "f64", True, False, True, "NO_TRANSPOSE")
    assert turned[..., ::-1, :].tolist() == np.cumsum(b, -2).tolist()


def test_a_zero_on_the_diagonal_divides() -> None:
    a, b = np.array([[0.0, 0], [1, 1]]), np.array([[1.0, 0], [0, 0]])
    result = solve(a, b, "f64", True, True, False, "NO_TRANSPOSE")
    assert np.isposinf(result[0, 0])
    assert np.isnan(result[0, 1])


@pytest.mark.parametrize(("a", "b"), [((0, 0), (0, 2)), ((3, 3), (3, 0)), ((0, 2, 2), (0, 2, 1))])
def test_nothing_to_solve(a, b) -> None:
    solve(np.ones(a, np.float32), np.ones(b, np.float32), "f32", True, True, False, "NO_TRANSPOSE")


def test_refused() -> None:
    square = np.ones((2, 2), np.int32)
    with pytest.raises(ExecutionError, match="isn't defined on elements of type i32"):
        solve(square, square, "i32", True, True, False, "NO_TRANSPOSE")
    with pytest.raises(ExecutionError, match="TRANSPOSE_INVALID, expected"):
        solve(square.astype("f4"), square.astype("f4"), "f32", True, True, False, "TRANSPOSE_INVALID")
