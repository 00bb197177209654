"""Derivatives and batches of branches and loops as JAX lowers them, against JAX's own."""

import numpy as np
import pytest
from helpers.jax_programs import pulled_back, pushed_forward

import hlogen as hl
import interpreter
from hlogen.autodiff.flatten import flattened
from hlogen.builder.known import integers_of
from hlogen.program.trip_count import counted

jax = pytest.importorskip("jax")
jnp, lax = jax.numpy, jax.lax


@pytest.fixture(autouse=True)
def _x64():
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", True)
    yield
    jax.config.update("jax_enable_x64", before)


def scan(x, w, rows):
    """Carries, an output per step, slices of an input."""

    def step(carry, row):
        carry = jnp.sin(carry * w) + row
        return carry, carry * row

    final, outputs = lax.scan(step, x, rows)
    return final, outputs


def scan_backwards(x, w, rows):
    return lax.scan(lambda carry, row: (jnp.cos(carry) * w + row, carry), x, rows, reverse=True)


def fori_loop(x, w, rows):
    return lax.fori_loop(0, 4, lambda i, y: jnp.sin(y * w) + rows[i], x)


def fori_loop_from_two(x, w, rows):
    return lax.fori_loop(2, 4, lambda i, y: jnp.sin(y * w) + rows[i] * i, x)


def no_iteration(x, w, rows):
    return lax.fori_loop(4, 4, lambda i, y: jnp.sin(y * w) + rows[i], x)


def scan_of_scans(x, w, rows):
    def outer(carry, row):
        final, outputs = lax.scan(lambda c, r: (jnp.sin(c * w) * r, c), carry, row * rows)
        return final + carry, outputs.sum()

    return lax.scan(outer, x, rows)


def cond(x, w, rows):
    return lax.cond(rows[0, 0] > 0, lambda a, b: jnp.sin(a) * b, lambda a, b: a * a, x, w)


def cond_within_scan(x, w, rows):
    def step(carry, row):
        return lax.cond(row[0] > 0, lambda c: jnp.sin(c) * w, lambda c: c * row, carry), row[0] * carry

    return lax.scan(step, x, rows)


def switch(x, w, rows):
    index = (rows[0, 0] * 3).astype(jnp.int32)
    return lax.switch(index, [lambda a, b: a * b, lambda a, b: jnp.sin(a), lambda a, b: b], x, w)


def while_loop(x, w, rows):
    """Its number of iterations depends on the data: JAX has no reverse mode for it."""
    return lax.while_loop(
        lambda state: jnp.abs(state[0]).sum() < 20, lambda state: (state[0] * 1.5 + rows[0], state[1] * w), (x, w)
    )


REVERSIBLE = [
    scan,
    scan_backwards,
    fori_loop,
    fori_loop_from_two,
    no_iteration,
    scan_of_scans,
    cond,
    cond_within_scan,
    switch,
]
LOOPS = [scan, scan_backwards, fori_loop, fori_loop_from_two, scan_of_scans, cond_within_scan]


def inputs(seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=3), rng.normal(size=3), rng.normal(size=(4, 3))


def lowered(function, *arguments):
    return hl.parse(jax.jit(function).lower(*arguments).as_text())


def agree(actual, expected):
    leaves = jax.tree.leaves(expected)
    assert len(actual) == len(leaves)
    for got, want in zip(actual, leaves, strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-10, atol=1e-12)


def directions(values, seed=1):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=np.shape(value)) for value in values]


@pytest.mark.share(2)
@pytest.mark.parametrize("function", REVERSIBLE)
@pytest.mark.parametrize("seed", [0, 3])
def test_vjp(function, seed):
    arguments = inputs(seed)
    leaves, tree = jax.tree.flatten(jax.eval_shape(function, *arguments))
    cotangents = directions(leaves)
    actual = interpreter.run(hl.vjp(lowered(function, *arguments)), *arguments, *cotangents)
    agree(actual, pulled_back(jax, function, arguments, jax.tree.unflatten(tree, cotangents)))


