"""Folded scatters against JAX's derivatives of the loop that they are. JAX itself has none for them:

- scatter_apply has no derivative, and takes one function of the element and nothing else
- scatter_mul of indices that aren't unique has none for its updates
- a scatter of several inputs at once doesn't exist there
"""

import numpy as np
import pytest
from helpers.jax_programs import pulled_back, pushed_forward

import hlogen as hl
import interpreter

jax = pytest.importorskip("jax")
jnp, lax = jax.numpy, jax.lax


@pytest.fixture(autouse=True)
def _x64():
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", True)
    yield
    jax.config.update("jax_enable_x64", before)


INDICES = np.array([2, 0, 2, 5, -1, 2, 0, 3], np.int32)
VALUES = np.random.default_rng(0).normal(size=(2, 5))
UPDATES = np.random.default_rng(1).normal(size=(2, 8))

# An update computation in the builder, and the same in JAX: olds, updates, captured.
COMPUTATIONS = {
    "sine": (1, lambda a, b, c: (a * hl.sine(b) + a,), lambda a, b, c: (a * jnp.sin(b) + a,)),
    "captured": (1, lambda a, b, c: (hl.tanh(a * c) + b * c,), lambda a, b, c: (jnp.tanh(a * c) + b * c,)),
    "product": (1, lambda a, b, c: (a * b,), lambda a, b, c: (a * b,)),
    "argmax": (
        2,
        lambda a, x, b, y, c: tuple(hl.select(b > a, new, old) for old, new in ((a, b), (x, y))),
        lambda a, x, b, y, c: tuple(jnp.where(b > a, new, old) for old, new in ((a, b), (x, y))),
    ),
    "coupled": (
        2,
        lambda a, x, b, y, c: (a * y + x * c, hl.sine(a) * b),
        lambda a, x, b, y, c: (a * y + x * c, jnp.sin(a) * b),
    ),
}


def ours(count, body):
    @hl.function(*["5xf64"] * count, "8x1xi32", *["8xf64"] * count, "f64", name="main")
    def function(*values):
        captured = values[-1]
        return hl.scatter(
            list(values[:count]), values[count], list(values[count + 1 : -1]),
            lambda *scalars: body(*scalars, captured),
            update_window_dims=[], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], index_vector_dim=1,
        )  # fmt: skip

    return function


def as_a_loop(count, body):
    def function(*values):
        inputs, updates, captured = values[:count], values[count:-1], values[-1]

        def step(carry, one):
            index, *news = one
            at = jnp.clip(index, 0, 4)
            changed = body(*(x[at] for x in carry), *news, captured)
            is_inside = (index >= 0) & (index < 5)
            changed = [jnp.where(is_inside, new, x[at]) for new, x in zip(changed, carry, strict=True)]
            return tuple(x.at[at].set(new) for x, new in zip(carry, changed, strict=True)), None

        return lax.scan(step, inputs, (INDICES, *updates))[0]

    return function


@pytest.mark.parametrize("name", COMPUTATIONS)
def test_as_jax_derives_the_loop(name):
    count, body, jax_body = COMPUTATIONS[name]
    function, loop = ours(count, body), as_a_loop(count, jax_body)
    values = [*VALUES[:count], *UPDATES[:count], np.float64(0.7)]
    args = [*values[:count], INDICES[:, None], *values[count:]]
    cotangents = [np.arange(1.0, 6) * (n + 1) for n in range(count)]

    results, gradients = pulled_back(jax, loop, values, tuple(cotangents))
    got = interpreter.run(hl.vjp(function), *args, *cotangents)
    for a, b in zip(got, [*results, *gradients], strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)

    tangents = [np.cos(np.arange(np.size(value))).reshape(np.shape(value)) for value in values]
    pushed = interpreter.run(hl.jvp(function), *args, *tangents)
    for a, b in zip(pushed[count:], pushed_forward(jax, loop, values, tangents)[1], strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)

    def gradients_at(*values):
        return jax.vjp(loop, *values)[1](tuple(cotangents))

    backward = hl.vjp(function)
    wrt = [n for n in range(2 * count + 2) if n != count]
    twice = interpreter.run(hl.jvp(backward, wrt=wrt), *args, *cotangents, *tangents)
    for a, b in zip(twice[-len(values) :], pushed_forward(jax, gradients_at, values, tangents)[1], strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-11, atol=1e-11)


def test_jax_refuses():
    x, u = jnp.zeros(5), jnp.zeros(8)
    dims = lax.ScatterDimensionNumbers((), (0,), (0,))
    with pytest.raises(NotImplementedError, match="unique_indices"):
        jax.grad(lambda u: lax.scatter_mul(x, INDICES[:, None], u, dims).sum())(u)
    with pytest.raises(NotImplementedError):
        jax.grad(lambda x: lax.scatter_apply(x, INDICES[:, None], jnp.sin, dims).sum())(x)
