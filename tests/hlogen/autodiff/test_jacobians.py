"""jacfwd, jacrev, hessian, hvp: against JAX and formulas, of trees and batches, and what is said of wrong input."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.jax_programs import wide_numbers

import hlogen as hl
import interpreter

TREE = {"w": "4x3xf64", "b": "3xf64"}


def loss(p, x):
    return hl.sum(hl.tanh(x @ p["w"] + p["b"]) ** 2) + hl.sum(x**3)


def outputs(p, x):
    return {"y": hl.tanh(x @ p["w"] + p["b"]), "s": hl.sum(p["w"] * p["w"]) * x[0]}


def drawn():
    rng = np.random.default_rng(0)
    return {"w": rng.normal(size=(4, 3)), "b": rng.normal(size=3)}, rng.normal(size=4)


def leaves(tree):
    if isinstance(tree, dict):
        return [leaf for name in sorted(tree) for leaf in leaves(tree[name])]
    return [leaf for part in tree for leaf in leaves(part)] if isinstance(tree, (tuple, list)) else [np.asarray(tree)]


def same(found, expected, tolerance=1e-10):
    for one, other in zip(leaves(found), leaves(expected), strict=True):
        np.testing.assert_allclose(one, other, rtol=tolerance, atol=tolerance)
        assert one.dtype == other.dtype


@pytest.mark.parametrize("what", ["jacfwd", "jacrev"])
@pytest.mark.parametrize("wrt", [None, 0, 1, [1, 0]])
def test_jacobians_are_trees_in_trees_as_in_jax(what, wrt):
    jax = pytest.importorskip("jax")
    jnp = jax.numpy

    def theirs(p, x):
        return {"y": jnp.tanh(x @ p["w"] + p["b"]), "s": jnp.sum(p["w"] * p["w"]) * x[0]}

    p, x = drawn()
    made = getattr(hl, what)(hl.function(TREE, "4xf64")(outputs), wrt)
    with wide_numbers(jax):
        expected = getattr(jax, what)(theirs, (0, 1) if wrt is None else wrt)(p, x)
        found = made(p, x)
        same(found, expected)
        same(made(p, x), found, 0)


def test_hessians_and_their_products_are_those_of_jax():
    jax = pytest.importorskip("jax")
    jnp = jax.numpy

    def theirs(p, x):
        return jnp.sum(jnp.tanh(x @ p["w"] + p["b"]) ** 2) + jnp.sum(x**3)

    p, x = drawn()
    along = drawn()[0], np.array([1.0, -2.0, 0.5, 3.0])
    ours = hl.function(TREE, "4xf64")(loss)
    rows = np.stack([x, 2 * x])

    def all_of_jaxs(p, x, along, rows):
        by_x = jax.hessian(theirs, 1)
        product = jax.jvp(jax.grad(theirs, (0, 1)), (p, x), along)[1]
        of_rows = jax.jacrev(jax.vmap(theirs, in_axes=(None, 0)), 1)(p, rows)
        batch = jax.vmap(by_x, in_axes=(None, 0))(p, rows)
        return jax.hessian(theirs, (0, 1))(p, x), by_x(p, x), product, by_x(p, x) @ along[1], batch, of_rows

    found = (
        hl.hessian(ours)(p, x),
        hl.hessian(ours, "x")(p, x),
        hl.hvp(ours)(p, x, *along),
        hl.hvp(ours, "x")(p, x, along[1]),
        hl.vmap(hl.hessian(ours, "x"), in_axes={"x": 0})(p, rows),
        hl.jacrev(hl.vmap(ours, in_axes={"x": 0}), wrt="x")(p, x=rows),
    )
    with wide_numbers(jax):
        expected = jax.jit(all_of_jaxs)(p, x, along, rows)  # one by one, JAX compiles each operation
    for one, other in zip(found, expected, strict=True):
        same(one, other)


def test_a_leaf_by_its_name():
    p, x = drawn()
    by_leaf = hl.jacrev(hl.function(TREE, "4xf64")(outputs), "p.b")(p, x)
    np.testing.assert_array_equal(by_leaf["s"], np.zeros(3))
    np.testing.assert_allclose(by_leaf["y"], np.diag(1 - np.tanh(x @ p["w"] + p["b"]) ** 2))


def test_what_is_beside_comes_along():
    cube = hl.function("3xf64")(lambda x: (hl.sum(x**3), {"most": hl.argmax(x)}))
    x = np.array([1.0, 3.0, 2.0])
    for what, expected in (("jacfwd", 3 * x**2), ("jacrev", 3 * x**2), ("hessian", np.diag(6 * x))):
        found, beside = getattr(hl, what)(cube, has_aux=True)(x)
        np.testing.assert_allclose(found, expected)
        assert beside["most"] == 1
    product, beside = hl.hvp(cube, has_aux=True)(x, np.ones(3))
    np.testing.assert_allclose(product, 6 * x)
    assert beside["most"] == 1


@pytest.mark.parametrize("what", [hl.jacfwd, hl.jacrev])
def test_shapes_stand_before_and_behind(what):
    outer = hl.function("2xf64", "3x2xf64")(lambda x, y: hl.expand_dims(x, 0) * y)
    x, y = np.array([1.0, 2.0]), np.arange(6.0).reshape(3, 2)
    by_x, by_y = interpreter.run(what(outer), x, y)
    np.testing.assert_array_equal(by_x, np.einsum("ij,jk->ijk", y, np.eye(2)))
    np.testing.assert_array_equal(by_y, np.einsum("j,ik,jl->ijkl", x, np.eye(3), np.eye(2)))
    nothing = hl.function("0x2xf64")(lambda x: x + x)
    assert what(nothing)(np.zeros((0, 2))).shape == (0, 2, 0, 2)
    assert what(hl.function("f64")(lambda x: x * x))(3.0) == 6


def test_complex_numbers_as_in_jax():
    """A holomorphic function has one derivative; a real function of complex numbers has the gradient that vjp has."""
    cube = hl.function("2xcomplex<f64>")(lambda z: z * z * z)
    z = np.array([1 + 2j, 3 - 1j])
    for what in (hl.jacfwd, hl.jacrev):
        np.testing.assert_allclose(what(cube, holomorphic=True)(z), np.diag(3 * z**2))
    np.testing.assert_allclose(hl.hessian(cube, holomorphic=True)(z)[1, 1, 1], 6 * z[1])
    size = hl.function("2xcomplex<f64>")(lambda z: hl.abs(z))
    np.testing.assert_allclose(hl.jacrev(size)(z), np.diag(z.conj() / abs(z)))
    turned = hl.function("2xf64")(lambda x: hl.complex(hl.cosine(x), hl.sine(x)))
    np.testing.assert_allclose(hl.jacfwd(turned)(np.zeros(2)), np.diag([1j, 1j]))


def test_wrong_input_says_what_where_and_what_to_do():
    with_integers = hl.function("3xf64", name="f")(lambda x: (x, hl.argmax(x)))
    spiral = hl.function("2xcomplex<f64>", name="f")(lambda z: z * z)
    several = hl.function("3xf64", name="f")(lambda x: (hl.sum(x), x))
    open_shape = hl.function("?xf64", name="f")(lambda x: x)
    plain = hl.function("3xf64", "2xf64", name="f")(lambda x, y: hl.sum(x))
    here = r"\n  where: .*test_jacobians.py:\d+:\d+\n  fix: "
    said = [
        (lambda: hl.jacfwd(with_integers), rf"result 1 of f is tensor<i64>, which has no Jacobian.*{here}.*has_aux"),
        (lambda: hl.hessian(with_integers), rf"result 1 of f is tensor<i64>, which has no Jacobian.*{here}.*has_aux"),
        (lambda: hl.jacfwd(spiral), rf"z of f is tensor<2xcomplex<f64>>.*{here}.*hl.jacfwd\(..., holomorphic=True\)"),
        (lambda: hl.jacrev(spiral), rf"result 0 of f is tensor<2xcomplex<f64>>.*{here}.*holomorphic"),
        (lambda: hl.jacrev(plain, holomorphic=True), rf"x is tensor<3xf64>{here}leave holomorphic out"),
        (lambda: hl.jacfwd(open_shape), rf"x of f is tensor<\?xf64>, and a Jacobian needs static shapes{here}"),
        (lambda: hl.hvp(several), rf"hvp derives one float of rank 0, but f returns .*{here}"),
        (lambda: hl.grad(several), rf"grad derives one float .*{here}.*has_aux=True"),
        (lambda: hl.grad(plain, has_aux=True), rf"has_aux says that f returns a pair.* it returns one tensor{here}"),
        (lambda: hl.hessian(plain, "z"), r"wrt names 'z', but f takes x, y\n  where"),
        (lambda: hl.jacrev(plain, 2), rf"wrt names argument 2, but f takes 2 arguments, counted from 0{here}"),
        (lambda: hl.jacfwd("x"), r"hl.jacfwd takes a function made with @hl.function"),
        (lambda: hl.hvp(plain)(np.ones(3)), r"f_hvp takes 4 arguments, not 1"),
    ]
    for call, message in said:
        with pytest.raises(hl.UsageError, match=message):
            call()
