"""Programs that calculate: functions of numbers, reductions, products of matrices, sorting, running sums."""

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
    quick,
    tied,
)
from jax import lax


@quick(normal(3, 4), normal(4))
def arithmetic(x, y):
    return (x + y) * (x - y) / (2 + y * y), -x, x**3, jnp.reciprocal(2 + x * x)


@program(positive(6), normal(6))
def powers(x, y):
    return x**y, x**-2, x**2.5, jnp.sqrt(x), lax.rsqrt(x), jnp.cbrt(x), jnp.square(y), jnp.float_power(x, 1.5)


@program(between(0.1, 0.9, 6))
def exponentials(x):
    return jnp.exp(x), jnp.exp2(x), jnp.expm1(x), jnp.log(x), jnp.log1p(x), jnp.log2(x), jnp.log10(x)


@program(between(-0.9, 0.9, 6))
def angles(x):
    return jnp.sin(x), jnp.cos(x), jnp.tan(x), jnp.arcsin(x), jnp.arccos(x), jnp.arctan(x), jnp.sinc(x)


@program(between(0.1, 0.9, 6))
def hyperbolic(x):
    return jnp.sinh(x), jnp.cosh(x), jnp.tanh(x), jnp.arcsinh(x), jnp.arccosh(x + 1), jnp.arctanh(x)


@program(normal(6), normal(6))
def of_two(x, y):
    return jnp.arctan2(x, y), jnp.hypot(x, y), jnp.logaddexp(x, y), jnp.logaddexp2(x, y)


@program(distinct(6), distinct(6))
def remainders(x, y):
    return jnp.mod(x, y), jnp.fmod(x, y), x // y, jnp.round(x), jnp.floor(x) * y, jnp.ceil(y) * x, jnp.trunc(x) * y


@program(distinct(6), normal(6))
def pieces(x, y):
    return (
        jnp.abs(x),
        jnp.sign(x) * y,
        jnp.clip(x, -0.1, 0.2),
        jnp.maximum(x, y),
        jnp.minimum(x, 0.3),
        jnp.nan_to_num(x),
    )


@program(tied(8), tied(8))
def ties_of_two(x, y):
    return jnp.maximum(x, y), jnp.minimum(x, y), jnp.maximum(x, 0), jnp.clip(x, -0.5, 0.5)


@quick(normal(8))
def activations(x):
    n = jax.nn
    return (
        n.gelu(x),
        n.gelu(x, approximate=False),
        n.silu(x),
        n.softplus(x),
        n.elu(x),
        n.selu(x),
        n.sigmoid(x),
        n.mish(x),
    )


@program(distinct(8))
def more_activations(x):
    n = jax.nn
    return (
        n.relu6(x * 9),
        n.hard_tanh(x),
        n.leaky_relu(x),
        n.log_sigmoid(x),
        n.soft_sign(x),
        n.celu(x),
        n.glu(x),
        n.hard_swish(x),
    )


@program(between(-0.9, 0.9, 6))
def error_functions(x):
    s = jax.scipy.special
    return s.erf(x), s.erfc(x), s.erfinv(x), s.ndtr(x), s.log_ndtr(x), s.ndtri((x + 1) / 2)


@program(between(0.2, 3.0, 6), between(0.5, 2.0, 6))
def gamma_functions(x, y):
    s = jax.scipy.special
    return s.gammaln(x), s.digamma(x), s.betaln(x, y), s.polygamma(1, x), s.gammaln(-x)


@program(between(0.1, 0.9, 6), between(0.1, 0.9, 6))
def information(p, q):
    s = jax.scipy.special
    return s.entr(p), s.xlogy(p, q), s.xlog1py(p, q), s.rel_entr(p, q), s.kl_div(p, q), s.logit(p), s.expit(q)


@program(tied(6))
def safe_where(x):
    safe = jnp.where(x == 0, 1.0, x)
    return jnp.where(x == 0, 0.0, jnp.log(safe * safe)), jnp.where(x > 0, jnp.sqrt(jnp.where(x > 0, x, 1.0)), 0.0)


@quick(imaginary(5), imaginary(5))
def complex_arithmetic(x, y):
    return x * y + x / y - jnp.conj(x), jnp.exp(x), jnp.sin(y), jnp.tanh(x), x**2


@program(imaginary(5), imaginary(5))
def complex_functions(x, y):
    return jnp.log(x), jnp.sqrt(y), x**y, jnp.cos(x), jnp.log1p(x), jnp.expm1(y), lax.rsqrt(x), jnp.sinh(y), jnp.tan(x)


