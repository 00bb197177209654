"""What is certain of a fold whatever the order: integers, extrema, and rational bounds of float sums and products."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

import ml_dtypes
import numpy as np


def integer_fold(op: str, old: Any, updates: Sequence[Any]) -> int:
    """The one result of integers and booleans, with unbounded integers in between."""
    values = [int(old), *map(int, updates)]
    dtype = np.asarray(old).dtype
    if dtype == np.bool_:
        op = {"add": "or", "multiply": "and"}.get(op, op)
    exact: dict[str, Callable[[int, int], int]] = {
        "add": lambda a, b: a + b,
        "subtract": lambda a, b: a - b,
        "multiply": lambda a, b: a * b,
        "and": lambda a, b: a & b,
        "or": lambda a, b: a | b,
        "xor": lambda a, b: a ^ b,
        "minimum": min,
        "maximum": max,
    }
    value = reduce(exact[op], values)
    if dtype == np.bool_:
        return value
    low, high = int(ml_dtypes.iinfo(dtype).min), int(ml_dtypes.iinfo(dtype).max)
    return (value - low) % (high - low + 1) + low


def float_has(op: str, old: Any, updates: Sequence[Any], value: Any) -> bool | None:
    """Whether `value` can be the sum, product, ... of these, in any order and any tree."""
    dtype = np.asarray(old).dtype
    leaves = [float(old), *map(float, updates)]
    value = float(value)
    if any(x != x for x in leaves):
        return value != value  # a NaN comes through whatever it meets
    if op in ("minimum", "maximum"):
        return value == (min if op == "minimum" else max)(leaves)
    if op == "subtract":
        op, leaves = "add", [leaves[0], *(-x for x in leaves[1:])]
    info = ml_dtypes.finfo(dtype)
    largest, unit = Fraction(float(info.max)), Fraction(float(info.eps)) / 2
    finite = [Fraction(x) for x in leaves if abs(x) != np.inf]
    infinite = [x for x in leaves if abs(x) == np.inf]
    bounds = _sum_bounds if op == "add" else _product_bounds
    within = bounds(finite, unit, largest, Fraction(float(info.smallest_normal)))
    if within is None:
        return None
    if infinite:
        if op == "multiply" and 0 in finite:
            return value != value
        if op == "multiply":
            return value == float(np.prod(np.sign(leaves))) * np.inf
        return value == infinite[0] if len(set(infinite)) == 1 else value != value
    if value != value or abs(value) == np.inf:
        return False
    low, high = within
    return None if low <= Fraction(value) <= high else False


def _sum_bounds(
    leaves: Sequence[Fraction], unit: Fraction, largest: Fraction, smallest: Fraction
) -> tuple[Fraction, Fraction] | None:
    """Every computed sum of n numbers is within (n - 1) * unit * (the sum of their magnitudes) of the exact one.

    That holds for rounding to nearest, any order and any tree, as long as nothing overflows (Jeannerod and Rump).
    """
    del smallest  # sums below it are exact
    magnitude = sum(map(abs, leaves), Fraction(0))
    error = max(len(leaves) - 1, 0) * unit * magnitude
    if magnitude + error > largest:
        return None
    exact = sum(leaves, Fraction(0))
    return exact - error, exact + error


def _product_bounds(
    leaves: Sequence[Fraction], unit: Fraction, largest: Fraction, smallest: Fraction
) -> tuple[Fraction, Fraction] | None:
    """Each of n - 1 products has a relative error of `unit` at most, where none of them can over- or underflow."""
    rounds = max(len(leaves) - 1, 0)
    above = reduce(lambda a, b: a * max(abs(b), Fraction(1)), leaves, Fraction(1)) * (1 + unit) ** rounds
    if above > largest:
        return None
    if 0 in leaves:
        return Fraction(0), Fraction(0)
    below = reduce(lambda a, b: a * min(abs(b), Fraction(1)), leaves, Fraction(1)) * (1 - unit) ** rounds
    if below < smallest:
        return None
    exact = reduce(lambda a, b: a * b, leaves, Fraction(1))
    ends = exact * (1 - unit) ** rounds, exact * (1 + unit) ** rounds
    return min(ends), max(ends)
