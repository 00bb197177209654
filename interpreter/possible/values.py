"""Possible values: a tensor as every schedule gives it, and for the elements that differ, what they may be.

Few elements of a tensor are open as a rule, so these are kept by themselves, by position. Alternatives of all elements
stand one after the other in one array, with the place where each element's begin (as in a sparse matrix by rows).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from interpreter.possible.unordered import Unordered
from interpreter.values.array import Array

# What is known of an open element.
SET = 0  # it is one of `values`
INTERVAL = 1  # it lies between `low` and `high`, or is NaN where `may_be_nan`
SAMPLED = 2  # `values` are possible, others may be too
UNKNOWN = 3  # it may be anything

NO_SOURCE = -1


@dataclass
class Open:
    """The elements of a tensor that an implementation's choice of order decides: m of them, ascending by position.

    `source` is the number of the choice (one contested element of one run of one scatter) that alone decides an
    element, NO_SOURCE where several do or none is known. Elements of one source have aligned alternatives: whatever
    gives alternative j of one gives alternative j of the others. `exact` says of a SET that each alternative is given
    by some order; otherwise it may hold more than that. -0.0 and 0.0 are one and the same for an INTERVAL; of complex
    numbers, it bounds the real and the imaginary part, each by itself. `origin` is the number of the operation that
    first left the element open, -1 until evaluate.py fills it in.
    """

    positions: Array  # int64[m], row-major, ascending, no repeats
    kind: Array  # uint8[m]
    source: Array  # int64[m]
    starts: Array  # int64[m + 1]: alternatives of element i are values[starts[i] : starts[i + 1]]
    listed: Array | Unordered  # `values`, in the tensor's dtype, or what they are made of when asked for
    low: Array  # [m], in the tensor's dtype
    high: Array  # [m]
    may_be_nan: Array  # bool[m]
    exact: Array  # bool[m]
    origin: Array = field(default_factory=lambda: np.empty(0, np.int64))  # int64[m]

    def __post_init__(self) -> None:
        if len(self.origin) != len(self.positions):
            self.origin = np.full(len(self.positions), -1)

    def __len__(self) -> int:
        return len(self.positions)

    @property
    def values(self) -> Array:
        return self.listed.values if isinstance(self.listed, Unordered) else self.listed

    @property
    def counts(self) -> Array:
        """How many alternatives each element has."""
        found: Array = np.diff(self.starts)
        return found

    def alternatives(self, i: int) -> Array:
        found: Array = self.values[self.starts[i] : self.starts[i + 1]]
        return found

    def taken(self, entries: Array, positions: Array | None = None) -> Open:
        """The elements of these numbers, each at a new position if so asked; positions stay ascending."""
        counts = self.counts[entries]
        return Open(
            self.positions[entries] if positions is None else positions,
            self.kind[entries],
            self.source[entries],
            starts_of(counts),
            self.values[ranges(self.starts[entries], counts)],
            self.low[entries],
            self.high[entries],
            self.may_be_nan[entries],
            self.exact[entries],
            self.origin[entries],
        )

    def with_values(self, values: Array) -> Open:
        """The same choices, with these alternatives."""
        nothing = np.zeros(len(self), values.dtype)
        return replace(self, listed=values, low=nothing, high=nothing)

    def from_origin(self, origin: int) -> Open:
        """The same, with `origin` where there is none yet."""
        return replace(self, origin=np.where(self.origin < 0, origin, self.origin))


@dataclass
class Possible:
    """A tensor: `nominal` as the lexicographic order gives it, and what else its elements may be.

    Where `open` is None, every order gives exactly `nominal`.
    """

    nominal: Array
    open: Open | None = None


def sets(
    positions: Array,
    counts: Array,
    values: Array | Unordered,
    *,
    source: Array | None = None,
    exact: Array | bool = False,
    kind: int = SET,
    origin: Array | None = None,
) -> Open:
    """Open elements with `counts` alternatives each, one after the other in `values`; SAMPLED if `kind` says so."""
    m = len(positions)
    nothing = np.zeros(m, values.dtype)
    return Open(
        positions,
        np.full(m, kind, np.uint8),
        np.full(m, NO_SOURCE) if source is None else source,
        starts_of(counts),
        values,
        nothing,
        nothing,
        np.zeros(m, bool),
        np.broadcast_to(np.asarray(exact), m).copy(),
        np.full(m, -1) if origin is None else origin,
    )


def intervals(
    positions: Array, low: Array, high: Array, may_be_nan: Array | bool = False, *, origin: Array | None = None
) -> Open:
    """Open elements of which bounds are known."""
    m = len(positions)
    return replace(
        unknown(positions, low.dtype, origin=origin),
        kind=np.full(m, INTERVAL, np.uint8),
        low=low,
        high=high,
        may_be_nan=np.broadcast_to(np.asarray(may_be_nan), m).copy(),
    )


def unknown(positions: Array, dtype: Any, *, origin: Array | None = None) -> Open:
    """Open elements of which nothing is known."""
    m = len(positions)
    return replace(
        sets(positions, np.zeros(m, np.int64), np.empty(0, dtype), origin=origin), kind=np.full(m, UNKNOWN, np.uint8)
    )


def joined(parts: Sequence[Open]) -> Open | None:
    """All of these, which have no position in common, as one; None where there are no elements."""
    parts = [part for part in parts if len(part)]
    if len(parts) < 2:
        return parts[0] if parts else None
    counts = np.concatenate([part.counts for part in parts])

    def together(name: str) -> Array:
        return np.concatenate([getattr(part, name) for part in parts])

    everything = Open(
        together("positions"),
        together("kind"),
        together("source"),
        starts_of(counts),
        together("values"),
        together("low"),
        together("high"),
        together("may_be_nan"),
        together("exact"),
        together("origin"),
    )
    if (everything.positions[1:] > everything.positions[:-1]).all():
        return everything
    return everything.taken(np.argsort(everything.positions, kind="stable"))


def starts_of(counts: Array) -> Array:
    """Where each of so many values begins, and where the last one's end."""
    starts = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=starts[1:])
    return starts


def ranges(starts: Array, counts: Array) -> Array:
    """``starts[0], starts[0] + 1, ...`` for `counts[0]` numbers, then the same from ``starts[1]`` on, and so on."""
    firsts = starts_of(counts)
    found: Array = np.arange(firsts[-1]) + np.repeat(np.asarray(starts) - firsts[:-1], counts)
    return found
