"""Derivatives and batches of gather against JAX's own."""

import numpy as np
import pytest
from helpers import campaign
from helpers.jax_indexing import MODES, drawn, of_jax, ours
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


def hold(seed, mode, element_type="f64"):
    """jvp, vjp and vmap of one gather; under a promise, which JAX's way back breaks, of indices that keep it."""
    case = drawn(seed, "gather", element_type, in_bounds=mode == "promise_in_bounds")
    x, indices = case.operands
    rng = np.random.default_rng(seed)
    fill_value = 7.0 if mode == "fill" else None
    mine, theirs = ours(case, mode, fill_value=fill_value), of_jax(jax, case, mode, fill_value=fill_value)
    tangent = np.asarray(rng.normal(size=x.shape), x.dtype)
    shape = jax.eval_shape(theirs, x, indices).shape
    cotangent = np.asarray(rng.normal(size=shape), x.dtype) * (1 + 2j if x.dtype.kind == "c" else 1)
    result, pushed, (of_x,) = both_ways(jax, lambda v: theirs(v, indices), (x,), (tangent,), cotangent)
    for got, want in zip(interpreter.run(hl.jvp(mine), x, indices, tangent), [result, pushed], strict=True):
        np.testing.assert_array_equal(got, want)
    _, gradient = interpreter.run(hl.vjp(mine), x, indices, cotangent)
    np.testing.assert_allclose(gradient, of_x, rtol=1e-12, atol=1e-12, err_msg=str(case))
    axes = [(0, None), (None, 0), (0, 0)][seed % 3]
    batch = [arg if axis is None else np.stack([arg, arg[::-1] if arg.ndim else arg])
             for arg, axis in zip(case.operands, axes, strict=True)]  # fmt: skip
    (got,) = interpreter.run(hl.vmap(mine, axes, axis_size=2), *batch)
    np.testing.assert_array_equal(got, jax.jit(jax.vmap(theirs, axes))(*batch))


@pytest.mark.parametrize("mode", MODES)
def test_as_jax(mode):
    for seed in range(4, 6):
        hold(seed, mode, "complex<f64>" if seed == 5 else "f64")


@pytest.mark.campaign
@pytest.mark.parametrize("mode", MODES)
def test_as_jax_often(mode):
    for seed in campaign.seeds(1000, 1100):
        hold(seed, mode, "complex<f64>" if seed % 4 == 0 else "f64")


# Where JAX differs, each with its reason. A test that fails because JAX now agrees can go.


def take(mode):
    """Numbers of a vector, as hlogen's and as JAX's function."""

    def function(x, i):
        return hl.gather(
            x, i, offset_dims=[], collapsed_slice_dims=[0], start_index_map=[0], index_vector_dim=1, slice_sizes=[1],
            mode=mode,
        )  # fmt: skip

    numbers = lax.GatherDimensionNumbers((), (0,), (0,))
    return function, lambda x, i: lax.gather(x, i, numbers, (1,), mode=mode)


def both_gradients(mode, indices):
    mine, theirs = take(mode)
    mine = hl.function("5xf64", f"{len(indices)}x1x{indices.dtype.name.replace('int', 'i')}", name="main")(mine)
    ones = np.ones(len(indices))
    _, gradient = interpreter.run(hl.vjp(mine), np.zeros(5), indices, ones)
    return gradient, np.asarray(jax.vjp(lambda v: theirs(v, indices), np.zeros(5))[1](ones)[0])


def test_a_broken_promise_credits_what_was_read():
    """JAX reads the clamped element, but gives it no gradient."""
    ours, theirs = both_gradients("promise_in_bounds", np.array([[7], [-2], [1]], np.int32))
    np.testing.assert_array_equal(ours, [1, 1, 0, 0, 1])
    np.testing.assert_array_equal(theirs, [0, 1, 0, 0, 0])


def test_a_wide_index_is_not_cut_off():
    """JAX makes an i64 index i32 before it looks whether it is in bounds: it reads element 1 at 2**32 + 1, and gives it
    no gradient."""
    i, x = np.array([[2**32 + 1]], np.int64), np.arange(5.0)
    ours, theirs = both_gradients("fill", i)
    np.testing.assert_array_equal(ours, np.zeros(5))
    np.testing.assert_array_equal(theirs, np.zeros(5))
    mine, function = take("fill")
    (result,) = interpreter.run(hl.function("5xf64", "1x1xi64", name="main")(mine), x, i)
    np.testing.assert_array_equal(result, [np.nan])
    np.testing.assert_array_equal(function(x, i), [1])


def test_empty_index_vectors_have_a_gradient():
    """XLA, as its users have it, refuses the scatter into rank 0 that JAX emits."""

    @hl.function("f64", "3x0xi32", name="main")
    def main(x, i):
        return hl.gather(
            x, i, offset_dims=[], collapsed_slice_dims=[], start_index_map=[], index_vector_dim=1, slice_sizes=[]
        )

    x, i = np.array(0.0), np.zeros((3, 0), np.int32)
    _, gradient = interpreter.run(hl.vjp(main), x, i, np.arange(3.0))
    assert gradient == 3
