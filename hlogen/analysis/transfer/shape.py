"""reshape, broadcast_in_dim, transpose, reverse, slice, concatenate, pad, get_dimension_size."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import gcd, prod
from typing import Final

import numpy as np

from hlogen.analysis.elementwise import spread
from hlogen.analysis.fact import MAX_CONSTANT, Fact, fact_of_array, static, with_constant
from hlogen.analysis.range import NOTHING, ZERO, Interval, Range
from hlogen.analysis.registry import transfer
from hlogen.analysis.regroup import regrouped, source_of
from hlogen.analysis.sizes import same_size
from hlogen.analysis.view import View
from hlogen.ir import Shape, TensorType
from hlogen.spec.dims import dims_of

_MAX_COMPARED: Final = 8
_MAX_NARROWED: Final = 2


@transfer("stablehlo.transpose", views=True)
def transpose(view: View) -> Fact:
    order = view.integers("permutation")
    x = view.operand(0, {order[d]: index for d, index in view.at.items()})
    fact = view.fact(x.range, [x.steps[d] for d in order], lambda dims: x.gap({order[d] for d in dims}))
    return fact if x.constant is None else with_constant(fact, x.constant.transpose(order))


@transfer("stablehlo.reverse", views=True)
def reverse(view: View) -> Fact:
    dimensions = view.integers("dimensions")
    at: dict[int, int] = {}
    for d, index in view.at.items():
        size = view.whole_shape[d]
        if d in dimensions and size is None:
            return view.part(view.facts.look(view.value))
        at[d] = size - 1 - index if d in dimensions and size is not None else index
    x = view.operand(0, at)
    steps = [step.negated() if d in dimensions else step for d, step in enumerate(x.steps)]
    fact = view.fact(x.range, steps, x.gap)
    if x.constant is None:
        return fact
    return with_constant(fact, x.constant[tuple(slice(None, None, -1 if d in dimensions else 1) for d in _dims(view))])


@transfer("stablehlo.broadcast_in_dim", views=True)
def broadcast_in_dim(view: View) -> Fact:
    return broadcast(view, view.integers("broadcast_dimensions"))


def broadcast(view: View, places: Sequence[int]) -> Fact:
    """The fact of operand 0 with its dimension d at ``places[d]`` among the result's, and repeated along the others."""
    kept = {place: d for d, place in enumerate(places) if _is_kept(view, d, place)}
    at = {d: view.at[place] for place, d in kept.items() if place in view.at}
    x = view.operand(0, at)
    steps = [ZERO] * len(view.shape)
    for d, place in enumerate(places):
        steps[place] = x.steps[d] if place in kept else x.steps[d].join(ZERO)

    def gap(dims: frozenset[int]) -> int:
        repeated = any(d not in kept and view.shape[d] != 1 for d in dims)
        return 0 if repeated else x.gap([kept[d] for d in dims if d in kept])

    fact = view.fact(x.range, steps, gap)
    if x.constant is None or fact.constant is not None or not _is_small(view.shape):
        return fact
    order = sorted(range(len(places)), key=lambda d: places[d])
    spread = [x.constant.shape[places.index(d)] if d in places else 1 for d in _dims(view)]
    array = x.constant.transpose(order).reshape(spread)
    return with_constant(fact, np.broadcast_to(array, static(view.shape)))


def _is_kept(view: View, d: int, place: int) -> bool:
    """Whether dimension `d` of operand 0 certainly isn't repeated. A size that a run decides may be 1, which is."""
    size = view.operand_shape(0)[d]
    return size != 1 if size is not None else same_size((view.operation.operands[0], d), (view.value, place))


@transfer("stablehlo.reshape", views=True)
def reshape(view: View) -> Fact:
    source, target = view.operand_shape(0), view.whole_shape
    if None in source or None in target:
        return view.fact(view.operand(0).range)
    at = source_of(static(source), static(target), view.at)
    if at is None:
        return view.part(view.facts.look(view.value))
    return regrouped(view.operand(0, at), static(view.shape))


@transfer("stablehlo.slice", views=True)
def slice_(view: View) -> Fact:
    starts, strides = view.integers("start_indices"), view.integers("strides", (1,) * len(view.shape))
    x = view.operand(0, {d: starts[d] + index * strides[d] for d, index in view.at.items()})
    limits = view.integers("limit_indices")
    if x.constant is not None:
        kept = map(slice, starts, limits, strides)
        return fact_of_array(x.constant[tuple(slice(None) if d in view.at else each for d, each in enumerate(kept))])
    return window(view, x, strides)


def window(view: View, x: Fact, strides: Sequence[int]) -> Fact:
    """The fact of a part of `x` with every ``strides[d]``-th index along dimension d."""
    steps = [step.scaled(stride) for step, stride in zip(x.steps, strides, strict=True)]
    return view.fact(x.range, steps, x.gap)


