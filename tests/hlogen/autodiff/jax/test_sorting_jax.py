"""Derivatives and batches of sort as JAX lowers it, against JAX's own."""

import numpy as np
import pytest
from helpers.jax_programs import hold_batches, hold_derivatives, wide_numbers

jax = pytest.importorskip("jax")
jnp, lax = jax.numpy, jax.lax

# What runs JAX's derivatives: the interpreter, or what JAX compiles.
BOTH = pytest.mark.parametrize("on", ["interpreter", pytest.param("xla", marks=pytest.mark.campaign)])


@pytest.fixture(autouse=True)
def _x64():
    with wide_numbers(jax):
        yield


FUNCTIONS = {
    "sort": lambda x, y: jnp.sort(x, 1),
    "sort of dimension 0": lambda x, y: jnp.sort(x, 0) * y,
    "descending": lambda x, y: jnp.sort(x, descending=True),
    "unstable": lambda x, y: lax.sort(x, is_stable=False),
    "together": lambda x, y: lax.sort((x, y), dimension=0),
    "by two keys": lambda x, y: lax.sort((jnp.round(x), y, x * y), dimension=1, num_keys=2),
    "argsort": lambda x, y: jnp.take_along_axis(y, jnp.argsort(x, 1), 1),
    "median": lambda x, y: jnp.median(x, 1),
    "quantile": lambda x, y: jnp.quantile(x, 0.3, axis=0),
    "top_k": lambda x, y: lax.top_k(x, 2),
    "flat": lambda x, y: jnp.sort(x, None),
    "one element": lambda x, y: jnp.sort(x[:, :1], 1) * y,
    "no element": lambda x, y: jnp.sort(x[:0], 1),
}


def values(name):
    rng = np.random.default_rng(len(name))
    return [rng.normal(size=(4, 5)) * 2, rng.normal(size=(4, 5))]


@pytest.mark.share(2)
@pytest.mark.parametrize("name", FUNCTIONS)
@BOTH
def test_derivatives(on, name):
    hold_derivatives(jax, FUNCTIONS[name], values(name), on=on)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("axes", [pytest.param((0, None), marks=pytest.mark.campaign), (None, 1), (2, 0)])
@BOTH
def test_batches(on, name, axes):
    hold_batches(jax, FUNCTIONS[name], values(name), axes, on=on)


def test_equal_elements_and_nan():
    x = np.array([[1.0, 0.0, 1.0, -0.0, np.nan], [np.nan, 2.0, -np.inf, 2.0, 2.0]])
    y = np.arange(10.0).reshape(2, 5)
    hold_derivatives(jax, lambda x, y: lax.sort((x, y), dimension=1, num_keys=1), [x, y], order=1)
