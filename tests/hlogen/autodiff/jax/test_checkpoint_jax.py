"""Checkpoints, held against JAX's: to second order, batched inside and outside, read again; and what they save."""

from types import SimpleNamespace

import numpy as np
import pytest
from helpers import campaign
from helpers.jax_programs import wide_numbers

import hlogen as hl
import interpreter

jax = pytest.importorskip("jax")
checkpoint_name = pytest.importorskip("jax.ad_checkpoint").checkpoint_name
jnp = jax.numpy


def _policy(policy):
    policies = jax.checkpoint_policies
    if isinstance(policy, list):
        return policies.save_only_these_names(*policy)
    return None if policy is None else getattr(policies, policy)


OURS = SimpleNamespace(
    checkpoint=lambda function, policy=None: hl.checkpoint(function, policy=policy),
    name=hl.checkpoint_name,
    sin=hl.sine,
    tanh=hl.tanh,
    sum=hl.sum,
    scan=lambda body, start, length: hl.scan(body, start, None, length=length)[0],
    cond=hl.cond,
    stop_gradient=hl.stop_gradient,
)
JAX = SimpleNamespace(
    checkpoint=lambda function, policy=None: jax.checkpoint(function, policy=_policy(policy)),
    name=checkpoint_name,
    sin=jnp.sin,
    tanh=jnp.tanh,
    sum=jnp.sum,
    scan=lambda body, start, length: jax.lax.scan(body, start, None, length=length)[0],
    cond=lambda pred, *branches_and_operands: jax.lax.cond(pred, *branches_and_operands),
    stop_gradient=jax.lax.stop_gradient,
)


# Each makes a function of x, three numbers, and w, three by three; lib is OURS or JAX.


def layers(lib):
    one = lib.checkpoint(lambda x, w: lib.tanh(lib.sin(x @ w) * x))
    return lambda x, w: one(one(x, w), w)


def dots(lib):
    one = lib.checkpoint(lambda x, w: lib.sin(lib.sin(x @ w) @ w), "dots_saveable")
    return lambda x, w: one(one(x, w), w)


def everything(lib):
    one = lib.checkpoint(lambda x, w: lib.sin(lib.sin(x @ w) @ w), "everything_saveable")
    return lambda x, w: one(one(x, w), w)


def names(lib):
    def layer(x, w):
        hidden = lib.name(lib.sin(x @ w), "hidden")
        return lib.name(hidden * hidden, "square") * lib.sin(hidden)

    one = lib.checkpoint(layer, ["hidden"])
    return lambda x, w: one(one(x, w), w)


def nested(lib):
    inner = lib.checkpoint(lambda x, w: lib.sin(x @ w))
    outer = lib.checkpoint(lambda x, w: inner(lib.sin(inner(x, w)), w) * x, "dots_saveable")
    return lambda x, w: outer(x, w)


def captured(lib):
    """What is used from around is derived, too; some of it isn't."""

    def function(x, w):
        half = w * 0.5
        fixed = lib.stop_gradient(lib.sin(w))
        return lib.checkpoint(lambda y: lib.sin(y @ half) @ fixed + x)(lib.sin(x))

    return function


def of_trees(lib):
    one = lib.checkpoint(lambda tree, w: {"b": lib.sin(tree["a"] @ w), "c": tree["a"] * 2.0})

    def function(x, w):
        found = one({"a": x}, w)
        return found["b"] * one({"a": found["c"]}, w=w)["b"]

    return function


def in_scan(lib):
    def function(x, w):
        one = lib.checkpoint(lambda carry: lib.sin(carry @ w) * x)
        return lib.scan(lambda carry, _: (one(carry), None), x, 4)

    return function


def of_scan(lib):
    one = lib.checkpoint(lambda x, w: lib.scan(lambda carry, _: (lib.sin(carry @ w), None), x, 3))
    return lambda x, w: one(x, w) * x


