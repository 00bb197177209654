"""Derivatives of linear algebra as JAX lowers it for CPUs, to calls of LAPACK, against JAX's own."""

import numpy as np
import pytest
from helpers.jax_programs import hold_batches, hold_derivatives, lowered, wide_numbers

import hlogen as hl

jax = pytest.importorskip("jax")
jnp = jax.numpy
linalg = jax.scipy.linalg


@pytest.fixture(autouse=True)
def _x64():
    with wide_numbers(jax):
        yield


def normal(*shape, complex=False):
    rng = np.random.default_rng(3)
    return rng.normal(size=shape) + (1j * rng.normal(size=shape) if complex else 0)


def positive(x):
    return x @ jnp.conj(x.swapaxes(-1, -2)) + 3 * jnp.eye(x.shape[-1])


CASES = {
    "cholesky": (lambda x: jnp.linalg.cholesky(positive(x)), [normal(2, 3, 3)]),
    "cholesky, complex": (lambda x: jnp.linalg.cholesky(positive(x)), [normal(3, 3, complex=True)]),
    "solve": (jnp.linalg.solve, [normal(3, 3), normal(3, 2)]),
    "solve, complex": (jnp.linalg.solve, [normal(3, 3, complex=True), normal(3, 2, complex=True)]),
    "solve, a batch": (jnp.linalg.solve, [normal(2, 3, 3), normal(2, 3, 2)]),
    "solve of nothing": (jnp.linalg.solve, [normal(0, 0), normal(0, 2)]),
    "inv": (jnp.linalg.inv, [normal(4, 4)]),
    "slogdet": (lambda x: jnp.linalg.slogdet(x)[1], [normal(4, 4)]),
    "lu, tall": (lambda x: linalg.lu(x)[1:], [normal(5, 3)]),
    "lu, wide": (lambda x: linalg.lu(x)[1:], [normal(3, 5)]),
    "cho_solve": (lambda x, y: linalg.cho_solve(linalg.cho_factor(positive(x)), y), [normal(3, 3), normal(3)]),
    "solve_triangular": (
        lambda x, y: linalg.solve_triangular(x + 4 * jnp.eye(3), y, trans=1, lower=True),
        [normal(3, 3), normal(3, 2)],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_derivatives_and_batches(name):
    function, arguments = CASES[name]
    hold_derivatives(jax, function, arguments, tolerance=1e-8)
    hold_batches(jax, function, arguments, [0, *[None] * (len(arguments) - 1)], tolerance=1e-8)


def test_routines_without_a_rule_are_named():
    with pytest.raises(hl.UsageError, match="custom_call @lapack_dgeqrf_ffi ") as caught:
        hl.vjp(lowered(jax, jnp.linalg.qr, normal(3, 3)))
    assert "in JAX, export jax.vjp's program" in str(caught.value)
