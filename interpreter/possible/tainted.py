"""A scatter of operands that are open themselves: what it may give where an open value takes part.

Open elements on which nothing lands stay as they are, and an open update that alone lands on an element is moved there.
Where several values come together, few alternatives are combined in all ways and orders, bounds are added or compared,
overwriting takes all that may land; anything else is unknown. Where the indices are open, anything may be hit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from hlogen.ir import ComplexType, FloatType, IntegerType
from interpreter.possible.bodies import Part
from interpreter.possible.bounds import Range, sum_bounds
from interpreter.possible.boxes import comparable, has_infinity
from interpreter.possible.columns import Column
from interpreter.possible.contest import Contest
from interpreter.possible.formats import format_of
from interpreter.possible.groups import Labelled
from interpreter.possible.opening import Opening
from interpreter.possible.orders import (
    combined,
    counts_of,
    distinct,
    distinct_of_each,
    fold_in_all_orders,
    orders,
)
from interpreter.possible.values import (
    INTERVAL,
    SAMPLED,
    UNKNOWN,
    Open,
    Possible,
    intervals,
    ranges,
    sets,
    starts_of,
    unknown,
)
from interpreter.values.array import Array
from interpreter.values.attributes import tensor_type

# So many applications of the body are spent on combining alternatives in one scatter.
EFFORT = 1 << 22
# More updates than these on one element aren't combined one by one.
FEW = 64


def is_open(value: Any) -> bool:
    return isinstance(value, Possible) and value.open is not None


def of_unknown_place(results: Sequence[Array], parts: Sequence[Part], inputs: Sequence[Open | None]) -> list[Possible]:
    """What a scatter of open indices may give: anything, unless it changes nothing."""
    return [
        Possible(x, old if part.kept else unknown(np.arange(x.size), x.dtype))
        for x, part, old in zip(results, parts, inputs, strict=True)
    ]


def converted(open: Open | None, convert: Any) -> Open | None:
    """The same elements in the element type that the scatter computes in, to which theirs promotes."""
    if open is None or convert is None:
        return open
    return replace(open, listed=convert(open.values), low=convert(open.low), high=convert(open.high))


@dataclass
class Tainted:
    """The elements on which updates land and to which something open contributes.

    `opening` has every element as a row of its own; `inputs` and `updates` say what is open of the operands, if any.
    """

    opening: Opening
    inputs: Sequence[Open | None]
    updates: Sequence[Open | None]

    def among(self, landing: Contest) -> Array:
        """A mask of these elements, among those on which something lands."""
        landed = self.opening.landed
        found = np.zeros(len(landed.tables[0]), bool)
        for old in self.inputs:
            if old is not None:
                found[old.positions] = True
        for new in self.updates:
            if new is not None:
                found[landed.rows[_entries(new, landed.piece_numbers) >= 0]] = True
        return found[landing.rows]

    def pass_on(self) -> None:
        """Open elements of the inputs on which nothing lands."""
        landed = self.opening.landed
        is_hit = np.zeros(len(landed.tables[0]), bool)
        is_hit[landed.rows] = True
        for found, old in zip(self.opening.found, self.inputs, strict=True):
            if old is not None:
                found.append(old.taken(np.flatnonzero(~is_hit[old.positions])))

    def open(self, landing: Contest) -> None:
        """Finds what is open among the elements of `landing`, to all of which something open contributes."""
        if not len(landing):
            return
        landed = self.opening.landed
        order = landing.grouped()
        numbers = landed.piece_numbers[order]
        olds, news = [], []
        for i in range(len(self.opening.parts)):
            old, new = self.inputs[i], self.updates[i]
            olds.append(Column(self.opening.olds[i][landing.rows], old, _entries(old, landing.rows)))
            news.append(Column(self.opening.contributed(i)[order, 0], new, _entries(new, numbers)))
        meeting = Meeting(self.opening, landing, starts_of(landing.counts), olds, news)
        for i, found in enumerate(self.opening.found):
            found += meeting.result(i)


def _entries(open: Open | None, positions: Array) -> Array:
    """The entry of each position, -1 where it isn't open."""
    if open is None or not len(open):
        return np.full(len(positions), -1)
    entry = np.minimum(np.searchsorted(open.positions, positions), len(open) - 1)
    found: Array = np.where(open.positions[entry] == positions, entry, -1)
    return found


