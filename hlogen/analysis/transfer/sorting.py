"""sort, top_k."""

from __future__ import annotations

from hlogen.analysis.fact import Fact
from hlogen.analysis.range import ZERO, Interval, Range
from hlogen.analysis.registry import transfer
from hlogen.analysis.view import View, is_analysed
from hlogen.program.comparators import sort_direction


@transfer("stablehlo.sort")
def sort(view: View) -> Fact:
    """All inputs' elements change places along the dimension, the same way: a permutation keeps distances."""
    number = view.value.index
    x = view.operand(number)
    rank = len(view.shape)
    if not rank:
        return x
    dimension = (view.integer("dimension") if "dimension" in view.operation.attributes else -1) % rank
    if x.constant_along(dimension):
        return x
    steps = [Interval(-x.range.width, x.range.width)] * rank
    gap = x.gap({dimension})
    direction = sort_direction(view.operation.regions[0], number)
    if direction:
        step = Interval(gap if view.shape[dimension] != 1 else 0, x.range.width)
        steps[dimension] = step if direction > 0 else step.negated()
    # Where elements that compare equal may change places, slices of the same elements may still become different ones.
    is_decided = bool(direction) or view.operation.attributes.get("is_stable") is True
    for d in range(rank) if is_decided else ():
        if d != dimension and all(_is_equal_along(view, n, d) for n in range(len(view.operation.operands))):
            steps[d] = ZERO
    return view.fact(x.range, steps, lambda dims: x.gap(dims | {dimension}))


def _is_equal_along(view: View, number: int, d: int) -> bool:
    return is_analysed(view.operation.operands[number].type) and view.operand(number).constant_along(d)


@transfer("chlo.top_k")
def top_k(view: View) -> Fact:
    """The largest elements of each row, in descending order, and where they are."""
    last = len(view.shape) - 1
    full = [Interval(-(1 << 64), 1 << 64)] * len(view.shape)
    if view.value.index == 1:
        size = view.operand_shape(0)[last]
        if size is None:
            return view.unknown()
        return view.fact(Range.of(0, size - 1), full, lambda dims: int(dims == {last}))
    x = view.operand(0)
    full[last] = Interval(-x.range.width, -x.gap({last}) if view.shape[last] != 1 else 0)
    return view.fact(x.range, full, lambda dims: x.gap(dims | {last}))
