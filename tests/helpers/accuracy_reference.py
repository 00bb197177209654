"""The elementwise functions of StableHLO and CHLO in mpmath's arithmetic: what a result is rounded from.

Each takes finite numbers as mpmath has them and gives the exact value (to far more digits than any type has), or None
at a pole, on a point outside of the domain, and where the exact value has no reading that implementations share.
Values beyond every type's range are given as something beyond it, since mpmath would write out all their digits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import mpmath
from mpmath import mp

PRECISION = 240  # bits: of f64's 53, cancellation may take many
FAR = 20_000  # exp of more is beyond every type, and of less than -FAR below
HUGE, TINY = mpmath.mpf(2) ** 30_000, mpmath.mpf(2) ** -30_000

Number = Any  # mpf or mpc
Function = Callable[..., Number]


@dataclass(frozen=True)
class Reference:
    """An operation's function of real numbers, and that of complex ones."""

    of_reals: Function | None
    of_complex: Function | None = None
    count: int = 1  # operands


def _exp(x: Number) -> Number:
    real = mp.re(x)
    if real > FAR:
        return HUGE * mp.expj(mp.im(x)) if mp.im(x) else HUGE
    if real < -FAR:
        return TINY * mp.expj(mp.im(x)) if mp.im(x) else TINY
    return mp.exp(x)


def _expm1(x: Number) -> Number:
    if abs(mp.re(x)) > FAR:
        return _exp(x) - 1
    return mp.expm1(x)


def _logistic(x: Number) -> Number | None:
    below = 1 + _exp(-x)
    return None if below == 0 else 1 / below


def _cosh(x: Number) -> Number:
    return (_exp(x) + _exp(-x)) / 2


def _sinh(x: Number) -> Number:
    if abs(x) < 1:
        return mp.sinh(x)
    return (_exp(x) - _exp(-x)) / 2


def _tanh(x: Number) -> Number:
    if abs(mp.re(x)) > FAR:
        return mp.sign(mp.re(x))
    return mp.tanh(x)


def _times_j(function: Function) -> Function:
    """Of sine, cosine and tangent: with large imaginary parts, by the hyperbolic functions of -jz."""
    return lambda z: function(mpmath.mpc(-z.imag, z.real))


def _complex_sine(z: Number) -> Number:
    return mpmath.mpc(0, -1) * _sinh(mpmath.mpc(-z.imag, z.real))


def _complex_tan(z: Number) -> Number:
    return mpmath.mpc(0, -1) * _tanh(mpmath.mpc(-z.imag, z.real))


def _log(x: Number) -> Number | None:
    return None if x == 0 or (not mp.im(x) and mp.re(x) < 0 and isinstance(x, mpmath.mpf)) else mp.log(x)


def _log1p(x: Number) -> Number | None:
    if isinstance(x, mpmath.mpf):
        return None if x <= -1 else mp.log1p(x)
    if x == -1:
        return None
    # |1 + x|**2 - 1 without cancellation: exact sums of few terms need as many bits as x's exponents are apart
    with mp.workprec(max(2600, mp.prec)):
        size = 2 * x.real + x.real**2 + x.imag**2
        real = mp.log1p(size) / 2
    return mpmath.mpc(real, mp.atan2(x.imag, x.real + 1))


def _complex_log(z: Number) -> Number | None:
    if z == 0:
        return None
    with mp.workprec(max(600, mp.prec)):
        real = mp.log(z.real**2 + z.imag**2) / 2
    return mpmath.mpc(real, mp.atan2(z.imag, z.real))


def _power(x: Number, y: Number) -> Number | None:
    if x == 0:
        return mpmath.mpf(0) if y > 0 else None if y else mpmath.mpf(1)
    if x < 0 and y != mp.floor(y):
        return None
    size = abs(x)
    exponent = y * mp.log(size)
    value = _exp(exponent) if abs(exponent) > FAR else mp.exp(exponent)
    return -value if x < 0 and mp.floor(y / 2) * 2 != y else value


def _complex_power(x: Number, y: Number) -> Number | None:
    """None where so much of the exponent is rounded away that no direction is left."""
    if x == 0:
        return None
    exponent = y * _complex_log(x)
    return None if abs(exponent) > 700 else _exp(exponent)


def _divide(x: Number, y: Number) -> Number | None:
    return None if y == 0 else x / y


def _remainder(x: Number, y: Number) -> Number | None:
    if y == 0:
        return None
    with mp.workprec(4400):
        quotient = x / y
        whole = mp.floor(abs(quotient)) * mp.sign(quotient)
        return x - whole * y


def _cbrt(x: Number) -> Number:
    if isinstance(x, mpmath.mpc):
        return mp.mpc(0) if x == 0 else mp.exp(_complex_log(x) / 3)
    return mp.sign(x) * mp.cbrt(abs(x))


