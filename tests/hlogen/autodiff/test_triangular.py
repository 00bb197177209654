"""Linear algebra, batch_norm_* and fft in batches, cholesky against JAX; random numbers, which have no derivative."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.batches import check_batches, every_choice
from helpers.derivatives import normal

import hlogen as hl
import interpreter
from hlogen.errors import UsageError


def solve(a, b):
    return hl.triangular_solve(a, b, left_side=False, lower=False, transpose_a="ADJOINT")


CASES = [
    (lambda x: hl.cholesky(x + np.broadcast_to(np.eye(3) * 9, (2, 3, 3)), lower=True), ["2x3x3xf64"]),
    (lambda x: hl.cholesky(x + np.eye(3) * 9), ["3x3xf64"]),
    (lambda a, b: solve(a + np.eye(3) * 9, b), ["3x3xcomplex<f64>", "2x3xcomplex<f64>"]),
    (
        lambda a, b: hl.triangular_solve(a, b, left_side=True, lower=True, unit_diagonal=True),
        ["2x3x3xf64", "2x3x1xf64"],
    ),
    (lambda x, s, o: hl.batch_norm_training(x, s, o, epsilon=0.5, feature_index=1), ["2x3x4xf64", "3xf64", "3xf64"]),
    (
        lambda x, s, m, g: hl.batch_norm_grad(x, s, m, s * s, g, epsilon=0.5, feature_index=0),
        ["2x3xf64", "2xf64", "2xf64", "2x3xf64"],
    ),
    (
        lambda x, s, m: hl.batch_norm_inference(x, s, m, m, s * s, epsilon=0.5, feature_index=0),
        ["2x3xbf16", "2xbf16", "2xbf16"],
    ),
    (lambda x: hl.fft(x, "FFT", [3, 4]), ["2x3x4xcomplex<f64>"]),
    (lambda x: hl.fft(x, "RFFT", [4]), ["3x4xf64"]),
    (lambda x: hl.fft(x, "IRFFT", [5]), ["3xcomplex<f64>"]),
]


@pytest.mark.parametrize(("body", "types"), CASES)
def test_batches(body, types) -> None:
    rng = np.random.default_rng(2)
    tensors = [hl.tensor(type) for type in types]

    @hl.function(*types, name="main")
    def function(*operands):
        return body(*operands)

    inputs = [normal(rng, tensor.static_shape, str(tensor.element_type)) for tensor in tensors]
    for which in every_choice(len(types)):
        check_batches(function, inputs, which, rng)


@pytest.mark.parametrize("lower", [True, False])
def test_jax_has_the_same_gradient_of_cholesky(lower) -> None:
    jax = pytest.importorskip("jax")
    x = np.array([[4.0, 1.0, 0.5], [1.0, 5.0, -1.0], [0.5, -1.0, 6.0]], np.float32)
    weights = np.arange(9, dtype=np.float32).reshape(3, 3)
    triangle = np.tril(weights) if lower else np.triu(weights)

    @hl.function("3x3xf32")
    def function(a):
        symmetric = (a + hl.transpose(a, permutation=[1, 0])) * 0.5
        return hl.reduce(hl.cholesky(symmetric, lower=lower) * triangle, np.float32(0), [0, 1], "add")

    def of_jax(a):
        factor = jax.numpy.linalg.cholesky(a)
        return (triangle * (factor if lower else factor.T)).sum()

    (gradient,) = interpreter.run(hl.grad(function), x)
    np.testing.assert_allclose(gradient, jax.grad(of_jax)(x), rtol=1e-5, atol=1e-5)


def test_random_numbers_have_no_derivative_and_bits_are_constant() -> None:
    @hl.function("f32", "2xui64")
    def drawn(a, state):
        return hl.rng(a, 1.0, [2], "NORMAL")

    with pytest.raises(UsageError, match="left to the implementation"):
        hl.jvp(drawn, wrt=[0])

    @hl.function("3xf32", "2xui64")
    def noisy(x, state):
        _, noise = hl.rng_bit_generator(state, "3xf32", rng_algorithm="PHILOX")
        return x * noise

    state = np.array([1, 2], np.uint64)
    (_, noise) = interpreter.run(hl.jvp(noisy, wrt=[0]), np.zeros(3, np.float32), state, np.ones(3, np.float32))
    assert noise.tolist() == interpreter.run(noisy, np.ones(3, np.float32), state)[0].tolist()


@pytest.mark.parametrize("lower", [True, False])
def test_of_the_triangle_that_is_not_read_a_nan_stays_away(lower) -> None:
    @hl.function("3x3xf64", name="main")
    def f(x):
        return hl.cholesky(x, lower=lower) * np.tri(3) if lower else hl.cholesky(x, lower=lower) * np.tri(3).T

    read = np.tri(3, dtype=bool) if lower else np.tri(3, dtype=bool).T
    x = np.where(read, 8 * np.eye(3) + 1, np.nan)
    tangent = np.where(read, np.arange(9.0).reshape(3, 3), np.nan)
    whole = [np.where(read, each, each.T) for each in (x, tangent)]
    found, wanted = (interpreter.run(hl.jvp(f), *given)[1] for given in ((x, tangent), whole))
    np.testing.assert_array_equal(found[read], wanted[read])
