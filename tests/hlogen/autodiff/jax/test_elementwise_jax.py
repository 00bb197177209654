"""Derivatives of elementwise operations as JAX lowers them, against JAX's own; and where they differ, why."""

from typing import Any

import numpy as np
import pytest
from helpers.jax_programs import both_ways, pushed_forward

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


INF, NAN = np.inf, np.nan
EDGES = np.array([-2.5, -1.0, -0.0, 0.0, 0.5, 1.0, 3.0, INF, -INF, NAN, 1e-300, 1e300])
INSIDE = np.linspace(-0.9, 0.9, 12)
ABOVE = np.linspace(1.1, 4, 12)
POSITIVE = np.array([1e-3, 0.1, 0.3, 0.5, 1.0, 1.5, 2.0, 3.0, 7.0, 10.0, 100.0, INF])
PAIRS = [a.reshape(-1)[:36] for a in np.meshgrid(EDGES[:6], EDGES[:6])]
PLANE = np.linspace(-1.5, 1.5, 12) + 1j * np.linspace(0.7, -0.6, 12)
OTHER = np.linspace(0.3, 2, 12) - 1j * np.linspace(0.2, -1, 12)

# name: the function of JAX, and the points. The program is what JAX lowers the function to.
REAL = {
    "add": (lax.add, EDGES, EDGES[::-1]),
    "subtract": (lax.sub, EDGES, EDGES[::-1]),
    "multiply": (lax.mul, EDGES, EDGES[::-1]),
    "divide": (lax.div, EDGES, EDGES[[5, 4, 6, 8, 1, 0, 7, 6, 5, 4, 1, 6]]),
    "negate": (lax.neg, EDGES),
    "atan2": (lax.atan2, *PAIRS),
    "cbrt": (lax.cbrt, np.linspace(-3, 2.7, 12)),
    "ceil": (lax.ceil, EDGES),
    "floor": (lax.floor, EDGES),
    "round_nearest_afz": (lambda x: lax.round(x, lax.RoundingMethod.AWAY_FROM_ZERO), EDGES),
    "round_nearest_even": (lambda x: lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN), EDGES),
    "convert to f32": (lambda x: lax.convert_element_type(x, np.float32), INSIDE),
    "convert to f32 and back": (
        lambda x: lax.convert_element_type(lax.convert_element_type(x, np.float32), np.float64), INSIDE),
    "convert to complex": (lambda x: lax.convert_element_type(x, np.complex128), INSIDE),
    "cosine": (lax.cos, EDGES[:7]),
    "exponential": (lax.exp, EDGES),
    "exponential_minus_one": (lax.expm1, INSIDE),
    "is_finite": (lambda x: lax.select(lax.is_finite(x), x, x * 2), EDGES[:7]),
    "log": (lax.log, EDGES),
    "log_plus_one": (lax.log1p, EDGES),
    "logistic as JAX lowers it": (lax.logistic, EDGES[:8]),
    "maximum": (lax.max, *PAIRS),
    "maximum of NaN": (lax.max, EDGES, EDGES[::-1]),
    "minimum": (lax.min, *PAIRS),
    "minimum of NaN": (lax.min, EDGES, EDGES[::-1]),
    "clamp": (lambda x, lo: lax.clamp(lo, x, jnp.full_like(x, 0.75)), *PAIRS),
    "clamp between scalars": (lambda x: lax.clamp(np.float64(-1), x, np.float64(1)), EDGES),
    "power": (lax.pow, np.array([0.5, 2.0, 0.0, 0.0, 3.0, 1.0]), np.array([2.0, -1.5, 2.0, 1.0, 0.0, 0.5])),
    "reduce_precision": (lambda x: lax.reduce_precision(x, 5, 10), INSIDE * 1.2345),
    "remainder": (lax.rem, np.linspace(-7, 7, 12), np.linspace(2.9, -2.3, 12)),
    "rsqrt": (lax.rsqrt, EDGES),
    "select": (lambda x, y: lax.select(x > 0, x, y), EDGES[:6], EDGES[::-1][:6]),
    "sign": (lax.sign, EDGES),
    "sine": (lax.sin, EDGES[:7]),
    "sqrt": (lax.sqrt, EDGES),
    "tan": (lax.tan, INSIDE),
    "tanh": (lax.tanh, EDGES),
    "complex": (lax.complex, INSIDE, ABOVE),
    "acos": (lax.acos, INSIDE),
    "acosh": (lax.acosh, ABOVE),
    "asin": (lax.asin, INSIDE),
    "asinh": (lax.asinh, ABOVE),
    "atan": (lax.atan, EDGES),
    "atanh": (lax.atanh, INSIDE),
    "cosh": (lax.cosh, INSIDE),
    "sinh": (lax.sinh, INSIDE),
    "erf": (lax.erf, ABOVE),
    "erf_inv": (lax.erf_inv, INSIDE),
    "erfc": (lax.erfc, INSIDE),
    "lgamma": (lax.lgamma, ABOVE),
    "digamma": (lax.digamma, ABOVE),
    "polygamma": (lambda x: lax.polygamma(jnp.full_like(x, 2.0), x), ABOVE),
    "square": (lax.square, EDGES),
    "top_k": (lambda x: lax.top_k(x, 3), INSIDE[[3, 1, 4, 9, 5, 2, 6, 0]]),
    "optimization_barrier": (lambda x, y: lax.mul(*lax.optimization_barrier((x, y))), INSIDE, ABOVE),
}  # fmt: skip
COMPLEX = {
    "abs": (lax.abs, PLANE),
    "add": (lax.add, PLANE, OTHER),
    "subtract": (lax.sub, PLANE, OTHER),
    "multiply": (lax.mul, PLANE, OTHER),
    "divide": (lax.div, PLANE, OTHER),
    "negate": (lax.neg, PLANE),
    "atan2": (lax.atan2, PLANE, OTHER),
    "conj": (lambda z: lax.conj(z) * z, PLANE),
    "convert to c64": (lambda z: lax.convert_element_type(z, np.complex64), PLANE),
    "cosine": (lax.cos, PLANE),
    "exponential": (lax.exp, PLANE),
    "exponential_minus_one": (lax.expm1, PLANE),
    "imag": (lax.imag, PLANE),
    "log": (lax.log, PLANE),
    "log_plus_one": (lax.log1p, PLANE),
    "logistic": (lax.logistic, PLANE),
    "power": (lax.pow, PLANE, OTHER),
    "real": (lax.real, PLANE),
    "real times conj": (lambda z: lax.real(z) * lax.conj(z), PLANE),
    "rsqrt": (lax.rsqrt, PLANE),
    "select": (lambda x, y: lax.select(lax.real(x) > 0, x, y), PLANE, OTHER),
    "sine": (lax.sin, PLANE),
    "sqrt": (lax.sqrt, PLANE),
    "tan": (lax.tan, PLANE),
    "tanh": (lax.tanh, PLANE),
    "asin": (lax.asin, PLANE),
    "acos": (lax.acos, PLANE),
    "asinh": (lax.asinh, PLANE),
    "acosh": (lax.acosh, OTHER),
    "atan": (lax.atan, PLANE),
    "atanh": (lax.atanh, PLANE),
    "sinh": (lax.sinh, PLANE),
    "cosh": (lax.cosh, PLANE),
    "square": (lax.square, PLANE),
}


