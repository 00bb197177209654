"""Alternatives as updates bring them, rather than element by element: brought into that order when they are asked for.

Sorting a million updates by element takes longer than scattering them many times over, and most questions need no order.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from interpreter.kernels.scatter_fold import fold_by_assignment, stable_order
from interpreter.possible.same import is_same
from interpreter.registry import Array


class Unordered:
    """Line i holds an alternative for each element of row ``owner[i]``; row j owns ``counts[j]`` lines, one at least.

    The elements are those of one row after those of the other.
    """

    def __init__(self, lines: Array, owner: Array, counts: Array) -> None:
        self.lines = lines
        self.owner = owner.astype(np.int32 if len(counts) < 1 << 31 else np.int64)
        self.counts = counts
        self.columns = lines.shape[1]

    @property
    def dtype(self) -> np.dtype:
        return self.lines.dtype

    @cached_property
    def values(self) -> Array:
        """All alternatives of the first element, in the order of lines, then those of the next one, and so on."""
        order = stable_order(self.owner, max(len(self.counts) - 1, 0))
        return _element_by_element(self.lines[order], self.counts)

    def differing(self) -> Array:
        """Of each element, whether its alternatives aren't all the same."""
        first, last = (np.empty((len(self.counts), self.columns), self.dtype) for _ in range(2))
        _assign(first, self.owner[::-1], self.lines[::-1])
        _assign(last, self.owner, self.lines)
        differs = ~is_same(first, last)
        unclear = ~differs.all(axis=1)
        if unclear.any():
            which = np.flatnonzero(unclear.take(self.owner))
            owner = self.owner[which]
            line, column = np.nonzero(~is_same(self.lines[which], first[owner]))
            differs[owner[line], column] = True
        return differs.reshape(-1)

    def among(self, elements: Array) -> Unordered:
        """The alternatives of the elements where the mask is True."""
        number, columns = np.cumsum(elements) - 1, self.columns
        line, column = np.nonzero(elements.reshape(-1, columns)[self.owner])
        element = number[self.owner[line].astype(np.int64) * columns + column]
        return Unordered(
            self.lines[line, column][:, None], element, np.repeat(self.counts, columns)[elements]
        )

    def admits(self, given: Array) -> Array:
        """Of each element, whether the value given for it is one of its alternatives."""
        given = given.reshape(-1, self.columns)
        found = np.zeros(given.shape, bool)
        line, column = np.nonzero(is_same(self.lines, given[self.owner]))
        found[self.owner[line], column] = True
        return found.reshape(-1)


def _assign(table: Array, rows: Array, lines: Array) -> None:
    if table.shape[1] == 1:
        table, lines = table.reshape(-1), lines.reshape(-1)
    fold_by_assignment([table], rows, [lines])


def _element_by_element(lines: Array, counts: Array) -> Array:
    """What lands on rows (`counts[0]` lines for the first one, ...) as a sequence: element after element."""
    n, columns = lines.shape
    if columns == 1:
        return lines.reshape(-1)
    if (counts == counts[0]).all():
        return np.ascontiguousarray(lines.reshape(len(counts), -1, columns).swapaxes(1, 2)).reshape(-1)
    starts, found = np.cumsum(counts) - counts, np.empty(lines.size, lines.dtype)
    first = np.repeat(columns * starts - starts, counts) + np.arange(n)  # where a line's first element goes
    for column in range(columns):
        found[first + column * np.repeat(counts, counts)] = lines[:, column]
    return found
