"""Functions with rules of their own, held against JAX's: to second order, batched inside and outside, read again.

The rules differ from the functions' true derivatives, so that it shows which of the two was taken.
"""

from types import SimpleNamespace

import numpy as np
import pytest
from helpers.jax_programs import wide_numbers

import hlogen as hl
import interpreter

jax = pytest.importorskip("jax")
jnp = jax.numpy

OURS = SimpleNamespace(
    custom_vjp=hl.custom_vjp,
    custom_jvp=hl.custom_jvp,
    sin=hl.sine,
    cos=hl.cosine,
    exp=hl.exponential,
    log=hl.log,
    sum=hl.sum,
    where=hl.where,
    clip=lambda x: hl.clip(x, -0.1, 0.1),
    zeros_like=hl.zeros_like,
    scan=lambda body, start, length: hl.scan(body, start, None, length=length),
    cond=hl.cond,
    fori=lambda count, body, start: hl.fori(0, count, body, start),
    vmap=lambda function, x: _vmapped(function, x),
)
JAX = SimpleNamespace(
    custom_vjp=jax.custom_vjp,
    custom_jvp=jax.custom_jvp,
    sin=jnp.sin,
    cos=jnp.cos,
    exp=jnp.exp,
    log=jnp.log,
    sum=jnp.sum,
    where=jnp.where,
    clip=lambda x: jnp.clip(x, -0.1, 0.1),
    zeros_like=jnp.zeros_like,
    scan=lambda body, start, length: jax.lax.scan(body, start, None, length=length),
    cond=lambda pred, *branches_and_operands: jax.lax.cond(pred, *branches_and_operands),
    fori=lambda count, body, start: jax.lax.fori_loop(0, count, body, start),
    vmap=lambda function, x: jax.vmap(function)(x),
)


def _vmapped(function, x):
    of_one = hl.function(hl.TensorType(x.type.shape[1:], x.type.element_type))(function)
    return hl.vmap(of_one, axis_size=x.type.shape[0])(x)


# Each makes a function of x, three numbers, and y, one; lib is OURS or JAX.


def plain_vjp(lib):
    f = lib.custom_vjp(lambda x, y: lib.sin(x) * y)
    f.defvjp(
        lambda x, y: (f(x, y), (x, y)), lambda r, g: (2 * lib.cos(r[0]) * g * r[1], lib.sum(3 * lib.sin(r[0]) * g))
    )
    return lambda x, y: f(x * x, y)


def plain_jvp(lib):
    f = lib.custom_jvp(lambda x, y: lib.sin(x) * y)

    @f.defjvp
    def rule(primals, tangents):
        (x, y), (tx, ty) = primals, tangents
        return f(x, y), 2 * lib.cos(x) * tx * y + 3 * lib.sin(x) * ty

    return lambda x, y: f(x * x, y)


def one_rule_for_each(lib):
    f = lib.custom_jvp(lambda x, y: x * x * y)
    f.defjvps(lambda t, result, x, y: 3 * t * result, None)
    return lambda x, y: f(lib.sin(x), y)


def stable(lib):
    """log(1 + exp(x)): the example of JAX's guide."""
    f = lib.custom_jvp(lambda x: lib.log(1.0 + lib.exp(x)))

    @f.defjvp
    def rule(primals, tangents):
        (x,), (t,) = primals, tangents
        return f(x), (1.0 - 1.0 / (1.0 + lib.exp(x))) * t

    return lambda x, y: f(x * y)


def clipped(lib):
    """The identity, whose cotangent is clipped."""
    f = lib.custom_vjp(lambda x: x)
    f.defvjp(lambda x: (x, None), lambda _, g: (lib.clip(g),))
    return lambda x, y: lib.sin(f(x * y) * 3.0)


def nondiff(lib):
    f = lib.custom_vjp(lambda function, x, k: function(x) * k, nondiff_argnums=(0, 2))
    f.defvjp(lambda function, x, k: (f(function, x, k), x), lambda function, k, x, g: (k * k * function(x) * g,))
    return lambda x, y: f(lib.cos, x, 3) * y + f(lib.sin, x * y, 2)


