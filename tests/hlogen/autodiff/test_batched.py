"""Functions of batches of any size: through every derivative, and called by name; axes by names."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.jax_programs import wide_numbers

import hlogen as hl


def f(x, w):
    return hl.sum(hl.sine(x) * w["a"]) * w["b"]


def function() -> hl.Function:
    return hl.function("3xf64", {"a": "3xf64", "b": "f64"}, name="f")(f)


def given(size):
    rng = np.random.default_rng(size)
    return rng.normal(size=(size, 3)), {"a": rng.normal(size=3), "b": np.float64(2)}


def test_derivatives_of_batches_get_their_size_when_they_are_called():
    size = 4
    jax = pytest.importorskip("jax")

    def theirs(x, w):
        return jax.numpy.sum(jax.numpy.sin(x) * w["a"]) * w["b"]

    batched = hl.vmap(function(), in_axes=(0, None))
    with wide_numbers(jax):
        x, w = given(size)
        of_jax = jax.vmap(theirs, in_axes=(0, None))
        cotangent = np.arange(1.0, size + 1)
        results, pull = jax.vjp(of_jax, x, w)
        found = hl.vjp(batched)(x, w, cotangent)
        np.testing.assert_allclose(found[0], results)
        for one, other in zip(jax.tree.leaves(found[1:]), jax.tree.leaves(pull(cotangent)), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-12)
        primal, tangent = hl.jvp(batched, wrt="x")(x, w, x_tangent=2 * x)
        np.testing.assert_allclose(primal, results)
        np.testing.assert_allclose(tangent, jax.jvp(lambda x: of_jax(x, w), (x,), (2 * x,))[1])
        np.testing.assert_allclose(hl.jacfwd(batched, "x")(x, w), jax.jacfwd(of_jax)(x, w), atol=1e-12)
        np.testing.assert_allclose(hl.jacrev(batched, "x")(x, w), jax.jacrev(of_jax)(x, w), atol=1e-12)
        outer = hl.vmap(hl.jacrev(batched, "x"), in_axes={"x": 0})
        xs = np.stack([x, 3 * x])
        np.testing.assert_allclose(outer(xs, w), jax.vmap(jax.jacrev(of_jax), in_axes=(0, None))(xs, w), atol=1e-12)


def test_inside_of_a_function_it_is_the_program_for_the_sizes_there():
    row = hl.jvp(hl.vmap(function(), in_axes=(0, None)), wrt="x")
    x, w = given(5)

    @hl.function("5x3xf64", {"a": "3xf64", "b": "f64"})
    def total(x, w):
        _, along = row(x, w, x)
        return hl.sum(along)

    np.testing.assert_allclose(total(x, w), np.sum(np.cos(x) * x * w["a"]) * 2)
    gradient = hl.grad(total, "x")(x, w)
    np.testing.assert_allclose(gradient, (np.cos(x) - np.sin(x) * x) * w["a"] * 2)


def test_gradients_of_examples():
    each = hl.vmap(hl.value_and_grad(function(), "x"), in_axes={"x": 0})
    x, w = given(3)
    values, gradients = each(w=w, x=x)
    np.testing.assert_allclose(values, np.sum(np.sin(x) * w["a"], 1) * 2)
    np.testing.assert_allclose(gradients, np.cos(x) * w["a"] * 2)
    assert "of whatever size the batch has" in repr(each)


@pytest.mark.parametrize(
    ("axes", "same_as"),
    [
        ({"x": 0}, (0, None)),
        ({"x": 1, "w": {"a": 0, "b": None}}, (1, {"a": 0, "b": None})),
        ({"w.a": 1}, (None, {"a": 1, "b": None})),
        ({"w": 0, "x": -1}, (-1, 0)),
    ],
)
def test_axes_by_names_of_arguments_and_leaves(axes, same_as):
    one, other = (hl.vmap(function(), in_axes=each, axis_size=4) for each in (axes, same_as))
    assert str(one) == str(other)


def test_a_dict_of_axes_is_a_tree_where_its_keys_are_those_of_the_argument():
    tree = hl.function({"a": "3xf64", "b": "f64"})(lambda p: p["a"] * p["b"])
    assert str(hl.vmap(tree, in_axes={"a": 1, "b": 0}, axis_size=2).type.inputs[0]) == "tensor<3x2xf64>"
    assert str(hl.vmap(tree, in_axes={"p": {"a": None, "b": 0}}, axis_size=2).type.inputs[0]) == "tensor<3xf64>"


def test_wrong_input_says_what_where_and_what_to_do():
    x, w = given(4)
    here = r"\n  where: .*test_batched.py:\d+:\d+"
    said = [
        (lambda: hl.vmap(function(), in_axes={"y": 0}), rf"in_axes names 'y', but the arguments of f are x, w{here}"),
        (lambda: hl.vmap(function(), in_axes={"w": 0, "w.a": 0}), rf"in_axes names 'w.a' twice.*{here}"),
        (lambda: hl.vmap(function(), in_axes={"x": "0"}), rf"in_axes\[0\] is a dimension or None, not str .0.{here}"),
        (lambda: hl.vmap(function(), in_axes={"w": {"a": 0}}), r"in_axes\['w'\] is .*, which doesn't fit \{'a'"),
        (lambda: hl.grad(hl.vmap(function())), rf"grad derives one float of rank 0, but f_vmap_2 returns.*{here}"),
        (lambda: hl.jvp(hl.vmap(function()), "y"), rf"wrt names 'y'.*takes x, w.a, w.b{here}"),
        (
            lambda: hl.jvp(hl.vmap(function()), entry="g"),
            rf"entry = 'g' says .*, and f_vmap is one function{here}\n  fix: ",
        ),
        (lambda: hl.vmap(function()).module, rf"f_vmap has no size of the batch yet.*{here}\n  fix: .*axis_size"),
        (lambda: hl.vmap(hl.function("f64", name="g")(hl.sine))(), r"g_vmap takes 1 argument, not 0"),
        (lambda: hl.vjp(hl.vmap(function()))(x, w), rf"f_vmap_vjp takes 3 arguments, not 2{here}"),
        (
            lambda: hl.vmap(function(), in_axes={"w": 0})(x, w),
            r"argument 2 of .*, which has no batch dim",
        ),
        (lambda: hl.vmap(function(), in_axes={"x": 0})(y=x), r"f_vmap_in_0_none_none has no argument y; it takes x, w"),
        (
            lambda: hl.jvp(hl.vmap(function(), in_axes={"x": 0, "w.a": -1}))(x, w, x, w),
            r"argument 0 \(x\) has 4, argument 1 \(w.a\) has 3[\s\S]*fix: ",
        ),
    ]
    for call, message in said:
        with pytest.raises(hl.UsageError, match=message):
            call()
