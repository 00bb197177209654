"""Derivatives and batches of scatter against JAX's own, and the cases in which JAX's are wrong or missing."""

import dataclasses

import numpy as np
import pytest
from helpers import campaign
from helpers.jax_indexing import BODIES, MODES, drawn, of_jax, ours
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


def hold(seed, body, mode, element_type="f64"):
    """jvp, vjp and vmap of one scatter, where JAX has them (see the listed cases below); says whether it has.

    Which of several updates is the last one is up to XLA, and the interpreter's is another.
    """
    in_bounds = mode == "promise_in_bounds" or body in ("min", "max", "mul") or (mode == "clip" and body == "set")
    case = drawn(seed, "scatter", element_type, in_bounds=in_bounds)
    places = [place for place, _ in case.updated_places()]
    is_unique = len(set(places)) == len(places) and (in_bounds or mode != "clip")
    if body in ("mul", "set") and not is_unique:
        return False
    case = dataclasses.replace(case, unique_indices=is_unique)
    x, indices, updates = case.operands
    rng = np.random.default_rng(seed)
    mine, theirs = ours(case, mode, body), of_jax(jax, case, mode, body)

    def direction(like):
        return rng.normal(size=like.shape).astype(like.dtype) * (1 + 2j if like.dtype.kind == "c" else 1)

    dx, du, cotangent = direction(x), direction(updates), direction(x)
    result, pushed, wanted = both_ways(jax, lambda v, w: theirs(v, indices, w), (x, updates), (dx, du), cotangent)
    for got, want in zip(interpreter.run(hl.jvp(mine), x, indices, updates, dx, du), [result, pushed], strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-12, atol=1e-12, err_msg=str(case))
    _, *gradients = interpreter.run(hl.vjp(mine), x, indices, updates, cotangent)
    for got, want in zip(gradients, wanted, strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-12, atol=1e-12, err_msg=str(case))
    axes = [(0, None, 0), (None, 0, None), (0, 0, 0), (None, None, 0)][seed % 4]
    batch = [arg if axis is None else np.stack([arg, arg]) for arg, axis in zip(case.operands, axes, strict=True)]
    (got,) = interpreter.run(hl.vmap(mine, axes, axis_size=2), *batch)
    np.testing.assert_allclose(got, jax.jit(jax.vmap(theirs, axes))(*batch), rtol=1e-12)
    return True


@pytest.mark.parametrize(("number", "body"), list(enumerate(BODIES)))
def test_as_jax(number, body):
    held = [hold(seed, body, MODES[(number + seed) % 3]) for seed in range(2)]
    assert any(held)


@pytest.mark.campaign
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("body", BODIES)
def test_as_jax_often(body, mode):
    element_types = ["f64"] if body in ("min", "max") else ["f64", "complex<f64>"]
    seeds = campaign.seeds(1000, 1030)
    assert sum(hold(seed, body, mode, element_types[seed % len(element_types)]) for seed in seeds) > 0


# Where JAX differs, each with its reason. A test that fails because JAX now agrees can go.

NUMBERS = {"update_window_dims": [], "inserted_window_dims": [0], "scatter_dims_to_operand_dims": [0]}


def of_numbers(body, mode="fill", unique=False, size=4, updates=3, indices="i32"):
    """Numbers scattered into a vector, as hlogen's and as JAX's function."""

    @hl.function(f"{size}xf64", f"{updates}x1x{indices}", f"{updates}xf64", name="main")
    def main(x, i, u):
        return hl.scatter(x, i, u, body, **NUMBERS, index_vector_dim=1, mode=mode, unique_indices=unique)

    numbers = lax.ScatterDimensionNumbers((), (0,), (0,))
    function = getattr(lax, BODIES[body])
    return main, lambda x, i, u: function(x, i, u, numbers, mode=mode, unique_indices=unique)


def at(*indices, dtype=np.int32):
    return np.array(indices, dtype).reshape(-1, 1)


def both_gradients(functions, x, i, u):
    mine, theirs = functions
    ours = interpreter.run(hl.vjp(mine), x, i, u, np.ones_like(x))[1:]
    return ours, [np.asarray(g) for g in jax.vjp(lambda v, w: theirs(v, i, w), x, u)[1](np.ones_like(x))]


def test_clipped_extremes_out_of_bounds():
    """JAX's gathers inside of the rule forget the mode (jax#40626): no winners are counted, and it divides by zero."""
    x, i, u = np.zeros(4), at(9, 3, -1), np.ones(3)
    ours, theirs = both_gradients(of_numbers("max", "clip"), x, i, u)
    np.testing.assert_array_equal(ours[0], [0, 1, 1, 0])
    np.testing.assert_array_equal(ours[1], [1 / 2, 1 / 2, 1])
    assert np.isfinite(np.concatenate(theirs)).all() == (jax.__version_info__ >= (0, 12))  # which has it mended
    # What it gives where the indices are clipped before.
    _, clipped = both_gradients(of_numbers("max", "clip"), x, np.clip(i, 0, 3), u)
    np.testing.assert_allclose(ours[0], clipped[0], atol=1e-15)
    np.testing.assert_allclose(ours[1], clipped[1])


