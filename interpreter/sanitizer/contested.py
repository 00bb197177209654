"""The elements of a scatter's result that several updates land on, and what they would be in other orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from hlogen.errors import HlogenError
from hlogen.forking import cached_property
from interpreter.execution.blocks import PlannedStep
from interpreter.execution.context import Asked, running
from interpreter.execution.semantics import run_with_regions
from interpreter.kernels.scatter import ScatterPlan
from interpreter.kernels.scatter_fold import CHUNK_ELEMENTS, SPARSE
from interpreter.kernels.scatter_landing import Landed
from interpreter.values.array import Array
from interpreter.values.same import is_same

# With so many times more pieces than are asked for, contested rows are first looked for among some.
_MANY = 4
# So many of them are enough; where there are fewer, all pieces are looked at.
_ENOUGH = 16


@dataclass
class Contested:
    """Rows that more than one piece lands on; `counts` are how many do.

    `places` are the rows that all pieces land on, as `numbered` ones: where tables are far larger than what lands, only
    the rows that are hit have a number. `ids` are those that are contested. `within` is what these were chosen from.
    """

    landed: Landed
    places: Array
    numbered: Array | None
    ids: Array
    counts: Array
    within: tuple[Contested, Array] | None = None

    @cached_property
    def rows(self) -> Array:
        """Their numbers in the tables of `landed`."""
        return self.ids if self.numbered is None else self.numbered.take(self.ids)

    @cached_property
    def row_elements(self) -> int:
        """How many elements a row covers."""
        return int(np.prod(self.landed.tables[0].shape[1:], dtype=np.int64))

    @property
    def elements(self) -> int:
        return len(self.ids) * self.row_elements

    @cached_property
    def pieces(self) -> tuple[Array, Array]:
        """The pieces that land on these rows, in landing order, and on which of these rows each does."""
        if self.within is not None:
            all_of_them, chosen = self.within
            pieces, row_of = all_of_them.pieces
            number = np.full(len(all_of_them.ids), -1)
            number[chosen] = np.arange(len(self.ids))
            row_of = number.take(row_of)
            kept = np.flatnonzero(row_of >= 0)
            return pieces.take(kept), row_of.take(kept)
        size = len(self.landed.tables[0]) if self.numbered is None else len(self.numbered)
        pieces, _, row_of = _on(self.places, self.ids, size)
        return pieces, row_of

    def pieces_on(self, few: Sequence[int]) -> list[Array]:
        """For each of a few of these rows, by their position among them, the pieces that land on it, in order."""
        pieces, row_of = self.pieces
        return [pieces[np.flatnonzero(row_of == row)] for row in few]

    def only(self, chosen: Array) -> Contested:
        """Those of the rows that `chosen` marks."""
        return replace(self, ids=self.ids[chosen], counts=self.counts[chosen], within=(self, chosen))


def contested(landed: Landed) -> Contested | None:
    """What more than one update lands on; None where nothing is."""
    places, numbered = landed.rows, None
    size = len(landed.tables[0])
    if len(places) < 2 or landed.window is not None:
        return None
    if size > SPARSE * len(places) + CHUNK_ELEMENTS:
        numbered, places = np.unique(places, return_inverse=True)
        size = len(numbered)
    counts = np.bincount(places, minlength=size)
    ids = np.flatnonzero(counts > 1)
    return Contested(landed, places, numbered, ids, counts.take(ids)) if ids.size else None


def some_contested(landed: Landed, limit: int) -> tuple[Contested | None, bool]:
    """Contested rows that about `limit` pieces land on, from all over the table; and whether they are all there are."""
    rows, size = landed.rows, len(landed.tables[0])
    if len(rows) > _MANY * limit and landed.window is None:
        probed = rows[:: max(len(rows) // max(limit * size // (len(rows) + size), 1), 1)]
        pieces, ids, row_of = _on(rows, probed, size)
        counts = np.bincount(row_of, minlength=len(ids))
        if np.count_nonzero(counts > 1) >= _ENOUGH:
            some = Contested(landed, rows, None, ids, counts)
            some.pieces = pieces, row_of
            return some.only(counts > 1), False
    found = contested(landed)
    if found is None or int(found.counts.sum()) <= limit:
        return found, True
    step = -(-int(found.counts.sum()) // limit)
    return replace(found, ids=found.ids[::step], counts=found.counts[::step]), step == 1


def _on(places: Array, asked: Array, size: int) -> tuple[Array, Array, Array]:
    """The pieces that are on the places `asked`, these places in ascending order, and for each piece which it is on."""
    is_asked = np.zeros(size, bool)
    is_asked[asked] = True
    pieces, ids = np.flatnonzero(is_asked.take(places)), np.flatnonzero(is_asked)
    number = np.empty(size, np.intp)
    number[ids] = np.arange(len(ids))
    return pieces, ids, number.take(places.take(pieces))


def folded(
    step: PlannedStep, captured: Sequence[Sequence[Any]], of: Contested, orders: Sequence[Any]
) -> list[Array] | None:
    """The contested rows as they are when their pieces are folded in each of `orders`, one behind the other.

    None where the body fails then. All orders together take little longer than one where many pieces land on few rows.
    """
    plan = step.run
    assert isinstance(plan, ScatterPlan)
    tables = [np.concatenate([table[of.rows]] * len(orders)) for table in of.landed.tables]
    positions, row_of = of.pieces
    picked = np.concatenate([positions[order] for order in orders])
    rows = np.concatenate([row_of[order] + i * len(of.ids) for i, order in enumerate(orders)])
    pieces = [piece.take(picked, 0) for piece in of.landed.pieces]

    def fold() -> None:
        plan.fold(tables, rows, pieces)

    outer, running.asked = running.asked, Asked()
    try:
        run_with_regions(replace(step, run=fold), [], captured)
    except HlogenError:
        return None
    finally:
        running.asked = outer
    return tables


def differing(x: Array, y: Array) -> Array:
    """Where two arrays of one dtype differ in their bits, all NaNs being equal."""
    return ~is_same(x, y)


def distance(x: Array, y: Array) -> Array:
    """How far apart two values are, as f64; infinite where one isn't finite, or one NaN alone."""
    if is_integer(x.dtype):
        wide_integer = np.uint64 if x.dtype.kind == "u" else np.int64
        x, y = x.astype(wide_integer), y.astype(wide_integer)
        return np.where(x > y, x - y, y - x).astype(np.uint64).astype(np.float64)
    wide = np.complex128 if x.dtype.kind == "c" else np.float64
    apart: Array = np.abs(x.astype(wide) - y.astype(wide))
    return np.where(np.isfinite(apart), apart, np.inf)


@cache
def is_integer(dtype: np.dtype[Any]) -> bool:
    """Also of ml_dtypes' integers of 2 and 4 bits."""
    return dtype.kind in "iub" or "int" in dtype.name
