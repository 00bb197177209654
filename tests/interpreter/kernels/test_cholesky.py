"""cholesky against exact factors, in exact rationals, and against XLA in what the specification leaves open."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from helpers.one_op import dtype, run_op

from hlogen.backends import backend
from hlogen.errors import ExecutionError

NAN = np.nan
L = np.array([[2, 0, 0], [-1, 3, 0], [4, 0.5, 1]])
LC = np.array([[2, 0, 0], [-1 + 1j, 3, 0], [4j, 0.5 - 2j, 1]])


def product(factor: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The factor times its adjoint: exact, as the elements are small."""
    return factor @ factor.conj().T


def cholesky(a: np.ndarray[Any, Any], type: str, *, lower: bool) -> Any:
    return run_op("stablehlo.cholesky", [(type, a)], "x".join(map(str, a.shape)) + f"x{type}", {"lower": lower})


@pytest.mark.parametrize("type", ["f64", "f32", "f16", "bf16", "f8E5M2", "complex<f32>", "complex<f64>"])
def test_exact_factors(type) -> None:
    factor = (LC if type.startswith("c") else L).astype(dtype(type))
    wide = factor.astype(np.complex128 if type.startswith("c") else np.float64)
    if type == "f8E5M2":
        wide = np.array([[2.0, 0, 0], [-1, 1, 0], [2, 0, 1]])
        factor = wide.astype(dtype(type))
    a = product(wide).astype(dtype(type))
    assert cholesky(a, type, lower=True).tolist() == factor.tolist()
    assert cholesky(a, type, lower=False).tolist() == factor.conj().T.tolist()


@pytest.mark.parametrize("lower", [True, False])
def test_the_other_triangle_is_not_read(lower) -> None:
    a = product(L)
    hidden = a.copy()
    hidden[np.triu_indices(3, 1) if lower else np.tril_indices(3, -1)] = NAN
    expected = L if lower else L.T
    assert cholesky(hidden, "f64", lower=lower).tolist() == expected.tolist()


def test_batches_and_a_matrix_that_has_no_factor() -> None:
    a = np.stack([[product(L), -product(L)], [np.eye(3), np.full((3, 3), NAN)]])
    result = cholesky(a, "f64", lower=True)
    assert result[0, 0].tolist() == L.tolist()
    assert result[1, 0].tolist() == np.eye(3).tolist()
    assert np.isnan(result[0, 1]).all()
    assert np.isnan(result[1, 1]).all()


@pytest.mark.parametrize("shape", [(0, 0), (2, 0, 0), (0, 3, 3)])
def test_nothing_to_decompose(shape) -> None:
    cholesky(np.zeros(shape, np.float32), "f32", lower=True)


def test_f32_is_rounded_once() -> None:
    """Against Cholesky's recurrence in exact rationals, roots of 200 bits."""
    draw = np.random.default_rng(3)
    b = draw.standard_normal((6, 6)).astype(np.float32)
    a = (b @ b.T + 6 * np.eye(6)).astype(np.float32)
    a = np.tril(a) + np.tril(a, -1).T
    exact = [[Fraction(0)] * 6 for _ in range(6)]
    for i in range(6):
        for j in range(i + 1):
            rest = Fraction(float(a[i, j])) - sum(exact[i][k] * exact[j][k] for k in range(j))
            if i == j:
                exact[i][j] = Fraction(math.isqrt(rest.numerator * 4**200 // rest.denominator), 2**200)
            else:
                exact[i][j] = rest / exact[j][j]
    expected = np.array([[float(x) for x in row] for row in exact]).astype(np.float32)
    np.testing.assert_array_max_ulp(cholesky(a, "f32", lower=True), expected, maxulp=1)


def test_integers_have_no_factors() -> None:
    with pytest.raises(ExecutionError, match="isn't defined on elements of type i32"):
        cholesky(np.eye(2, dtype=np.int32), "i32", lower=True)


@pytest.mark.parametrize("lower", ["true", "false"])
def test_xla_agrees_on_what_is_left_open(lower) -> None:
    program = f"""
func.func @main(%a: tensor<2x3x3xf64>) -> tensor<2x3x3xf64> {{
  %0 = stablehlo.cholesky %a, lower = {lower} : tensor<2x3x3xf64>
  return %0 : tensor<2x3x3xf64>
}}
"""
    a = np.stack([product(L), -product(L)])
    (ours,), (theirs,) = backend("interpreter").run(program, a), backend("xla").run(program, a)
    triangle = np.tril_indices(3) if lower == "true" else np.triu_indices(3)
    np.testing.assert_allclose(ours[0][triangle], theirs[0][triangle], rtol=1e-15)
    assert np.isnan(ours[1]).all()
    assert np.isnan(theirs[1][triangle]).all()
