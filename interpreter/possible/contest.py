"""Contested rows: those on which more than one piece of a scatter's updates lands, so that an order has a say."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from interpreter.kernels.scatter_fold import stable_order
from interpreter.kernels.scatter_landing import Landed
from interpreter.values.array import Array


@dataclass
class Contest:
    """The rows, ascending, and how many pieces land on each."""

    landed: Landed
    rows: Array
    counts: Array
    all_counts: Array | None = None  # of all rows of the table, where no contested one is left out

    def __len__(self) -> int:
        return len(self.rows)

    def among(self, which: Array) -> Contest:
        """Those of these numbers, ascending, or where the mask is True."""
        return Contest(self.landed, self.rows[which], self.counts[which])

    def widened(self) -> Contest:
        """The same and all other rows, where these are few: then nothing has to be picked out."""
        if self.all_counts is None or 10 * len(self) < 9 * len(self.all_counts):
            return self
        return Contest(self.landed, np.arange(len(self.all_counts)), self.all_counts)

    def landing(self) -> tuple[Array | None, Array]:
        """The pieces that land on these rows, in order, and the number of the row, as counted here, of each.

        None stands for all pieces.
        """
        rows = self.landed.rows
        if len(self.rows) == len(self.landed.tables[0]):
            return None, rows
        number = np.full(len(self.landed.tables[0]), -1, np.int32 if len(self.rows) < 1 << 31 else np.int64)
        number[self.rows] = np.arange(len(self.rows), dtype=number.dtype)
        landing_on = number.take(rows)
        if int(self.counts.sum()) == len(rows):
            return None, landing_on.astype(np.int64)
        pieces: Array = np.flatnonzero(landing_on != -1)
        return pieces, landing_on.take(pieces).astype(np.int64)

    def grouped(self) -> Array:
        """The same pieces row by row, in order within a row: `counts[0]` for the first row, and so on."""
        if int(self.counts.sum()) == len(self.landed.rows):
            return stable_order(self.landed.rows, len(self.landed.tables[0]) - 1)
        pieces, landing_on = self.landing()
        order = stable_order(landing_on, max(len(self.rows) - 1, 0))
        return order if pieces is None else pieces.take(order)


def contested(landed: Landed, at_least: int = 2) -> Contest:
    """The rows on which at least so many pieces land."""
    counts = np.bincount(landed.rows, minlength=len(landed.tables[0]))
    rows = np.flatnonzero(counts >= at_least)
    return Contest(landed, rows, counts[rows], counts)
