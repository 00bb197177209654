"""Numbers that belong to groups, one for each element that updates land on: their sums and extrema, group by group.

What is added up is computed from the members by a function, part by part, so that no copy of all of them is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

import numpy as np

from interpreter.values.array import Array

Of = Callable[..., Array]

# So many members are worked on at a time.
PART = 1 << 15
# Up to here, members of groups of lines are worked on one after the other, those of all groups at a time.
MANY = 12


class Groups(Protocol):
    """Members of groups; `counts` says how many each has. Those of `Rows` have one at least."""

    counts: Array

    def total(self, of: Of, *values: Array, each: Array | None = None) -> Array:
        """The sum of ``of(*values)`` (f64) over each group, added one after the other in some order.

        `of` is given each group's value of `each`, too, where there is one.
        """

    def largest(self, of: Of, *values: Array) -> Array:
        """The greatest of it; none is negative."""

    def any(self, of: Of, *values: Array, each: Array | None = None) -> Array:
        """Of each group, whether it is True for a member."""

    def one(self, values: Array) -> Array:
        """The value of one member of each group."""

    def among(self, groups: Array, values: Array) -> tuple[Groups, Array]:
        """Members and their values, of at least the groups where it is True."""


class Labelled:
    """`number[i]` is the group of member i."""

    def __init__(self, number: Array, counts: Array) -> None:
        self.number = number
        self.counts = counts

    def total(self, of: Of, *values: Array, each: Array | None = None) -> Array:
        found = np.zeros(len(self.counts))
        for number, computed in self._parts(of, values, each):
            np.add.at(found, number, computed.astype(np.float64, copy=False))
        return found

    def largest(self, of: Of, *values: Array) -> Array:
        found = np.zeros(len(self.counts), of(*(x[:0] for x in values)).dtype)
        for number, computed in self._parts(of, values):
            np.maximum.at(found, number, computed)
        return found

    def any(self, of: Of, *values: Array, each: Array | None = None) -> Array:
        found = np.zeros(len(self.counts), bool)
        for number, mask in self._parts(of, values, each):
            if mask.any():
                found[number[mask]] = True
        return found

    def one(self, values: Array) -> Array:
        found = np.zeros(len(self.counts), values.dtype)
        found[self.number] = values
        return found

    def among(self, groups: Array, values: Array) -> tuple[Labelled, Array]:
        which = np.flatnonzero(groups.take(self.number))
        return Labelled(self.number[which], self.counts), values[which]

    def _parts(self, of: Of, values: tuple[Array, ...], each: Array | None = None) -> Iterator[tuple[Array, Array]]:
        for start in range(0, len(self.number), PART):
            part = slice(start, start + PART)
            number = self.number[part]
            spread = () if each is None else (each.take(number),)
            yield number, of(*(x[part] for x in values), *spread)


class Rows:
    """Members are lines of a matrix, those of a group one after the other; each column has groups of its own."""

    def __init__(self, counts: Array) -> None:
        self.counts = counts[:, None]
        self.starts = np.cumsum(counts) - counts

    def total(self, of: Of, *values: Array, each: Array | None = None) -> Array:
        return self._over(np.add, of(*values, *self._spread(each)).astype(np.float64, copy=False))

    def largest(self, of: Of, *values: Array) -> Array:
        return self._over(np.maximum, of(*values))

    def any(self, of: Of, *values: Array, each: Array | None = None) -> Array:
        return self._over(np.logical_or, of(*values, *self._spread(each)))

    def one(self, values: Array) -> Array:
        found: Array = values[self.starts]
        return found

    def among(self, groups: Array, values: Array) -> tuple[Rows, Array]:
        return self, values

    def _over(self, ufunc: np.ufunc, values: Array) -> Array:
        counts = self.counts[:, 0]
        if counts.max(initial=0) > MANY:
            found: Array = ufunc.reduceat(values, self.starts, axis=0)
            return found
        found = values[self.starts]
        which, place = np.flatnonzero(counts > 1), 1
        while len(which):  # the second ones of all groups, then the third ones ...
            found[which] = ufunc(found[which], values[self.starts[which] + place])
            place += 1
            which = which[counts[which] > place]
        return found

    def _spread(self, each: Array | None) -> tuple[Array, ...]:
        return () if each is None else (np.repeat(each, self.counts[:, 0], axis=0),)
