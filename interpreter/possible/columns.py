"""The operands of an elementwise operation, at the places where any of them is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from interpreter.possible.evaluate import nominal
from interpreter.possible.registry import Values
from interpreter.possible.values import NO_SOURCE, Open, Possible
from interpreter.values.array import Array

# The kind of an element that is closed: the set of its only value.
CLOSED = 255


@dataclass
class Column:
    """An operand, where any of the operands is open: closed elements count as sets of one."""

    nominal: Array
    open: Open | None
    entry: Array  # which element of `open` it is; -1 for a closed one

    @property
    def kind(self) -> Array:
        if self.open is None:
            return np.full(len(self.entry), CLOSED, np.uint8)
        found: Array = np.where(self.entry >= 0, self.open.kind[self.entry], np.uint8(CLOSED))
        return found

    @property
    def count(self) -> Array:
        if self.open is None:
            return np.ones(len(self.entry), np.int64)
        found: Array = np.where(self.entry >= 0, self.open.counts[self.entry], 1)
        return found

    @property
    def source(self) -> Array:
        if self.open is None:
            return np.full(len(self.entry), NO_SOURCE)
        found: Array = np.where(self.entry >= 0, self.open.source[self.entry], NO_SOURCE)
        return found

    @property
    def is_exact(self) -> Array:
        if self.open is None:
            return np.ones(len(self.entry), bool)
        return np.asarray((self.entry < 0) | self.open.exact[self.entry])

    @property
    def origin(self) -> Array:
        if self.open is None:
            return np.full(len(self.entry), -1)
        found: Array = np.where(self.entry >= 0, self.open.origin[self.entry], -1)
        return found

    def taken(self, where: Array) -> Column:
        return Column(self.nominal[where], self.open, self.entry[where])

    def alternatives(self, owner: Array, number: Array) -> Array:
        """Alternative ``number[k]`` of element ``owner[k]``, for each k."""
        values = self.nominal[owner]
        if self.open is None:
            return values
        entry = self.entry[owner]
        there = entry >= 0
        values[there] = self.open.values[self.open.starts[entry[there]] + number[there]]
        return values


def columns_of(operands: Values, result: Array) -> tuple[Array, list[Column]]:
    """The positions where an operand is open, and what each operand has there."""
    size = result.size
    is_open = np.zeros(size, bool)
    for x in operands:
        if isinstance(x, Possible) and x.open is not None:
            is_open[x.open.positions if x.nominal.shape == result.shape else slice(None)] = True
    places = np.flatnonzero(is_open)
    columns = []
    for x in operands:
        value = nominal(x)
        is_spread = value.shape != result.shape  # a scalar beside tensors
        at_places = np.repeat(value.reshape(-1), len(places)) if is_spread else value.reshape(-1)[places]
        entry = np.full(len(places), -1)
        found = x.open if isinstance(x, Possible) else None
        if found is not None:
            if is_spread:
                entry[:] = 0
            else:
                entry[np.searchsorted(places, found.positions)] = np.arange(len(found))
        columns.append(Column(at_places, found, entry))
    return places, columns


def first_origin(columns: Sequence[Column]) -> Array:
    """That of the first operand that is open."""
    found = np.full(len(columns[0].entry), -1)
    for column in columns:
        found = np.where(found < 0, column.origin, found)
    return found
