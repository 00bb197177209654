"""Scatters of one window whose place is known: the part of the input there is cut out, and replaced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from hlogen.export.onnx import ops
from hlogen.export.onnx.graph import Edge, Graph
from hlogen.export.onnx.indices import Places
from hlogen.export.onnx.sizes import UnknownSize, is_at_most


@dataclass(frozen=True)
class Window:
    """The part of the only window that is inside: from `lows` to `highs`, where the window starts at `starts`."""

    graph: Graph
    shape: tuple[int, ...]  # of the whole window
    starts: tuple[int, ...]
    lows: tuple[int, ...]
    highs: tuple[int, ...]

    @property
    def is_outside(self) -> bool:
        return any(is_at_most(size, 0) for size in self.part_shape)

    @property
    def part_shape(self) -> tuple[int, ...]:
        return tuple(high - low for low, high in zip(self.lows, self.highs, strict=True))

    def of_input(self, operand: Edge) -> Edge:
        return ops.slice_(self.graph, operand, self.lows, self.highs)

    def of_updates(self, updates: Edge) -> Edge:
        here = [[at - start for at, start in zip(ats, self.starts, strict=True)] for ats in (self.lows, self.highs)]
        return ops.slice_(self.graph, ops.reshape(self.graph, updates, self.shape), *here)

    def put(self, operand: Edge, part: Edge) -> Edge:
        """`operand` with `part` in place of that of its own."""
        return self._put(operand, ops.expand(self.graph, part, self.part_shape), 0)

    def _put(self, operand: Edge, part: Edge, d: int) -> Edge:
        if operand.shape == part.shape:
            return part
        low, high, size = self.lows[d], self.highs[d], operand.shape[d]
        inner = self._put(self._between(operand, d, low, high), part, d + 1)
        if inner.shape == operand.shape:
            return inner
        parts = [(0, low), (low, high), (high, size)]
        edges = [inner if at == (low, high) else self._between(operand, d, *at) for at in parts if at[0] < at[1]]
        return ops.concatenate(self.graph, edges, d)

    def _between(self, operand: Edge, d: int, low: int, high: int) -> Edge:
        starts, limits = [0] * operand.rank, list(operand.shape)
        starts[d], limits[d] = low, high
        return ops.slice_(self.graph, operand, starts, limits)


def known_window(places: Places) -> Window | None:
    """The window of a scatter of a single one, where its place is known."""
    if prod(places.shape[axis] for axis in places.batch_axes.values()) != 1:
        return None
    starts = [0] * len(places.operand_shape)
    for component in places.components:
        known = component.fact.range
        if known.low != known.high:
            return None
        starts[component.dim] = known.low
    ends: Sequence[int] = [start + size for start, size in zip(starts, places.window, strict=True)]
    lows = tuple(max(start, 0) for start in starts)
    try:
        highs = tuple(max(min(end, dim), 0) for end, dim in zip(ends, places.operand_shape, strict=True))
    except UnknownSize:  # how much of the window is inside
        return None
    return Window(places.graph, places.window, tuple(starts), lows, highs)
