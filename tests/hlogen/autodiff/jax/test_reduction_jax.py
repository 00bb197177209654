"""Derivatives and batches of reductions as JAX lowers them, against JAX's own."""

import numpy as np
import pytest
from helpers.jax_programs import hold_batches, hold_derivatives, lowered, wide_numbers

import hlogen as hl
import interpreter

jax = pytest.importorskip("jax")
jnp, lax = jax.numpy, jax.lax

# What runs JAX's derivatives: the interpreter, or what JAX compiles.
BOTH = pytest.mark.parametrize("on", ["interpreter", pytest.param("xla", marks=pytest.mark.campaign)])


@pytest.fixture(autouse=True)
def _x64():
    with wide_numbers(jax):
        yield


def log_add_exp(a, b):
    larger = jnp.maximum(a, b)
    return larger + jnp.log(jnp.exp(a - larger) + jnp.exp(b - larger))


FUNCTIONS = {
    "sum": lambda x: jnp.sum(x, (0, 2)),
    "sum of all": lambda x: jnp.sum(x * x),
    "sum of none": lambda x: jnp.sum(x, ()),
    "mean": lambda x: jnp.mean(x, 1, keepdims=True),
    "variance": lambda x: jnp.var(x, (0, 1)),
    "norm": lambda x: jnp.sqrt(jnp.sum(x * x, -1)),
    "prod": lambda x: jnp.prod(x, 1),
    "prod of all": lambda x: jnp.prod(x * 1.3),
    "max": lambda x: jnp.max(x, 2),
    "min": lambda x: jnp.min(x, (0, 2)),
    "max of none": lambda x: jnp.max(x, ()),
    "largest magnitude": lambda x: jnp.max(jnp.abs(x), (0, 1, 2)),
    "ptp": lambda x: jnp.max(x) - jnp.min(x),
    "softmax": lambda x: jax.nn.softmax(x, 1),
    "logsumexp": lambda x: jax.nn.logsumexp(x, (1, 2)),
    "value at argmax": lambda x: jnp.take_along_axis(x, jnp.argmax(x, 1, keepdims=True), 1),
    "where argmin is": lambda x: (jnp.argmin(x, 1), jnp.sin(x)),
    "any and all": lambda x: jnp.where(jnp.any(x > 1, 1), jnp.sum(x, 1), 0) + jnp.all(x < 1, 1) * x[:, 0],
    "reduce of logaddexp": lambda x: lax.reduce(x, -np.inf, log_add_exp, (0, 1)),
}

SHAPE = (2, 5, 3)


def values(name):
    return np.random.default_rng(len(name)).normal(size=SHAPE)


@pytest.mark.share(2)
@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name != "reduce of logaddexp"])
@BOTH
def test_derivatives(on, name):
    hold_derivatives(jax, FUNCTIONS[name], [values(name)], on=on)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("axis", [pytest.param(0, marks=pytest.mark.campaign), 2])
@BOTH
def test_batches(on, name, axis):
    hold_batches(jax, FUNCTIONS[name], [values(name)], [axis], on=on)


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("name", "dtype"),
    [
        *((name, "float32") for name in ("sum", "prod", "max", "softmax")),
        *((name, "bfloat16") for name in ("mean", "prod", "max")),
        *((name, "complex128") for name in ("sum", "prod")),
    ],
)
@BOTH
def test_element_types(on, name, dtype):
    x = jnp.asarray(values(name) * (1 - 2j if dtype == "complex128" else 1)).astype(dtype)
    tolerance = {"float32": 1e-5, "bfloat16": 5e-2, "complex128": 1e-10}[dtype]
    order = 1 if dtype == "bfloat16" else 2
    hold_derivatives(jax, FUNCTIONS[name], [np.asarray(x)], order=order, tolerance=tolerance, on=on)


@pytest.mark.parametrize("function", [jnp.max, jnp.min])
@pytest.mark.parametrize("dimensions", [1, (0, 1)])
def test_ties_are_shared(function, dimensions):
    x = np.array([[1.0, 3.0, 3.0, 1.0], [2.0, 2.0, 2.0, 2.0], [-np.inf, -np.inf, np.inf, np.inf]])
    hold_derivatives(jax, lambda x: function(x, dimensions), [x], order=1)


def test_nan_is_credited_to_nan():
    """The result is the elements that are NaN. JAX's derivative is NaN for the whole row, infinity times zero."""

    def largest(x):
        return jnp.max(x, 1)

    x = np.array([[1.0, np.nan, 3.0, np.nan], [1.0, 2.0, 2.0, 0.0]])
    program, seed = lowered(jax, largest, x), np.array([3.0, 5.0])
    _, gradient = interpreter.run(hl.vjp(program), x, seed)
    np.testing.assert_array_equal(gradient, [[0, 1.5, 0, 1.5], [0, 2.5, 2.5, 0]])
    _, tangent = interpreter.run(hl.jvp(program), x, np.arange(8.0).reshape(2, 4))
    np.testing.assert_array_equal(tangent, [2, 5.5])
    (of_jax,) = jax.vjp(largest, x)[1](seed)
    np.testing.assert_array_equal(of_jax, [[np.nan] * 4, [0, 2.5, 2.5, 0]])


@pytest.mark.parametrize("zeros", [0, 1, 2])
def test_products_with_zeros_and_infinity(zeros):
    """No division: the others' product is exact whatever the element itself is."""
    x = np.array([[2.0, 3.0, 5.0, 7.0, 11.0], [2.0, -np.inf, 5.0, 0.5, 4.0]])
    x[0, 1 : 1 + zeros] = 0
    gradient = interpreter.run(hl.vjp(lowered(jax, lambda x: jnp.prod(x, 1), x)), x, np.ones(2))[1]
    others = [[np.prod(np.delete(row, at)) for at in range(5)] for row in x]
    np.testing.assert_array_equal(gradient, others)


def test_a_body_that_jax_cannot_reverse():
    """By JAX's forward mode of the same sum written as a loop of the body."""

    def by_reduce(x):
        return lax.reduce(x, -np.inf, log_add_exp, (0,))

    x = np.random.default_rng(0).normal(size=7)
    gradient = interpreter.run(hl.grad(lowered(jax, by_reduce, x)), x)[0]
    np.testing.assert_allclose(gradient, jax.nn.softmax(x), rtol=1e-12)


def test_the_largest_with_its_place():
    """A reduce of pairs, of which JAX has no derivative."""

    def largest(x):
        def larger(a, b):
            is_first = a[0] >= b[0]
            return jnp.where(is_first, a[0], b[0]), jnp.where(is_first, a[1], b[1])

        places = lax.broadcasted_iota(np.int32, x.shape, 1)
        return lax.reduce((x, places), (-np.inf, np.int32(-1)), larger, (1,))

    x = np.random.default_rng(0).normal(size=(3, 6))
    value, place, gradient = interpreter.run(hl.vjp(lowered(jax, largest, x)), x, np.arange(1.0, 4.0))
    np.testing.assert_array_equal(value, x.max(1))
    np.testing.assert_array_equal(place, x.argmax(1))
    expected = np.zeros_like(x)
    expected[np.arange(3), x.argmax(1)] = np.arange(1.0, 4.0)
    np.testing.assert_array_equal(gradient, expected)
