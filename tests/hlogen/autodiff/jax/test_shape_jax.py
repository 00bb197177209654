"""Derivatives and batches of operations that move elements, as JAX lowers them, against JAX's own."""

import numpy as np
import pytest
from helpers.jax_programs import both_ways

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


RNG = np.random.default_rng(7)
X = RNG.normal(size=(4, 5))
SCALAR, ROW, BLOCK = np.float64(0.5), RNG.normal(size=5), RNG.normal(size=(2, 3))
START, HIGH_START = np.int32(1), np.int32(9)  # the second is moved inside

CASES = {
    "broadcast_in_dim": (lambda x: lax.broadcast_in_dim(x, (4, 3, 5), (0, 2)), X),
    "broadcast_in_dim from size 1": (lambda x: lax.broadcast_in_dim(x[:1], (3, 2, 5), (1, 2)), X),
    "broadcast_in_dim of a scalar": (lambda x: lax.broadcast_in_dim(x, (2, 3), ()), SCALAR),
    "reshape": (lambda x: lax.reshape(x, (2, 10)), X),
    "transpose": (lambda x: lax.transpose(x, (1, 0)), X),
    "reverse": (lambda x: lax.rev(x, (1,)), X),
    "slice": (lambda x: lax.slice(x, (1, 0), (4, 4), (2, 3)), X),
    "slice of nothing": (lambda x: lax.slice(x, (1, 2), (1, 4)), X),
    "pad": (lambda x, v: lax.pad(x, v, [(1, 2, 0), (0, 1, 2)]), X, SCALAR),
    "pad that takes away": (lambda x, v: lax.pad(x, v, [(-1, 2, 1), (3, -2, 0)]), X, SCALAR),
    "concatenate": (lambda x, y: lax.concatenate([x, y[None], x[:2]], 0), X, ROW),
    "dynamic_slice": (lambda x, i: lax.dynamic_slice(x, (i, np.int32(1)), (2, 3)), X, START),
    "dynamic_slice moved inside": (lambda x, i: lax.dynamic_slice(x, (i, -i), (2, 3)), X, HIGH_START),
    "dynamic_update_slice": (lambda x, u, i: lax.dynamic_update_slice(x, u, (i, np.int32(1))), X, BLOCK, START),
    "dynamic_update_slice moved inside": (
        lambda x, u, i: lax.dynamic_update_slice(x, u, (i, -i)), X, BLOCK, HIGH_START),
    "iota": (lambda x: x * lax.broadcasted_iota(np.float64, (4, 5), 1), X),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_derivatives_as_jax(name):
    rng = np.random.default_rng(8)
    function, *points = CASES[name]
    program = hl.parse(jax.jit(function).lower(*points).as_text())
    floats = [number for number, point in enumerate(points) if point.dtype.kind == "f"]

    def of_floats(*values):
        given = dict(zip(floats, values, strict=True))
        return function(*(given.get(number, point) for number, point in enumerate(points)))

    given = [points[number] for number in floats]
    tangents = [rng.normal(size=point.shape) for point in given]
    cotangent = rng.normal(size=jax.eval_shape(of_floats, *given).shape)
    result, pushed, gradients = both_ways(jax, of_floats, given, tangents, cotangent)
    for got, want in zip(interpreter.run(hl.jvp(program), *points, *tangents), [result, pushed], strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-12)
    mine = interpreter.run(hl.vjp(program), *points, cotangent)
    for got, want in zip(mine, [result, *gradients], strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-12, atol=1e-13)


def hold_batches(function, points, batched):
    """Of the arguments numbered `batched`, in their last dimension; the result in its first."""
    program = hl.parse(jax.jit(function).lower(*points).as_text())
    axes = [point.ndim if number in batched else None for number, point in enumerate(points)]
    values = [
        point if axis is None else np.stack([point, point * 2, point + 1], axis).astype(point.dtype)
        for point, axis in zip(points, axes, strict=True)
    ]
    (got,) = interpreter.run(hl.vmap(program, axes, axis_size=3), *values)
    np.testing.assert_allclose(got, jax.jit(jax.vmap(function, axes))(*values), rtol=1e-12)


@pytest.mark.parametrize("name", CASES)
def test_batches_as_jax(name):
    function, *points = CASES[name]
    hold_batches(function, points, range(len(points)))


@pytest.mark.campaign
@pytest.mark.parametrize("name", CASES)
def test_batches_of_one_argument_as_jax(name):
    function, *points = CASES[name]
    for number in range(len(points)):
        hold_batches(function, points, [number])


def test_dimensions_broadcast_in_another_order():
    """JAX sums its cotangent without putting the dimensions back in order."""
    rng = np.random.default_rng(8)

    def function(x):
        return lax.broadcast_in_dim(x, (3, 5, 4), (2, 1))

    with pytest.raises(ValueError, match="cotangent type"):
        jax.grad(lambda x: function(x).sum())(X)
    program = hl.parse(jax.jit(function).lower(X).as_text())
    cotangent = rng.normal(size=(3, 5, 4))
    np.testing.assert_allclose(interpreter.run(hl.vjp(program), X, cotangent)[1], cotangent.sum(0).T, rtol=1e-12)


def test_infinity_between_padding_stays_there():
    """JAX takes the operand's sum from the whole one, which is infinity less infinity."""

    def padded(x, v):
        return lax.pad(x, v, [(1, 0, 0)])

    x, v, cotangent = np.zeros(2), np.float64(0), np.array([1.0, np.inf, 1.0])
    assert np.isnan(jax.vjp(padded, x, v)[1](cotangent)[1])
    program = hl.parse(jax.jit(padded).lower(x, v).as_text())
    np.testing.assert_array_equal(interpreter.run(hl.vjp(program, wrt=1), x, v, cotangent)[1], 1)
