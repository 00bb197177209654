"""Gathers and scatters whose places form a regular part of operand: a view, as slices and transposes give.

Along each dimension of operand, the places of a view are equally far from each other, and one dimension of gather's
result (of scatter's updates) walks along them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import prod

import numpy as np

from hlogen.analysis.bounds import Placement
from hlogen.analysis.fact import fact_of_array
from hlogen.analysis.judge import Judgement


@dataclass(frozen=True)
class Span:
    """The places along one dimension of operand: `count` of them from `start` on.

    `step` is negative where the walk begins at the highest one. `walked` is the dimension of the result that walks
    along, None where there is a single place. Where only a run knows it, `start` is None: it is what the index vector
    at the position `at` (by dimension of the indices) has for its element `component`.
    """

    count: int = 1
    step: int = 1
    start: int | None = 0
    walked: int | None = None
    component: int = 0
    at: Mapping[int, int] = field(default_factory=dict)

    @property
    def extent(self) -> int:
        """From the lowest place to the highest, both included."""
        return (self.count - 1) * abs(self.step) + 1


@dataclass(frozen=True)
class View:
    """A span for each dimension of operand, and the shape of the result.

    A dimension of the result that walks along nothing has size 1, or repeats the rest.
    """

    spans: tuple[Span, ...]
    operand_shape: tuple[int, ...]
    result_shape: tuple[int, ...]

    @property
    def walked(self) -> list[int]:
        """The dimensions of the result that walk along operand, in the order of operand's."""
        return [span.walked for span in self.spans if span.walked is not None]

    @property
    def extents(self) -> tuple[int, ...]:
        return tuple(span.extent for span in self.spans)

    @property
    def counts(self) -> tuple[int, ...]:
        return tuple(span.count for span in self.spans)

    @property
    def repeats(self) -> bool:
        """Whether a place is read (updated) more than once."""
        return prod(self.counts) < prod(self.result_shape)


def view_of(judgement: Judgement) -> View | None:
    """The view that a gather reads, or that a scatter updates, all of it inside; None where it isn't proved to be one.

    The operation has something to read (to update), and operand has elements.
    """
    site = judgement.access
    operand_shape = tuple(size for size in site.operand_shape if size is not None)
    result_shape = tuple(size for _, size in site.walk if size is not None)
    if len(operand_shape) < len(site.operand_shape) or len(result_shape) < len(site.walk):
        return None
    walked = {d: number for number, (d, _) in enumerate(site.walk) if d is not None}
    of_window = dict(zip(site.kept_dims, (n for n, (d, _) in enumerate(site.walk) if d is None), strict=True))
    placements = {placement.component.dim: placement for placement in judgement.placements}
    batches = {of_operand: walked[of_indices] for of_indices, of_operand in site.batching.items()}
    spans = []
    for d, size in enumerate(operand_shape):
        window = result_shape[of_window[d]] if d in of_window else 1
        span: Span | None = Span()
        if d in placements:
            span = _of_starts(placements[d], size - window, site.is_scatter, walked)
        elif d in batches and size > 1:
            span = Span(size, walked=batches[d])
        if span is None or (span.count > 1 and window > 1):  # windows side by side, or overlapping
            return None
        spans.append(replace(span, count=window, walked=of_window[d]) if window > 1 else span)
    view = View(tuple(spans), operand_shape, result_shape)
    is_diagonal = len(set(view.walked)) < len(view.walked)
    return None if is_diagonal or (site.is_scatter and view.repeats) else view


def _of_starts(placement: Placement, last: int, is_scatter: bool, walked: Mapping[int, int]) -> Span | None:
    """The places where slices (windows) start along one dimension, of which `last` is the last one inside."""
    component, fact = placement.component, placement.component.fact
    if not last and not is_scatter:
        return Span()
    is_inside = fact.range.low >= 0 and fact.range.high <= last
    if not is_inside and is_scatter:
        return None  # what is outside is dropped
    if not is_inside and placement.starts is not None:
        fact = fact_of_array(np.clip(placement.starts, 0, last).reshape([size or 1 for size in fact.shape]))
    elif not is_inside and any(step != (0, 0) for step in fact.steps):
        return None  # each is clamped by itself
    steps = {d: step for d, step in enumerate(fact.steps) if step != (0, 0)}
    if not steps:
        value = fact.range.value
        return Span(start=None if value is None else min(max(value, 0), last), component=component.place)
    if len(steps) > 1:
        return None
    ((d, (step, high)),) = steps.items()
    count = fact.shape[d]
    if step != high or count is None:
        return None
    start = fact.range.low if fact.range.width == (count - 1) * abs(step) else None
    lowest = {} if step > 0 else {d: count - 1}
    return Span(count, step, start, walked[d], component.place, lowest)