def of_trees(lib):
    f = lib.custom_vjp(lambda p, x: {"out": p["w"] * x + p["b"][0], "more": (x,)})
    f.defvjp(
        lambda p, x: (f(p, x), {"p": p, "x": [x]}),
        lambda r, g: ({"w": lib.sum(2 * r["x"][0] * g["out"]), "b": (lib.sum(g["out"]),)}, r["p"]["w"] * g["more"][0]),
    )

    def function(x, y):
        found = f({"w": y, "b": (y * y,)}, lib.sin(x))
        return found["out"] * found["more"][0]

    return function


def nested(lib):
    """Rules that use functions with rules."""
    inner = lib.custom_vjp(lambda x: lib.sin(x))
    inner.defvjp(lambda x: (inner(x), x), lambda x, g: (2 * lib.cos(x) * g,))
    outer = lib.custom_jvp(lambda x: inner(x) * x)

    @outer.defjvp
    def rule(primals, tangents):
        (x,), (t,) = primals, tangents
        return outer(x), inner(x) * inner(x) * t

    return lambda x, y: outer(inner(x) * y)


def in_scan(lib):
    f = lib.custom_vjp(lambda x: lib.sin(x))
    f.defvjp(lambda x: (f(x), x), lambda x, g: (2 * lib.cos(x) * g,))

    def function(x, y):
        last, each = lib.scan(lambda c, _: (f(c) + y * c, f(c)), x, 3)
        return last + lib.sum(each) * x

    return function


def in_branches(lib):
    f = lib.custom_vjp(lambda x: lib.sin(x))
    f.defvjp(lambda x: (f(x), x), lambda x, g: (2 * lib.cos(x) * g,))
    return lambda x, y: lib.cond(y > 0.5, lambda x: f(x) * x, lambda x: f(f(x)), x) * y


def jvp_in_branches(lib):
    f = lib.custom_jvp(lambda x: lib.sin(x))
    f.defjvp(lambda p, t: (f(*p), 2 * lib.cos(p[0]) * t[0]))
    return lambda x, y: lib.cond(y > 0.5, lambda x: f(x) * x, lambda x: f(f(x)), x) * y


def loop_in_rule(lib):
    """What the rule computes of the tangent is a loop."""
    f = lib.custom_jvp(lambda x: lib.sin(x))

    @f.defjvp
    def rule(primals, tangents):
        (x,), (t,) = primals, tangents
        return f(x), lib.fori(3, lambda _, c: c * lib.cos(x), t)

    return lambda x, y: f(x * y)


def batch_in_rule(lib):
    f = lib.custom_vjp(lambda x: lib.sin(x))
    f.defvjp(lambda x: (f(x), x), lambda x, g: (lib.vmap(lambda one: 2.0 * lib.cos(one), x) * g,))
    return lambda x, y: f(x * y)


def straight_through(lib):
    f = lib.custom_jvp(lambda x: lib.where(x > 0.3, lib.zeros_like(x) + 1.0, lib.zeros_like(x)))
    f.defjvp(lambda p, t: (f(*p), t[0]))
    return lambda x, y: f(x * y) * x * x


def no_derivative(lib):
    """None of an argument, zeros of another."""
    f = lib.custom_vjp(lambda x, y: x * y)
    f.defvjp(lambda x, y: (x * y, y), lambda y, g: (lib.zeros_like(g), None))
    return lambda x, y: f(x, y) + x * y


VJPS = [plain_vjp, clipped, nondiff, of_trees, nested, in_scan, in_branches, batch_in_rule, no_derivative]
JVPS = [plain_jvp, one_rule_for_each, stable, jvp_in_branches, loop_in_rule, straight_through]
X, Y = np.array([0.1, 0.7, -0.4]), 0.8
XS, YS = np.array([X, 2 * X]), np.array([0.3, 0.9])
WEIGHTS = np.array([1.0, 2.0, -0.5])