def _rsqrt(x: Number) -> Number | None:
    if x == 0 or (isinstance(x, mpmath.mpf) and x < 0):
        return None
    return 1 / mp.sqrt(x)


def _complex_atan2(y: Number, x: Number) -> Number | None:
    """None so near to the cut, where r is imaginary, that the products which tell its sides apart are 0 in f64."""
    j, r = mpmath.mpc(0, 1), mp.sqrt(x * x + y * y)
    if r == 0 or abs(r.real) < abs(r.imag) * mpmath.mpf(2) ** -500:
        return None
    return -j * mp.log((x + j * y) / r)


def _sign(x: Number) -> Number:
    if isinstance(x, mpmath.mpc):
        return x if x == 0 else x / abs(x)
    return mp.sign(x)


def _inside(function: Function, low: float, high: float, *, open: bool = False) -> Function:
    def of(x: Number) -> Number | None:
        outside = not low <= x <= high or (open and (x in (low, high)))
        return None if outside else function(x)

    return of


def _lgamma(x: Number) -> Number | None:
    if x <= 0 and x == mp.floor(x):
        return None
    if x > 1e6:
        total = (x - 0.5) * mp.log(x) - x + mp.log(2 * mp.pi) / 2
        for k in range(1, 20):
            total += mp.bernoulli(2 * k) / (2 * k * (2 * k - 1) * x ** (2 * k - 1))
        return total
    if x < -1e5:  # by reflection
        with mp.workprec(PRECISION + mp.mag(x)):
            return mp.log(mp.pi / abs(mp.sin(mp.pi * x))) - _lgamma(1 - x)
    return mp.re(mp.loggamma(x))


def _digamma(x: Number) -> Number | None:
    if x <= 0 and x == mp.floor(x):
        return None
    if x < -1e6:  # by reflection
        with mp.workprec(PRECISION + mp.mag(x)):
            return _digamma(1 - x) - mp.pi * mp.cot(mp.pi * x)
    if x > 1e6:
        total = mp.log(x) - 1 / (2 * x)
        for k in range(1, 20):
            total -= mp.bernoulli(2 * k) / (2 * k * x ** (2 * k))
        return total
    return mp.digamma(x)


def _polygamma(n: Number, x: Number) -> Number | None:
    if n < 0 or n != mp.floor(n) or (x <= 0 and x == mp.floor(x)):
        return None
    if abs(x) > 1000:  # mpmath's way to the asymptotic series is long
        return None if x < 0 else _polygamma_far(int(n), x)
    return mp.psi(int(n), x)


def _polygamma_far(n: int, x: Number) -> Number:
    """The asymptotic series, of x over 1000."""
    if n == 0:
        return mp.digamma(x)
    total = mp.fac(n - 1) / x**n + mp.fac(n) / (2 * x ** (n + 1))
    for k in range(1, 25):
        total += mp.bernoulli(2 * k) * mp.fac(2 * k + n - 1) / (mp.fac(2 * k) * x ** (2 * k + n))
    return total if n % 2 else -total


def _zeta(x: Number, q: Number) -> Number | None:
    if x <= 1 or q <= 0:
        return None
    if q**-x < TINY or x > 5000:
        return None
    return _hurwitz(x, q)


def _hurwitz(x: Number, q: Number) -> Number:
    """Euler-Maclaurin's sum, from a start that is far enough; mpmath's own function loses digits for large x."""
    total = mpmath.mpf(0)
    start = q
    while start < 60 + x:
        term = start**-x
        total += term
        start += 1
        if term < total * mpmath.mpf(2) ** -300:
            return total
    total += start ** (1 - x) / (x - 1) + start**-x / 2
    rising = x * start ** (-x - 1)
    for k in range(1, 25):
        total += mp.bernoulli(2 * k) / mp.fac(2 * k) * rising
        rising *= (x + 2 * k - 1) * (x + 2 * k) / start**2
    return total


def _bessel_i1e(x: Number) -> Number:
    size = abs(x)
    if size > 1e5:  # 1 - 3 / 8x - 15 / 128x^2 - 315 / 3072x^3 ...
        term = total = mpmath.mpf(1)
        for k in range(1, 12):
            term *= mpmath.mpf((2 * k - 1) ** 2 - 4) / (8 * k * size)
            total += term
        return mp.sign(x) * total / mp.sqrt(2 * mp.pi * size)
    return mp.sign(x) * mp.exp(-size) * mp.besseli(1, size)


def _erf(x: Number) -> Number:
    return mp.sign(x) if abs(x) > 200 else mp.erf(x)


