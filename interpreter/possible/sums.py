"""Bounds on sums of floats, over all orders and bracketings.

However n numbers are added up, rounding to nearest, the result is off the exact sum by at most ``(n - 1) * u`` times
the sum of their absolute values, with `u` half a unit in the last place of 1 (Jeannerod and Rump, 2013: in any order,
for any n, underflow included). Zeros among them add nothing and don't count. A sum of products is off by ``n * u`` of
that sum, whether products are rounded or fused, and by what underflows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from hlogen.ir import FloatType
from interpreter.possible.formats import Format, format_of
from interpreter.values.array import Array

# What sums the numbers that belong to each result, given all of them, in f64.
Total = Callable[[Array], Array]


@dataclass
class Sums:
    """For each of many sums, what it may be: `settled` where all orders give the same, nothing where not `known`."""

    low: Array
    high: Array
    may_be_nan: Array
    settled: Array
    known: Array


def sums_of(low: Array, high: Array, total: Total, least: Total, type: FloatType) -> Sums:
    """Sums of numbers of `type` between `low` and `high` (the same where they are closed), all in f64.

    `least` gives the least of the numbers that belong to each result.
    """
    format = format_of(type)
    finite_low, finite_high = (np.where(np.isfinite(x), x, 0.0) for x in (low, high))
    size = np.maximum(np.abs(finite_low), np.abs(finite_high))
    count = total((size != 0).astype(np.float64))
    absolute = total(size)
    least_sum, greatest_sum = total(finite_low), total(finite_high)
    is_fixed = total((low != high).astype(np.float64) * (low == low)) == 0
    is_exact = absolute <= 2.0**format.precision * least(lowest_bit(finite_low)) * (1 - 2.0**-30)
    is_exact &= absolute <= format.largest  # or some order overflows on the way
    error = _rounding(count, np.maximum(count - 1, 0), absolute, format)

    stays_finite = absolute + error < format.largest
    nan, plus, minus = (total(x.astype(np.float64)) > 0 for x in (np.isnan(low), high == np.inf, low == -np.inf))
    is_nan = nan | (plus & minus)
    settled = is_fixed & (is_nan | ((plus | minus) & stays_finite) | (~plus & ~minus & ((count <= 2) | is_exact)))
    may_be_nan = is_nan | ((plus | minus) & ~stays_finite)
    bottom = np.where(minus, -np.inf, least_sum - error)
    top = np.where(plus, np.inf, greatest_sum + error)
    # what overflows on the way goes to infinity, or to NaN where both infinities meet
    if format.overflow == "inf":
        has_negative, has_positive = least_sum < absolute, greatest_sum > -absolute
        bottom = np.where(~stays_finite & has_negative, -np.inf, bottom)
        top = np.where(~stays_finite & has_positive, np.inf, top)
        may_be_nan |= ~stays_finite & has_negative & has_positive
        known = np.ones(count.shape, bool)
    else:
        known = stays_finite & ~is_nan
    known &= ~(np.isnan(bottom) | np.isnan(top))
    return Sums(format.rounded(bottom), format.rounded(top), may_be_nan, settled, known | settled)


def products_of(
    pair: tuple[Array, Array], other: tuple[Array, Array], product: Callable[[Array, Array], Array], type: FloatType
) -> Sums:
    """Sums of products of numbers between bounds; `product` is the matrix product, or what else adds products up."""
    format = format_of(type)
    middle, radius = _centred(pair)
    other_middle, other_radius = _centred(other)
    size, other_size = np.abs(middle) + radius, np.abs(other_middle) + other_radius
    count = product((size != 0).astype(np.float64), (other_size != 0).astype(np.float64))
    absolute = product(size, other_size)
    spread = product(np.abs(middle), other_radius) + product(radius, other_size)
    exact = product(middle, other_middle)
    unit = _least_bit(middle) * _least_bit(other_middle)
    is_exact = (unit >= format.smallest) & (absolute <= 2.0**format.precision * unit * (1 - 2.0**-30))
    is_exact &= absolute <= format.largest
    error = _rounding(count, count, absolute, format) + count * format.smallest + spread * (1 + 2.0**-20)
    is_fixed = product((radius != 0).astype(np.float64), (other_size != 0).astype(np.float64)) == 0
    is_fixed &= product((size != 0).astype(np.float64), (other_radius != 0).astype(np.float64)) == 0
    settled = is_fixed & ((count <= 1) | is_exact) & np.isfinite(absolute)
    known = (absolute + error < format.largest) & np.isfinite(absolute)
    low, high = format.rounded(exact - error), format.rounded(exact + error)
    return Sums(low, high, np.zeros(low.shape, bool), settled, known | settled)


def lowest_bit(x: Array) -> Array:
    """The value of the last bit of each number that is set; infinity for 0, which has none."""
    fraction, exponent = np.frexp(np.where(np.isfinite(x), x, 0.0))
    whole = np.abs(fraction * 2.0**53).astype(np.int64)
    found: Array = np.where(whole == 0, np.inf, np.ldexp((whole & -whole).astype(np.float64), exponent - 53))
    return found


def _least_bit(x: Array) -> float:
    return float(lowest_bit(x).min(initial=np.inf))


def _centred(pair: tuple[Array, Array]) -> tuple[Array, Array]:
    low, high = pair
    middle = np.where(low == high, low, low / 2 + high / 2)
    radius = np.where(low == high, 0.0, np.maximum(high - middle, middle - low) * (1 + 2.0**-50))
    return middle, radius


def _rounding(count: Array, roundings: Array, absolute: Array, format: Format) -> Array:
    """How far off a sum may be: by its own roundings, and by those of the bounds, which are computed in f64."""
    unit = format.unit + 2.0**-52
    slack = 1 + (count + 4) * 2.0**-51
    found: Array = (roundings * unit + 2.0**-50) * absolute * slack
    return found
