"""cholesky and triangular_solve in models, against NumPy's decompositions and solutions."""

from __future__ import annotations

from itertools import islice, product
from typing import Any

import numpy as np
import pytest
from helpers import campaign
from helpers.onnx_parts import Array, calling, drawn, require_close, results_of

SHAPES = [((), 1), ((), 4), ((2,), 3), ((2, 3), 5), ((), 20), ((0,), 3), ((), 0)]
DTYPES = {np.float16: 4e-3, np.float32: 2e-5, np.float64: 1e-11, np.complex64: 2e-5, np.complex128: 1e-11}


def triangle(lower: bool, size: int) -> Array:
    return np.tri(size, dtype=bool) if lower else np.tri(size, dtype=bool).T


def hermitian(shape: tuple[int, ...], dtype: Any) -> Array:
    x = drawn((*shape, shape[-1]), np.complex128 if np.dtype(dtype).kind == "c" else np.float64)
    product = x @ x.conj().swapaxes(-1, -2) + 3 * np.eye(shape[-1])
    return np.asarray(product).astype(dtype)


@pytest.mark.share(3)
@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize(("batch", "size"), SHAPES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_cholesky(dtype: Any, batch: tuple[int, ...], size: int, lower: bool) -> None:
    """What stands in the other triangle isn't read, nor an imaginary part on the diagonal."""
    a = hermitian((*batch, size), dtype)
    wide = a.astype(np.result_type(dtype, np.float64))
    wanted = np.linalg.cholesky(wide)
    wanted = (wanted if lower else wanted.conj().swapaxes(-1, -2)).astype(dtype)
    given = np.where(triangle(lower, size), a, np.nan).astype(dtype)
    if given.dtype.kind == "c" and size:
        given[..., 0, 0] += 5j
    text = calling("stablehlo.cholesky", [given], wanted, attributes=f"lower = {str(lower).lower()}")
    require_close(results_of(text, [dtype], given), [wanted], DTYPES[dtype])


@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("dtype", [np.float32, np.complex64])
def test_a_matrix_that_is_not_positive_definite_is_nan_and_its_neighbours_are_not(dtype: Any, lower: bool) -> None:
    a = hermitian((3, 4), dtype)
    a[1, 2, 2] = -1
    a[2] = 0
    text = calling("stablehlo.cholesky", [a], a, attributes=f"lower = {str(lower).lower()}")
    (found,) = results_of(text, [dtype], a)
    assert np.isnan(found[1:].real).all()
    wanted = np.linalg.cholesky(a[0])
    require_close([found[0]], [wanted if lower else wanted.conj().T], 2e-5)


@campaign.every(5)
@pytest.mark.parametrize(("batch", "size", "columns"), [((), 3, 2), ((2,), 4, 1), ((), 17, 3), ((), 0, 2)])
@pytest.mark.parametrize("dtype", [np.float32, np.complex128])
def test_triangular_solve(dtype: Any, batch: tuple[int, ...], size: int, columns: int, every: int) -> None:
    flags = product((True, False), (True, False), (True, False))
    forms = product(flags, ("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"))
    for (left, lower, unit), kind in islice(forms, size % every, None, every):
        a = (drawn((*batch, size, size), dtype) / 4 + 2 * np.eye(size)).astype(dtype)
        b = drawn((*batch, size, columns) if left else (*batch, columns, size), dtype, 1)
        keep = triangle(lower, size) & ~(np.eye(size, dtype=bool) & unit)
        matrix = np.where(keep, a, 0) + (np.eye(size) if unit else 0)
        op = matrix if kind == "NO_TRANSPOSE" else matrix.swapaxes(-1, -2)
        op = op.conj() if kind == "ADJOINT" else op
        if left:
            wanted = np.linalg.solve(op, b)
        else:
            wanted = np.linalg.solve(op.swapaxes(-1, -2), b.swapaxes(-1, -2)).swapaxes(-1, -2)
        attributes = ", ".join(
            f"{name} = {str(value).lower()}"
            for name, value in (("left_side", left), ("lower", lower), ("unit_diagonal", unit))
        )
        attributes += f", transpose_a = #stablehlo<transpose {kind}>"
        given = np.where(keep, a, np.nan).astype(dtype)  # what isn't read changes nothing
        text = calling("stablehlo.triangular_solve", [given, b], b, attributes=attributes)
        require_close(results_of(text, [dtype], given, b), [wanted.astype(dtype)], DTYPES[dtype])
