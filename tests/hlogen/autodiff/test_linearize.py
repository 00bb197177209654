"""linearize: the tangents that jvp gives, at one place as often as one likes; what is kept, and wrong input."""

from __future__ import annotations

import numpy as np
import pytest

import hlogen as hl

RNG = np.random.default_rng(0)
P, X = {"w": RNG.normal(size=(3, 2))}, RNG.normal(size=3)
TP, TX = {"w": RNG.normal(size=(3, 2))}, RNG.normal(size=3)


def layer(p, x):
    return hl.sum(hl.tanh(x @ p["w"]) ** 2) * x


def function():
    return hl.function({"w": "3x2xf64"}, "3xf64", name="f")(layer)


def looped(x):
    return hl.sine(hl.fori(0, 5, lambda i, s: hl.sine(s) * x, x)), hl.argmax(x), hl.stop_gradient(x) * x


def test_tangents_are_those_of_the_formula():
    hidden = np.tanh(X @ P["w"])
    results, push = hl.linearize(function())(P, X)
    np.testing.assert_allclose(results, (hidden**2).sum() * X)
    for factor in (1, 3):
        inner = 2 * hidden * (1 - hidden**2) @ (TX @ P["w"] + X @ TP["w"])
        expected = factor * (inner * X + (hidden**2).sum() * TX)
        np.testing.assert_allclose(push({"w": factor * TP["w"]}, factor * TX), expected)
    _, by_x = hl.linearize(function(), "x")(P, x=X)
    np.testing.assert_allclose(by_x(TX), hl.jvp(function(), "x")(P, X, TX)[1])


def test_what_is_computed_once_isnt_computed_again():
    """The way forwards has all that isn't linear; constants are made where they are used."""
    linear = hl.linearize(function())
    names = {op.name for op in linear.push.module.walk()}
    assert "stablehlo.tanh" not in names
    assert all(type.rank for type in linear.push.type.inputs)


def test_loops_integers_gathers_and_what_is_beside():
    function = hl.function("3xf64")(looped)
    (first, most, _), push = hl.linearize(function)(X)
    expected = hl.jvp(function)(X, TX)
    np.testing.assert_allclose(first, expected[0])
    assert most == np.argmax(X)
    np.testing.assert_allclose(push(TX), expected[3:])
    picked = hl.function("3xf64", "3xi32")(lambda x, i: (x[i] * x, {"ids": i}))
    ids = np.array([0, 2, 2], np.int32)
    y, push, beside = hl.linearize(picked, has_aux=True)(X, ids)
    np.testing.assert_allclose(y, X[ids] * X)
    np.testing.assert_allclose(push(TX), TX[ids] * X + X[ids] * TX)
    assert list(beside["ids"]) == [0, 2, 2]
    _, push = hl.linearize(hl.function("?xf64")(lambda x: (hl.sine(x), hl.floor(x))))(X)
    np.testing.assert_allclose(push(TX), [np.cos(X) * TX, 0 * X])


def test_inside_of_functions_that_are_derived_and_batched():
    linear = hl.linearize(hl.function("3xf64", name="g")(lambda x: hl.sine(x) * x))

    @hl.function("3xf64", "3xf64")
    def total(x, t):
        y, push = linear(x)
        return hl.sum(y + push(t) + push(2 * t))

    np.testing.assert_allclose(total(X, TX), np.sum(np.sin(X) * X + 3 * (np.cos(X) * X + np.sin(X)) * TX))
    slope = np.cos(X) * X + np.sin(X)
    np.testing.assert_allclose(hl.grad(total, "t")(X, TX), 3 * slope)
    np.testing.assert_allclose(hl.grad(total, "x")(X, TX), slope + 3 * (2 * np.cos(X) - np.sin(X) * X) * TX)
    rows = hl.vmap(total)(np.stack([X, 2 * X]), np.stack([TX, TX]))
    np.testing.assert_allclose(rows, [total(X, TX), total(2 * X, TX)])


def test_wrong_input_says_what_where_and_what_to_do():
    _, push = hl.linearize(function())(P, X)
    for call, message in [
        (lambda: push(TX), r"f_linearize_push takes 2 tangents, not 1\n  where: .*test_linearize.py"),
        (lambda: push(TX, TP), r"f_linearize_push's p_tangent is .*, expected \{'w': \*\}"),
        (lambda: hl.linearize(function())(P), r"f_linearize takes 2 arguments, not 1"),
        (lambda: hl.linearize(function(), "q"), r"wrt names 'q', but f takes p.w, x"),
        (lambda: hl.linearize(hl.vmap(function())), r"has no size of the batch yet[\s\S]*fix: .*axis_size"),
        (lambda: hl.linearize(function(), has_aux=True), r"has_aux says that f returns a pair"),
        (lambda: hl.linearize(3), r"hl.linearize takes a function made with @hl.function"),
    ]:
        with pytest.raises(hl.UsageError, match=message):
            call()
