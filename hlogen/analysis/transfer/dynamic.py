"""dynamic_slice, dynamic_update_slice, and the operations whose shape a run decides (dynamic_iota ...)."""

from __future__ import annotations

from hlogen.analysis.fact import Fact, fact_of_array
from hlogen.analysis.range import Range
from hlogen.analysis.registry import transfer
from hlogen.analysis.transfer.constant import counting
from hlogen.analysis.transfer.shape import broadcast, window
from hlogen.analysis.view import View


@transfer("stablehlo.dynamic_slice", views=True)
def dynamic_slice(view: View) -> Fact:
    at = {}
    for d, index in view.at.items():
        start = _start(view, d, 1, view.whole_shape[d])
        if start is not None:
            at[d] = start + index
    x = view.operand(0, at)
    starts = [_start(view, d, 1, size) for d, size in enumerate(view.whole_shape)]
    if x.constant is not None and None not in starts:
        kept = [
            slice(None) if d in at else slice(start, (start or 0) + (size or 0))
            for d, (start, size) in enumerate(zip(starts, view.shape, strict=True))
        ]
        return fact_of_array(x.constant[tuple(kept)])
    return window(view, x, [1] * len(view.shape))


@transfer("stablehlo.dynamic_update_slice", views=True)
def dynamic_update_slice(view: View) -> Fact:
    sizes = view.operand_shape(1)
    at, covers = {}, True
    for d, (size, whole) in enumerate(zip(sizes, view.operand_shape(0), strict=True)):
        start = _start(view, d, 2, size)
        if d not in view.at:
            covers = covers and size is not None and size == whole
        elif start is None or size is None:
            covers = False
        elif not start <= view.at[d] < start + size:
            return view.operand(0, view.at)
        else:
            at[d] = view.at[d] - start
    update = view.operand(1, at)
    if covers:
        return update
    x = view.operand(0, view.at)
    # An edge of the window lies between an element of each; along dimensions that it covers there is none.
    into, out = update.range.interval.minus(x.range.interval), x.range.interval.minus(update.range.interval)
    steps = []
    for d, (size, whole) in enumerate(zip(sizes, view.operand_shape(0), strict=True)):
        step = x.steps[d].join(update.steps[d])
        is_covered = size is not None and size == whole  # two sizes that a run decides may differ
        steps.append(step if is_covered else step.join(into).join(out))
    return view.fact(x.range.join(update.range), steps)


def _start(view: View, d: int, first: int, size: int | None) -> int | None:
    """Where the window starts along `d`, its operand among those from number `first` on; None if a run decides."""
    whole = view.operand_shape(0)[d]
    if whole is None or size is None:
        return None
    start = view.operand(first + d).range
    low, high = (min(max(bound, 0), whole - size) for bound in start.interval)
    return low if low == high else None


@transfer("stablehlo.dynamic_iota", views=True)
def dynamic_iota(view: View) -> Fact:
    d = view.integer("iota_dimension")
    if d in view.at:
        return view.fact(Range.single(view.at[d]))
    return counting(view, d, view.shape[d], view.operand(0, {0: d}).range.high)


@transfer("stablehlo.dynamic_broadcast_in_dim", views=True)
def dynamic_broadcast_in_dim(view: View) -> Fact:
    return broadcast(view, view.integers("broadcast_dimensions"))


@transfer("stablehlo.dynamic_reshape")
def dynamic_reshape(view: View) -> Fact:
    return view.fact(view.operand(0).range)


@transfer("stablehlo.real_dynamic_slice")
def real_dynamic_slice(view: View) -> Fact:
    return view.fact(view.operand(0).range)


@transfer("stablehlo.dynamic_pad")
def dynamic_pad(view: View) -> Fact:
    return view.fact(view.operand(0).range.join(view.operand(1).range))
