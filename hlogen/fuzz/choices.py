"""Decisions that are written down: the same list of numbers gives the same program again, and smaller numbers a simpler
one.

That is what shrinking works on. A program is never taken apart: it is drawn again, from fewer and smaller numbers, and
so every program on the way is as valid as those that come from a seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt


class Choices:
    """A `Draw` of decisions that are given, then of a source's; without a source the rest are the simplest ones.

    The elements of arrays are kept apart from other numbers, an array each, so that a shape that becomes smaller leaves
    the elements of all other arrays what they are. `numbers` and `arrays` are those that were asked for so far.
    What is out of the range that is asked for becomes the nearest inside, so that any decisions are a program.
    """

    def __init__(
        self, numbers: Sequence[int] = (), arrays: Sequence[Sequence[int]] = (), source: Random | None = None
    ) -> None:
        self._given, self._given_arrays = numbers, arrays
        self._source = source
        self.numbers: list[int] = []
        self.arrays: list[tuple[int, ...]] = []

    def integer(self, low: int, high: int) -> int:
        """A number from `low`, the simplest, to `high`, both included."""
        at = len(self.numbers)
        if at < len(self._given):
            value = min(max(self._given[at], low), high)
        else:
            value = low if self._source is None else self._source.randint(low, high)
        self.numbers.append(value)
        return value

    def chance(self, percent: int) -> bool:
        """True, which is written down as 1, in about `percent` of the cases."""
        if len(self.numbers) < len(self._given) or self._source is None:
            return bool(self.integer(0, 1))
        is_true = self._source.random() * 100 < percent
        self.numbers.append(int(is_true))
        return is_true

    def integers(self, high: int, count: int) -> npt.NDArray[Any]:
        """An array of `count` numbers from 0 to `high`."""
        at = len(self.arrays)
        if at < len(self._given_arrays) or self._source is None:
            given = self._given_arrays[at][:count] if at < len(self._given_arrays) else ()
            values = [*(min(max(value, 0), high) for value in given), *[0] * (count - len(given))]
        else:
            random, span = self._source.random, high + 1
            values = [int(random() * span) for _ in range(count)]
        self.arrays.append(tuple(values))
        return np.array(values, np.int64)
