"""Leaves out what says nothing: alternatives that are there twice, and elements that have but one."""

from __future__ import annotations

import numpy as np

from interpreter.possible.values import INTERVAL, SET, Open, starts_of
from interpreter.values.same import identities, is_same


def without_repeats(found: Open) -> Open:
    """Each alternative once; where a source is known they stay, aligned with those of others."""
    if (found.source >= 0).all():
        return found
    counts = found.counts
    owner = np.repeat(np.arange(len(found)), counts)
    names = identities(found.values)
    order = np.lexsort((names, owner))
    is_first = np.ones(len(order), bool)
    is_first[1:] = (owner[order][1:] != owner[order][:-1]) | (names[order][1:] != names[order][:-1])
    kept = np.zeros(len(order), bool)
    kept[order[is_first]] = True
    kept |= found.source[owner] >= 0
    if kept.all():
        return found
    counts = np.bincount(owner[kept], minlength=len(found))
    return Open(
        found.positions,
        found.kind,
        found.source,
        starts_of(counts),
        found.values[kept],
        found.low,
        found.high,
        found.may_be_nan,
        found.exact,
        found.origin,
    )


def without_settled(found: Open | None) -> Open | None:
    """The elements that may be more than one value. Bounds don't tell zeros apart, so [0, 0] is two values."""
    if found is None:
        return None
    is_point = (found.kind == INTERVAL) & ~found.may_be_nan & is_same(found.low, found.high)
    if found.low.dtype.kind not in "biu":
        is_point &= np.asarray(found.low != 0)
    is_settled = is_point | ((found.kind == SET) & (found.counts == 1))
    return found.taken(np.flatnonzero(~is_settled)) if is_settled.any() else found
