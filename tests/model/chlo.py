"""The slow models of the ops of CHLO that frontends leave in modules, in the form of the other elementwise models."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np
from model.elementwise import elementwise
from model.exact import Exact, as_fraction, as_mpf, exact, rounded

Array = np.ndarray[Any, np.dtype[Any]]


def _real(function: Any) -> Any:
    """A function of real or complex numbers; what isn't real of a real number is NaN."""

    def apply(*values: Exact) -> Exact:
        found = function(*(as_mpf(value) for value in values))
        is_real = not any(isinstance(value, tuple) for value in values)
        return (
            math.nan if is_real and isinstance(found, mpmath.mpc) and found.imag else (found.real if is_real else found)
        )

    return elementwise(apply)


acos = _real(mpmath.acos)
acosh = _real(mpmath.acosh)
asin = _real(mpmath.asin)
asinh = _real(mpmath.asinh)
atan = _real(mpmath.atan)
atanh = _real(mpmath.atanh)
bessel_i1e = _real(lambda x: mpmath.besseli(1, x) * mpmath.exp(-abs(x)))
cosh = _real(mpmath.cosh)
digamma = _real(mpmath.digamma)
erf = _real(mpmath.erf)
erf_inv = _real(lambda x: mpmath.erfinv(x) if abs(x) <= 1 else mpmath.nan)
erfc = _real(mpmath.erfc)
# At the poles of gamma its reciprocal, which mpmath has there too, is 0.
lgamma = _real(lambda x: -mpmath.log(abs(mpmath.rgamma(x))))
polygamma = _real(lambda n, x: mpmath.psi(int(n), x))
sinh = _real(mpmath.sinh)
square = _real(lambda x: x * x)
tan = _real(mpmath.tan)
zeta = _real(mpmath.zeta)

conj = elementwise(lambda x: (x[0], -x[1]))
is_inf = elementwise(lambda x: isinstance(x, float) and math.isinf(x), dtype=lambda of: np.bool_)
is_neg_inf = elementwise(lambda x: isinstance(x, float) and x == -math.inf, dtype=lambda of: np.bool_)
is_pos_inf = elementwise(lambda x: isinstance(x, float) and x == math.inf, dtype=lambda of: np.bool_)


def next_after(lhs: Array, rhs: Array) -> Array:
    """The number of the type next to lhs on the way to rhs, by its bits."""
    result = np.empty_like(lhs)
    unsigned = np.dtype(f"u{lhs.dtype.itemsize}")
    sign = 1 << (lhs.dtype.itemsize * 8 - 1)
    for index in np.ndindex(*lhs.shape):
        a, b = float(lhs[index]), float(rhs[index])
        bits = int(lhs[index].view(unsigned))
        if a == b:
            result[index] = rhs[index]
            continue
        if a == 0:
            bits = 1 | (sign if b < 0 else 0)
        else:
            bits += 1 if (b > a) == (a > 0) else -1
        result[index] = unsigned.type(bits).view(lhs.dtype)
    return result


def top_k(operand: Array, *, k: int) -> tuple[Array, Array]:
    """The k largest of each row, the first of equals first."""
    values = np.empty((*operand.shape[:-1], k), operand.dtype)
    indices = np.empty(values.shape, np.int32)
    for at in np.ndindex(*operand.shape[:-1]):
        order = sorted(range(operand.shape[-1]), key=lambda i: (-as_fraction(exact(operand[(*at, i)])), i))
        for place, i in enumerate(order[:k]):
            values[(*at, place)], indices[(*at, place)] = operand[(*at, i)], i
    return values, indices


def mulhi(lhs: Array, rhs: Array) -> Array:
    """The upper half of the product's bits."""
    result = np.empty_like(lhs)
    for index in np.ndindex(*lhs.shape):
        result[index] = int(lhs[index]) * int(rhs[index]) >> lhs.dtype.itemsize * 8
    return result


def ragged_dot(lhs: Array, rhs: Array, group_sizes: Array) -> Array:
    """`lhs` of m x k, `rhs` of g x k x n: the rows of group i times rhs[i]."""
    result = np.zeros((lhs.shape[0], rhs.shape[2]), lhs.dtype)
    row = 0
    for group, size in enumerate(group_sizes):
        for _ in range(int(size)):
            for n in range(rhs.shape[2]):
                terms = (
                    as_fraction(exact(lhs[row, k])) * as_fraction(exact(rhs[group, k, n])) for k in range(lhs.shape[1])
                )
                result[row, n] = rounded(sum(terms), lhs.dtype)
            row += 1
    return result
