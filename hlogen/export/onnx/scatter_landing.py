"""Where the elements of a scatter's updates land: on rows of a table that the input is seen as.

A row is what moves together: the last dimensions, as far as every window has them in full. Updates are cut into
pieces, one for each row they touch, in the lexicographic order of update indices. What is out of bounds lands on one
more row behind the last, which is thrown away.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from math import prod

import numpy as np

from hlogen.export.onnx import ops
from hlogen.export.onnx.graph import Edge, Graph
from hlogen.export.onnx.indices import Places
from hlogen.export.onnx.sizes import is_at_most
from hlogen.forking import cached_property


class Landing:
    """The table has `rows` rows of `size` elements: its shape is [rows, size], [rows] where `size` is 1.

    `pieces` are as many as updates have; their shape is [pieces, size] or [pieces]. `found` says on which row each
    lands, `inside` whether it is a row that there is (None: always). `axes` are the dimensions of updates: those that
    go from piece to piece first, then those along rows.
    """

    def __init__(
        self,
        graph: Graph,
        operand_shape: Sequence[int],
        rows: int,
        size: int,
        found: Edge,
        inside: Edge | None,
        axes: Sequence[int] | None = None,
    ) -> None:
        self.graph, self.operand_shape, self.dtype = graph, operand_shape, found.dtype
        self.rows, self.size, self.pieces = rows, size, found.size
        self.inside = inside
        self._found, self._axes = found, axes

    @cached_property
    def landings(self) -> Edge:
        """The row that each piece lands on; `rows` for those that are out of bounds."""
        return self._found if self.inside is None else self._where_inside(self.rows)

    @cached_property
    def landings_inside(self) -> Edge:
        """The row that each piece lands on; any for those that are out of bounds."""
        return self._found if self.inside is None else self._where_inside(0)

    @cached_property
    def elements(self) -> Edge:
        """The place of each element of the pieces in the table, both in row-major order."""
        if self.size == 1:
            return self.landings
        dtype = np.dtype(np.int32 if is_at_most((self.rows + 1) * self.size, (1 << 31) - 1) else np.int64)
        size = self.graph.number(self.size, dtype)
        first = ops.multiply(self.graph, ops.cast(self.graph, self.landings, dtype), size)
        within = ops.iota(self.graph, self.size, dtype=dtype)
        places = ops.add(self.graph, ops.reshape(self.graph, first, [self.pieces, 1]), within)
        return ops.reshape(self.graph, places, [places.size])

    def again(self, landings: Edge, inside: Edge) -> Landing:
        """The same table with as many other pieces, which land there, but for those that aren't `inside`."""
        other = copy(self)
        other.__dict__.pop("elements", None)
        other.inside = inside
        other.landings = ops.where(self.graph, inside, landings, self.number(self.rows))
        return other

    def number(self, value: int) -> Edge:
        """A number of a row or a piece."""
        return self.graph.number(value, self.dtype)

    def counted(self, size: int) -> Edge:
        """0 .. size - 1, as rows and pieces are numbered."""
        return ops.iota(self.graph, size, dtype=self.dtype)

    def shape_of(self, count: int) -> tuple[int, ...]:
        """The shape of so many rows or pieces."""
        return (count,) if self.size == 1 else (count, self.size)

    def along_rows(self, edge: Edge, graph: Graph | None = None) -> Edge:
        """Something of each row or piece, so that it broadcasts to the elements of each."""
        return edge if self.size == 1 else ops.reshape(graph or self.graph, edge, (edge.shape[0], 1))

    def cut(self, updates: Edge) -> Edge:
        """The pieces of updates."""
        moved = updates if self._axes is None else ops.transpose(self.graph, updates, self._axes)
        return ops.reshape(self.graph, moved, self.shape_of(self.pieces))

    def taken(self, operand: Edge, rows: Edge) -> Edge:
        """Rows of the table."""
        return taken(self.graph, self.table(operand), rows)

    def table(self, operand: Edge, graph: Graph | None = None) -> Edge:
        return ops.reshape(graph or self.graph, operand, self.shape_of(self.rows))

    def opened(self, operand: Edge, graph: Graph | None = None) -> Edge:
        """The table, with a row behind the last where a piece may land on it."""
        graph = graph or self.graph
        table = self.table(operand, graph)
        if self.inside is None:
            return table
        return ops.concatenate(graph, [table, ops.full(graph, 0, self.shape_of(1), operand.dtype)], 0)

    def closed(self, table: Edge, graph: Graph | None = None) -> Edge:
        """What `opened` gave, as the operand again."""
        graph = graph or self.graph
        if table.shape[0] != self.rows:
            table = ops.slice_(graph, table, [0] * table.rank, [self.rows, *table.shape[1:]])
        return ops.reshape(graph, table, self.operand_shape)

    def _where_inside(self, otherwise: int) -> Edge:
        assert self.inside is not None
        return ops.where(self.graph, self.inside, self._found, self.number(otherwise))


def landing_of(places: Places, *, by_element: bool = False) -> Landing:
    """The landing of a scatter. With `by_element` rows are single elements, whatever windows look like."""
    graph, shape = places.graph, places.operand_shape
    dims = range(len(shape) if by_element else _first_whole(places))
    row_axes = [axis for d, axis in places.window_axes.items() if d not in dims]
    piece_axes = [axis for axis in range(len(places.shape)) if axis not in row_axes]
    sizes = [places.shape[axis] for axis in piece_axes]
    moving = places.along(piece_axes)

    def by_piece(edge: Edge) -> Edge:
        return ops.reshape(graph, ops.expand(graph, edge, sizes), [prod(sizes)])

    found = by_piece(moving.linear(dims, moving.clamped_around))
    inside = None if moving.inside is None else by_piece(moving.inside)
    rows, size = (prod(shape[d] for d in range(len(shape)) if (d in dims) == is_row) for is_row in (True, False))
    return Landing(graph, shape, rows, size, found, inside, [*piece_axes, *row_axes])


def taken(graph: Graph, table: Edge, rows: Edge) -> Edge:
    """Rows of a table; single elements by GatherElements, which is several times as fast as Gather for these."""
    if table.rank > 1:
        return ops.gather(graph, table, rows, 0)
    return graph.node("GatherElements", [table, rows], table.dtype, rows.shape, axis=0)


def _first_whole(places: Places) -> int:
    """The dimension of operand from which on windows have all dimensions in full, and start at 0.

    One of size 1 is in full everywhere: a window that doesn't start at 0 there is out of bounds as a whole.
    """
    ranges = {component.dim: component.fact.range for component in places.components}
    first = len(places.operand_shape)
    while first:
        d = first - 1
        stays = d not in ranges or ranges[d].low == ranges[d].high == 0
        is_whole = stays and d in places.window_axes and places.window[d] == places.operand_shape[d]
        if places.operand_shape[d] != 1 and not is_whole:
            break
        first = d
    return first