@program(imaginary(5), normal(5))
def complex_parts(x, r):
    return (
        jnp.abs(x),
        jnp.angle(x),
        jnp.real(x) * r,
        jnp.imag(x),
        lax.complex(r, r * r),
        jnp.exp(1j * r),
        x / jnp.abs(x),
    )


@program(imaginary(3, 4), imaginary(4, 2))
def complex_matrices(x, y):
    return (
        x @ y,
        jnp.vdot(x[0], y[:, 0]),
        jnp.sum(x),
        jnp.prod(y, axis=0),
        jnp.mean(jnp.abs(x) ** 2),
        jnp.linalg.norm(x),
    )


@program(imaginary(6))
def discrete_fourier_transform(x):
    k = jnp.arange(6)
    return jnp.exp(-2j * jnp.pi * jnp.outer(k, k) / 6) @ x


@quick(normal(3, 4, 2))
def sums(x):
    return x.sum(), x.sum(axis=1), x.mean(axis=(0, 2)), x.var(axis=0), x.std(axis=-1, ddof=1), jnp.nansum(x, 1)


@quick(distinct(3, 4))
def extrema(x):
    return x.max(axis=0), x.min(axis=1), jnp.ptp(x, axis=1), x.max(), jnp.argmax(x, 0), jnp.nanmax(x, 1)


@program(tied(4, 5))
def extrema_tied(x):
    return x.max(axis=0), x.min(axis=1), x.max()


@program(normal(3, 4))
def products(x):
    return jnp.prod(x, axis=1), jnp.prod(x), jnp.prod(x, axis=0)


@program(tied(3, 4))
def products_with_zeros(x):
    return jnp.prod(x, axis=1), jnp.prod(x)


@quick(normal(3, 4))
def log_sum_exp(x):
    return jax.nn.logsumexp(x, axis=1), jax.nn.softmax(x, axis=0), jax.nn.log_softmax(x, axis=1)


@program(normal(3, 4), booleans(3, 4), normal(3, 4))
def log_sum_exp_masked(x, mask, b):
    mask = mask.at[:, 0].set(True)
    return jax.nn.logsumexp(x, axis=1, where=mask), jax.nn.softmax(x, where=mask), jax.nn.logsumexp(x, 1, b=jnp.abs(b))


@program(normal(3, 4), normal(3, 4))
def norms(x, y):
    n = jnp.linalg.norm
    return n(x), n(x, axis=1), n(x, 1, axis=0), n(y, jnp.inf, axis=0), n(y, 3, axis=1), n(x - y, axis=1, keepdims=True)


@program(normal(3, 4), normal(3, 4))
def statistics(x, y):
    return jnp.cov(x), jnp.corrcoef(x, y), jnp.average(x, axis=1, weights=jnp.abs(y)), jnp.diff(x, 2, axis=1)


@quick(normal(3, 4), normal(4, 5), normal(5))
def matrix_products(x, y, z):
    return x @ y @ z, jnp.dot(x, y), jnp.outer(z, x[0]), jnp.inner(x, x), jnp.tensordot(x, y, 1), jnp.vdot(z, z)


@quick(normal(2, 3, 4), normal(2, 4, 5), normal(4, 5))
def batched_matrix_products(x, y, z):
    return x @ y, jnp.einsum("bij,bjk->bik", x, y), jnp.einsum("bij,jk->kib", x, z), jnp.matmul(x, z)


@program(normal(2, 3, 4), normal(4, 3), normal(2, 2))
def einsums(x, y, z):
    e = jnp.einsum
    return (
        e("abc,cb->a", x, y),
        e("abc,cb,ad->d", x, y, z),
        e("aa->a", z),
        e("ii", z),
        e("abc->cba", x),
        e("abc,abd->bcd", x, x),
    )


@program(normal(2, 3, 4, 2), normal(2, 3, 5, 2))
def einsums_of_heads(q, k):
    return jnp.einsum("bhqd,bhkd->bhqk", q, k), jnp.einsum("bhqd,bhkd->bqhk", q, k), jnp.einsum("bhqd,chqd->bc", q, q)


@program(normal(2, 3), normal(4, 2))
def kronecker(x, y):
    return jnp.kron(x, y), jnp.multiply.outer(x[0], y[:, 0])


@program(normal(4, 3), normal(4, 3))
def cross_products(x, y):
    return jnp.cross(x, y), jnp.polyval(x[0], y), jnp.trapezoid(x, y, axis=0), jnp.interp(0.2, jnp.arange(3.0), x[0])


