"""Numbers of any element type as exact values, and exact values rounded to an element type, once.

Floats are fractions, integers Python ints, transcendental values are mpmath's with far more digits than any type has.
What isn't finite, and the sign of zero, goes through Python floats.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, TypeAlias

import ml_dtypes
import mpmath
import numpy as np
from numpy.typing import DTypeLike

Exact: TypeAlias = Any  # bool, int, Fraction, an mpmath number, a float that is 0.0, -0.0 or not finite; pairs of parts

mpmath.mp.prec = 300

_SMALL_INTEGERS = {np.dtype(t) for t in (ml_dtypes.int2, ml_dtypes.int4, ml_dtypes.uint2, ml_dtypes.uint4)}


def is_integer(dtype: np.dtype[Any]) -> bool:
    return dtype.kind in "iu" or dtype in _SMALL_INTEGERS


def is_float(dtype: np.dtype[Any]) -> bool:
    return dtype.kind not in "biuc" and dtype not in _SMALL_INTEGERS


def bits_of(dtype: np.dtype[Any]) -> int:
    """num_bits: of an integer type, or of a floating-point type of whole bytes."""
    if dtype == np.bool_:
        return 1
    return int(ml_dtypes.iinfo(dtype).bits) if is_integer(dtype) else int(ml_dtypes.finfo(dtype).bits)


def exact(element: Any) -> Exact:
    """The value of an array's element."""
    dtype = np.asarray(element).dtype
    if dtype == np.bool_:
        return bool(element)
    if is_integer(dtype):
        return int(element)
    if dtype.kind == "c":
        return (exact(element.real), exact(element.imag))
    value = float(element)
    return value if value == 0 or not math.isfinite(value) else Fraction(value)


def rounded(value: Exact, dtype: DTypeLike) -> Any:
    """`value` as an element of `dtype`: the nearest one, of two the even one. Integers must fit."""
    dtype = np.dtype(dtype)
    if dtype == np.bool_:
        return np.bool_(value)
    if is_integer(dtype):
        info = ml_dtypes.iinfo(dtype)
        if not int(info.min) <= value <= int(info.max):
            raise ValueError(f"{value} overflows {dtype}, which the specification leaves to implementations")
        return np.array(int(value)).astype(dtype)[()] if dtype != np.uint64 else np.uint64(value)
    if dtype.kind == "c":
        part = np.dtype(np.float32 if dtype == np.complex64 else np.float64)
        if isinstance(value, mpmath.mpc):
            value = (value.real, value.imag)
        real, imag = value if isinstance(value, tuple) else (value, 0)
        # Put together by parts: in a sum of them, an infinity times i is NaN.
        return np.array([rounded(real, part), rounded(imag, part)]).view(dtype)[0]
    value = as_fraction(value)
    if isinstance(value, float):
        return np.float64(math.nan if value != value else value).astype(dtype)  # one NaN, whose sign is none
    return _nearest(value, dtype)


def as_fraction(value: Exact) -> Fraction | float:
    """A real value as a fraction; as a float where it is 0.0, -0.0 or not finite."""
    if isinstance(value, mpmath.mpf):
        if not mpmath.isfinite(value) or value == 0:
            return float(value)
        sign, mantissa, exponent, _ = value._mpf_
        return Fraction(-mantissa if sign else mantissa) * Fraction(2) ** exponent
    if isinstance(value, float) and (value == 0 or not math.isfinite(value)):
        return value
    return Fraction(value)


def as_mpf(value: Exact) -> Any:
    """A real value for mpmath; a pair of parts as its complex number."""
    if isinstance(value, tuple):
        return mpmath.mpc(as_mpf(value[0]), as_mpf(value[1]))
    if isinstance(value, Fraction):
        return mpmath.mpf(value.numerator) / value.denominator
    return mpmath.mpf(value)


def _nearest(value: Fraction, dtype: np.dtype[Any]) -> Any:
    info = ml_dtypes.finfo(dtype)
    smallest = int(info.minexp) - int(info.nmant)  # of the last place of subnormal numbers
    if value == 0:
        return np.float64(0).astype(dtype)
    exponent = math.frexp(float(abs(value)))[1] - 1 if float(abs(value)) else smallest
    while Fraction(2) ** exponent > abs(value):
        exponent -= 1
    while Fraction(2) ** (exponent + 1) <= abs(value):
        exponent += 1
    place = max(exponent - int(info.nmant), smallest)
    steps = round(value / Fraction(2) ** place)  # to the nearest, of two the even one
    found = steps * Fraction(2) ** place
    if abs(found) > Fraction(float(info.max)):
        return np.float64(math.copysign(math.inf, value)).astype(dtype)
    if found == 0:
        return np.float64(math.copysign(0.0, value)).astype(dtype)
    return np.float64(found.numerator / found.denominator).astype(dtype)