@dataclass
class Meeting:
    """Where old values and updates meet, element by element: `counts[e]` updates from ``starts[e]`` on."""

    opening: Opening
    landing: Contest
    starts: Array
    olds: list[Column]
    news: list[Column]

    def result(self, i: int) -> list[Open]:
        """What is open of result `i`."""
        part, old, new = self.opening.parts[i], self.olds[i], self.news[i]
        if part.kept:
            return _moved(old, self.landing.rows)
        everything = np.ones(len(self.landing), bool)
        is_alone = part.contribution is None and (part.op is not None or part.kind == "set")
        if self.opening.captures_open and not is_alone:
            return self._unknown(i, everything)
        if part.constant:
            return []
        if part.op is None and part.kind == "free":  # computed from old values alone
            return self._unknown(i, np.logical_or.reduce([x.entry >= 0 for x in self.olds]))
        if not is_alone and len(self.olds) > 1:
            return self._unknown(i, everything)
        is_lost = ~everything
        if part.contribution is not None:
            is_lost = self._any(new.entry >= 0)
            new = Column(new.nominal, None, np.full(len(new.entry), -1))
        if part.kind == "set":
            return self._unknown(i, is_lost) + self._overwritten(i, new, ~is_lost)
        return self._unknown(i, is_lost) + self._folded(i, old, new, ~is_lost)

    def _overwritten(self, i: int, new: Column, among: Array) -> list[Open]:
        kind = new.kind
        is_unknown = among & self._any(kind == UNKNOWN)
        is_between = among & ~is_unknown & self._any(kind == INTERVAL)
        has_no_bounds = np.asarray(new.nominal.dtype.kind == "c") | self._is_sampled(None, new)
        is_unknown |= is_between & has_no_bounds
        is_between &= ~has_no_bounds
        alone = among & (self.landing.counts == 1)
        found = _moved(new.taken(self.starts[:-1][alone]), self.landing.rows[alone])
        found += self._unknown(i, is_unknown & ~alone)
        which = np.flatnonzero(is_between & ~alone)
        if which.size:
            low, high, nan = self._bounds(which, None, new)
            first = starts_of(self.landing.counts[which])[:-1]
            low, high = np.minimum.reduceat(low, first), np.maximum.reduceat(high, first)
            found.append(self._between(i, which, low, high, np.logical_or.reduceat(nan, first)))
        which = np.flatnonzero(among & ~alone & ~is_unknown & ~is_between)
        if which.size:
            slots = ranges(self.starts[:-1][which], self.landing.counts[which])
            counts = new.count[slots]
            values = new.alternatives(np.repeat(slots, counts), ranges(np.zeros(len(counts), np.int64), counts))
            of_element = np.add.reduceat(counts, starts_of(self.landing.counts[which])[:-1])
            kept = distinct_of_each([values], of_element)
            of_element = np.add.reduceat(kept, starts_of(of_element)[:-1], dtype=np.int64)
            found += self._alternatives(which, of_element, values[kept], self._is_sampled(None, new)[which])
        return found

    def _folded(self, i: int, old: Column, new: Column, among: Array) -> list[Open]:
        part = self.opening.parts[i]
        counts = self.landing.counts
        is_unknown = (old.kind == UNKNOWN) | self._any(new.kind == UNKNOWN)
        is_between = (old.kind == INTERVAL) | self._any(new.kind == INTERVAL)
        is_sampled = self._is_sampled(old, new)
        is_free = part.kind == "free"
        ways = np.log2(old.count) + np.add.reduceat(np.log2(new.count), self.starts[:-1])
        if not is_free:
            of_count = [np.log2(float(orders(k, reassociate=self.opening.options.reassociate))) for k in range(21)]
            ways = ways + np.array(of_count)[np.minimum(counts, 20)]
        limit = np.log2(self.opening.options.limit) + 1e-9
        can_combine = among & ~is_unknown & ~is_between & (ways <= limit) & (counts <= FEW)
        work = np.cumsum(np.where(can_combine, np.exp2(np.minimum(ways, 60)) * counts, 0))
        can_combine &= work <= EFFORT
        found: list[Open] = []
        for k in np.unique(counts[can_combine]):
            which = np.flatnonzero(can_combine & (counts == k))
            found += self._combined(i, which, int(k), old, new, is_free, is_sampled)
        rest = among & ~can_combine
        can_bound = rest & ~is_unknown & ~is_sampled
        bounded = self._bounded(i, np.flatnonzero(can_bound), old, new) if can_bound.any() else None
        if bounded is None:
            return found + self._unknown(i, rest)
        return [*found, bounded, *self._unknown(i, rest & ~can_bound)]

    def _combined(
        self, i: int, which: Array, k: int, old: Column, new: Column, is_free: bool, is_sampled: Array
    ) -> list[Open]:
        """All ways to take alternatives, in all orders."""
        opening = self.opening
        zeros = [np.zeros((), table.dtype) for table in opening.landed.tables]
        n = len(zeros)

        def combine(first: Array, second: Array) -> Sequence[Array]:
            arguments = [np.broadcast_to(zero, first.shape) for zero in (*zeros, *zeros)]
            arguments[i], arguments[n + i] = first, second
            part = opening.parts[i]
            if part.contribution is None:
                return [opening.plan.body.lanes(*arguments)[i]]
            run = next(step.run for step in opening.plan.body.block.steps if step.op is part.op)
            return [np.asarray(run(first, second))]

        olds = [_padded(old, which)]
        slots = self.starts[:-1][which]
        news = [[_padded(new, slots + j)] for j in range(k)]
        if is_free:
            values = olds
            for update in news:
                values = combined(combine, [(values, update)])
        else:
            values = fold_in_all_orders(combine, olds, news, reassociate=opening.options.reassociate)
        values = distinct(values)
        counts = counts_of(values)
        listed = np.arange(values[0].shape[1]) < counts[:, None]
        return self._alternatives(which, counts, values[0][listed], is_sampled[which])

    def _bounded(self, i: int, which: Array, old: Column, new: Column) -> Open | None:
        part = self.opening.parts[i]
        type = tensor_type(self.opening.plan.op.results[i]).element_type
        if isinstance(type, ComplexType):
            return None
        is_extremum = part.name in ("stablehlo.minimum", "stablehlo.maximum")
        if not (is_extremum and isinstance(type, (FloatType, IntegerType))) and part.kind != "add":
            return None
        old_low, old_high, old_nan = self._bounds(which, old, None)
        low, high, nan = self._bounds(which, None, new)
        counts = self.landing.counts[which]
        if is_extremum:
            ufunc = np.minimum if part.name == "stablehlo.minimum" else np.maximum
            starts = starts_of(counts)[:-1]
            low = ufunc(ufunc.reduceat(low, starts), old_low)
            high = ufunc(ufunc.reduceat(high, starts), old_high)
            return self._between(i, which, low, high, np.logical_or.reduceat(nan, starts) | old_nan)
        assert isinstance(type, FloatType)
        if part.name == "stablehlo.subtract":
            low, high = -high, -low
            if self.opening.options.reassociate:
                size = np.maximum(np.abs(low), np.abs(high))
                low, high = -size, size
        groups = Labelled(np.repeat(np.arange(len(which)), counts), counts)
        reassociate = self.opening.options.reassociate
        bounds = sum_bounds(
            format_of(type), Range(old_low, old_high, old_nan), Range(low, high, nan), groups, reassociate=reassociate
        )
        return self._between(i, which, bounds.low, bounds.high, bounds.may_be_nan)

    def _bounds(self, which: Array, old: Column | None, new: Column | None) -> tuple[Array, Array, Array]:
        """Bounds of the old values or of all updates of these elements, NaN being kept apart."""
        column, slots = old, which
        if new is not None:
            column, slots = new, ranges(self.starts[:-1][which], self.landing.counts[which])
        assert column is not None
        column = column.taken(slots)
        between = column.kind == INTERVAL
        listed = Column(column.nominal, column.open, np.where(between, -1, column.entry))
        counts = listed.count
        values = listed.alternatives(np.repeat(np.arange(len(slots)), counts), ranges(np.zeros_like(counts), counts))
        values = comparable(values)
        if values.dtype.kind == "f":
            values = values.astype(np.float64)
        starts = starts_of(counts)[:-1]
        is_nan = values != values
        nan = np.logical_or.reduceat(is_nan, starts)
        if nan.any():
            worst = (np.inf, -np.inf)
            low, high = (np.where(is_nan, x, values) for x in worst)
            low, high = np.minimum.reduceat(low, starts), np.maximum.reduceat(high, starts)
            all_nan = low > high
            low, high = np.where(all_nan, -np.inf, low), np.where(all_nan, np.inf, high)
        else:
            low, high = np.minimum.reduceat(values, starts), np.maximum.reduceat(values, starts)
        if between.any():
            assert column.open is not None
            entry = column.entry[between]
            low[between] = column.open.low[entry].astype(low.dtype)
            high[between] = column.open.high[entry].astype(high.dtype)
            nan[between] = column.open.may_be_nan[entry]
        return low, high, nan

    def _between(self, i: int, which: Array, low: Array, high: Array, nan: Array) -> Open:
        type, dtype = tensor_type(self.opening.plan.op.results[i]).element_type, self.news[i].nominal.dtype
        if isinstance(type, FloatType) and not has_infinity(type):
            low, high = (np.clip(x, -format_of(type).largest, format_of(type).largest) for x in (low, high))
        return intervals(self.landing.rows[which], low.astype(dtype), high.astype(dtype), nan)

    def _alternatives(self, which: Array, counts: Array, values: Array, is_sampled: Array) -> list[Open]:
        rows = self.landing.rows[which]
        found = sets(rows, counts, values)
        found.kind[is_sampled] = SAMPLED
        is_open = (counts > 1) | is_sampled
        return [found if is_open.all() else found.taken(np.flatnonzero(is_open))]

    def _is_sampled(self, old: Column | None, new: Column) -> Array:
        found = self._any(new.kind == SAMPLED)
        return found if old is None else found | (old.kind == SAMPLED)

    def _any(self, mask: Array) -> Array:
        found: Array = np.logical_or.reduceat(mask, self.starts[:-1])
        return found

    def _unknown(self, i: int, mask: Array) -> list[Open]:
        rows = self.landing.rows[mask]
        return [unknown(rows, self.news[i].nominal.dtype)] if len(rows) else []


def _moved(column: Column, positions: Array) -> list[Open]:
    """The open elements of a column, at these positions."""
    if column.open is None:
        return []
    which = np.flatnonzero(column.entry >= 0)
    return [column.open.taken(column.entry[which], positions[which])]


def _padded(column: Column, where: Array) -> Array:
    """The alternatives of these elements as lines, shorter ones filled up with their last one."""
    column = column.taken(where)
    counts = column.count
    number = np.minimum(np.arange(int(counts.max())), counts[:, None] - 1)
    owner = np.broadcast_to(np.arange(len(where))[:, None], number.shape)
    return column.alternatives(owner.reshape(-1), number.reshape(-1)).reshape(number.shape)
