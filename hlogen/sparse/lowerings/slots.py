"""Slots: entries in a table with a row per row of the result; what long rows have beyond it is a table of its own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hlogen.sparse.form import Indices

# What another table costs, in slots: its own loops, and time to compile them.
TABLE = 256
# So many slots are written out; of more, half as many or fewer are, in a loop.
WRITTEN = 24
# How many widths are weighed up.
_WIDTHS = 64


@dataclass(frozen=True)
class Table:
    """Entries of some rows: `entries` is width x rows, -1 where a row has fewer.

    `rest` has the further entries of longer rows; row r's are those of its row `rest_row[r]`, -1 where there are none.
    """

    entries: Indices
    rest: Table | None
    rest_row: Indices

    @property
    def slots(self) -> int:
        """The number of slots, with all that comes after."""
        return self.entries.size + (0 if self.rest is None else self.rest.slots)


def step_size(width: int) -> int:
    """How many slots to write out, all or one step of a loop; the last step has as few in excess as can be."""
    if width <= WRITTEN:
        return width
    steps = -(-2 * width // WRITTEN)
    return -(-width // steps)


def tables(index: Indices, size: int) -> Table:
    """The entries, whose sorted rows are `index`, of `size` rows, in tables that cost least together."""
    lengths = np.bincount(index, minlength=size)
    starts = np.cumsum(lengths) - lengths
    return _table(starts, lengths, [0, *_cuts(lengths)])


def _table(starts: Indices, lengths: Indices, cuts: list[int]) -> Table:
    """The table of the slots from ``cuts[0]`` on, up to ``cuts[1]``; the later cuts are for the rest."""
    slots = np.arange(cuts[0], cuts[1])[:, None]
    entries = np.where(slots < lengths, starts + slots, -1)
    longer = lengths > cuts[1]
    if not longer.any():
        return Table(entries, None, np.full(len(lengths), -1))
    rest_row = np.where(longer, np.cumsum(longer) - 1, -1)
    return Table(entries, _table(starts[longer], lengths[longer], cuts[1:]), rest_row)


def _cuts(lengths: Indices) -> list[int]:
    """Where tables end: the widths, counted from the first slot, with which there are fewest slots to go through.

    Each table costs its slots; where there is a rest, reading it for all rows and writing it for its own come on top.
    """
    widths = np.unique(lengths)
    if len(widths) > _WIDTHS:
        widths = widths[np.unique(np.linspace(0, len(widths) - 1, _WIDTHS).astype(int))]
    widths = np.unique([0, *widths])
    longer = [int((lengths > width).sum()) for width in widths]
    # best[at]: the cost of all slots beyond widths[at] of the rows longer than that, and the cut that has it
    best = [(0, len(widths) - 1)] * len(widths)
    for at in reversed(range(-1, len(widths) - 1)):
        rows, done = (longer[at], widths[at]) if at >= 0 else (len(lengths), 0)
        costs = []
        for end in range(at + 1, len(widths)):
            rest = best[end][0] + longer[end] * 2 + rows + TABLE if longer[end] else 0
            costs.append((rows * int(widths[end] - done) + rest, end))
        if at >= 0:
            best[at] = min(costs)
        else:
            first = min(costs)[1]
    cuts, at = [int(widths[first])], first
    while longer[at]:
        at = best[at][1]
        cuts.append(int(widths[at]))
    return cuts
