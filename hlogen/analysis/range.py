"""Sets of integers that the analysis reasons with: intervals, and intervals of one residue class.

All are mathematical integers, Python's own: nothing here wraps.
"""

from __future__ import annotations

from math import gcd
from typing import NamedTuple

from hlogen.ir import IntegerType


class Interval(NamedTuple):
    """The integers from `low` to `high`, both included."""

    low: int
    high: int

    @property
    def reach(self) -> int:
        """The largest absolute value."""
        return max(abs(self.low), abs(self.high))

    @property
    def least(self) -> int:
        """The smallest absolute value."""
        return max(self.low, -self.high, 0)

    def plus(self, other: Interval) -> Interval:
        return Interval(self.low + other.low, self.high + other.high)

    def minus(self, other: Interval) -> Interval:
        return Interval(self.low - other.high, self.high - other.low)

    def negated(self) -> Interval:
        return Interval(-self.high, -self.low)

    def scaled(self, factor: int) -> Interval:
        return Interval(self.low * factor, self.high * factor) if factor >= 0 else self.negated().scaled(-factor)

    def times(self, other: Interval) -> Interval:
        """The smallest interval with every product."""
        products = self.low * other.low, self.low * other.high, self.high * other.low, self.high * other.high
        return Interval(min(products), max(products))

    def join(self, other: Interval) -> Interval:
        """The smallest interval with both."""
        return Interval(min(self.low, other.low), max(self.high, other.high))


ZERO = Interval(0, 0)


class Range(NamedTuple):
    """The integers ``low, low + step, ..., high``; none where low > high. `step` is at least 1.

    Make one by `Range.of`, which lets `high` be the last of them.
    """

    low: int
    high: int
    step: int = 1

    @classmethod
    def of(cls, low: int, high: int, step: int = 1) -> Range:
        """The integers from `low` to `high` that are `low` modulo `step`; a step of 0 stands for `low` alone."""
        if low > high:
            return NOTHING
        if step == 0 or high - low < step:
            return cls(low, low)
        return cls(low, high - (high - low) % step, step)

    @classmethod
    def single(cls, value: int) -> Range:
        return cls(value, value)

    @classmethod
    def of_type(cls, type: IntegerType) -> Range:
        """All values of an integer type."""
        return cls(type.minimum, type.maximum)

    @property
    def is_empty(self) -> bool:
        return self.low > self.high

    @property
    def value(self) -> int | None:
        """The only integer, where there is just one."""
        return self.low if self.low == self.high else None

    @property
    def interval(self) -> Interval:
        return Interval(self.low, self.high)

    @property
    def width(self) -> int:
        """The largest difference of two of them."""
        return self.high - self.low

    @property
    def modulus(self) -> int:
        """What all differences are multiples of: the step, 0 for a single value."""
        return 0 if self.low == self.high else self.step

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and self.low <= value <= self.high and (value - self.low) % self.step == 0

    def within(self, other: Range) -> bool:
        """Whether every integer of it is in `other`."""
        if self.is_empty:
            return True
        return (
            other.low <= self.low
            and self.high <= other.high
            and gcd(self.modulus, self.low - other.low) % other.step == 0
        )

    def fits(self, type: IntegerType) -> bool:
        """Whether the type has all of them."""
        return type.minimum <= self.low and self.high <= type.maximum

    def plus(self, other: Range) -> Range:
        if self.is_empty or other.is_empty:
            return NOTHING
        return Range.of(self.low + other.low, self.high + other.high, gcd(self.modulus, other.modulus))

    def negated(self) -> Range:
        return Range(-self.high, -self.low, self.step)

    def shifted(self, by: int) -> Range:
        return self if self.is_empty else Range(self.low + by, self.high + by, self.step)

    def times(self, other: Range) -> Range:
        if self.is_empty or other.is_empty:
            return NOTHING
        low, high = self.interval.times(other.interval)
        step = gcd(self.modulus * other.modulus, self.modulus * other.low, other.modulus * self.low)
        return aligned(low, high, step, self.low * other.low)

    def join(self, other: Range) -> Range:
        """A range with both."""
        if self.is_empty or other.is_empty:
            return other if self.is_empty else self
        step = gcd(self.modulus, other.modulus, self.low - other.low)
        return Range.of(min(self.low, other.low), max(self.high, other.high), step)

    def meet(self, other: Range) -> Range:
        """A range with what is in both."""
        if self.is_empty or other.is_empty:
            return NOTHING
        low, high = max(self.low, other.low), min(self.high, other.high)
        base = max(self, other, key=lambda range: float("inf") if range.modulus == 0 else range.step)
        return aligned(low, high, base.modulus, base.low) if low <= high else NOTHING


NOTHING = Range(0, -1)
BOOLEANS = Range(0, 1)


def aligned(low: int, high: int, step: int, member: int) -> Range:
    """The integers from `low` to `high` that are `member` modulo `step`; with a step of 0, at most `member` itself."""
    if step == 0:
        return Range.single(member) if low <= member <= high else NOTHING
    return Range.of(low + (member - low) % step, high, step)
