"""The specification's quantization, read literally: one element at a time, on exact fractions, without NumPy.

A float is a Fraction, or one of the floats inf, -inf and nan. Every operation is done exactly and rounded once.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from helpers import exact

Number = Fraction | float  # a float only where it isn't finite


@dataclass(frozen=True)
class Quantized:
    """A quantized element type. Of a type per axis, the parameters of one of its slices."""

    storage: str
    expressed: str
    scale: Fraction
    zero_point: int = 0
    limits: tuple[int, int] | None = None

    @property
    def storage_range(self) -> tuple[int, int]:
        if self.limits is not None:
            return self.limits
        width = int(self.storage[1:])
        return (0, (1 << width) - 1) if self.storage[0] == "u" else (-(1 << (width - 1)), (1 << (width - 1)) - 1)

    def __str__(self) -> str:
        limits = f"<{self.limits[0]}:{self.limits[1]}>" if self.limits else ""
        return f"!quant.uniform<{self.storage}{limits}:{self.expressed}, {float(self.scale)!r}:{self.zero_point}>"


def dequantize(x: int, type: Quantized) -> Number:
    difference = rounded(Fraction(x - type.zero_point), type.expressed)
    return product(difference, type.scale, type.expressed)


def quantize(x: Number, type: Quantized) -> int:
    format = type.expressed
    low, high = type.storage_range
    converted_zero_point = rounded(Fraction(type.zero_point), format)
    converted_min, converted_max = rounded(Fraction(low), format), rounded(Fraction(high), format)
    x_scaled = quotient(x, type.scale, format)
    x_scaled_add_zp = total(x_scaled, converted_zero_point, format)
    if is_nan(x_scaled_add_zp):
        return min(max(0, low), high)  # the specification has no integer for NaN
    x_clamped = min(max(x_scaled_add_zp, converted_min), converted_max)
    x_rounded = rounded(Fraction(round(x_clamped)), format) if isinstance(x_clamped, Fraction) else x_clamped
    return int(min(max(x_rounded, low), high))


def rounded(x: Fraction, format: str) -> Number:
    """The nearest number of the format, ties to even; beyond its largest one, infinity."""
    nearest = exact.rounded(x, exact.FORMATS[format])
    return math.copysign(math.inf, x) if nearest is None else nearest


def total(x: Number, y: Number, format: str) -> Number:
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return rounded(x + y, format)
    return _float(x) + _float(y)


def product(x: Number, y: Number, format: str) -> Number:
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return rounded(x * y, format)
    return _float(x) * _float(y)


def quotient(x: Number, y: Number, format: str) -> Number:
    """A zero divisor counts as +0: dequantized numbers are never -0."""
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        if y:
            return rounded(x / y, format)
        return math.copysign(math.inf, x) if x else math.nan
    if isinstance(y, Fraction):
        return x if y >= 0 else -x
    return math.nan if not isinstance(x, Fraction) else Fraction(0)


def is_nan(x: Number) -> bool:
    return not isinstance(x, Fraction) and math.isnan(x)


def _float(x: Number) -> float:
    """What stands for `x` in sums and products with what isn't finite."""
    return (x > 0) - (x < 0) if isinstance(x, Fraction) else x
