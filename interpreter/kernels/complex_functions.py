"""Functions of complex numbers that NumPy has not, or has with overflow or cancellation where the result has none.

All take complex128. What is a power of two away from its operands (a quotient, a sign, an angle) is computed from
operands brought near 1, which is exact.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from interpreter.kernels.numerics import EXTENDED_COMPLEX
from interpreter.values.array import Array

_SPLITTER = 134217729.0  # 2**27 + 1: splits an f64 into two halves whose products are exact
_SMALL, _LARGE = 2.0**-400, 2.0**400  # sizes of whose products' parts none overflows or loses digits


def quotient(lhs: Array, rhs: Array) -> Any:
    """Division without overflow in between; infinities are as C's Annex G has them, and so is division by zero."""
    if _is_moderate(lhs) and _is_moderate(rhs):
        return np.divide(lhs, rhs)
    left, right = _exponent(lhs), _exponent(rhs)
    found = _scaled(np.divide(_scaled(lhs, -left), _scaled(rhs, -right)), left - right)
    lost = (np.isnan(found.real) & np.isnan(found.imag)) | (rhs == 0)  # of which NumPy forgets the sign
    return np.where(lost, _recovered_quotient(lhs, rhs, found), found) if np.any(lost) else found


def _is_moderate(z: Array) -> bool:
    """Whether no product of two parts overflows or loses digits; false for zeros, infinities and NaN."""
    size = np.maximum(np.abs(z.real), np.abs(z.imag))
    return bool(size.size == 0 or (size.min() > _SMALL and size.max() < _LARGE))


def _recovered_quotient(lhs: Array, rhs: Array, found: Array) -> Any:
    lhs, rhs = np.broadcast_arrays(lhs, rhs)
    left_inf = np.isinf(lhs.real) | np.isinf(lhs.imag)
    right_inf = np.isinf(rhs.real) | np.isinf(rhs.imag)
    # by zero: infinities with the signs of lhs, NaN where that is zero
    by_zero = (rhs == 0) & ~(np.isnan(lhs.real) & np.isnan(lhs.imag))
    infinity = np.copysign(np.inf, rhs.real)
    result = np.where(by_zero, _complex(infinity * lhs.real, infinity * lhs.imag), found)
    a, b = _directions(lhs), _directions(rhs)
    whole = left_inf & np.isfinite(rhs) & (rhs != 0)
    result = np.where(whole, _complex(
        np.inf * (a.real * rhs.real + a.imag * rhs.imag), np.inf * (a.imag * rhs.real - a.real * rhs.imag)
    ), result)  # fmt: skip
    nothing = right_inf & np.isfinite(lhs)
    return np.where(nothing, _complex(
        0.0 * (lhs.real * b.real + lhs.imag * b.imag), 0.0 * (lhs.imag * b.real - lhs.real * b.imag)
    ), result)  # fmt: skip


def _directions(z: Array) -> Array:
    """Infinite parts as 1, the others as 0, with their signs."""
    return _complex(np.copysign(np.isinf(z.real), z.real), np.copysign(np.isinf(z.imag), z.imag))


def sign(z: Array) -> Any:
    """Of length 1 and the operand's direction; 0 for 0."""
    near = _scaled(z, -_exponent(z))
    size = np.abs(near)
    unit = np.where(near == 0, 0, _complex(near.real / size, near.imag / size))
    return np.where(np.isnan(z.real) | np.isnan(z.imag), np.nan + 1j * np.nan, unit)


def square(z: Array) -> Array:
    """Without cancellation, and without fused operations, which depend on the machine. Takes complex64, too."""
    result = np.empty(z.shape, z.dtype)
    result.real = (z.real - z.imag) * (z.real + z.imag)
    result.imag = 2 * (z.real * z.imag)
    return result


def cbrt(z: Array) -> Any:
    """The principal cube root; that of z * 2**3n is 2**n times it."""
    third = _exponent(z) // 3
    near = _scaled(z, -3 * third)
    root, angle = np.cbrt(np.abs(near)), np.angle(near) / 3
    imag = np.where(angle == 0, angle, root * np.sin(angle))  # also of an infinite root
    return _scaled(_complex(root * np.cos(angle), imag), third)


def logistic(z: Array) -> Any:
    """1 / (1 + exp(-z)), without overflow for large negative parts; near a pole by the hyperbolic tangent's."""
    negative = z.real < 0
    small = np.exp(np.where(negative, z, -z))
    below = 1.0 + small
    found = np.where(negative, small, 1.0) / below
    near = np.abs(below) < 0.5
    if np.any(near):
        found = np.where(near, 0.5 + 0.5 * np.tanh(z / 2), found)
    side = np.where(negative, small.imag, -small.imag)  # division forgets the signs of zeros
    real = np.where(negative & (found.real == 0), small.real, found.real)
    return _complex(real, np.where(found.imag == 0, np.copysign(0.0, side), found.imag))


def rsqrt(z: Array) -> Any:
    """1 / sqrt(z), which lies on the other side of the real line, also where its imaginary part is 0."""
    found = 1.0 / np.sqrt(z)
    return _complex(np.abs(found.real), np.copysign(found.imag, -z.imag))