@pytest.mark.parametrize("function", [*REVERSIBLE, while_loop])
def test_jvp(function):
    arguments = inputs()
    tangents = directions(arguments)
    actual = interpreter.run(hl.jvp(lowered(function, *arguments)), *arguments, *tangents)
    agree(actual, pushed_forward(jax, function, arguments, tangents))


@pytest.mark.parametrize(
    "function",
    [fori_loop, cond_within_scan, *(pytest.param(f, marks=pytest.mark.campaign) for f in (scan, scan_of_scans))],
)
def test_second_derivatives(function):
    """Forward over reverse, and reverse over reverse."""
    arguments = inputs()

    def gradient(*primals):
        return jax.grad(lambda *xs: sum(jnp.sum(leaf) for leaf in jax.tree.leaves(function(*xs))), (0, 1, 2))(*primals)

    def total(*xs):
        return sum(jnp.sum(leaf) for leaf in jax.tree.leaves(function(*xs)))

    ours = hl.grad(lowered(total, *arguments))
    tangents = directions(arguments)
    agree(interpreter.run(hl.jvp(ours), *arguments, *tangents), pushed_forward(jax, gradient, arguments, tangents))
    agree(interpreter.run(hl.vjp(ours), *arguments, *tangents), pulled_back(jax, gradient, arguments, tuple(tangents)))


def test_a_loop_that_jax_cannot_reverse():
    """Against the transposed Jacobian of JAX's forward mode."""
    arguments = inputs()
    with pytest.raises(ValueError, match="Reverse-mode differentiation does not work"):
        jax.vjp(while_loop, *arguments)[1](while_loop(*arguments))
    results = while_loop(*arguments)
    cotangents = directions(results)
    ours = interpreter.run(hl.vjp(lowered(while_loop, *arguments)), *arguments, *cotangents)
    jacobians = jax.jit(jax.jacfwd(while_loop, (0, 1, 2)))(*arguments)
    expected = [
        sum(np.tensordot(c, jacobian[number], 1) for c, jacobian in zip(cotangents, jacobians, strict=True))
        for number in range(3)
    ]
    agree(ours, [results, expected])


@pytest.mark.parametrize("function", LOOPS)
def test_what_jax_lowers_has_a_known_number_of_iterations(function):
    module = lowered(function, *inputs())
    block = flattened(module, module.function("main"))
    loops = [operation for operation in block.walk() if operation.name == "stablehlo.while"]
    assert loops
    assert all(counted(loop, integers_of) is not None for loop in loops)


AXES = [(0, None, None), (None, 0, None), (None, None, 0), (0, 0, 0)]


@pytest.mark.share(3)
@pytest.mark.parametrize("function", [*REVERSIBLE, while_loop])
@pytest.mark.parametrize("axes", AXES)
def test_vmap(function, axes):
    batches = [inputs(seed) for seed in range(5)]
    arguments = [
        x[0] if axis is None else np.stack(x) for x, axis in zip(zip(*batches, strict=True), axes, strict=True)
    ]
    ours = hl.vmap(lowered(function, *batches[0]), axes, axis_size=5)
    agree(interpreter.run(ours, *arguments), jax.jit(jax.vmap(function, axes))(*arguments))


@pytest.mark.parametrize("function", [scan, cond_within_scan, switch])
def test_derivatives_of_batches_and_batches_of_derivatives(function):
    batches = [inputs(seed) for seed in range(3)]
    arguments = [np.stack(x) for x in zip(*batches, strict=True)]

    def total(*xs):
        return sum(jnp.sum(leaf) for leaf in jax.tree.leaves(function(*xs)))

    program = lowered(total, *batches[0])
    expected = jax.jit(jax.vmap(jax.grad(total, (0, 1, 2))))(*arguments)
    agree(interpreter.run(hl.vmap(hl.grad(program), axis_size=3), *arguments), expected)
    derived = hl.vjp(hl.vmap(program, axis_size=3))
    agree(interpreter.run(derived, *arguments, np.ones(3))[1:], expected)