@transfer("stablehlo.concatenate", views=True)
def concatenate(view: View) -> Fact:
    d = view.integer("dimension")
    sizes = [view.operand_shape(number)[d] for number in range(len(view.operation.operands))]
    at = view.at
    if d in at:
        index = at[d]
        for number, size in enumerate(sizes):
            if size is None:
                return view.part(view.facts.look(view.value))
            if index < size:
                return view.operand(number, {**at, d: index})
            index -= size
        return view.unknown()
    numbers = [number for number, size in enumerate(sizes) if size != 0]
    view.prepare((number, at) for number in numbers)
    parts = [view.operand(number, at) for number in numbers]
    if len(parts) == 1:
        return parts[0]
    arrays = [part.constant for part in parts if part.constant is not None]
    if len(arrays) == len(parts) and view.spend(sum(array.size for array in arrays)):
        return fact_of_array(np.concatenate(arrays, d))
    whole = NOTHING
    for part in parts:
        whole = whole.join(part.range)
    steps = [_joined(each) for each in zip(*(part.steps for part in parts), strict=True)]
    inner = [part.steps[d] for part in parts if part.shape[d] != 1]
    if None in sizes:  # it may be empty
        steps[d] = Interval(-whole.width, whole.width)
    else:
        steps[d] = _joined([*inner, *_borders(view, numbers, d)])
    distance = _distance([part.range for part in parts])

    def gap(dims: frozenset[int]) -> int:
        least = min(part.gap(dims) for part in parts)
        return min(least, distance) if d in dims else least

    return view.fact(whole, steps, gap)


def _borders(view: View, numbers: Sequence[int], d: int) -> list[Interval]:
    """The differences of the first elements along `d` of one operand and the last ones of the operand before it."""
    at = dict(view.at)
    firsts = [(number, {**at, d: 0}) for number in numbers[1:]]
    lasts = [(number, {**at, d: (view.operand_shape(number)[d] or 1) - 1}) for number in numbers[:-1]]
    if len(at) >= _MAX_NARROWED:  # there would be too many parts to look at
        firsts, lasts = [(number, at) for number in numbers[1:]], [(number, at) for number in numbers[:-1]]
    view.prepare([*firsts, *lasts])
    return [
        view.operand(*first).range.interval.minus(view.operand(*last).range.interval)
        for first, last in zip(firsts, lasts, strict=True)
    ]


def _joined(intervals: Sequence[Interval]) -> Interval:
    return Interval(min(interval.low for interval in intervals), max(interval.high for interval in intervals))


def _distance(ranges: Sequence[Range]) -> int:
    """The least difference of two integers of different ranges."""
    apart = min(second.low - first.high for first, second in pairwise(sorted(ranges)))
    if apart > 0:
        return apart
    if len(ranges) > _MAX_COMPARED:
        return 0
    # integers of different residue classes differ too
    step = gcd(*(range.modulus for range in ranges))
    residues = sorted(range.low % step for range in ranges) if step else [0, 0]
    return min(second - first for first, second in pairwise([*residues, residues[0] + step]))


@transfer("stablehlo.pad", views=True)
def pad(view: View) -> Fact:
    low = view.integers("edge_padding_low")
    high, interior = view.integers("edge_padding_high"), view.integers("interior_padding")
    shape, filling = view.operand_shape(0), view.operand(1)
    at: dict[int, int] = {}
    for d, index in view.at.items():
        size = shape[d]
        if size is None:
            return view.part(view.facts.look(view.value))
        place, between = divmod(index - low[d], interior[d] + 1)
        if between or not 0 <= place < size:
            return spread(filling, view.shape)
        at[d] = place
    if 0 in shape:
        return spread(filling, view.shape)
    x = view.operand(0, at)
    padded = [d for d in _dims(view) if d not in at and (low[d] > 0 or high[d] > 0 or interior[d])]
    if not padded:
        return view.fact(x.range, x.steps, x.gap)
    into, out = x.range.interval.minus(filling.range.interval), filling.range.interval.minus(x.range.interval)
    crops = any(low[d] < 0 or high[d] < 0 for d in _dims(view)) or None in shape
    steps = []
    for d, step in enumerate(x.steps):
        beside = [] if interior[d] and d in padded else [step]
        if d in padded:
            beside += [into] * (low[d] > 0 or interior[d] > 0) + [out] * (high[d] > 0 or interior[d] > 0)
        if padded != [d] or crops or max(low[d], high[d]) > 1:  # padding lies beside padding
            beside.append(ZERO)
        steps.append(_joined(beside))
    return view.fact(x.range.join(filling.range), steps)


@transfer("stablehlo.get_dimension_size")
def get_dimension_size(view: View) -> Fact:
    type = view.operation.operands[0].type
    assert isinstance(type, TensorType)
    size, bound = dims_of(type)[view.integer("dimension")]
    if size is not None:
        return view.fact(Range.single(size))
    return view.fact(Range.of(0, view.type.maximum if bound is None else bound))


def _dims(view: View) -> Iterable[int]:
    return range(len(view.shape))


def _is_small(shape: Shape) -> bool:
    return None not in shape and prod(static(shape)) <= MAX_CONSTANT