def log_plus_one(z: Array) -> Any:
    """complex(log(hypot(x + 1, y)), atan2(y, x + 1)); near 0 the logarithm is that of the square's distance from 1."""
    x, y = z.real, z.imag
    size = np.hypot(1 + x, y)
    near = (size > 0.5) & (size < 2)
    p, q = np.where(near, x, 0.0), np.where(near, y, 0.0)
    # |1 + z|**2 - 1 = 2x + x**2 + y**2, in twice the digits
    (xx, xx_rest), (yy, yy_rest) = _product(p, p), _product(q, q)
    total, rest = _sum(2 * p, xx)
    total, more = _sum(total, yy)
    total, rest = _sum(total, rest + more + xx_rest + yy_rest)
    close = 0.5 * (np.log1p(total) + rest / (1 + total))
    return _complex(np.where(near, close, np.log(_complex(1 + x, y)).real), np.arctan2(y, 1 + x))


def atan2(y: Array, x: Array) -> Any:
    """-i log((x + iy) / r), r = sqrt(x**2 + y**2): by the arcus tangent of y / x or x / y, whichever is smaller.

    r is the principal root, which decides between the two angles that have that tangent.
    """
    flat = np.abs(y) <= np.abs(x)
    smaller, larger = np.where(flat, y, x), np.where(flat, x, y)
    tangent = quotient(smaller, larger)
    angle = np.arctan(tangent)
    r = _root_of_squares(smaller, larger, tangent)
    turned = (r[0] < 0) | ((r[0] == 0) & (r[1] < 0))
    across = y.real * x.real + y.imag * x.imag  # has the sign of the angle's real part, which may be too small for it
    up = np.where(angle.real == 0, np.where(across == 0, ~np.signbit(y.real), across < 0), angle.real < 0)
    from_x = angle.real + np.where(turned, np.where(up, np.pi, -np.pi), 0)
    from_y = np.where(turned, -np.pi / 2, np.pi / 2) - angle.real
    real, imag = np.where(flat, from_x, from_y), np.where(flat, angle.imag, -angle.imag)
    # where x**2 + y**2 = (x + iy)(x - iy) is near 0, the quotient has lost what tells its factors apart
    y, x = y / 2, x / 2
    p, q = _complex(x.real - y.imag, x.imag + y.real), _complex(x.real + y.imag, x.imag - y.real)
    size, other = np.abs(p), np.abs(q)
    near = np.minimum(size, other) < 0.25 * np.maximum(size, other)
    if np.any(near):
        turn = (np.angle(p) - np.angle(q)) / 2
        real = np.where(near, turn + np.pi * np.rint((real - turn) / np.pi), real)
        ratio = other / size
        extreme = (ratio == 0) | np.isinf(ratio)
        imag = np.where(near, np.where(extreme, np.log(other) - np.log(size), np.log(ratio)) / 2, imag)
    return _complex(real, imag)


def _root_of_squares(smaller: Array, larger: Array, t: Array) -> tuple[Any, Any]:
    """The parts of larger * sqrt(1 + t**2) / 4, t = smaller / larger, with their signs also where t**2 is 0 in f64.

    With a + ib for the root, ab is the product of t's parts.
    """
    root = np.sqrt(1 + square(t))
    a, b = root.real, root.imag
    sound = a > 0.1
    small, unit, large = smaller / 4, _scaled(larger, -_exponent(larger)), larger / 4
    # the real part of t times the size of `larger`, which t itself may be too small for
    along = (small.real * unit.real + small.imag * unit.imag) / (unit.real * unit.real + unit.imag * unit.imag)
    across = along * t.imag / np.where(sound, a, 1.0)
    real = large.real * a - np.where(sound, unit.imag * across, large.imag * b)
    return real, large.imag * a + np.where(sound, unit.real * across, large.real * b)


def power(base: Array, exponent: Array) -> Any:
    """exp(exponent * log(base)), whose error grows with the size of that product: in a wider type if there is one.

    Of complex<f32>, complex128 is wide enough.
    """
    return np.power(base.astype(EXTENDED_COMPLEX), exponent.astype(EXTENDED_COMPLEX)).astype(np.complex128)


def _complex(real: Any, imag: Any) -> Array:
    """A complex number by its parts: `real + 1j * imag` would make NaNs of infinities."""
    real, imag = np.asarray(real), np.asarray(imag)
    result = np.empty(np.broadcast_shapes(real.shape, imag.shape), np.complex128)
    result.real, result.imag = real, imag
    return result


def _exponent(z: Array) -> Any:
    """The exponent of the larger part; 0 for zero, infinities and NaN."""
    return np.frexp(np.maximum(np.abs(z.real), np.abs(z.imag)))[1]


def _scaled(z: Array, exponent: Any) -> Array:
    """z * 2**exponent, in two steps, since 2**exponent itself may be no float."""
    half = exponent // 2
    parts = (np.ldexp(np.ldexp(part, half), exponent - half) for part in (z.real, z.imag))
    return _complex(*parts)


def _sum(a: Any, b: Any) -> tuple[Any, Any]:
    """a + b as an f64 and what rounding took from it."""
    total = a + b
    back = total - a
    return total, (a - (total - back)) + (b - back)


def _product(a: Any, b: Any) -> tuple[Any, Any]:
    """a * b as an f64 and what rounding took from it, for factors of moderate size."""
    product = a * b
    (a_high, a_low), (b_high, b_low) = _halves(a), _halves(b)
    return product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low


def _halves(a: Any) -> tuple[Any, Any]:
    high = _SPLITTER * a
    high = high - (high - a)
    return high, a - high
