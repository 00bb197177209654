"""Programs through what JAX brings along: more of jax.numpy, jax.scipy, jax.nn, jax.image, and its solvers."""

import jax
import jax.numpy as jnp
import numpy as np
from helpers.jax_corpus.program import (
    between,
    booleans,
    distinct,
    imaginary,
    integers,
    normal,
    permuted,
    positive,
    program,
    tied,
)
from jax import lax
from jax.scipy import stats


@program(normal(6))
def densities(x):
    return stats.norm.logpdf(x, 0.5, 2.0), stats.t.logpdf(x, 3.0), stats.cauchy.logpdf(x), stats.laplace.logpdf(x)


@program(between(0.1, 0.9, 6), positive(6))
def densities_of_positive_numbers(p, x):
    return stats.beta.logpdf(p, 2.0, 3.0), stats.gamma.logpdf(x, 2.5), stats.expon.logpdf(x), stats.norm.cdf(x)


@program(integers(0, 5, 6), positive(6))
def distributions_of_counts(k, rate):
    return stats.poisson.logpmf(k, rate), stats.bernoulli.logpmf(k % 2, rate / 3), stats.geom.logpmf(k + 1, rate / 3)


@program(normal(5, 6), normal(3, 2))
def convolved_images(x, k):
    return jax.scipy.signal.convolve2d(x, k, "same"), jax.scipy.signal.correlate2d(x, k, "valid")


@program(normal(3, 3), normal(3, 3))
def powers_of_matrices(x, y):
    return jnp.linalg.matrix_power(x, 3), jnp.linalg.multi_dot([x, y, x]), jnp.vander(x[0]), jnp.trace(y, 1)


@program(distinct(4, 5), booleans(4, 5))
def with_missing_numbers(x, mask):
    x = jnp.where(mask.at[:, 0].set(False), jnp.nan, x)
    return jnp.nanmean(x, 1), jnp.nanvar(x, 1), jnp.nanmin(x, 1), jnp.nancumsum(x, 1), jnp.nanquantile(x, 0.4, axis=1)


@program(normal(4, 3))
def put_in_and_taken_out(x):
    return jnp.insert(x, 1, x[0], axis=0), jnp.delete(x, 2, axis=0), jnp.append(x, x[:1], axis=0), jnp.block([[x, x]])


@program(normal(4, 4), normal(4), normal())
def diagonals_filled(x, d, v):
    return jnp.fill_diagonal(x, v, inplace=False), jnp.diagflat(d, -1), x.at[jnp.diag_indices(4)].add(d)


@program(normal(4, 5), integers(0, 4, 2), integers(0, 5, 3))
def grid_of_indices(x, i, j):
    return x[jnp.ix_(i, j)], x.at[jnp.ix_(i, j)].multiply(2.0)


@program(normal(6), normal(6))
def piecewise(x, y):
    return (
        jnp.piecewise(x, [x < -0.5, x > 0.5], [lambda v: v * v, jnp.sin, 0.25]),
        jnp.where(x > y, x, y),
        jnp.heaviside(x, y),
    )


@program(normal(9))
def unwrapped(x):
    return jnp.unwrap(x * 4), jnp.ediff1d(x), jnp.cumulative_sum(x, include_initial=True), jnp.convolve(x, x[:2])


@program(normal(4, 3), normal(4, 3))
def along_an_axis(x, y):
    return jnp.apply_along_axis(jax.nn.softmax, 0, x), jnp.vectorize(jnp.dot, signature="(n),(n)->()")(x, y)


@program(normal(8), normal(8), between(0, 1, 8))
def histogram_of_points(x, y, w):
    x, y = lax.stop_gradient(jnp.tanh(x)) * 0, lax.stop_gradient(jnp.tanh(y)) * 0
    counts = jnp.histogram2d(x, y, bins=3, range=((-1, 1), (-1, 1)), weights=w)[0]
    return counts, w[jnp.digitize(x, np.linspace(-1, 1, 5))]


@program(normal(1, 5, 2, 4), normal(1, 6, 2, 4), normal(1, 6, 2, 4), tolerance=1e-5)
def dot_product_attention(q, k, v):
    """Its softmax is in f32."""
    return jax.nn.dot_product_attention(q, k, v), jax.nn.dot_product_attention(
        q[:, :5], k[:, :5], v[:, :5], is_causal=True
    )


