"""Derivatives of derivatives and batches, in any nesting, give what the same nesting of JAX's gives."""

import numpy as np
import pytest
from helpers.jax_programs import wide_numbers

import hlogen as hl

jax = pytest.importorskip("jax")
jnp, lax = jax.numpy, jax.lax

RNG = np.random.default_rng(1)
X, ROWS, OTHER = RNG.normal(size=3), RNG.normal(size=(4, 3)), RNG.normal(size=(4, 3))


def scalar(x):
    return jnp.sum(jnp.sin(x) * jnp.exp(x))


def of_rows(rows):
    return jnp.sum(jax.vmap(scalar)(rows) ** 2)


def looped(x):
    return jnp.sum(lax.fori_loop(0, 3, lambda _, s: jnp.sin(s) * x, x))


def mixed(a, b):
    return jnp.sum(a).astype("float64") * b, jnp.sum(a)


def ours():
    """The same as programs."""
    f = hl.function("3xf64", name="f")(lambda x: hl.sum(hl.sine(x) * hl.exponential(x)))
    rows = hl.function("4x3xf64")(lambda rows: hl.sum(hl.vmap(f)(rows) ** 2))
    loop = hl.function("3xf64")(lambda x: hl.sum(hl.fori(0, 3, lambda _, s: hl.sine(s) * x, x)))
    return f, rows, loop


def product(function):
    return lambda x, v: jax.jvp(jax.grad(function), (x,), (v,))[1]


# What is made of (f, of rows, with a loop), of JAX's, and what both are given.
CASES = {
    "jacfwd of hessian": (lambda f, r, w: hl.jacfwd(hl.hessian(f)), jax.jacfwd(jax.hessian(scalar)), [X]),
    "jacrev of jacrev": (lambda f, r, w: hl.jacrev(hl.jacrev(f)), jax.jacrev(jax.jacrev(scalar)), [X]),
    "jacrev of jacfwd": (lambda f, r, w: hl.jacrev(hl.jacfwd(f)), jax.jacrev(jax.jacfwd(scalar)), [X]),
    "jacrev of vmap": (lambda f, r, w: hl.jacrev(hl.vmap(f)), jax.jacrev(jax.vmap(scalar)), [ROWS]),
    "vmap of hessian": (lambda f, r, w: hl.vmap(hl.hessian(f)), jax.vmap(jax.hessian(scalar)), [ROWS]),
    "vmap of hvp": (lambda f, r, w: hl.vmap(hl.hvp(f)), jax.vmap(product(scalar)), [ROWS, OTHER]),
    "hvp of vmap": (lambda f, r, w: hl.hvp(r), product(of_rows), [ROWS, OTHER]),
    "hessian of vmap": (lambda f, r, w: hl.hessian(r), jax.hessian(of_rows), [ROWS]),
    "jacrev of hvp": (lambda f, r, w: hl.jacrev(hl.hvp(f), wrt="x"), jax.jacrev(product(scalar)), [X, OTHER[0]]),
    "hessian of a loop": (lambda f, r, w: hl.hessian(w), jax.hessian(looped), [X]),
    "hvp of a loop": (lambda f, r, w: hl.hvp(w), product(looped), [X, OTHER[0]]),
    "vmap of jacrev of a loop": (lambda f, r, w: hl.vmap(hl.jacrev(w)), jax.vmap(jax.jacrev(looped)), [ROWS]),
    "of a program that was read": (lambda f, r, w: hl.hessian(hl.parse(str(f))), jax.hessian(scalar), [X]),
}
IN_THE_GATE = ("jacrev of vmap", "vmap of hvp", "of a program that was read")


@pytest.mark.parametrize(
    "name", [name if name in IN_THE_GATE else pytest.param(name, marks=pytest.mark.campaign) for name in CASES]
)
def test_nested(name):
    make, theirs, given = CASES[name]
    made = make(*ours())
    with wide_numbers(jax):
        expected = jax.jit(theirs)(*given)
        for _ in range(2):
            np.testing.assert_allclose(made(*given), expected, rtol=1e-9, atol=1e-11)


def test_element_types_are_those_that_jax_gives():
    """Columns have the type of the result, rows that of the argument."""
    function = hl.function("3xf32", "2xf64")(lambda a, b: (hl.convert(hl.sum(a), "f64") * b, hl.sum(a)))
    given = np.ones(3, np.float32), np.ones(2)
    with wide_numbers(jax):
        for what in ("jacfwd", "jacrev"):
            expected = jax.tree.leaves(getattr(jax, what)(mixed, (0, 1))(*given))
            found = jax.tree.leaves(getattr(hl, what)(function)(*given))
            assert [x.dtype for x in found] == [x.dtype for x in expected]
            assert [x.shape for x in found] == [x.shape for x in expected]
