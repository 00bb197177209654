"""Advice on windows that certainly lie out of bounds, and on clamps of indices that never or always act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from hlogen.analysis.access import Access
from hlogen.analysis.bounds import MOST, Placement, range_text
from hlogen.analysis.facts import Facts
from hlogen.analysis.judge import Judgement
from hlogen.analysis.proof import counted, position_text, vector_text
from hlogen.analysis.view import is_analysed
from hlogen.ir.module import Operation, Value
from hlogen.ir.types import IntegerType, TensorType
from hlogen.spec.constraint import Truth

# For each index vector whether something is so: one answer for all of them, or one for each.
Mask = npt.NDArray[np.bool_]

# Operations that only move indices: a clamp in front of them is one of the indices.
_MOVING = frozenset(
    f"stablehlo.{name}"
    for name in ("reshape", "broadcast_in_dim", "transpose", "convert", "concatenate", "slice", "optimization_barrier")
)
_MOST = 1000  # values that are looked through for clamps


def bounds(judgement: Judgement) -> Iterator[tuple[str, str]]:
    """(rule, message) of what certainly happens at the bounds, and of index types that are too narrow."""
    yield from _scatter(judgement) if judgement.access.is_scatter else _gather(judgement)
    yield from _narrow(judgement)


def undefined_reads(judgement: Judgement) -> Iterator[tuple[str, str]]:
    """(rule, message) of elements that are read where operand has none, by a collapsed slice of size 0."""
    access = judgement.access
    if access.is_scatter or not access.is_never_empty:
        return
    numbers: Any = access.op.attributes["dimension_numbers"]
    indexed = {placement.component.dim: placement for placement in judgement.placements}
    for dim in numbers.collapsed_slice_dims:
        size = access.operand_shape[dim]
        if access.window[dim] != 0 or size is None:
            continue
        placement = indexed.get(dim)
        if placement is None or size == 0:
            at = _ALL if size == 0 else _NONE
        elif placement.starts is None:
            at = _ALL if placement.range.low >= size else _NONE
        else:
            at = placement.starts >= size
        if at.any():
            yield (
                "undefined.read",
                f"slice_sizes[{dim}] = 0, and operand[.. {size} ..] is read in dimension {dim} of size {size}"
                f"{_where(judgement, at)}",
            )


def clamps(judgement: Judgement, facts: Facts) -> Iterator[tuple[Operation, str, str]]:
    """(clamp, rule, message) of every clamp of the indices that changes none of them, or all of them."""
    for clamp in _clamps(judgement.access.indices):
        low, operand, high = (facts.of(value).range for value in clamp.operands)
        if low.is_empty or operand.is_empty or high.is_empty:
            continue
        to = f"the clamp to {_bound(low.low, low.high)} .. {_bound(high.low, high.high)}"
        known = f"the indices are {range_text(operand)}"
        if low.high <= operand.low and operand.high <= high.low:
            yield clamp, "bounds.idle-clamp", f"{to} never acts: {known}"
        elif high.high < operand.low:
            yield clamp, "bounds.clamped", f"{to} always acts: {known}"
        elif operand.high < low.low and low.high <= high.low:
            rule = "bounds.negative" if operand.high < 0 else "bounds.clamped"
            yield clamp, rule, f"{to} always acts: {known}"


_ALL: Mask = np.ones((), bool)
_NONE: Mask = np.zeros((), bool)


def _gather(judgement: Judgement) -> Iterator[tuple[str, str]]:
    placed = judgement.placements
    negative = _any(_is_negative(placement) for placement in placed)
    high = _any(_is_above(placement) for placement in placed) & ~negative
    if negative.any():
        how = "is negative and is clamped to 0"
        if any(_wrapped_from(placement) is not None for placement in placed):
            how = "is a negative number, wrapped around to unsigned, and is clamped to the last start"
        yield "bounds.negative", f"a start index {how}{_where(judgement, negative)}"
    if high.any():
        limits = _limits(placed, _is_above)
        yield "bounds.clamped", f"a start index is too high and is clamped: {limits}{_where(judgement, high)}"


def _scatter(judgement: Judgement) -> Iterator[tuple[str, str]]:
    if judgement.access.drops_all:
        yield "bounds.dropped", "inputs have no elements, so every update is dropped"
        return
    placed = judgement.placements
    missed = _any(_misses(placement) for placement in placed)
    negative = missed & _any(_is_negative(placement) for placement in placed)
    dropped = missed & ~negative
    touching = _all(_touches(placement) for placement in placed)
    partial = touching & _any(_is_negative(placement) | _is_above(placement) for placement in placed)
    if negative.any():
        yield "bounds.negative", f"an index is negative and its updates are dropped{_where(judgement, negative)}"
    if dropped.any():
        limits = _limits(placed, _misses)
        yield "bounds.dropped", f"updates are out of bounds and dropped: {limits}{_where(judgement, dropped)}"
    if partial.any():
        limits = _limits(placed, lambda placement: _is_negative(placement) | _is_above(placement))
        yield "bounds.partial", f"a window lies partly out of bounds: {limits}{_where(judgement, partial)}"


def _narrow(judgement: Judgement) -> Iterator[tuple[str, str]]:
    type = judgement.access.indices.type
    assert isinstance(type, TensorType)
    index = type.element_type
    if not isinstance(index, IntegerType):
        return
    for placement in judgement.placements:
        component = placement.component
        if component.limit is None or component.limit <= index.maximum:
            continue
        is_known = placement.starts is not None or placement.range.high < index.maximum
        if placement.verdict is Truth.HOLDS and is_known:
            continue
        yield (
            "bounds.narrow",
            f"indices of type {index} end at {index.maximum}, but starts in dimension {component.dim} of size "
            f"{component.size} go up to {component.limit}",
        )


def _is_negative(placement: Placement) -> Mask:
    """Below 0; or a negative number wrapped around to unsigned: in the upper half of a type that has no start there."""
    half = _wrapped_from(placement)
    if half is not None:
        return _decided(placement.range.low >= half) if placement.starts is None else placement.starts >= half
    return _decided(placement.is_always_below) if placement.starts is None else placement.starts < 0


def _wrapped_from(placement: Placement) -> int | None:
    """From where on an unsigned index can only be a negative number that was wrapped around."""
    component = placement.component
    half = (component.type.maximum + 1) // 2
    is_wide = component.limit is not None and component.limit < half
    return min(half, MOST) if component.type.is_unsigned and is_wide else None


def _is_above(placement: Placement) -> Mask:
    limit = placement.component.limit
    if placement.starts is None or limit is None:
        return _decided(placement.is_always_above)
    return placement.starts > limit


def _misses(placement: Placement) -> Mask:
    size, window = placement.component.size, placement.component.window
    if placement.starts is None or size is None or window is None:
        return _decided(placement.misses)
    return (placement.starts <= -window) | (placement.starts >= size)


def _touches(placement: Placement) -> Mask:
    if placement.starts is None or placement.component.limit is None:
        return _decided(placement.touches)
    return ~_misses(placement)


def _decided(always: bool) -> Mask:
    return _ALL if always else _NONE


def _any(masks: Iterator[Mask]) -> Mask:
    found = _NONE
    for mask in masks:
        found = found | mask
    return found


def _all(masks: Iterator[Mask]) -> Mask:
    found = _ALL
    for mask in masks:
        found = found & mask
    return found


def _limits(placed: tuple[Placement, ...], offends: Any) -> str:
    """What is in bounds in each dimension where a start isn't."""
    parts = []
    for placement in placed:
        if offends(placement).any():
            component = placement.component
            window = "" if component.window == 1 else f" for windows of size {component.window}"
            size = f"dimension {component.dim} of size {component.size}"
            parts.append(f"{size} has starts 0 .. {component.limit}{window}")
    return "; ".join(parts)