def _erfc(x: Number) -> Number:
    return (TINY if x > 0 else mpmath.mpf(2)) if abs(x) > 200 else mp.erfc(x)


def _erf_inv(x: Number) -> Number | None:
    """By Newton's method from a float's digits: mpmath's own is slow."""
    if abs(x) >= 1:
        return None
    if abs(x) < mpmath.mpf(2) ** -200:
        return x * mp.sqrt(mp.pi) / 2
    size = abs(x)
    with mp.workprec(80):
        below = mp.sqrt(-mp.log((1 - size) * (1 + size)))
        root = size * mp.sqrt(mp.pi) / 2 if size < 0.5 else below
    for _ in range(30):
        slope = 2 / mp.sqrt(mp.pi) * mp.exp(-root * root)
        error = mp.erf(root) - size if size < 0.9 else (1 - size) - mp.erfc(root)
        step = error / slope
        step = step / (1 + root * step)  # Halley's
        root -= step
        if abs(step) < abs(root) * mpmath.mpf(2) ** -100:
            break
    return root if x > 0 else -root


REFERENCES: dict[str, Reference] = {
    "stablehlo.abs": Reference(abs, abs),
    "stablehlo.add": Reference(lambda x, y: x + y, lambda x, y: x + y, 2),
    "stablehlo.atan2": Reference(lambda y, x: None if y == 0 else mp.atan2(y, x), _complex_atan2, 2),
    "stablehlo.cbrt": Reference(_cbrt, _cbrt),
    "stablehlo.ceil": Reference(mp.ceil),
    "stablehlo.cosine": Reference(mp.cos, _times_j(_cosh)),
    "stablehlo.divide": Reference(_divide, _divide, 2),
    "stablehlo.exponential": Reference(_exp, _exp),
    "stablehlo.exponential_minus_one": Reference(_expm1, _expm1),
    "stablehlo.floor": Reference(mp.floor),
    "stablehlo.log": Reference(_log, _complex_log),
    "stablehlo.log_plus_one": Reference(_log1p, _log1p),
    "stablehlo.logistic": Reference(_logistic, _logistic),
    "stablehlo.maximum": Reference(max, None, 2),
    "stablehlo.minimum": Reference(min, None, 2),
    "stablehlo.multiply": Reference(lambda x, y: x * y, lambda x, y: x * y, 2),
    "stablehlo.negate": Reference(lambda x: -x, lambda x: -x),
    "stablehlo.power": Reference(_power, _complex_power, 2),
    "stablehlo.remainder": Reference(_remainder, None, 2),
    "stablehlo.round_nearest_afz": Reference(lambda x: mp.sign(x) * mp.floor(abs(x) + mpmath.mpf("0.5"))),
    "stablehlo.round_nearest_even": Reference(mp.nint),
    "stablehlo.rsqrt": Reference(_rsqrt, _rsqrt),
    "stablehlo.sign": Reference(mp.sign, _sign),
    "stablehlo.sine": Reference(mp.sin, _complex_sine),
    "stablehlo.sqrt": Reference(lambda x: None if x < 0 else mp.sqrt(x), mp.sqrt),
    "stablehlo.subtract": Reference(lambda x, y: x - y, lambda x, y: x - y, 2),
    "stablehlo.tan": Reference(mp.tan, _complex_tan),
    "stablehlo.tanh": Reference(_tanh, _tanh),
    "chlo.acos": Reference(_inside(mp.acos, -1, 1), mp.acos),
    "chlo.acosh": Reference(_inside(mp.acosh, 1, mp.inf), mp.acosh),
    "chlo.asin": Reference(_inside(mp.asin, -1, 1), mp.asin),
    "chlo.asinh": Reference(mp.asinh, mp.asinh),
    "chlo.atan": Reference(mp.atan, lambda z: None if z in (1j, -1j) else mp.atan(z)),
    "chlo.atanh": Reference(_inside(mp.atanh, -1, 1, open=True), lambda z: None if z in (1, -1) else mp.atanh(z)),
    "chlo.bessel_i1e": Reference(_bessel_i1e),
    "chlo.cosh": Reference(_cosh, _cosh),
    "chlo.digamma": Reference(_digamma),
    "chlo.erf": Reference(_erf),
    "chlo.erf_inv": Reference(_erf_inv),
    "chlo.erfc": Reference(_erfc),
    "chlo.lgamma": Reference(_lgamma),
    "chlo.polygamma": Reference(_polygamma, None, 2),
    "chlo.sinh": Reference(_sinh, _sinh),
    "chlo.square": Reference(lambda x: x * x, lambda x: x * x),
    "chlo.tan": Reference(mp.tan, _complex_tan),
    "chlo.zeta": Reference(_zeta, None, 2),
}
