"""Programs with control flow: scans, loops, branches, calls."""

import jax
import jax.numpy as jnp
from helpers.jax_corpus.program import between, integers, normal, positive, program, quick
from jax import lax


@quick(normal(5, 3), normal(4), normal(7, 4), normal(4, 4))
def recurrent_network(inputs, state, w, u):
    def step(h, x):
        h = jnp.tanh(x @ w[:3] + h @ u + w[3])
        return h, h

    return lax.scan(step, state, inputs)


@quick(normal(4, 3), normal(2), normal(3, 6), normal(2, 6))
def gated_recurrent_unit(inputs, state, w, u):
    def step(h, x):
        gates, carry = x @ w, h @ u
        r, z = jax.nn.sigmoid(gates[:4] + carry[:4]).reshape(2, 2)
        h = (1 - z) * jnp.tanh(gates[4:] + r * carry[4:]) + z * h
        return h, h.sum()

    return lax.scan(step, state, inputs)


@program(normal(4, 3), normal(2, 2), normal(3, 8), normal(2, 8))
def long_short_term_memory(inputs, state, w, u):
    def step(carry, x):
        h, c = carry
        i, f, g, o = jnp.split(x @ w + h @ u, 4)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        return (jax.nn.sigmoid(o) * jnp.tanh(c), c), None

    return lax.scan(step, (state[0], state[1]), inputs)[0]


@program(normal(3), normal(3))
def loop_with_a_counter(x, w):
    return lax.fori_loop(1, 5, lambda i, y: jnp.sin(y * w) + x[i % 3] * i, x)


@program(normal(6, 2), integers(0, 6, 4))
def loop_over_rows(x, order):
    return lax.fori_loop(0, 4, lambda k, acc: acc * 0.5 + x[order[k]] * acc, jnp.ones(2))


@program(normal(5), normal(5))
def loop_that_writes(x, y):
    return lax.fori_loop(1, 5, lambda i, acc: acc.at[i].set(acc[i - 1] * y[i] + x[i]), x)


@program(normal(3), integers(2, 6), no_reverse=True)
def loop_of_a_number_of_steps(x, n):
    return lax.fori_loop(0, n, lambda i, y: jnp.sin(y) * (i + 1.0), x)


@program(positive(), no_reverse=True)
def loop_until(x):
    return lax.while_loop(lambda y: y < 50, lambda y: y * 1.7 + x, x)


@program(normal(3), normal(3))
def branch(x, y):
    return lax.cond(x[0] > 0, lambda a, b: a * b, lambda a, b: jnp.sin(a) - b, x, y)


@quick(normal(3), normal(3), integers(-1, 4))
def one_of_three(x, y, which):
    return lax.switch(which, [lambda a, b: a * b, lambda a, b: jnp.cos(a), lambda a, b: b / (2 + a * a)], x, y)


@program(normal(4, 3), integers(0, 3, 4), normal(3))
def branches_within_a_scan(x, which, w):
    def step(carry, given):
        row, k = given
        carry = lax.switch(k, [lambda c: c * w, lambda c: jnp.tanh(c + row), lambda c: c * c - row], carry)
        return carry, carry.sum()

    return lax.scan(step, w, (x, which))


@program(normal(4, 3), normal(3))
def scan_within_a_scan(x, w):
    def outer(carry, row):
        carry, inner = lax.scan(lambda c, r: (jnp.tanh(c + r * w), c * r), carry, x * row)
        return carry, inner.sum(axis=0)

    return lax.scan(outer, w, x)


@program(normal(6, 2), normal(2))
def scan_backwards(x, w):
    return lax.scan(lambda c, r: (c * w + r, c), jnp.zeros(2), x, reverse=True)


@program(normal(6, 2), normal(2))
def scan_unrolled(x, w):
    return lax.scan(lambda c, r: (jnp.sin(c * w) + r, c), w, x, unroll=4)


@program(normal(6, 2))
def scan_with_a_constant_and_integers(x):
    def step(carry, row):
        n, total = carry
        return (n + 1, total + row * n), jnp.where(n % 2 == 0, row, -row)

    return lax.scan(step, (jnp.int32(0), jnp.zeros(2)), x)


@program(normal(7, 2), between(0.1, 0.9, 7, 2))
def associative_scan(x, decay):
    return lax.associative_scan(lambda a, b: (a[0] * b[0], a[1] * b[0] + b[1]), (decay, x))


@program(normal(4, 3), normal(3, 3))
def mapped_one_by_one(x, w):
    return lax.map(lambda row: jax.nn.softmax(row @ w), x)


@program(positive(4))
def newton(x):
    return lax.fori_loop(0, 6, lambda _, y: 0.5 * (y + x / y), x)


@program(normal(2), between(0.5, 1.0, 4))
def runge_kutta(state, rates):
    a, b, c, d = rates

    def slope(s):
        return jnp.array([a * s[0] - b * s[0] * s[1], c * s[0] * s[1] - d * s[1]])

    def step(s, _):
        k1 = slope(s)
        k2 = slope(s + 0.05 * k1)
        k3 = slope(s + 0.05 * k2)
        k4 = slope(s + 0.1 * k3)
        s = s + 0.1 / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return s, s

    return lax.scan(step, jnp.abs(state), None, length=6)


@program(normal(3, 3), normal(3))
def checkpointed(w, x):
    layer = jax.checkpoint(lambda y: jnp.tanh(w @ y))
    return layer(layer(x))


@program(normal(3, 4), normal(3, 4))
def nested_calls(x, y):
    inner = jax.jit(lambda a, b: jnp.sin(a) * b)
    outer = jax.jit(lambda a, b: inner(a, b) + inner(b, a))
    return outer(x, y), inner(y, x)


@program(normal(3, 4), normal(5, 4))
def map_of_maps(x, y):
    return jax.vmap(lambda a: jax.vmap(lambda b: jnp.tanh(a * b).sum())(y))(x)


@program(normal(3))
def a_gradient_in_the_primal(x):
    return jax.grad(lambda v: jnp.sum(jnp.sin(v) ** 3))(x), jax.hessian(lambda v: jnp.prod(jnp.exp(v)))(x)


@program(normal(6), normal(3), integers(0, 3, 6))
def gradient_of_an_embedding_in_the_primal(x, table, i):
    return jax.grad(lambda t: jnp.sum(jnp.sin(t[i] * x)))(table)