def _where(judgement: Judgement, mask: Mask) -> str:
    """Which index vectors: the first of them, and how many."""
    access, placed = judgement.access, judgement.placements
    if not mask.ndim:
        return f", always: {_always(access, placed)}"
    offenders = np.flatnonzero(mask)
    first = int(offenders[0])
    vector = vector_text(tuple(placement.start(first) for placement in placed))
    some = f"index vector {vector} at {position_text(access.position(first))}"
    if len(offenders) == 1:
        return f": {some}"
    return f": {some}, and {len(offenders) - 1:,} more of {counted(len(mask), 'index vector')}"


def _always(access: Access, placed: tuple[Placement, ...]) -> str:
    if not placed:
        return "there are no index components"
    return "; ".join(
        f"component {placement.component.place} is {placement.text}"
        for placement in placed
        if placement.verdict is not Truth.HOLDS or len(placed) == 1
    )


def _clamps(indices: Value) -> Iterator[Operation]:
    """The clamps that the indices come from, through what only moves them."""
    open_ones = [indices]
    known: set[Value] = set()
    while open_ones and len(known) < _MOST:
        value = open_ones.pop()
        made = value.owner
        if not isinstance(made, Operation) or value in known:
            continue
        known.add(value)
        if made.name == "stablehlo.clamp" and is_analysed(made.results[0].type):
            yield made
        if made.name in _MOVING:
            open_ones += reversed(_moved(value, made))


def _moved(result: Value, made: Operation) -> Sequence[Value]:
    """The operands of an operation that moves indices whose elements this result of it holds."""
    if made.name == "stablehlo.concatenate":
        return made.operands
    return (made.operands[result.index],)  # an optimization_barrier has a result for each operand, others have one


def _bound(low: int, high: int) -> str:
    return str(low) if low == high else f"({low} .. {high})"