@program(normal(7), normal(3))
def convolved(x, y):
    return jnp.convolve(x, y), jnp.convolve(x, y, mode="same"), jnp.correlate(x, y, mode="valid"), jnp.gradient(x)


@quick(distinct(4, 5))
def sorted_both_ways(x):
    return jnp.sort(x, axis=0), jnp.sort(x, axis=1, descending=True), jnp.argsort(x, axis=1)


@program(distinct(4, 5), normal(4, 5))
def gathered_by_order(x, y):
    order = jnp.argsort(x, axis=1)
    return jnp.take_along_axis(y, order, axis=1) * jnp.arange(5.0), y[jnp.argsort(x[:, 0])]


@program(tied(8), distinct(8), normal(8))
def sorted_by_two_keys(a, b, c):
    return lax.sort((a, b, c), num_keys=2), jnp.lexsort((b, a))


@quick(distinct(3, 6))
def largest_few(x):
    values, places = lax.top_k(x, 3)
    return values * values, places


@program(tied(3, 6))
def largest_few_tied(x):
    return lax.top_k(x, 4)[0], jnp.sort(x, axis=1)


@program(distinct(4, 5))
def quantiles(x):
    return (
        jnp.median(x, axis=1),
        jnp.quantile(x, jnp.array([0.1, 0.6]), axis=0),
        jnp.percentile(x, 30),
        jnp.nanmedian(x),
    )


@program(distinct(9))
def partitioned(x):
    return jnp.partition(x, 4)[:4].sum(), x[jnp.argpartition(x, 3)[3]], jnp.sort(x)[2:-2].mean()


@program(normal(6), normal(5))
def interpolated(x, y):
    return jnp.interp(x, jnp.linspace(-1.0, 1.0, 5), y)


@program(normal(6), distinct(5), normal(5))
def interpolated_between_sorted(x, xp, y):
    xp = jnp.sort(xp)
    k = jnp.clip(jnp.searchsorted(xp, x), 1, 4)
    weight = (x - xp[k - 1]) / (xp[k] - xp[k - 1])
    return y[k - 1] * (1 - weight) + y[k] * weight


@program(normal(3, 6))
def running(x):
    return (
        jnp.cumsum(x, axis=1),
        lax.cumsum(x, axis=0, reverse=True),
        jnp.cumprod(x, axis=1),
        lax.cumlogsumexp(x, axis=1),
    )


@program(distinct(3, 6))
def running_extrema(x):
    return lax.cummax(x, axis=1), lax.cummin(x, axis=0), lax.cummax(x, axis=1, reverse=True)


@program(normal(3, 4), integers(1, 5, 3, 4), booleans(3, 4))
def converted(x, i, b):
    return (
        x * i,
        x.astype(jnp.float32).astype(jnp.float64) + b,
        (x > 0).astype(jnp.float64) * x,
        i * 2,
        x.astype(jnp.int32),
    )


def _flowing(x, y):
    return x * y + x, jnp.isfinite(x) & (y > 0)


@program(normal(3, 4), normal(3, 4), reference=_flowing)
def stopped(x, y):
    """JAX's stop_gradient leaves nothing in the program that it lowers to."""
    return lax.stop_gradient(x) * y + x, jnp.isfinite(x) & (y > 0)


@program(distinct(5), permuted(5))
def ranked(x, p):
    ranks = jnp.argsort(jnp.argsort(x))
    return x[p] * (ranks + 1), jnp.searchsorted(jnp.sort(x), x[2])


@program(normal(4), normal(4))
def rounded_to_bits(x, y):
    return lax.reduce_precision(x, 8, 10) * y, lax.clamp(-0.5, x, 0.5)


def _largest_and_places(x):
    return jnp.max(x, axis=1), jnp.argmax(x, axis=1).astype(jnp.int32)


@program(distinct(4, 5), reference=_largest_and_places)
def reduced_with_a_pair(x):
    """The largest of each row and its place, by a reduction of two operands: JAX's derivative is a TypeError."""

    def larger(a, b):
        take = a[0] >= b[0]
        return jnp.where(take, a[0], b[0]), jnp.where(take, a[1], b[1])

    places = lax.broadcasted_iota(jnp.int32, x.shape, 1)
    return lax.reduce((x, places), (-jnp.inf, jnp.int32(0)), larger, (1,))


@program(normal(4, 3))
def pairwise_distances(x):
    d2 = jnp.sum((x[:, None] - x[None]) ** 2, axis=-1)
    return jnp.sqrt(d2 + jnp.eye(4)) - jnp.eye(4), np.eye(4) * d2
