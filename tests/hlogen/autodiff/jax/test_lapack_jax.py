"""Derivatives of linear algebra as JAX lowers it for CPUs, to calls of LAPACK, against JAX's own."""

import numpy as np
import pytest
from helpers.jax_programs import hold_batches, hold_derivatives, lowered, wide_numbers

import hlogen as hl
import interpreter

jax = pytest.importorskip("jax")
jnp = jax.numpy
linalg, lax_linalg = jax.scipy.linalg, jax.lax.linalg


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
    "qr": (jnp.linalg.qr, [normal(2, 5, 3)]),
    "qr, wide": (jnp.linalg.qr, [normal(3, 5, complex=True)]),
    "qr, square": (jnp.linalg.qr, [normal(4, 4, complex=True)]),
    "qr of what is triangular": (jnp.linalg.qr, [np.triu(normal(4, 4))]),
    "qr of 1, complex": (jnp.linalg.qr, [np.eye(4) + 0j]),
    "qr, pivoting": (lambda x: linalg.qr(x, mode="economic", pivoting=True)[:2], [normal(5, 3)]),
    "lstsq": (lambda a, b: jnp.linalg.lstsq(a, b)[0], [normal(5, 3), normal(5)]),
    "eigh": (jnp.linalg.eigh, [normal(2, 4, 4)]),
    "eigh, complex": (jnp.linalg.eigh, [normal(4, 4, complex=True)]),
    "eigvalsh of equal ones": (jnp.linalg.eigvalsh, [np.eye(3)]),
    "eig": (
        lambda x: lax_linalg.eig(
            x, compute_left_eigenvectors=True, compute_right_eigenvectors=True, enable_eigvec_derivs=True
        ),
        [normal(2, 4, 4)],
    ),
    "svd": (lambda x: jnp.linalg.svd(x, full_matrices=False), [normal(2, 5, 3)]),
    "svd, wide and complex": (lambda x: jnp.linalg.svd(x, full_matrices=False), [normal(3, 5, complex=True)]),
    "svd, square": (jnp.linalg.svd, [normal(4, 4)]),
    "svd without vectors": (lambda x: jnp.linalg.svd(x, compute_uv=False), [normal(4, 3)]),
    "pinv": (jnp.linalg.pinv, [normal(4, 3)]),
    "nuclear norm": (lambda x: jnp.linalg.norm(x, "nuc"), [normal(4, 3)]),
    "tridiagonal_solve": (
        lax_linalg.tridiagonal_solve,
        [normal(4), normal(4) + 4, normal(4), normal(4, 2)],
    ),
    "expm": (linalg.expm, [normal(2, 2)]),
}
FEW = [name for name in CASES if name not in ("expm", "lstsq", "nuclear norm", "qr, square", "svd, square")]


@pytest.mark.share(2)
@pytest.mark.parametrize(
    "name", [name if name in FEW else pytest.param(name, marks=pytest.mark.campaign) for name in CASES]
)
def test_derivatives_and_batches(name):
    function, arguments = CASES[name]
    hold_derivatives(jax, function, arguments, tolerance=1e-8)
    hold_batches(jax, function, arguments, [0, *[None] * (len(arguments) - 1)], tolerance=1e-8)


@pytest.mark.parametrize("name", ["qr", "eigh", "svd"])
def test_a_batch_is_one_call(name):
    function, arguments = CASES[name]
    batched = str(hl.vmap(lowered(jax, function, *arguments), axis_size=3))
    assert "stablehlo.while" not in batched
    assert batched.count("custom_call @lapack") == str(lowered(jax, function, *arguments)).count("custom_call @lapack")


def test_eigenvalues_go_on_where_jax_asks_for_a_promise():
    """JAX's second derivative of eigvals needs enable_eigvec_derivs, since it goes through vectors."""

    def with_vectors(x):
        return lax_linalg.eig(x, compute_left_eigenvectors=False, enable_eigvec_derivs=True)[0]

    x = normal(4, 4)
    program = hl.jvp(hl.jvp(lowered(jax, jnp.linalg.eigvals, x), wrt=0), wrt=0)
    directions = [normal(4, 4) ** power for power in (2, 3)]
    found = interpreter.run(program, x, directions[0], directions[1])[-1]

    def pushed(x):
        return jax.jvp(with_vectors, (x,), (directions[0],))[1]

    np.testing.assert_allclose(found, jax.jvp(pushed, (x,), (directions[1],))[1], rtol=1e-8)


def test_vectors_beyond_the_singular_values_are_those_of_their_space():
    """JAX has no derivative of a whole u; what they span is what the others leave."""
    x = normal(4, 2)

    def rest(x):
        u = jnp.linalg.svd(x)[0][:, 2:]
        return u @ u.T

    def left(x):
        u = jnp.linalg.svd(x, full_matrices=False)[0]
        return jnp.eye(4) - u @ u.T

    found = interpreter.run(hl.jvp(lowered(jax, rest, x)), x, x**2)
    np.testing.assert_allclose(found[1], jax.jvp(left, (x,), (x**2,))[1], atol=1e-12)


def test_routines_without_a_rule_are_named():
    with pytest.raises(hl.UsageError, match="custom_call @lapack_dgees_ffi ") as caught:
        hl.vjp(lowered(jax, linalg.schur, normal(3, 3)))
    assert "in JAX, export jax.vjp's program" in str(caught.value)
