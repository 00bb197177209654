"""Where a generator's decisions come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

import numpy as np

T = TypeVar("T")


class Draw(Protocol):
    """A source of decisions. The first of the possible answers is the simplest one: shrinking goes there."""

    def integer(self, low: int, high: int) -> int:
        """A number from `low` to `high`, both included."""
        ...

    def chance(self, percent: int) -> bool:
        """True in about `percent` of the cases."""
        ...


class SeededDraw:
    """Decisions from a seed: the same seed, the same program."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def integer(self, low: int, high: int) -> int:
        return int(self._rng.integers(low, high, endpoint=True))

    def chance(self, percent: int) -> bool:
        return self.integer(0, 99) >= 100 - percent


def choice(draw: Draw, options: Sequence[T]) -> T:
    return options[draw.integer(0, len(options) - 1)]


def chance(draw: Draw, percent: int) -> bool:
    """True in about `percent` of the cases; False is the simpler answer."""
    return draw.chance(percent)


def subset(draw: Draw, items: Sequence[T], percent: int = 50) -> list[T]:
    """Some of the items, in their order."""
    return [item for item in items if chance(draw, percent)]


def shuffled(draw: Draw, items: Sequence[T]) -> list[T]:
    remaining, result = list(items), []
    while remaining:
        result.append(remaining.pop(draw.integer(0, len(remaining) - 1)))
    return result
