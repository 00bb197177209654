"""Ranges and intervals against the sets of integers that they stand for."""

from __future__ import annotations

from itertools import product

import numpy as np

from hlogen.analysis.range import NOTHING, Interval, Range, aligned
from hlogen.ir import IntegerType


def ranges(count: int) -> list[Range]:
    rng = np.random.default_rng(0)
    drawn = rng.integers([-4, 0, 0], [5, 9, 9], (count, 3)).tolist()
    return [NOTHING, *(Range.of(low, low + width, step) for low, width, step in drawn)]


def members(range_: Range) -> set[int]:
    return set(range(range_.low, range_.high + 1, range_.step))


def test_a_range_ends_with_a_member() -> None:
    for drawn in ranges(200):
        assert drawn.step >= 1
        if not drawn.is_empty:
            assert {drawn.low, drawn.high} <= members(drawn)
            assert drawn.width == max(members(drawn)) - min(members(drawn))
        assert all((number in drawn) == (number in members(drawn)) for number in range(-20, 20))
        assert drawn.value == (min(members(drawn)) if len(members(drawn)) == 1 else None)


def test_arithmetic_of_ranges_holds_that_of_members() -> None:
    for x, y in product(ranges(40), ranges(40)):
        both = list(product(members(x), members(y)))
        assert {a + b for a, b in both} <= members(x.plus(y))
        assert {a * b for a, b in both} <= members(x.times(y))
        assert members(x) | members(y) <= members(x.join(y))
        assert members(x) & members(y) <= members(x.meet(y)) <= members(x) | members(y)
        assert x.within(y) == (members(x) <= members(y))
        assert {a + 5 for a in members(x)} == members(x.shifted(5))
        assert {a - 3 for a in members(x)} == members(x.shifted(-3))
        if not x.is_empty:
            assert {-a for a in members(x)} == members(x.negated())


def test_arithmetic_of_intervals_is_as_narrow_as_can_be() -> None:
    intervals = [Interval(low, low + width) for low in range(-3, 4) for width in range(3)]
    for x, y in product(intervals, intervals):
        both = list(product(range(x.low, x.high + 1), range(y.low, y.high + 1)))
        for found, exact in (
            (x.plus(y), {a + b for a, b in both}),
            (x.minus(y), {a - b for a, b in both}),
            (x.times(y), {a * b for a, b in both}),
            (x.join(y), {c for pair in both for c in pair}),
        ):
            assert found == (min(exact), max(exact))
        assert x.reach == max(abs(a) for a, _ in both)
        assert x.least == min(abs(a) for a, _ in both)
        assert x.scaled(-2) == x.times(Interval(-2, -2))


def test_types_and_residues() -> None:
    assert Range.of_type(IntegerType(8)) == (-128, 127, 1)
    assert Range.of_type(IntegerType(1)) == (0, 1, 1)
    assert Range(-128, 127).fits(IntegerType(8))
    assert not Range(-129, 0).fits(IntegerType(8))
    assert aligned(-5, 5, 3, 100) == (-5, 4, 3)
    assert aligned(0, 5, 0, 7) == NOTHING
