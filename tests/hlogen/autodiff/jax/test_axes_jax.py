"""Named axes give what JAX's give: values, and derivatives inside and outside of the batch."""

from typing import Any

import numpy as np
import pytest

import hlogen as hl

jax = pytest.importorskip("jax")
jnp, lax = jax.numpy, jax.lax

X = np.array([0.3, 1.2, 2.1], np.float32)
STEPS = np.array([0.1, 0.2, 0.3, 0.4], np.float32)


@hl.custom_vjp
def ruled(x):
    return hl.sine(hl.psum(x * x, "i")) * x


def _fwd(x):
    total = hl.psum(x * x, "i")
    return hl.sine(total) * x, (total, x)


def _bwd(residuals, g):
    total, x = residuals
    return (g * hl.sine(total) + 2 * x * hl.psum(hl.cosine(total) * x * g, "i"),)


ruled.defvjp(_fwd, _bwd)


def summed(x):
    return jnp.sin(lax.psum(x * x, "i")) * x


def scanned(x):
    carry, ys = lax.scan(lambda c, v: (jnp.sin(c) + lax.pmean(c * v, "i"), c), x, jnp.asarray(STEPS))
    return carry + jnp.sum(ys)


def scanned_by_us(x):
    carry, ys = hl.scan(lambda c, v: (hl.sine(c) + hl.pmean(c * v, "i"), c), x, STEPS)
    return carry + hl.sum(ys)


SHIFT = [(0, 1), (1, 2), (2, 0)]
CASES = {
    "psum": (lambda x: hl.sine(hl.psum(x * x, "i")) * x, summed),
    "pmean": (lambda x: hl.sine(hl.pmean(x * x, "i")) * x, lambda x: jnp.sin(lax.pmean(x * x, "i")) * x),
    "ppermute": (
        lambda x: hl.sine(hl.ppermute(x * x, "i", SHIFT)) * x,
        lambda x: jnp.sin(lax.ppermute(x * x, "i", SHIFT)) * x,
    ),
    "axis_index": (
        lambda x: hl.psum(hl.sine(x) * hl.convert(hl.axis_index("i"), "f32"), "i") * x,
        lambda x: lax.psum(jnp.sin(x) * lax.axis_index("i"), "i") * x,
    ),
    "a scan": (scanned_by_us, scanned),
    "a checkpoint": (hl.checkpoint(lambda x: hl.sine(hl.psum(x * x, "i")) * x), summed),
    "rules of one's own": (ruled, summed),
}
IN_THE_GATE = ("psum", "ppermute", "a scan", "rules of one's own")


@pytest.mark.parametrize(
    "case", [case if case in IN_THE_GATE else pytest.param(case, marks=pytest.mark.campaign) for case in CASES]
)
def test_derivatives_inside_and_outside(case):
    ours, theirs = CASES[case]
    f = hl.function("f32", name="f")(ours)
    batch, gradient = hl.vmap(f, axis_name="i"), hl.vmap(hl.grad(f), axis_name="i")
    total = hl.function("3xf32")(lambda x: hl.sum(batch(x) ** 2))
    of_gradient = hl.function("3xf32")(lambda x: hl.sum(gradient(x) ** 2))

    def mapped(function):
        return jax.vmap(function, axis_name="i")

    pairs: dict[str, Any] = {
        "values": (batch, mapped(theirs)),
        "inside": (gradient, mapped(jax.grad(theirs))),
        "outside": (hl.grad(total), jax.grad(lambda x: jnp.sum(mapped(theirs)(x) ** 2))),
        "both": (hl.grad(of_gradient), jax.grad(lambda x: jnp.sum(mapped(jax.grad(theirs))(x) ** 2))),
    }
    for what, (one, other) in pairs.items():
        wanted = jax.jit(other)(X)
        for _ in range(2):
            np.testing.assert_allclose(one(X), wanted, rtol=1e-3, atol=1e-4, err_msg=what)


def test_the_derivative_of_a_batch_knows_what_examples_give_to_branches_of_others():
    """Of x0 + x1 * s + x2 * s, where s is the sum of all. JAX cuts what x0 gives to s."""
    f = hl.function("f32")(lambda x: hl.cond(x > 1, lambda c: c * hl.psum(c, "i"), lambda c: c, x))
    batch = hl.vmap(f, axis_name="i")
    theirs = jax.vmap(lambda x: lax.cond(x > 1, lambda c: c * lax.psum(c, "i"), lambda c: c, x), axis_name="i")
    np.testing.assert_allclose(batch(X), theirs(X), rtol=1e-6)
    inside = hl.vmap(hl.grad(f), axis_name="i")
    with pytest.raises(hl.UsageError, match="way back of a branch that only some examples take"):
        inside(X)
    gradient = hl.grad(hl.function("3xf32")(lambda x: hl.sum(batch(x))))
    total, others = X.sum(), X[1:].sum()
    for _ in range(2):
        np.testing.assert_allclose(gradient(X), [1 + others, total + others, total + others], rtol=1e-5)