# Functions that JAX lowers to something else: name: ours, the function of JAX, and the points.
OWN = {
    "logistic": (hl.logistic, lax.logistic, EDGES),
    "stop_gradient": (lambda x: x * hl.stop_gradient(x), lambda x: x * lax.stop_gradient(x), INSIDE),
    "cube": (lambda x: x**3.0, lambda x: lax.integer_pow(x, 3), EDGES[:7]),
}


def hold(function, *points, program=None):
    """jvp and vjp as JAX lowers the function are JAX's jvp and vjp of it."""
    program = program or hl.parse(jax.jit(function).lower(*points).as_text())
    rng = np.random.default_rng(len(points))
    tangents = [direction(rng, point) for point in points]
    cotangents = jax.tree.map(lambda result: direction(rng, result), jax.eval_shape(function, *points))
    results, wanted, gradients = both_ways(jax, function, points, tangents, cotangents)
    mine = interpreter.run(hl.jvp(program), *points, *tangents)
    same(mine, [*jax.tree.leaves(results), *(t for t in jax.tree.leaves(wanted) if t.dtype != jax.dtypes.float0)])
    given = [c for c in jax.tree.leaves(cotangents) if c.dtype != jax.dtypes.float0]
    mine = interpreter.run(hl.vjp(program), *points, *given)
    same(mine, [*jax.tree.leaves(results), *gradients])


def direction(rng, like):
    if like.dtype.kind not in "fc":
        return np.zeros(like.shape, jax.dtypes.float0)
    value = rng.normal(size=like.shape)
    if like.dtype.kind == "c":
        value = value + 1j * rng.normal(size=like.shape)
    return np.asarray(value).astype(like.dtype)


def same(mine, theirs):
    for got, want in zip(mine, theirs, strict=True):
        assert got.dtype == want.dtype
        rtol = 1e-5 if got.dtype in (np.float32, np.complex64) else 1e-9
        np.testing.assert_allclose(got, np.asarray(want), rtol=rtol, atol=1e-14)


@pytest.mark.share(2)
@pytest.mark.parametrize("name", REAL)
def test_of_real_numbers_as_jax(name):
    hold(*REAL[name])


