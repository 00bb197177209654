"""Boxes: one pair of bounds for each of many elements, and whether it may be NaN."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hlogen.ir import ElementType, FloatType, IndexType, IntegerType, dtype_of
from interpreter.possible.columns import CLOSED, Column
from interpreter.possible.formats import format_of
from interpreter.possible.values import INTERVAL, SET
from interpreter.values.array import Array
from interpreter.values.same import is_nan


@dataclass
class Box:
    """Each element lies between `low` and `high`, or is NaN where `may_be_nan`. Nothing is known unless `known`."""

    low: Array
    high: Array
    may_be_nan: Array
    known: Array


def box_of(column: Column) -> Box:
    """The bounds of an operand's elements, a set's among them; unknown ones, samples and complex numbers have none."""
    low, high = column.nominal.copy(), column.nominal.copy()
    may_be_nan = np.zeros(len(low), bool)
    known = ~is_nan(low) if low.dtype.kind != "c" else np.zeros(len(low), bool)
    found, kind = column.open, column.kind
    if found is None or low.dtype.kind == "c":
        return Box(low, high, may_be_nan, known)
    bounded = kind == INTERVAL
    entry = column.entry[bounded]
    low[bounded], high[bounded] = found.low[entry], found.high[entry]
    may_be_nan[bounded], known[bounded] = found.may_be_nan[entry], True
    known[~np.isin(kind, (CLOSED, SET, INTERVAL))] = False
    listed = np.flatnonzero(kind == SET)
    if len(listed):
        part = found.taken(column.entry[listed])
        numbers = comparable(part.values)
        nan = is_nan(part.values)
        least, most = np.fmin.reduceat(numbers, part.starts[:-1]), np.fmax.reduceat(numbers, part.starts[:-1])
        known[listed] = least == least  # not of nothing but NaN
        least, most = (np.where(x == x, x, np.zeros((), x.dtype)) for x in (least, most))
        low[listed], high[listed] = least.astype(low.dtype), most.astype(low.dtype)
        may_be_nan[listed] = np.logical_or.reduceat(nan, part.starts[:-1])
    return Box(low, high, may_be_nan, known)


def comparable(x: Array) -> Array:
    """The same numbers, in a dtype of NumPy's own that compares them exactly."""
    if x.dtype.kind in "biuf":
        return x
    is_small_integer = x.dtype.name in ("int2", "int4", "uint2", "uint4")
    return x.astype(np.int64 if is_small_integer else np.float64)


def limits(type: ElementType) -> tuple[int, int]:
    """The least and the greatest value of an integer type."""
    assert isinstance(type, (IntegerType, IndexType))
    integer = IntegerType(64) if isinstance(type, IndexType) else type
    return integer.minimum, integer.maximum


def has_infinity(type: ElementType) -> bool:
    return isinstance(type, FloatType) and format_of(type).overflow == "inf"


def has_nan(type: ElementType) -> bool:
    return not isinstance(type, FloatType) or format_of(type).overflow != "saturate"


def widened(box: Box, type: FloatType, ulps: int = 2) -> Box:
    """The box with so many units in the last place more on either side: for functions that aren't rounded exactly."""
    low, high = box.low.astype(np.float64), box.high.astype(np.float64)
    if type.name == "f64":
        for _ in range(ulps):
            low, high = np.nextafter(low, -np.inf), np.nextafter(high, np.inf)
        return Box(low, high, box.may_be_nan, box.known)
    dtype, unit, tiny = dtype_of(type), 2 * format_of(type).unit, format_of(type).smallest
    low, high = low - ulps * (np.abs(low) * unit + tiny), high + ulps * (np.abs(high) * unit + tiny)
    return Box(low.astype(dtype), high.astype(dtype), box.may_be_nan, box.known)
