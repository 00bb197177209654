"""gather and dynamic_gather (spec: gather): by Slice, Gather or GatherElements, whichever is fastest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from math import prod

import numpy as np

from hlogen.export.onnx import ops
from hlogen.export.onnx.context import LoweringContext
from hlogen.export.onnx.graph import Edge
from hlogen.export.onnx.indices import Places, window_at
from hlogen.export.onnx.registry import lowering


@lowering("stablehlo.gather", "stablehlo.dynamic_gather", dynamic=True)
def gather(site: LoweringContext) -> Edge:
    """No element is looked at, so all element types are alike; the promise indices_are_sorted changes no value.

    Along a collapsed dimension of slice size 0, one element is read as with size 1: the last one, where the
    specification clamps the start to behind it and gives no value.
    """
    places, operand = Places(site), site.inputs[0]
    if 0 in places.shape:
        return site.graph.constant(np.empty(places.shape, operand.dtype))
    if operand.size == 0:
        raise site.error(
            f"operand, of shape {list(operand.shape)}, has no elements, and the result has: a collapsed dimension has "
            "slice size 0, and the specification gives the result no value",
            "give operand elements, or the result none",
        )
    return _Gather(places, operand).result()


class _Gather:
    """A gather that reads something, and the forms it can have.

    Dimensions of size 1 count nowhere: `dims` are the operand's others, `axes` the result's.
    """

    def __init__(self, places: Places, operand: Edge) -> None:
        self.graph, self.places, self.operand = places.graph, places, operand
        self.dims = [d for d, size in enumerate(operand.shape) if size != 1]
        self.axes = [axis for axis, size in enumerate(places.shape) if size != 1]
        # Where all of a dimension is read, from 0 on, along one of the result: along which one.
        self.along = {d: axis for d, axis in places.window_axes.items() if places.window[d] == operand.shape[d]}
        self.is_whole = [d in self.along for d in self.dims]
        self.along |= places.batching

    def result(self) -> Edge:
        """Chooses the form.

        GatherElements moves single elements eight times as fast as Gather does; rows, where slices are whole along the
        last dimensions, are best moved by Gather, even those of two elements. A single slice is a Slice.
        """
        if all(d in self.along for d in self.dims):
            return self._all()
        if all(self.places.shape[axis] == 1 for axis in self.places.batch_axes.values()):
            return self._slice()
        return self._rows() if self.is_whole[-1] else self._elements()

    def _all(self) -> Edge:
        """All of operand is read, perhaps transposed, perhaps often."""
        return self._arranged(self._table([[d] for d in self.dims]), [self.along[d] for d in self.dims])

    def _slice(self) -> Edge:
        """There is just one slice."""
        dims = [component.dim for component in self.places.components]
        starts, window = self.places.vector_inside, self.places.window
        return window_at(self.graph, self.operand, starts, dims, window, self.places.shape)

    def _rows(self) -> Edge:
        """Slices are whole along the last dimensions, perhaps along the first: one index in between, for Gather."""
        front, back = _count(self.is_whole), _count(reversed(self.is_whole))
        whole, indexed = [*self.dims[:front], *self.dims[-back:]], self.dims[front:-back]
        outside = [self.along[d] for d in whole]
        inside = [axis for axis in range(len(self.places.shape)) if axis not in outside]
        table = self._table([*([d] for d in whole[:front]), indexed, *([d] for d in whole[front:])])
        rows = ops.gather(self.graph, table, self._index(indexed, inside), front)
        return self._arranged(rows, [*outside[:front], *inside, *outside[front:]])

    def _elements(self) -> Edge:
        """Elements one by one. Where operand's first and last dimensions are the result's, they need no index."""
        front = _count(map(self._goes_along, self.dims, self.axes))
        back = _count(map(self._goes_along, self.dims[:front:-1], self.axes[:front:-1]))
        dims, axes = _split(self.dims, front, back), _split(self.axes, front, back)
        sizes = [[self.places.shape[axis] for axis in part] for part in axes]
        index = self._index(dims[1], range(len(self.places.shape)))
        index = ops.reshape(self.graph, index, [*sizes[0], prod(sizes[1]), *sizes[2]])
        table = self._table([*([d] for d in dims[0]), dims[1], *([d] for d in dims[2])])
        moved = self.graph.node("GatherElements", [table, index], self.operand.dtype, index.shape, axis=front)
        return ops.reshape(self.graph, moved, self.places.shape)

    def _index(self, dims: Sequence[int], axes: Sequence[int]) -> Edge:
        """The number of each element of the result within `dims` of operand, as it varies along `axes`."""
        places = self.places.along(axes)
        return ops.expand(self.graph, places.linear(dims, places.clamped_inside), [places.shape[axis] for axis in axes])

    def _table(self, parts: Sequence[Sequence[int]]) -> Edge:
        """The operand with one dimension for each part of its dimensions."""
        return ops.reshape(self.graph, self.operand, [prod(self.operand.shape[d] for d in dims) for dims in parts])

    def _arranged(self, edge: Edge, axes: Sequence[int]) -> Edge:
        """The result from `edge`, whose dimensions are these of the result; what is missing is repeated."""
        shape = self.places.shape
        large = [axis for axis in axes if shape[axis] != 1]
        if large != sorted(large):
            edge = ops.transpose(self.graph, edge, sorted(range(len(axes)), key=lambda i: axes[i]))
        edge = ops.reshape(self.graph, edge, [size if axis in axes else 1 for axis, size in enumerate(shape)])
        return ops.expand(self.graph, edge, shape)

    def _goes_along(self, dim: int, axis: int) -> bool:
        """Whether dimension `dim` of operand is read as a whole along `axis` of the result."""
        return self.along.get(dim) == axis


def _count(flags: Iterable[bool]) -> int:
    """How many are true before the first that isn't."""
    return sum(takewhile(bool, flags))


def _split(items: list[int], front: int, back: int) -> tuple[list[int], list[int], list[int]]:
    return items[:front], items[front : len(items) - back], items[len(items) - back :]