def _group_after_group(x, w, sizes):
    group = (jnp.arange(6)[:, None] >= jnp.cumsum(sizes)).sum(axis=1)
    return jnp.einsum("ik,ikn->in", x, w[group])


@program(normal(6, 4), normal(3, 4, 2), lambda rng: np.array([2, 1, 3], np.int32), reference=_group_after_group)
def ragged_matrix_products(x, w, sizes):
    return lax.ragged_dot(x, w, sizes)


@program(normal(5, 6), normal(3))
def standardized(x, c):
    return (
        jax.nn.standardize(x, axis=0),
        jax.nn.squareplus(c),
        jax.nn.sparse_plus(c),
        jax.nn.swish(x).sum(),
        jax.nn.tanh(c),
    )


@program(normal(4, 4, 2))
def images(x):
    r = jax.image.resize
    return r(x, (7, 3, 2), "cubic"), r(x, (2, 2, 2), "lanczos3"), r(x, (6, 8, 2), "linear", antialias=False)


@program(normal(5, 2))
def image_translated(x):
    return jax.image.scale_and_translate(x, (4, 2), (0,), jnp.array([0.8]), jnp.array([0.3]), "linear")


@program(normal(3, 3), normal(3))
def solved_by_conjugate_gradients(a, b):
    """As many steps as there are unknowns, in a loop."""
    spd = a @ a.T + 3 * jnp.eye(3)

    def step(_, state):
        x, r, p, rr = state
        q = spd @ p
        alpha = rr / (p @ q + 1e-30)
        r = r - alpha * q
        return x + alpha * p, r, r + (r @ r) / (rr + 1e-30) * p, r @ r

    return lax.fori_loop(0, 2, step, (jnp.zeros(3), b, b, b @ b))[0]


@program(positive(3), no_reverse=True)
def root_by_bisection(c):
    def step(state):
        low, high = state
        middle = 0.5 * (low + high)
        is_low = middle**3 + middle < c
        return jnp.where(is_low, middle, low), jnp.where(is_low, high, middle)

    low, high = lax.while_loop(lambda s: jnp.max(s[1] - s[0]) > 1e-3, step, (jnp.zeros(3), c))
    return low * c, high


@program(normal(4, 4), positive(4))
def substitution(a, b):
    """A triangular system, row after row."""

    def step(i, x):
        return x.at[i].set((b[i] - jnp.where(jnp.arange(4) < i, a[i], 0.0) @ x) / (a[i, i] ** 2 + 1))

    return lax.fori_loop(0, 4, step, jnp.zeros(4))


@program(normal(4, 4))
def cholesky_by_hand(a):
    spd = a @ a.T + 4 * jnp.eye(4)

    def column(j, factor):
        s = spd[:, j] - factor @ factor[j]
        return factor.at[:, j].set(jnp.where(jnp.arange(4) >= j, s / jnp.sqrt(s[j]), 0.0))

    return lax.fori_loop(0, 4, column, jnp.zeros((4, 4)))


@program(normal(3, 3), normal(3))
def power_iteration(a, x):
    spd = a @ a.T + jnp.eye(3)
    x = lax.fori_loop(0, 5, lambda _, v: (spd @ v) / jnp.linalg.norm(spd @ v), x)
    return x @ spd @ x


@program(normal(5), normal(4))
def edit_distance_softened(x, y):
    """A table filled by a scan of scans (soft dynamic time warping)."""
    cost = (x[:, None] - y) ** 2

    def row(above, costs):
        def cell(left, given):
            c, up, corner = given
            value = c - jax.nn.logsumexp(-jnp.stack([left, up, corner]))
            return value, value

        _, values = lax.scan(cell, 1e3, (costs, above[1:], above[:-1]))
        return jnp.concatenate([jnp.full(1, 1e3), values]), None

    first = jnp.concatenate([jnp.zeros(1), jnp.full(4, 1e3)])
    return lax.scan(row, first, cost)[0][-1]


