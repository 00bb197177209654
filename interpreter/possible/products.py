"""Bounds of a floating-point product over all orders in which it may be computed, each step rounded.

Let p be the exact product of the old value and n factors, u = 2**-precision. Without underflow each of r roundings is
off by a factor of at most 1 + u to either side. A step that underflows is off by at most the smallest positive number
instead, which later factors make larger at most by the product of all that are above 1. Factors that are powers of two
don't round. The exponents that may be met on the way decide whether there is underflow or overflow at all: they are
found from sums of logarithms, above 0 and below 0 apart. The sign is that of the exact product throughout.
"""

from __future__ import annotations

import numpy as np

from interpreter.possible.bounds import Bounds
from interpreter.possible.formats import Format
from interpreter.possible.groups import Groups
from interpreter.values.array import Array

_LOG_UNIT = 2.0**-49  # how far a logarithm may be off, in proportion: more than NumPy's are


def product_bounds(
    format: Format, old: Array, factors: Array, nominal: Array, groups: Groups, *, reassociate: bool
) -> Bounds:
    """Bounds of `old` times the factors of its group, in any order; `nominal` is what one of them gives. All f64."""
    shape = np.shape(old)
    usual_old, usual = _is_usual(old), _is_usual(factors)
    all_usual = bool(usual.all() and usual_old.all())
    plain_old = np.where(usual_old, np.abs(old), 1)
    plain_factors = np.abs(factors) if all_usual else np.where(usual, np.abs(factors), 1)

    logs, old_log = np.log2(plain_factors), np.log2(plain_old)
    up = groups.total(_above_zero, logs)
    total = groups.total(_same, logs)
    down = total - up
    log_error = (groups.counts + 8) * _LOG_UNIT * (up - down + np.abs(old_log)) + 2.0**-48
    highest = (np.maximum(old_log, 0) if reassociate else old_log) + up + log_error
    lowest = (np.minimum(old_log, 0) if reassociate else old_log) + down - log_error

    rounds = np.frexp(plain_factors)[0] != 0.5
    old_rounds = np.frexp(plain_old)[0] != 0.5
    steps = groups.total(_same, rounds) + np.zeros(shape)
    roundings = np.maximum(steps - ~old_rounds, 0)
    all_steps = groups.counts + np.zeros(shape)
    if not format.holds_operands:
        roundings = all_steps
    unit = 2.0**-format.precision * (1 if format.holds_operands else 1 + 2.0**-10)
    growth = roundings * unit * (1 + 2.0**-40)  # the logarithm of how far all roundings may be off

    over = ~(np.exp2(np.minimum(highest, 1100)) * np.exp(np.minimum(growth, 700)) <= format.largest)
    under = ~(lowest - 2 * growth > np.log2(format.smallest_normal))
    amplified = highest if reassociate else up + log_error
    lost = np.zeros(shape)
    if under.any():
        lost = all_steps * format.smallest * np.exp2(np.minimum(np.maximum(amplified, 0), 1100))
        lost = np.where(under, lost * np.exp(np.minimum(growth, 700)) * (1 + 2.0**-40), 0)
        if reassociate:  # what several branches of a tree have lost multiplies
            lost = np.where(under & (all_steps * format.smallest > 2.0**-20), np.inf, 2 * lost)
        over |= ~(np.exp2(np.minimum(highest, 1100)) * np.exp(np.minimum(growth, 700)) + lost <= format.largest)

    if format.precision < 53:
        before_last = np.maximum(roundings - 1, 0) * unit * (1 + 2.0**-40) + log_error
        centre = np.exp2(np.clip(old_log + total, -1074, 1000))
        low, high = centre * np.exp(-before_last), centre * np.exp(before_last)
    else:  # f64 itself is no finer, so that bounds start from what one order gives
        magnitude = np.abs(nominal)
        low, high = magnitude * np.exp(-2 * growth), magnitude * np.exp(2 * growth)
        unclear = under | over | ~np.isfinite(magnitude)
        centre = np.exp2(np.minimum(old_log + total, 1100)) * np.exp(np.minimum(growth + log_error, 700))
        low, high = np.where(unclear, 0, low), np.where(unclear, np.maximum(centre, magnitude), high)
    low = np.maximum(low * (1 - 2.0**-50) - lost, 0)
    high = high * (1 + 2.0**-50) + lost
    found = _settled(format, low, high, over)

    if not all_usual:
        is_whole = np.zeros(shape, bool)
    else:
        is_whole = (np.rint(old) == old) & (highest < format.precision)
        if is_whole.any():
            is_whole &= ~groups.any(_is_fraction, factors)
    found.is_single |= (is_whole | (roundings <= 1)) & ~over & ~under
    _signed(found, old, factors, groups)
    if reassociate and format.overflow == "inf":  # one branch of a tree may be infinite, the other 0
        found.may_be_nan |= over & under
        found.is_single &= ~found.may_be_nan
    if not all_usual:
        _with_specials(format, found, old, factors, groups, over, under)
    return found


def _same(x: Array) -> Array:
    return x


def _above_zero(x: Array) -> Array:
    found: Array = np.maximum(x, 0)
    return found


def _is_fraction(x: Array) -> Array:
    found: Array = np.rint(x) != x
    return found


def _is_usual(x: Array) -> Array:
    found: Array = np.isfinite(x) & (x != 0)
    return found


def _settled(format: Format, low: Array, high: Array, over: Array) -> Bounds:
    """Bounds of the rounded magnitude, and what overflow makes of it."""
    nan = np.zeros(low.shape, bool)
    certain = low > format.largest * (1 + 2.0**-format.precision)
    if format.overflow != "inf":
        low, high = np.minimum(low, format.largest), np.minimum(high, format.largest)
    low, high = format.rounded(low).astype(np.float64), format.rounded(high).astype(np.float64)
    match format.overflow:
        case "inf":
            high = np.where(over, np.inf, high)
        case "nan":
            nan = over
        case "saturate":
            low, high = np.where(over, 0, low), np.where(over, format.largest, high)
    is_single = (low == high) & ~nan
    return Bounds(low, high, nan, is_single | certain if format.overflow == "nan" else is_single)


def _signed(found: Bounds, old: Array, factors: Array, groups: Groups) -> None:
    odd = (groups.total(np.signbit, factors) % 2 == 1) ^ np.signbit(old)
    found.low, found.high = np.where(odd, -found.high, found.low), np.where(odd, -found.low, found.high)


def _with_specials(
    format: Format, found: Bounds, old: Array, factors: Array, groups: Groups, over: Array, under: Array
) -> None:
    """Zero, infinities and NaN among the operands."""
    zero = (old == 0) | groups.any(_same, factors == 0)
    infinite = np.isinf(old) | groups.any(np.isinf, factors)
    nan = np.isnan(old) | groups.any(np.isnan, factors) | (zero & infinite)
    odd = (groups.total(np.signbit, factors) % 2 == 1) ^ np.signbit(old)
    value = np.where(zero, 0.0, np.where(odd, -np.inf, np.inf))
    special = zero | infinite
    found.low, found.high = np.where(special, value, found.low), np.where(special, value, found.high)
    may_be_nan = np.where(
        zero, over & (format.overflow != "saturate"), under
    )  # inf * 0 where the rest gets as far as that first
    found.may_be_nan = np.where(special, may_be_nan, found.may_be_nan)
    found.is_single = np.where(special, ~may_be_nan, found.is_single) | nan
