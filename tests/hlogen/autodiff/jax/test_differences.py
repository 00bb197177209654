"""Where our derivatives of what JAX lowers differ from JAX's: each with the reason, and what both give.

That JAX still gives what stands here is tested too, so that the table doesn't outlive its reasons.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter

jax = pytest.importorskip("jax")
jnp, lax = jax.numpy, jax.lax

UsageError = hl.UsageError


@pytest.fixture(autouse=True)
def _x64():
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", True)
    yield
    jax.config.update("jax_enable_x64", before)


@dataclass(frozen=True)
class Difference:
    """The gradients (of the sum of results, by all floats) that we and JAX give; an exception where one refuses."""

    name: str
    reason: str
    function: Callable[..., Any]
    arguments: Sequence[Any]
    ours: Any
    jaxs: Any
    mended: tuple[int, int] | None = None  # the version of JAX from which on it gives ours


@jax.custom_jvp
def square_with_its_own_rule(x):
    return x * x


@square_with_its_own_rule.defjvp
def _rule(primals, tangents):
    return square_with_its_own_rule(primals[0]), 7.0 * tangents[0]


DIFFERENCES = [
    Difference(
        "relu-at-zero",
        "jax.nn.relu has a rule of its own, of which nothing is left in the program: maximum(x, 0) shares a tie",
        jax.nn.relu,
        [np.array([-1.0, 0.0, 1.0])],
        [[0, 0.5, 1]],
        [[0, 0, 1]],
    ),
    Difference(
        "own-rule",
        "a custom_jvp or custom_vjp is lowered to the function alone",
        square_with_its_own_rule,
        [np.array([3.0])],
        [[6]],
        [[7]],
    ),
    Difference(
        "stop-gradient",
        "jax.lax.stop_gradient is lowered to nothing (hl.stop_gradient stays)",
        lambda x: lax.stop_gradient(x) * x,
        [np.array([3.0])],
        [[6]],
        [[3]],
    ),
    Difference(
        "abs-at-zero",
        "the slope of abs at zero is 0 here, the middle of its subgradients; JAX takes that to the right",
        jnp.abs,
        [np.array([-1.0, 0.0, 1.0])],
        [[-1, 0, 1]],
        [[-1, 1, 1]],
    ),
    Difference(
        "sign-of-complex",
        "sign(x) = x / |x| turns with x; JAX says that it is constant",
        jnp.sign,
        [np.array([1 + 1j])],
        [[0.25 * np.sqrt(2) * (1 + 1j)]],
        [[0]],
        mended=(0, 12),
    ),
    Difference(
        "power-zero-to-the-zero",
        "x ** 0 is 1 for every x; JAX multiplies 0 by an infinite slope when the exponent isn't known",
        lambda x: x ** jnp.zeros(1),
        [np.zeros(1)],
        [[0]],
        [[np.nan]],
    ),
    Difference(
        "max-of-nan",
        "the NaN is the maximum, and gets the cotangent; JAX finds no element equal to it",
        jnp.max,
        [np.array([np.nan, 1.0, 2.0])],
        [[1, 0, 0]],
        [[np.nan] * 3],
    ),
    Difference(
        "running-maximum-of-equals",
        "cummax is a reduce_window here, which credits the first of equals; JAX halves at each step",
        lax.cummax,
        [np.ones(3)],
        [[3, 0, 0]],
        [[1.75, 0.75, 0.5]],
    ),
    Difference(
        "broken-promise",
        "a gather that promises to be in bounds clamps, so the last element is what was read; JAX drops its cotangent",
        lambda x: x.at[np.array([5, 1])].get(mode="promise_in_bounds"),
        [np.arange(3.0)],
        [[0, 1, 1]],
        [[0, 1, 0]],
    ),
    Difference(
        "clipped-scatter-max",
        "JAX's rule forgets the mode (jax#40626)",
        lambda x, u: x.at[np.array([7, 1])].max(u, mode="clip"),
        [np.arange(3.0), np.array([9.0, 8.0])],
        [[1, 0, 0], [1, 1]],
        [[1, 0, 1], [np.inf, 1]],
        mended=(0, 12),
    ),
    Difference(
        "products-at-repeated-indices",
        "JAX has no rule for the updates unless indices are unique",
        lambda x, u: x.at[np.array([1, 1])].multiply(u),
        [np.array([2.0, 3.0]), np.array([4.0, 5.0])],
        [[1, 20], [15, 12]],
        NotImplementedError,
    ),
    Difference(
        "applied-function",
        "JAX has no rule for a function of its user",
        lambda x: x.at[np.array([1, 1])].apply(jnp.square),
        [np.array([2.0, 3.0])],
        [[1, 4 * 3.0**3]],
        NotImplementedError,
    ),
    Difference(
        "data-dependent-loop",
        "JAX has no reverse mode for lax.while_loop",
        lambda x: lax.while_loop(lambda y: y < 20, lambda y: y * y, x),
        [np.array(2.0)],
        [8 * 2.0**7],
        ValueError,
    ),
    Difference(
        "dilated-windows",
        "JAX has no reverse mode for the maximum of dilated windows",
        lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (2,), (1,), "VALID", window_dilation=(2,)),
        [np.array([3.0, 1.0, 2.0, 4.0])],
        [[1, 0, 0, 1]],
        NotImplementedError,
    ),
    Difference(
        "next-float",
        "we refuse, as JAX did before 0.12",
        lax.nextafter,
        [np.ones(1), np.zeros(1)],
        UsageError,
        NotImplementedError,
        mended=(0, 12),
    ),
]


@pytest.mark.parametrize("case", DIFFERENCES, ids=lambda case: case.name)
def test_ours(case):
    def derive():
        module = hl.parse(jax.jit(case.function).lower(*case.arguments).as_text())
        results = interpreter.run(module, *case.arguments)
        cotangents = [np.ones_like(result) for result in results]
        return interpreter.run(hl.vjp(module), *case.arguments, *cotangents)[len(results) :]

    gives(derive, case.ours)


@pytest.mark.parametrize("case", DIFFERENCES, ids=lambda case: case.name)
def test_jaxs(case):
    def derive():
        results, pull = jax.vjp(case.function, *map(jnp.asarray, case.arguments))
        return pull(jnp.ones_like(results))

    is_mended = case.mended is not None and jax.__version_info__ >= case.mended
    if is_mended and isinstance(case.jaxs, type):
        derive()  # it no longer refuses
    else:
        gives(derive, case.ours if is_mended else case.jaxs)


def gives(derive, expected):
    if isinstance(expected, type):
        with pytest.raises(expected):
            derive()
        return
    actual = derive()
    assert len(actual) == len(expected)
    for got, want in zip(actual, expected, strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-12)