@program(normal(7, 2), integers(0, 7, 5), integers(0, 7, 5))
def union_of_sets(x, i, j):
    """Parents looked up again and again by integers, then rows by them."""
    parent = lax.fori_loop(0, 5, lambda k, p: p.at[i[k]].set(p[j[k]]), jnp.arange(7))
    return jax.ops.segment_sum(x, parent[parent], 7)


@program(normal(12), integers(0, 12, 12))
def permuted_in_a_loop(x, swap):
    def step(k, y):
        a, b = y[k], y[swap[k]]
        return y.at[k].set(b).at[swap[k]].set(a)

    return lax.fori_loop(0, 12, step, x) * jnp.arange(12.0)


@program(normal(6, 3), integers(0, 5, 6), integers(0, 4, 6))
def tree_of_sums(x, parent, label):
    parent = jnp.minimum(parent, jnp.arange(6))

    def step(k, totals):
        node = 5 - k
        return totals.at[parent[node]].add(jnp.where(parent[node] < node, jnp.tanh(totals[node]), 0.0))

    return lax.fori_loop(0, 5, step, x), jax.nn.one_hot(label, 4).T @ x


@program(normal(3, 4), positive(3, 4), permuted(4))
def pytrees(x, y, order):
    state = {"a": x, "b": (y, x * y)}
    moved = jax.tree.map(lambda v: v[:, order], state)
    return lax.scan(lambda c, t: (c + t["a"] * t["b"][0], t["b"][1]), jnp.zeros(4), moved)


@program(normal(4, 3), normal(4, 3), tied(4))
def clipped_gradients(x, y, t):
    norm = jnp.sqrt(jnp.sum(x * x) + jnp.sum(y * y))
    scale = jnp.minimum(1.0, 1.0 / norm)
    return x * scale, y * scale, jnp.where(t[:, None] > 0, x, y) * scale


@program(normal(5), normal(5), imaginary(5), tolerance=1e-6)
def mixed_types(x, y, z):
    x32 = x.astype(jnp.float32)
    return (x32 * y.astype(jnp.float32)).astype(jnp.float64), z.astype(jnp.complex64), z * x32, jnp.real(z) + x32


@program(normal(0, 3), integers(0, 3, 4), normal(3))
def nothing_at_all(x, i, y):
    return (
        x.sum(axis=0) + y,
        jnp.concatenate([x, y[None]]),
        x[:, i],
        y[jnp.zeros((0, 2), int)],
        y.at[i[:0]].add(x[:, 0]),
    )


@program(normal(1, 1), normal(1), integers(-1, 1, 1))
def one_of_everything(x, y, i):
    return x[i] * y, jnp.sort(x), jnp.cumsum(y), x.at[i, i].set(y), x @ x, jnp.max(x), lax.top_k(y, 1)[0]


@program(normal(2, 3, 4), normal(4, 2), normal(3))
def signed_log_sum_exp(x, y, z):
    total, sign = jax.nn.logsumexp(x, axis=1, b=jnp.ones((2, 3, 4)).at[:, 0].set(-0.1), return_sign=True)
    return total @ y, lax.stop_gradient(sign) * 1, jnp.linalg.vector_norm(z, ord=4), jnp.logaddexp.reduce(z)


@program(normal(3, 4), integers(0, 3, 5), integers(0, 4, 5), normal(5))
def sparse_matrix_products(dense, i, j, values):
    from jax.experimental import sparse

    matrix = sparse.BCOO((values, jnp.stack([i, j], 1)), shape=(3, 4))
    return matrix @ dense.T, matrix.todense() * dense


@program(between(0.2, 2.8, 4, 2), normal(4, 4))
def grid_interpolated(points, values):
    interpolator = jax.scipy.interpolate.RegularGridInterpolator((jnp.arange(4.0), jnp.arange(4.0)), values)
    return interpolator(points)


@program(normal(2), between(0.5, 1.0, 2))
def ordinary_differential_equation(y, rates):
    def slope(t, state):
        return jnp.array([state[1], -rates[0] * state[0] - rates[1] * state[1] + jnp.sin(t)])

    def step(state, t):
        half = state + 0.05 * slope(t, state)
        return state + 0.1 * slope(t + 0.05, half), half

    return lax.scan(step, y, jnp.arange(5) * 0.1)