@pytest.mark.share(2)
@pytest.mark.parametrize("name", COMPLEX)
def test_of_complex_numbers_as_jax(name):
    hold(*COMPLEX[name])


@pytest.mark.parametrize("name", OWN)
def test_our_own_as_jax(name):
    mine, theirs, *points = OWN[name]
    types = [f"{len(point)}xf64" for point in points]
    hold(theirs, *points, program=hl.function(*types, name="main")(mine))


def test_abs_of_a_complex_zero():
    """Of the operation itself: from 0.12 on JAX lowers it to a square root."""
    hold(lax.abs, np.zeros(1, complex), program=hl.function("1xcomplex<f64>", name="main")(hl.abs))


# What JAX 0.12 has mended: its slope is ours there.
MENDED = {"exp(x) - 1 far below 0", "sign of a complex number", "acosh on the left"}

# The slope in the first argument where JAX's is another: function, points, JAX's, ours, and why.
DIFFERENT: dict[str, Any] = {
    "abs at 0": (lax.abs, [0.0], 1.0, 0.0, "any slope from -1 to 1 would do: ours is the middle, for 0 and -0 alike"),
    "x ** 0 at 0": (lax.pow, [0.0, 0.0], NAN, 0.0, "the power is 1 for all x; JAX has 0 times infinity"),
    "exp(x) - 1 far below 0": (
        lax.expm1, [-50.0], 0.0, np.exp(-50.0), "JAX adds 1 to a result that has lost all digits"),
    "max below min": (
        lambda hi, lo, x: lax.clamp(lo, x, hi), [1.0, 2.0, 0.0], 0.0, 1.0,
        "the result is max; JAX credits max only where the operand is greater"),
    "a quotient that rounds up": (
        lambda y, x: lax.rem(x, y), [0.7242734567921408, 30.419485185269913], -42.0, -41.0,
        "what is left is nearly y, so the quotient is 41; the rounded division says 42"),
    "sign of a complex number": (
        lax.sign, [3.0 + 4.0j], 0.0, (16 - 12j) / 125, "the sign turns as the number does; JAX has zero"),
    "acosh on the left": (
        lax.acosh, [-1.5 + 0.5j], 0.6566553524 + 0.3514312796j, -0.6566553524 - 0.3514312796j,
        "JAX's root of z * z - 1 has the other sign there; ours is the product of two roots"),
    "divide by a tiny number": (
        lambda y: lax.div(1e-300, y), [1e-200], -INF, -1e100, "JAX squares the number, which is 0 then"),
    "divide by 0": (
        lambda y: lax.div(y + 1, y), [0.0], NAN, -INF, "JAX adds infinities of different signs; ours is one division"),
}  # fmt: skip


@pytest.mark.parametrize("name", DIFFERENT)
def test_listed_difference(name):
    """Should JAX have come round, the case moves to the ones above."""
    function, points, theirs, ours, _why = DIFFERENT[name]
    theirs = ours if name in MENDED and jax.__version_info__ >= (0, 12) else theirs
    points = [np.asarray(point) for point in points]
    tangents = [np.ones_like(points[0]), *(np.zeros_like(point) for point in points[1:])]
    np.testing.assert_allclose(pushed_forward(jax, function, points, tangents)[1], theirs, rtol=1e-9)
    program = hl.parse(jax.jit(function).lower(*points).as_text())
    np.testing.assert_allclose(interpreter.run(hl.jvp(program, wrt=0), *points, tangents[0])[1], ours, rtol=1e-9)


def test_bounds_of_clamp_that_are_scalars_have_gradients():
    """JAX raises TypeError: it selects between shapes that differ."""
    x, lo, hi = np.array([-2.0, 0.5, 3.0, 4.0]), np.float64(-1), np.float64(1)
    with pytest.raises(TypeError):
        jax.grad(lambda lo: lax.clamp(lo, x, hi).sum())(lo)
    program = hl.parse(jax.jit(lambda lo, x, hi: lax.clamp(lo, x, hi)).lower(lo, x, hi).as_text())
    _, *gradients = interpreter.run(hl.vjp(program), lo, x, hi, np.array([1.0, 2.0, 4.0, 8.0]))
    np.testing.assert_array_equal(gradients[0], 1)
    np.testing.assert_array_equal(gradients[1], [0, 2, 0, 0])
    np.testing.assert_array_equal(gradients[2], 12)


def test_bits_of_floats_are_refused():
    """JAX's derivative is zero, though the result changes with its argument."""

    def bits(x):
        return lax.bitcast_convert_type(lax.bitcast_convert_type(x, np.int64), np.float64)

    assert jax.grad(bits)(1.0) == 0
    program = hl.parse(jax.jit(bits).lower(1.0).as_text())
    with pytest.raises(hl.UsageError, match=r"stablehlo.bitcast_convert .*bits of floats(.|\n)*stop_gradient"):
        hl.jvp(program)
