"""Folding updates in every order, or in every binary tree, and what tells values from each other."""

from __future__ import annotations

import itertools
import struct
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from model.bodies import is_integer

Scalars: TypeAlias = tuple[Any, ...]  # the N values of one element, of one update
Known: TypeAlias = tuple[Hashable, Scalars]  # the same, after what tells them from others


def key(value: Any) -> Hashable:
    """What tells one element from another: its value. NaNs are all the same, zeros of both signs aren't."""
    dtype = np.asarray(value).dtype
    if dtype.kind == "c":
        return _float_key(value.real), _float_key(value.imag)
    if is_integer(dtype) or dtype == np.bool_:
        return int(value)
    return _float_key(value)


def _float_key(value: Any) -> bytes:
    value = float(value)
    return b"NaN" if value != value else struct.pack("<d", value)


ZERO, NEGATIVE_ZERO = _float_key(0.0), _float_key(-0.0)


class _TooMuch(Exception):
    """More applications of the body than the limit allows."""


class Applied:
    """The body, applied at most `limit` times; an application that was seen before costs nothing."""

    def __init__(self, body: Callable[..., Scalars], limit: int) -> None:
        self.body, self.left = body, limit
        self.known: dict[Hashable, Known] = {}

    def __call__(self, first: Known, second: Known) -> Known:
        pair = (first[0], second[0])
        if pair not in self.known:
            self.left -= 1
            if self.left < 0:
                raise _TooMuch
            self.known[pair] = keyed(self.body(*first[1], *second[1]))
        return self.known[pair]


def keyed(values: Scalars) -> Known:
    return tuple(map(key, values)), values


def distinct_of(updates: Sequence[Scalars]) -> tuple[list[Known], tuple[int, ...]]:
    """The different updates, and how often each one is there."""
    names = [keyed(update) for update in updates]
    counts = Counter(name for name, _ in names)
    return list(dict(names).items()), tuple(counts[name] for name in dict(names))


def _parts_of(counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """All ways to take some of so many, smaller ones before those that contain them."""
    return itertools.product(*(range(count + 1) for count in counts))


def all_orders(old: Known, distinct: Sequence[Known], counts: tuple[int, ...], apply: Applied) -> list[Scalars] | None:
    """All values that folding in some order gives: for each part of the updates, what it can make of `old`."""
    reached: dict[tuple[int, ...], dict[Hashable, Scalars]] = {}
    limit, steps = 10 * apply.left, 0
    for taken in _parts_of(counts):
        reached[taken] = found = dict([old]) if not any(taken) else {}
        for i, update in enumerate(distinct):
            if not taken[i]:
                continue
            for value in reached[_less(taken, i)].items():
                steps += 1
                if steps > limit:
                    return None
                try:
                    name, combined = apply(value, update)
                except _TooMuch:
                    return None
                found[name] = combined
    return list(reached[counts].values())


def _less(taken: tuple[int, ...], i: int) -> tuple[int, ...]:
    return (*taken[:i], taken[i] - 1, *taken[i + 1 :])


def all_trees(old: Known, distinct: Sequence[Known], counts: tuple[int, ...], apply: Applied) -> list[Scalars] | None:
    """All values that some binary tree gives whose leaves are `old`, first, and the updates in some order."""
    limit, steps = 10 * apply.left, 0
    alone: dict[tuple[int, ...], dict[Hashable, Scalars]] = {}  # of some updates, without `old`
    whole: dict[tuple[int, ...], dict[Hashable, Scalars]] = {}  # of `old` and some updates
    for taken in _parts_of(counts):
        whole[taken] = dict([old]) if not any(taken) else {}
        alone[taken] = dict([distinct[taken.index(1)]]) if sum(taken) == 1 else {}
        for right in _parts_of(taken):
            if not any(right):
                continue
            left = tuple(a - b for a, b in zip(taken, right, strict=True))
            for side in (whole, alone):
                for a, b in itertools.product(side[left].items(), alone[right].items()):
                    steps += 1
                    if steps > limit:
                        return None
                    try:
                        name, combined = apply(a, b)
                    except _TooMuch:
                        return None
                    side[taken][name] = combined
    return list(whole[counts].values())
