"""Update computations on single elements, as the specification defines the ops: add, multiply, minimum, ...

Integers go through Python ints and wrap; the boolean i1 adds as OR and multiplies as AND; floats round to their own
type in every step. The element type is that of the first argument.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from typing import Any

import ml_dtypes
import numpy as np

_SMALL_INTEGERS = {np.dtype(t) for t in (ml_dtypes.int2, ml_dtypes.int4, ml_dtypes.uint2, ml_dtypes.uint4)}


def is_integer(dtype: np.dtype[Any]) -> bool:
    return dtype.kind in "iu" or dtype in _SMALL_INTEGERS


def wrap(value: int, dtype: np.dtype[Any]) -> Any:
    """`value` modulo 2**width, as a scalar of the integer type `dtype`."""
    least, span = _range_of(dtype)
    return np.array((value - least) % span + least).astype(dtype)[()]


@cache
def _range_of(dtype: np.dtype[Any]) -> tuple[int, int]:
    """The least integer of a type, and how many it has."""
    info = ml_dtypes.iinfo(dtype)
    return int(info.min), int(info.max) - int(info.min) + 1


def add(old: Any, new: Any) -> Any:
    return _arithmetic(operator.add, operator.or_, old, new)


def subtract(old: Any, new: Any) -> Any:
    return _arithmetic(operator.sub, None, old, new)


def multiply(old: Any, new: Any) -> Any:
    return _arithmetic(operator.mul, operator.and_, old, new)


def minimum(old: Any, new: Any) -> Any:
    return _extremum(old, new, smaller=True)


def maximum(old: Any, new: Any) -> Any:
    return _extremum(old, new, smaller=False)


def bitwise_and(old: Any, new: Any) -> Any:
    return _bitwise(operator.and_, old, new)


def bitwise_or(old: Any, new: Any) -> Any:
    return _bitwise(operator.or_, old, new)


def bitwise_xor(old: Any, new: Any) -> Any:
    return _bitwise(operator.xor, old, new)


def replace(old: Any, new: Any) -> Any:
    """The body that returns its second argument: scatter as an assignment."""
    del old
    return new


# The bodies that a scatter is written with most, by the short names that the builder gives them.
NAMED: dict[str, Callable[[Any, Any], Any]] = {
    "add": add,
    "mul": multiply,
    "min": minimum,
    "max": maximum,
    "and": bitwise_and,
    "or": bitwise_or,
    "xor": bitwise_xor,
    "set": replace,
}


def _arithmetic(
    op: Callable[[Any, Any], Any], on_booleans: Callable[[Any, Any], Any] | None, old: Any, new: Any
) -> Any:
    dtype = np.asarray(old).dtype
    if dtype == np.bool_:
        if on_booleans is None:
            raise TypeError(f"{op.__name__} isn't defined on i1")
        return np.bool_(on_booleans(bool(old), bool(new)))
    if is_integer(dtype):
        return wrap(op(int(old), int(new)), dtype)
    with np.errstate(all="ignore"):
        found = op(old, new)
    return found if type(found) is type(old) else np.asarray(found).astype(dtype)[()]


def _extremum(old: Any, new: Any, *, smaller: bool) -> Any:
    dtype = np.asarray(old).dtype
    if dtype == np.bool_ or is_integer(dtype):
        return old if (int(old) <= int(new)) == smaller else new
    if dtype.kind == "c":
        key = [(float(x.real), float(x.imag)) for x in (old, new)]
        return old if (key[0] <= key[1]) == smaller else new
    a, b = float(old), float(new)
    if a != a or b != b:
        return old if a != a else new  # IEEE-754 minimum and maximum: NaN comes through
    if a == b == 0:
        negative = np.signbit(a) if smaller else not np.signbit(a)
        return old if negative else new  # and -0.0 is less than 0.0
    return old if (a <= b) == smaller else new


def _bitwise(op: Callable[[Any, Any], Any], old: Any, new: Any) -> Any:
    dtype = np.asarray(old).dtype
    if dtype == np.bool_:
        return np.bool_(op(bool(old), bool(new)))
    return wrap(op(int(old), int(new)), dtype)