def in_branches(lib):
    one = lib.checkpoint(lambda x, w: lib.sin(x @ w) * x)
    two = lib.checkpoint(lambda x, w: lib.tanh(x @ w))
    return lambda x, w: lib.cond(x[0] > 0.0, lambda x: one(x, w), lambda x: two(two(x, w), w), x)


CASES = [layers, dots, everything, names, nested, captured, of_trees, in_scan, of_scan, in_branches]
X, W = np.array([0.1, 0.7, -0.4]), np.array([[0.3, -0.2, 0.9], [1.1, 0.4, -0.6], [0.2, 0.5, -0.1]])
XS, WS = np.array([X, -2 * X]), np.array([W, W.T])
WEIGHTS = np.array([1.0, 2.0, -0.5])


def _ours(case):
    f = case(OURS)
    program = hl.function("3xf64", "3x3xf64", name="main")(lambda x, w: hl.sum(f(x, w) * WEIGHTS))
    gradient = hl.grad(program, wrt=(0, 1))

    @hl.function("3xf64", "3x3xf64")
    def slope(x, w):
        along, across = gradient(x, w)
        return hl.sum(along * WEIGHTS) + hl.sum(across * W)

    batch = hl.vmap(program, in_axes=(0, None), axis_size=2)
    total = hl.function("2x3xf64", "3x3xf64", name="main")(lambda x, w: hl.sum(batch(x, w) * np.array([1.0, 3.0])))
    found = {
        "grad": interpreter.run(gradient, X, W),
        "twice": interpreter.run(hl.grad(slope, wrt=(0, 1)), X, W),
        "batch of gradients": interpreter.run(hl.vmap(gradient, axis_size=2), XS, WS),
        "gradient of a batch": interpreter.run(hl.grad(total, wrt=(0, 1)), XS, W),
        "jvp": interpreter.run(hl.jvp(program, wrt=(0, 1)), X, W, WEIGHTS, W),
        "jvp of the gradient": interpreter.run(hl.jvp(gradient, wrt=(0, 1)), X, W, WEIGHTS, W),
    }
    for again in (hl.parse(str(program)), hl.parse(hl.to_portable(program, "1.1.0"))):
        read = hl.grad(again, wrt=(0, 1))
        assert str(read).count("hlogen.checkpoint") == str(gradient).count("hlogen.checkpoint")
        for one, other in zip(interpreter.run(read, X, W), found["grad"], strict=True):
            np.testing.assert_array_equal(one, other)
    return found


def _jaxs(case):
    f = case(JAX)

    def program(x, w):
        return jnp.sum(f(x, w) * WEIGHTS)

    gradient = jax.grad(program, (0, 1))

    def slope(x, w):
        along, across = gradient(x, w)
        return jnp.sum(along * WEIGHTS) + jnp.sum(across * W)

    def total(x, w):
        return jnp.sum(jax.vmap(program, (0, None))(x, w) * np.array([1.0, 3.0]))

    def all_of_it(x, w, xs, ws):
        values, tangents = jax.jvp(gradient, (x, w), (jnp.asarray(WEIGHTS), jnp.asarray(W)))
        return {
            "grad": gradient(x, w),
            "twice": jax.grad(slope, (0, 1))(x, w),
            "batch of gradients": jax.vmap(gradient)(xs, ws),
            "gradient of a batch": jax.grad(total, (0, 1))(xs, w),
            "jvp": jax.jvp(program, (x, w), (WEIGHTS, W)),
            "jvp of the gradient": (*values, *tangents),
        }

    return jax.jit(all_of_it)(X, W, XS, WS)


@pytest.mark.parametrize("case", campaign.first(6, CASES), ids=lambda case: case.__name__)
def test_as_jax_has_it(case):
    with wide_numbers(jax):
        expected = _jaxs(case)
    found = _ours(case)
    for what in expected:
        for number, (one, other) in enumerate(zip(found[what], expected[what], strict=True)):
            np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-11, err_msg=f"{what}, {number}")