def test_a_winner_that_is_nan():
    """JAX counts no winner where the result is NaN; here a NaN wins where it makes the result."""
    x, i, u = np.array([np.nan, 1, 2, 3]), at(1, 1, 2), np.array([np.nan, 1, 0])
    ours, theirs = both_gradients(of_numbers("max"), x, i, u)
    np.testing.assert_array_equal(ours[0], [1, 0, 1, 1])
    np.testing.assert_array_equal(ours[1], [1, 0, 0])
    np.testing.assert_array_equal(theirs[0], [1, 0, 1, 1])
    np.testing.assert_array_equal(theirs[1], [0, 0, 0])


def test_the_sign_of_zero_of_a_set_with_duplicates():
    """JAX rebuilds the result by adding, which makes -0.0 0.0."""
    mine, theirs = of_numbers("set")
    zero, i = np.full(4, -0.0), at(1, 1, 2)
    result, _ = interpreter.run(hl.jvp(mine), zero, i, zero[:3], zero, zero[:3])
    assert np.signbit(result).all()
    assert not np.signbit(jax.jvp(lambda v, w: theirs(v, i, w), (zero, zero[:3]), (zero, zero[:3]))[0]).all()


def test_a_product_beside_an_infinity():
    """JAX multiplies all of x by tangents that are zero where nothing is written: infinity times zero."""
    mine, theirs = of_numbers("mul", unique=True)
    x, i, u = np.array([np.inf, 2, 0, 3]), at(1, 2, 3), np.array([0.0, 5, 6])
    _, tangent = interpreter.run(hl.jvp(mine), x, i, u, np.ones(4), np.ones(3))
    np.testing.assert_array_equal(tangent, [1, 2, 5, 9])
    wanted = np.asarray(jax.jvp(lambda v, w: theirs(v, i, w), (x, u), (np.ones(4), np.ones(3)))[1])
    np.testing.assert_array_equal(wanted, [np.nan, 2, 5, 9])


def test_a_product_with_duplicates():
    """JAX has no derivative for the updates."""
    mine, theirs = of_numbers("mul")
    x, i, u = np.array([1.0, 2, 3, 4]), at(1, 1, 2), np.array([5.0, 6, 0])
    *_, of_u = interpreter.run(hl.vjp(mine), x, i, u, np.ones(4))
    np.testing.assert_array_equal(of_u, [12, 10, 3])
    with pytest.raises(NotImplementedError, match="unique_indices"):
        jax.vjp(lambda w: theirs(x, i, w), u)


def test_a_custom_computation():
    """JAX has no derivative for scatter_apply; `old * new + sin(old)` isn't even a call of it."""

    @hl.function("4xf64", "3x1xi32", name="main")
    def main(x, i):
        ones = hl.constant(np.ones(3))
        return hl.scatter(x, i, ones, lambda old, new: hl.sine(old) * new, **NUMBERS, index_vector_dim=1)

    x, i = np.array([1.0, 2, 3, 4]), at(1, 2, 3)
    _, gradient = interpreter.run(hl.vjp(main), x, i, np.ones(4))
    np.testing.assert_allclose(gradient, [1, *np.cos(x[1:])])
    numbers = lax.ScatterDimensionNumbers((), (0,), (0,))
    with pytest.raises(NotImplementedError, match="scatter_apply"):
        jax.jvp(lambda v: lax.scatter_apply(v, i, jnp.sin, numbers, update_shape=(3,)), (x,), (x,))


def test_narrow_indices_into_a_long_dimension():
    """XLA CPU drops a lone valid update whose index type can't say the size of the dimension."""
    mine, theirs = of_numbers("add", updates=1, size=300, indices="ui8")
    x, i, u = np.zeros(300), at(200, dtype=np.uint8), np.ones(1)
    result, tangent = interpreter.run(hl.jvp(mine), x, i, u, x, u)
    assert result[200] == tangent[200] == 1
    wanted, pushed = jax.jvp(lambda w: theirs(x, i, w), (u,), (u,))
    is_mended = jax.__version_info__ >= (0, 12)
    assert bool(np.any(wanted)) == bool(np.any(pushed)) == is_mended


def test_a_promise_of_unique_indices_covers_whole_windows():
    """Windows that start at different places may overlap: the promise is about elements.

    With it broken, JAX's tangent is silently another one; without it JAX refuses. Here the promise isn't needed.
    """

    @hl.function("4xf64", "2x1xi32", "2x2xf64", name="main")
    def main(x, i, u):
        numbers = {**NUMBERS, "update_window_dims": [1], "inserted_window_dims": []}
        return hl.scatter(x, i, u, "mul", **numbers, index_vector_dim=1)

    x, i, u = np.array([1.0, 2, 3, 4]), at(0, 1), np.array([[2.0, 3], [5, 7]])
    *_, of_u = interpreter.run(hl.vjp(main, wrt="u"), x, i, u, np.ones(4))
    np.testing.assert_array_equal(of_u, [[1, 10], [6, 3]])
    numbers = lax.ScatterDimensionNumbers((1,), (), (0,))
    broken = jax.vjp(lambda w: lax.scatter_mul(x, i, w, numbers, unique_indices=True), u)[1](np.ones(4))[0]
    assert not np.array_equal(broken, of_u)
