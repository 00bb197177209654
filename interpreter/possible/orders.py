"""All orders of few updates: what folding gives for each permutation, or for each binary tree.

The values that are reached by a subset of the updates are computed from those of smaller subsets, once for all orders
of it: 2**k steps for k updates rather than k!, fewer where updates are equal, and equal values are kept once. Works on
many elements at a time.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Sequence

import numpy as np

from interpreter.values.array import Array

Values = list[Array]  # of each of the N results, alternatives of m elements: [m, w]
Part = tuple[int, ...]  # of the updates: how many of each
Combine = Callable[..., Sequence[Array]]  # N old values and N updates of shape [lanes] -> N values


def orders(k: int, *, reassociate: bool) -> int:
    """How many ways there are to fold k updates: permutations, times ways to bracket k + 1 operands if so asked."""
    trees = math.comb(2 * k, k) // (k + 1) if reassociate else 1
    return math.factorial(k) * trees


def applications(k: int, *, reassociate: bool) -> int:
    """An upper limit of how often the body is applied for one element with k updates, if no two values were equal."""
    found = sum(math.comb(k, size) * orders(size, reassociate=reassociate) for size in range(1, k + 1))
    return 2 * found if reassociate else found  # trees of updates alone, too


def orders_of_repeats(repeats: Sequence[int]) -> float:
    """How many ways there are to put updates one behind the other of which so many are equal."""
    logarithm = math.lgamma(sum(repeats) + 1) - sum(math.lgamma(count + 1) for count in repeats)
    return math.exp(min(logarithm, 700))


def applications_to_repeats(repeats: Sequence[int]) -> float:
    """As `applications`, of updates that are folded one by one and of which so many are equal."""
    return math.prod(count + 1 for count in repeats) * len(repeats) * orders_of_repeats(repeats)


def fold_in_all_orders(
    combine: Combine,
    olds: Values,
    updates: Sequence[Values],
    *,
    reassociate: bool,
    repeats: Sequence[int] | None = None,
) -> Values:
    """What some order of `updates` gives: alternatives, each of them once, in rows filled up with repeats.

    `olds` and each of `updates` hold alternatives themselves; every combination of them counts. With `repeats`, each
    update comes so many times, and has one alternative alone.
    """
    everything = tuple(repeats or [1] * len(updates))
    nothing, *parts = itertools.product(*(range(count + 1) for count in everything))
    singles = [tuple(int(i == j) for j in range(len(updates))) for i in range(len(updates))]
    with_old: dict[Part, Values] = {nothing: olds}
    without: dict[Part, Values] = dict(zip(singles, updates, strict=True))
    for part in parts:  # what is less stands before
        if reassociate:
            splits = [(less, rest) for less in with_old if less != nothing and min(rest := _less(part, less)) >= 0]
            if splits:
                without[part] = combined(combine, [(without[a], without[b]) for a, b in splits])
            pairs = [(olds, without[part]), *((with_old[a], without[b]) for a, b in splits)]
        else:
            pairs = [(with_old[_less(part, one)], without[one]) for one in singles if min(_less(part, one)) >= 0]
        with_old[part] = combined(combine, pairs)
    return with_old[everything]


def _less(part: Part, other: Part) -> Part:
    return tuple(map(operator.sub, part, other))


def combined(combine: Combine, pairs: Sequence[tuple[Values, Values]]) -> Values:
    """What the body makes of every old value and every update of one of the pairs."""
    firsts: list[list[Array]] = []
    seconds: list[list[Array]] = []
    for first, second in pairs:
        m, v, w = len(first[0]), first[0].shape[1], second[0].shape[1]
        firsts.append([np.broadcast_to(x[:, :, None], (m, v, w)).reshape(m, v * w) for x in first])
        seconds.append([np.broadcast_to(x[:, None, :], (m, v, w)).reshape(m, v * w) for x in second])
    old = [np.concatenate(parts, axis=1) for parts in zip(*firsts, strict=True)]
    new = [np.concatenate(parts, axis=1) for parts in zip(*seconds, strict=True)]
    combined = combine(*(x.reshape(-1) for x in old), *(x.reshape(-1) for x in new))
    return distinct([np.asarray(x).reshape(old[0].shape) for x in combined])


def distinct(values: Values) -> Values:
    """Each row's alternatives once; rows with fewer than the others have their last one repeated."""
    m, width = values[0].shape
    if width == 1 or not m:
        return values
    words = words_of(values)
    order = np.argsort(_key(words), axis=1, kind="stable")
    is_new = np.zeros((m, width), bool)
    is_new[:, 0] = True
    for word in words:
        ordered = np.take_along_axis(word, order, 1)
        is_new[:, 1:] |= ordered[:, 1:] != ordered[:, :-1]
    counts = is_new.sum(axis=1)
    kept = np.argsort(~is_new, axis=1, kind="stable")
    place = np.minimum(np.arange(int(counts.max())), counts[:, None] - 1)
    picked = np.take_along_axis(order, np.take_along_axis(kept, place, 1), 1)
    return [np.take_along_axis(x, picked, 1) for x in values]


def counts_of(values: Values) -> Array:
    """How many alternatives each row of what `distinct` gives has before the repeats."""
    differs = np.zeros(values[0].shape, bool)
    for word in words_of(values):
        differs |= word != word[:, -1:]
    found: Array = differs.sum(axis=1) + 1
    return found


def distinct_of_each(values: Sequence[Array], counts: Array) -> Array:
    """A mask of the first of equal alternatives; each element has `counts` of them, one after the other."""
    element = np.repeat(np.arange(len(counts)), counts)
    words = words_of(values)
    order = np.lexsort((*words, element))
    is_new = np.ones(len(order), bool)
    is_new[1:] = element[order[1:]] != element[order[:-1]]
    for word in words:
        ordered = word[order]
        is_new[1:] |= ordered[1:] != ordered[:-1]
    kept = np.zeros(len(order), bool)
    kept[order[is_new]] = True
    return kept


def words_of(values: Sequence[Array]) -> list[Array]:
    """The values as unsigned integers, all NaNs being one: they are the same where all of these are equal."""
    return [word for x in values for word in _words(x)]


def _words(values: Array) -> list[Array]:
    dtype = values.dtype
    if dtype.kind == "c":
        return [*_words(values.real), *_words(values.imag)]
    if dtype.kind in "biu" or dtype.name in ("int2", "int4", "uint2", "uint4"):
        return [values.astype(np.int8) if dtype.kind == "V" else values]
    is_nan = values != values
    if is_nan.any():
        values = np.where(is_nan, np.array(np.nan, dtype), values)
    return [values.view(f"u{dtype.itemsize}")]


def _key(words: Sequence[Array]) -> Array:
    """A number for each tuple of words: equal for equal ones, and different for different ones, as good as always."""
    if len(words) == 1:
        return words[0]
    key = np.zeros(words[0].shape, np.uint64)
    for word in words:
        key = (key ^ (key >> np.uint64(29))) * np.uint64(0x9E3779B97F4A7C15) + word.astype(np.uint64)
    return key
