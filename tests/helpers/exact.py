"""Floating-point formats as sets of exact rationals: rounding to them by the definition, without any floats."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property


@dataclass(frozen=True)
class Format:
    """`precision` bits of significand (with the leading one), exponents of normal numbers from `lowest` to `highest`.

    `largest` is the largest finite value, where it isn't the one with all bits of significand set.
    """

    precision: int
    lowest: int
    highest: int
    largest: Fraction | None = None

    @cached_property
    def maximum(self) -> Fraction:
        if self.largest is not None:
            return self.largest
        return (2 - Fraction(1, 1 << (self.precision - 1))) * Fraction(2) ** self.highest


FORMATS = {
    "f4E2M1FN": Format(2, 0, 2),
    "f6E2M3FN": Format(4, 0, 2),
    "f6E3M2FN": Format(3, -2, 4),
    "f8E3M4": Format(5, -2, 3),
    "f8E4M3": Format(4, -6, 7),
    "f8E4M3FN": Format(4, -6, 8, Fraction(448)),
    "f8E4M3FNUZ": Format(4, -7, 7),
    "f8E4M3B11FNUZ": Format(4, -10, 4),
    "f8E5M2": Format(3, -14, 15),
    "f8E5M2FNUZ": Format(3, -15, 15),
    "bf16": Format(8, -126, 127),
    "f16": Format(11, -14, 15),
    "tf32": Format(11, -126, 127),
    "f32": Format(24, -126, 127),
    "f64": Format(53, -1022, 1023),
}


def rounded(value: Fraction, format: Format) -> Fraction | None:
    """The nearest value of the format, of two equally near ones that with an even last bit; None where it overflows."""
    if value == 0:
        return Fraction(0)
    magnitude = abs(value)
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if _power_of_two(exponent) > magnitude:
        exponent -= 1
    step = _power_of_two(max(exponent, format.lowest) - format.precision + 1)
    near = round(magnitude / step) * step  # Python's round takes ties to even
    if near > format.maximum:
        return None
    return near if value > 0 else -near


@cache
def _power_of_two(exponent: int) -> Fraction:
    return Fraction(2) ** exponent


@cache
def values(format: Format) -> list[Fraction]:
    """All non-negative values of a small format, in order."""
    found = {Fraction(0)}
    for exponent in range(format.lowest, format.highest + 1):
        step = Fraction(2) ** (exponent - format.precision + 1)
        found |= {n * step for n in range(1 << format.precision) if n * step <= format.maximum}
    return sorted(found)


def nearest_of_all(value: Fraction, format: Format) -> list[Fraction]:
    """The one or two values of a small format nearest to a non-negative value, found by looking."""
    known = values(format)
    at = bisect_left(known, value)
    around = known[max(at - 1, 0) : at + 1]
    best = min(abs(near - value) for near in around)
    return [near for near in around if abs(near - value) == best]


def fraction(value: float) -> Fraction | None:
    """A finite float exactly; None for NaN and the infinities."""
    return Fraction(float(value)) if math.isfinite(float(value)) else None
