"""Derivatives and batches of convolutions and windows as JAX lowers them, against JAX's own."""

import numpy as np
import pytest
from helpers.jax_programs import pulled_back, pushed_forward

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


def conv(lhs, rhs, **options):
    shapes = lhs, rhs
    options = {"window_strides": (1, 1), "padding": "SAME", **options}
    return shapes, lambda x, y: lax.conv_general_dilated(x, y, **options)


NHWC = ("NHWC", "HWIO", "NHWC")
CONVOLUTIONS = {
    "plain": conv((2, 3, 5, 4), (4, 3, 2, 3)),
    "channels last": conv((2, 5, 4, 3), (2, 3, 3, 4), dimension_numbers=NHWC, padding="VALID"),
    "strides": conv((2, 3, 7, 6), (4, 3, 3, 2), window_strides=(2, 3)),
    "dilated kernel": conv((1, 2, 7, 6), (2, 2, 3, 2), rhs_dilation=(2, 3)),
    "transposed": conv((1, 2, 3, 4), (2, 2, 3, 2), lhs_dilation=(2, 3), padding=[(2, 1), (1, 3)]),
    "negative padding": conv((1, 2, 6, 6), (2, 2, 2, 2), padding=[(-1, 2), (0, -2)], window_strides=(2, 1)),
    "groups": conv((2, 6, 5, 4), (9, 2, 2, 2), feature_group_count=3, window_strides=(2, 1)),
    "depthwise": conv((1, 5, 4, 3), (3, 2, 1, 6), dimension_numbers=NHWC, feature_group_count=3),
    "batch groups": conv((6, 2, 5, 4), (6, 2, 2, 2), batch_group_count=3, rhs_dilation=(1, 2)),
    "everything": conv(
        (2, 4, 6, 5), (4, 2, 3, 2), window_strides=(2, 1), padding=[(3, -1), (0, 2)], lhs_dilation=(3, 2),
        rhs_dilation=(2, 1), feature_group_count=2,
    ),
}  # fmt: skip


def window(shape, init, body, **options):
    options = {
        "window_dimensions": (3, 2),
        "window_strides": (2, 1),
        "padding": ((1, 1), (0, 1)),
        "base_dilation": None,
        "window_dilation": None,
        **options,
    }
    return (shape,), lambda x: lax.reduce_window(x, init, body, **options)


WINDOWS = {
    "sum": window((7, 6), 0.0, lax.add),
    "sum of dilated": window((7, 6), 0.0, lax.add, base_dilation=(2, 3), window_dilation=(2, 1)),
    "sum of strides": window((7, 6), 0.0, lax.add, window_strides=(4, 3), padding=((0, 0), (2, 2))),
    "largest": window((7, 6), -np.inf, lax.max),
    "smallest": window((7, 6), np.inf, lax.min),
    "largest of dilated windows": window((7, 6), -np.inf, lax.max, window_dilation=(1, 2)),
    "largest of dilated": window((5, 4), -np.inf, lax.max, base_dilation=(2, 1), window_dimensions=(3, 3)),
    "pooled": (((2, 6, 6, 3),), lambda x: lax.reduce_window(x, -np.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")),
    "mean": (((2, 6, 6, 3),), lambda x: lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID") / 4),
    "cumsum": (((5, 3),), lambda x: lax.cumsum(x, 0)),
    "cumsum reversed": (((5, 3),), lambda x: lax.cumsum(x, 1, reverse=True)),
    "cummax": (((5, 3),), lambda x: lax.cummax(x, 0)),
    "cumprod": (((5, 3),), lambda x: lax.cumprod(x, 0)),
    "cumlogsumexp": (((5, 3),), lambda x: lax.cumlogsumexp(x, 0)),
}
# JAX has no reverse mode for these.
WITHOUT_REVERSE = ("largest of dilated windows",)
CASES = {**{f"convolution: {name}": case for name, case in CONVOLUTIONS.items()}, **WINDOWS}


def mostly_slow(names, quick):
    """`names` to parametrize with, all but `quick` for the campaign."""
    return [name if name in quick else pytest.param(name, marks=pytest.mark.campaign) for name in names]


QUICK = ("convolution: everything", "largest")


def lowered(function, *arguments):
    return hl.parse(jax.jit(function).lower(*arguments).as_text())


def drawn(shapes, seed=0):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=shape) for shape in shapes]


def agree(actual, expected):
    leaves = jax.tree.leaves(expected)
    assert len(actual) == len(leaves)
    for got, want in zip(actual, leaves, strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-10, atol=1e-11)


@pytest.mark.parametrize("name", mostly_slow(CASES, (*QUICK, "convolution: batch groups", "sum of dilated")))
def test_vjp_and_jvp(name):
    shapes, function = CASES[name]
    arguments = drawn(shapes)
    program = lowered(function, *arguments)
    if name not in WITHOUT_REVERSE:
        (cotangent,) = drawn([jax.eval_shape(function, *arguments).shape], 1)
        expected = pulled_back(jax, function, arguments, cotangent)
        agree(interpreter.run(hl.vjp(program), *arguments, cotangent), expected)
    tangents = drawn(shapes, 2)
    agree(interpreter.run(hl.jvp(program), *arguments, *tangents), pushed_forward(jax, function, arguments, tangents))


@pytest.mark.parametrize("name", mostly_slow(CASES, QUICK[1:]))
def test_derivatives_of_what_jax_derives(name):
    """JAX's own gradients hold transposed convolutions, select_and_scatter and gathers of selected elements."""
    shapes, function = CASES[name]
    arguments = drawn(shapes)

    def squares(*primals):
        return (function(*primals) ** 2).sum()

    numbers = tuple(range(len(shapes)))
    if name in WITHOUT_REVERSE:
        with pytest.raises(NotImplementedError, match="with window dilation"):
            jax.grad(squares, numbers)(*arguments)
        return
    cotangents = drawn([x.shape for x in arguments], 3)
    expected = pulled_back(jax, jax.grad(squares, numbers), arguments, tuple(cotangents))
    agree(interpreter.run(hl.vjp(lowered(jax.grad(squares, numbers), *arguments)), *arguments, *cotangents), expected)
    agree(interpreter.run(hl.vjp(hl.grad(lowered(squares, *arguments))), *arguments, *cotangents), expected)


@pytest.mark.parametrize("name", mostly_slow(CASES, QUICK))
def test_vmap(name):
    shapes, function = CASES[name]
    for batched in ((True, True), (True, False), (False, True)) if len(shapes) == 2 else ((True,),):
        axes = [0 if is_batched else None for is_batched in batched]
        arguments = drawn(
            [(3, *shape) if is_batched else shape for shape, is_batched in zip(shapes, batched, strict=True)]
        )
        one = [x if axis is None else x[0] for x, axis in zip(arguments, axes, strict=True)]
        program = hl.vmap(lowered(function, *one), in_axes=axes, axis_size=3)
        agree(interpreter.run(program, *arguments), jax.jit(jax.vmap(function, in_axes=axes))(*arguments))


@pytest.mark.parametrize("name", ["largest", pytest.param("pooled", marks=pytest.mark.campaign)])
def test_the_first_of_equals_is_credited(name):
    shapes, function = CASES[name]
    arguments = [np.round(x) for x in drawn(shapes)]
    (cotangent,) = drawn([jax.eval_shape(function, *arguments).shape], 1)
    expected = pulled_back(jax, function, arguments, cotangent)
    agree(interpreter.run(hl.vjp(lowered(function, *arguments)), *arguments, cotangent), expected)