def ours(case, forward):
    """What is compared with JAX, by our programs; each is read again, from text, bytecode and a portable artifact."""
    f = case(OURS)
    program = hl.function("3xf64", "f64", name="main")(lambda x, y: hl.sum(f(x, y) * WEIGHTS))
    gradient = hl.grad(program, wrt=(0, 1))
    found = {"grad": interpreter.run(gradient, X, Y)}

    @hl.function("3xf64", "f64")
    def slope(x, y):
        along, across = gradient(x, y)
        return hl.sum(along * WEIGHTS) + across * 2.0

    found["twice"] = interpreter.run(hl.grad(slope, wrt=(0, 1)), X, Y)
    found["batch of gradients"] = interpreter.run(hl.vmap(gradient, axis_size=2), XS, YS)
    batch = hl.vmap(program, in_axes=(0, None), axis_size=2)
    total = hl.function("2x3xf64", "f64", name="main")(lambda x, y: hl.sum(batch(x, y) * np.array([1.0, 3.0])))
    found["gradient of a batch"] = interpreter.run(hl.grad(total, wrt=(0, 1)), XS, Y)
    if forward:
        found["jvp"] = interpreter.run(hl.jvp(program, wrt=(0, 1)), X, Y, WEIGHTS, 0.5)
        found["jvp of a batch"] = interpreter.run(hl.jvp(total, wrt=(0, 1)), XS, Y, XS, 0.5)
    for again in (
        hl.parse(str(program)),
        hl.parse(hl.to_bytecode(program)),
        hl.parse(hl.to_portable(program, "1.1.0")),
    ):
        for one, other in zip(interpreter.run(hl.grad(again, wrt=(0, 1)), X, Y), found["grad"], strict=True):
            np.testing.assert_array_equal(one, other)
    of_batch = interpreter.run(hl.grad(hl.parse(str(total)), wrt=(0, 1)), XS, Y)
    for one, other in zip(of_batch, found["gradient of a batch"], strict=True):
        np.testing.assert_array_equal(one, other)
    return found


def jaxs(case, forward):
    f = case(JAX)

    def program(x, y):
        return jnp.sum(f(x, y) * WEIGHTS)

    gradient = jax.grad(program, (0, 1))

    def slope(x, y):
        along, across = gradient(x, y)
        return jnp.sum(along * WEIGHTS) + across * 2.0

    def total(x, y):
        return jnp.sum(jax.vmap(program, (0, None))(x, y) * np.array([1.0, 3.0]))

    def all_of_it(x, y, xs, ys):
        found = {
            "grad": gradient(x, y),
            "twice": jax.grad(slope, (0, 1))(x, y),
            "batch of gradients": jax.vmap(gradient)(xs, ys),
            "gradient of a batch": jax.grad(total, (0, 1))(xs, y),
        }
        if forward:
            found["jvp"] = jax.jvp(program, (x, y), (WEIGHTS, 0.5))
            found["jvp of a batch"] = jax.jvp(total, (xs, y), (xs, 0.5))
        return found

    return jax.jit(all_of_it)(X, Y, XS, YS)


@pytest.mark.parametrize(
    ("case", "forward"),
    [
        pytest.param(case, forward, marks=[] if number < 5 else pytest.mark.campaign)
        for forward, cases in ((False, VJPS), (True, JVPS))
        for number, case in enumerate(cases)
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_as_jax_has_it(case, forward):
    with wide_numbers(jax):
        expected = jaxs(case, forward)
    found = ours(case, forward)
    assert found.keys() == expected.keys()
    for what in expected:
        for number, (one, other) in enumerate(zip(found[what], expected[what], strict=True)):
            np.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-12, err_msg=f"{what}, {number}")


def test_a_rule_for_tangents_holds_to_second_order_in_loops():
    """JAX drops it there, on the way back: what it gives isn't what its own jacfwd of jacfwd does."""

    def made(lib):
        f = lib.custom_jvp(lambda x: lib.sin(x))
        f.defjvp(lambda p, t: (f(*p), 2 * lib.cos(p[0]) * t[0]))
        return lambda x: lib.scan(lambda c, _: (f(c) + x * c, f(c)), x, 5)[0]

    twice = hl.grad(hl.grad(hl.function("f64")(made(OURS))))
    with wide_numbers(jax):
        expected = jax.jacfwd(jax.jacfwd(made(JAX)))(0.3)
        assert not np.allclose(jax.grad(jax.grad(made(JAX)))(0.3), expected)
    np.testing.assert_allclose(interpreter.run(twice, 0.3)[0], expected, rtol=1e-12)
