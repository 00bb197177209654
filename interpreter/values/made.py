"""What an operation makes that its operands hadn't: NaNs, infinities, results out of the range of their type.

One definition for all that look for them: the sanitizer reports them, a trap stops at them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import ml_dtypes
import numpy as np

from hlogen.ir import IntegerType
from interpreter.values.array import Array

NAN, INFINITY = "nan", "inf"
_CHUNK = 1 << 18  # elements that stay in a core's cache
_SMALL_INTEGERS = {np.dtype(getattr(ml_dtypes, name)) for name in ("int2", "uint2", "int4", "uint4")}


def is_floating(value: Any) -> bool:
    """Whether it is an array whose elements may be NaN or infinite."""
    return isinstance(value, np.ndarray) and value.dtype != np.bool_ and not has_integers(value.dtype)


def has_integers(dtype: np.dtype[Any]) -> bool:
    return dtype.kind in "iu" or dtype in _SMALL_INTEGERS


def all_finite(x: Array) -> bool:
    """Whether no element is NaN or infinite."""
    if x.size == 1 and x.dtype.kind == "f":
        return math.isfinite(x.item())
    if x.size > _CHUNK and x.flags.c_contiguous:
        flat = x.reshape(-1)
        return all(np.isfinite(flat[start : start + _CHUNK]).all() for start in range(0, flat.size, _CHUNK))
    return bool(np.isfinite(x).all())


def aligned(x: Array, result: Array) -> Array | None:
    """An elementwise operation's operand in the shape of its result; lanes, where only one has them, are in front."""
    if x.shape != result.shape and 0 < x.ndim < result.ndim and x.shape[0] == result.shape[0]:
        x = x.reshape(x.shape + (1,) * (result.ndim - x.ndim))
    try:
        return np.broadcast_to(x, result.shape)
    except ValueError:
        return None


def made(kind: str, result: Array, operands: Sequence[Any], *, by_element: bool) -> Array | None:
    """Where the result holds what the operands don't account for; None where there is nothing like that.

    A NaN comes of a NaN, an infinity of any that isn't finite. `by_element`: of those at its own place; the elements of
    other operations are made of many, so that they have made one where no operand holds any.
    """
    test, accounts = (np.isnan, np.isnan) if kind == NAN else (np.isinf, not_finite)
    wrong = np.asarray(test(result))
    if not wrong.any():
        return None
    for operand in operands:
        if not is_floating(operand):
            continue
        there = np.asarray(accounts(operand))
        if not there.any():
            continue
        fitted = aligned(there, result) if by_element else None
        if fitted is None:
            return None
        np.greater(wrong, fitted, out=wrong)
    return wrong if wrong.any() else None


def not_finite(x: Array) -> Array:
    finite: Array = np.isfinite(x)
    return ~finite


def cut_off_outside(x: Array, low: int, high: int) -> Array | None:
    """Where floats without their fractions aren't from `low` to `high`; None where all are. NaN is in no range."""
    real = np.real(x)
    wide = np.dtype(np.float64) if real.dtype == np.float64 or high >= 1 << 24 else np.dtype(np.float32)
    values: Array = real.astype(wide, copy=False)
    above = values > low - 1 if low > -(1 << 53) else values >= low  # beyond 2**53 there are no fractions
    inside = above & (values < high + 1)
    return None if inside.all() else np.asarray(~inside)


def wrapped(compute: Callable[..., Any], operands: Sequence[Array], type: IntegerType) -> Array | None:
    """Where what `compute` gives exactly of integers isn't in `type`; None where it is everywhere."""
    low, high = type.minimum, type.maximum
    if not all(x.size for x in operands) or _stays_within(compute, operands, low, high):
        return None
    if type.width < 32 and all(x.dtype.itemsize < 8 for x in operands):
        exact = np.asarray(compute(*(x.astype(np.int64) for x in operands)))
        found = np.asarray((exact < low) | (exact > high))
    else:  # in floats; what comes close to a limit is done again with Python's integers
        about = np.asarray(compute(*(x.astype(np.float64) for x in operands)))
        margin = 1e-9 * (high - low)
        found = np.asarray((about < low) | (about > high))
        doubtful = (np.abs(about - low) < margin) | (np.abs(about - high) < margin)
        if doubtful.any():
            doubted = (np.broadcast_to(x, about.shape)[doubtful].astype(object) for x in operands)
            exact = np.asarray(compute(*doubted))
            found[doubtful] = (exact < low) | (exact > high)
    return found if found.any() else None


def _stays_within(compute: Callable[..., Any], operands: Sequence[Array], low: int, high: int) -> bool:
    """Whether no result can be out of range, by the operands' least and greatest elements."""
    ends = [
        (int(x.reshape(-1)[0]),) if x.size == 1 else (int(whole.min()), int(whole.max()))
        for x in operands
        for whole in (x if x.dtype.isbuiltin == 1 else x.astype(np.int8),)
    ]
    corners = [compute(*corner) for corner in itertools.product(*ends)]
    return bool(low <= min(corners) and max(corners) <= high)