def test_loops_whose_ends_differ_or_depend_on_all():
    """Those that have ended take part with what they ended with; what all decide together has one end."""
    pairs = (
        (
            lambda x: hl.while_loop(lambda c: c < 20.0, lambda c: c + hl.psum(c, "i"), x),
            lambda x: lax.while_loop(lambda c: c < 20.0, lambda c: c + lax.psum(c, "i"), x),
        ),
        (
            lambda x: hl.while_loop(
                lambda c: hl.psum(c, "i") < 20.0,
                lambda c: c + hl.psum(c, "i") / 3 + hl.convert(hl.axis_index("i"), "f32"),
                x,
            ),
            lambda x: lax.while_loop(
                lambda c: lax.psum(c, "i") < 20.0, lambda c: c + lax.psum(c, "i") / 3 + lax.axis_index("i"), x
            ),
        ),
    )
    for ours, theirs in pairs:
        batch = hl.vmap(hl.function("f32")(ours), axis_name="i")
        wanted = jax.jit(jax.vmap(theirs, axis_name="i"))(X)
        for _ in range(2):
            np.testing.assert_allclose(batch(X), wanted, rtol=1e-5)


def test_nested_batches_of_different_names_of_one_name_and_without():
    rows = np.arange(6, dtype=np.float32).reshape(2, 3) + 1

    @hl.function("f32", "f32")
    def ours(x, y):
        at = hl.convert(hl.axis_index("j") * 10 + hl.axis_index("i"), "f32")
        return hl.psum(x, "i") * hl.psum(x * y, "j") + hl.pmax(x, ("i", "j")) + at, hl.psum(y, "i"), hl.psum(1, "j")

    def theirs(x, y):
        at = lax.axis_index("j") * 10 + lax.axis_index("i")
        return (
            lax.psum(x, "i") * lax.psum(x * y, "j") + lax.pmax(x, ("i", "j")) + at,
            lax.psum(y, "i"),
            lax.psum(1, "j"),
        )

    for inner, outer in (("i", "j"), ("j", "i")):
        ours_now = hl.vmap(hl.vmap(ours, (0, None), axis_name=inner), (0, None), axis_name=outer)
        theirs_now = jax.vmap(jax.vmap(theirs, (0, None), axis_name=inner), (0, None), axis_name=outer)
        wanted = theirs_now(rows, 2.0)
        for _ in range(2):
            for found, value in zip(ours_now(rows, np.float32(2)), wanted, strict=True):
                np.testing.assert_allclose(found, value, rtol=1e-6)
    f, g = hl.function("f32")(lambda x: x / hl.psum(x, "i")), lambda x: x / lax.psum(x, "i")
    for names in (("i", "i"), (None, "i"), ("i", None)):
        inside: Any
        outside: Any
        inside, outside = ({} if name is None else {"axis_name": name} for name in names)
        wanted = jax.vmap(jax.vmap(g, **inside), **outside)(rows)
        np.testing.assert_allclose(hl.vmap(hl.vmap(f, **inside), **outside)(rows), wanted, rtol=1e-6)


def test_integers_bools_and_complex_numbers():
    def ours(x, z):
        return hl.psum(x, "i"), hl.pmean(x, "i"), hl.psum(x > 1, "i"), hl.pmax(x > 1, "i"), hl.psum(z, "i")

    def theirs(x, z):
        return lax.psum(x, "i"), lax.pmean(x, "i"), lax.psum(x > 1, "i"), lax.pmax(x > 1, "i"), lax.psum(z, "i")

    given = np.array([1, 2, 4], np.int32), np.array([1j, 2, 3 - 1j], np.complex64)
    batch = hl.vmap(hl.function("i32", "complex<f32>")(ours), axis_name="i")
    wanted = jax.vmap(theirs, axis_name="i")(*given)
    for _ in range(2):
        for found, value in zip(batch(*given), wanted, strict=True):
            assert found.dtype == value.dtype
            np.testing.assert_allclose(found, value, rtol=1e-6)
