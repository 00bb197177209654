"""Alternatives as updates bring them, rather than element by element: brought into that order when they are asked for.

Sorting a million updates by element takes longer than scattering them ten times over, and most questions need no order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from hlogen.forking import cached_property
from interpreter.kernels.scatter_fold import fold_by_assignment, stable_order
from interpreter.values.array import Array
from interpreter.values.same import is_same

_PART = 1 << 15  # alternatives that are looked at at a time


@dataclass
class Unordered:
    """The alternatives of some elements of a table: all that lands on each, line i of `lines` landing on ``rows[i]``.

    `elements` are positions in the table, row-major and ascending; something lands on each of them.
    """

    lines: Array  # [n, columns]
    rows: Array  # int[n]
    n_rows: int  # of the table
    elements: Array  # int64[m]

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.lines.dtype

    @cached_property
    def values(self) -> Array:
        """All alternatives of the first element, in the order of lines, then those of the next one, and so on."""
        row, column = np.divmod(self.elements, self.lines.shape[1])
        is_asked = np.zeros(self.n_rows, bool)
        is_asked[row] = True
        asked = np.flatnonzero(is_asked.take(self.rows))
        rows = self.rows[asked]
        order = asked[stable_order(rows, self.n_rows - 1)]
        of_rows = np.bincount(rows, minlength=self.n_rows)
        first, counts = (np.cumsum(of_rows) - of_rows)[row], of_rows[row]
        place = np.arange(counts.sum()) + np.repeat(first - (np.cumsum(counts) - counts), counts)
        found: Array = self.lines[order[place], np.repeat(column, counts)]
        return found

    def among(self, mask: Array) -> Unordered:
        """Those of the elements where it is True."""
        return replace(self, elements=self.elements[mask])

    def differing(self, last: Array) -> Array:
        """Of each element, whether its alternatives aren't all the same; `last` is a table of one of them."""
        first = self._table(self.dtype)
        lines, table = (self.lines, first) if first.shape[1] > 1 else (self.lines[:, 0], first[:, 0])
        for part in reversed(self._parts()):
            fold_by_assignment([table], self.rows[part][::-1], [lines[part][::-1]])
        differs = ~is_same(first.reshape(-1)[self.elements], last.reshape(-1)[self.elements])
        if not differs.all():  # most do, as a rule
            unclear = self._table(bool)
            unclear.reshape(-1)[self.elements[~differs]] = True
            of_rows = unclear.any(axis=1)
            parts = [part.start + np.flatnonzero(of_rows.take(self.rows[part])) for part in self._parts()]
            differs |= self._seen(parts, first, False)
        return differs

    def admits(self, given: Array) -> Array:
        """Of each element, whether the value given for it is one of its alternatives."""
        table = self._table(self.dtype)
        table.reshape(-1)[self.elements] = given
        return self._seen(self._parts(), table, True)

    def _seen(self, parts: Sequence[Any], table: Array, same: bool) -> Array:
        """Of each element, whether one of these lines is the same as in `table`, or, if so asked, isn't."""
        found = self._table(bool)
        for part in parts:
            rows = self.rows[part]
            line, column = np.nonzero(is_same(self.lines[part], table.take(rows, axis=0)) == same)
            found.reshape(-1)[rows[line].astype(np.int64) * table.shape[1] + column] = True
        return found.reshape(-1)[self.elements]

    def _parts(self) -> list[slice]:
        """The lines, as many at a time as stay in a core's cache."""
        step = max(1, _PART // self.lines.shape[1])
        return [slice(start, start + step) for start in range(0, len(self.lines), step)]

    def _table(self, dtype: Any) -> Array:
        return np.zeros((self.n_rows, self.lines.shape[1]), dtype)
