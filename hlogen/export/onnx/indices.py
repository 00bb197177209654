"""Which elements of operand a gather reads and a scatter updates, as integer tensors that broadcast.

"Operand" is a scatter's input too. All tensors here have the rank of gather's result (scatter's updates), in the order
of its dimensions: some of these go along with the batch dimensions of the indices, the others along the window. What
doesn't vary along a dimension has size 1 there, so the full size comes with the last addition, and constants are small.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import reduce
from math import prod

import numpy as np
import numpy.typing as npt

from hlogen.analysis.access import Component
from hlogen.analysis.fact import Fact
from hlogen.analysis.range import Range
from hlogen.export.onnx import ops
from hlogen.export.onnx.context import LoweringContext
from hlogen.export.onnx.graph import Array, DType, Edge, Graph
from hlogen.export.onnx.sizes import all_known, broadcast_shapes, is_known
from hlogen.forking import cached_property

# Known starts of more elements aren't written into the model, but computed as the program says.
_MOST_WRITTEN = 256


@dataclass(frozen=True)
class Start:
    """One component of the index vectors: where windows start along dimension `dim` of operand.

    `edge` has the integers as the program has them; `range` is what is certain of them.
    """

    dim: int
    edge: Edge
    range: Range


class Places:
    """The elements of operand that belong to the elements of gather's result (of scatter's updates), one by one.

    `shape` is the result's (the updates'), `window` the window's size along each dimension of operand: 1 where it
    doesn't show. `dtype` is what indices are computed in: int32 where that holds the number of every element of
    operand, and of one behind the last.
    """

    def __init__(self, site: LoweringContext) -> None:
        known = site.judgement.access
        self.graph = site.graph
        self._indices = site.inputs[len(site.inputs) // 2 if known.is_scatter else 1]
        self.operand_shape = site.inputs[0].shape
        self.kept_dims = known.kept_dims
        walked = [None if d is None else self._indices.shape[d] for d, _ in known.walk]
        if known.is_scatter:
            window = [size for size, (d, _) in zip(site.inputs[-1].shape, known.walk, strict=True) if d is None]
        else:
            computed = site.inputs[2].as_sizes if len(site.inputs) > 2 else ()
            window = [computed[d] if (size := known.window[d]) is None else size for d in known.kept_dims]
        inside = iter(window)
        self.shape = tuple(next(inside) if size is None else size for size in walked)
        shown = dict(zip(known.kept_dims, window, strict=True))
        self.window = tuple(shown.get(d, 1) for d in range(len(self.operand_shape)))
        self.components = known.components
        self.dtype = _index_dtype(self.operand_shape, self.window)
        # Along which dimensions of the result the batch dimensions of the indices go, operand's batching dimensions,
        # and the window.
        self.batch_axes = {d: axis for axis, (d, _) in enumerate(known.walk) if d is not None}
        self.batching = {d: self.batch_axes[of_indices] for of_indices, d in known.batching.items()}
        window_axes = [axis for axis, (d, _) in enumerate(known.walk) if d is None]
        self.window_axes = dict(zip(known.kept_dims, window_axes, strict=True))
        self._axes: Sequence[int] = range(len(self.shape))

    def along(self, axes: Sequence[int]) -> Places:
        """The same in tensors that have these dimensions of the result alone: those along which they may vary."""
        restricted = copy(self)
        for name, member in vars(Places).items():
            if isinstance(member, cached_property):
                vars(restricted).pop(name, None)
        restricted._axes = axes
        return restricted

    @cached_property
    def starts(self) -> tuple[Start, ...]:
        """The components of the index vectors, unclamped."""
        return tuple(map(self._start, self.components))

    def limit(self, dim: int) -> int:
        """The last start at which the whole window lies inside."""
        return self.operand_shape[dim] - self.window[dim]

    @cached_property
    def clamped_inside(self) -> dict[int, Edge]:
        """Starts by dimension of operand, moved to where the whole window lies inside: gather's. Missing ones are 0."""
        return {
            start.dim: self._clamped(start, 0, self.limit(start.dim))
            for start in self.starts
            if self.limit(start.dim) != 0
        }

    @cached_property
    def clamped_around(self) -> dict[int, Edge]:
        """Starts by dimension of operand, moved at most to where no part of the window lies inside: scatter's."""
        return {
            start.dim: self._clamped(start, -self.window[start.dim], self.operand_shape[start.dim])
            for start in self.starts
        }

    @cached_property
    def vector_inside(self) -> Edge:
        """Where there is just one index vector: that, moved to where the whole window lies inside."""
        facts = [component.fact for component in self.components]
        constants = [fact.constant for fact in facts if fact.constant is not None]
        vector = ops.reshape(self.graph, self._indices, [len(facts)])
        if len(constants) == len(facts):
            vector = joined(self.graph, [self.graph.constant(constant) for constant in constants])
        limits = [self.limit(component.dim) for component in self.components]
        return clamped(self.graph, vector, [fact.range for fact in facts], 0, limits, np.int64)

    def coordinate(self, dim: int, starts: Mapping[int, Edge]) -> Edge:
        """The index along dimension `dim` of operand, of the elements where windows start at `starts` (missing: 0)."""
        return self._sum([*self._batch_terms(dim, starts), *self._window_terms(dim)])

    def linear(self, dims: Sequence[int], starts: Mapping[int, Edge]) -> Edge:
        """The number in row-major order of the elements within dimensions `dims` of operand, of consecutive ones."""
        strides = {d: prod(self.operand_shape[e] for e in dims if e > d) for d in dims}
        batch = [self._times(edge, strides[d]) for d in dims for edge in self._batch_terms(d, starts)]
        window = [self._times(edge, strides[d]) for d in dims for edge in self._window_terms(d)]
        return self._sum([self._sum(terms) for terms in (batch, window) if terms])

    @cached_property
    def inside(self) -> Edge | None:
        """Whether elements are inside of operand, with the starts of `clamped_around`; None where all surely are."""
        found = []
        for start in self.starts:
            limit = self.limit(start.dim)
            is_below, is_above = start.range.low < 0, not is_known(limit) or start.range.high > limit
            if is_below or is_above:
                coordinate = self.coordinate(start.dim, self.clamped_around)
                if is_below:
                    found.append(ops.greater(self.graph, coordinate, self._integer(-1)))
                if is_above:
                    found.append(ops.less(self.graph, coordinate, self._integer(self.operand_shape[start.dim])))
        found.sort(key=_count)
        return reduce(lambda a, b: ops.and_(self.graph, a, b), found) if found else None

    def _start(self, component: Component) -> Start:
        fact, axes = component.fact, self.batch_axes
        known = _few_values(fact)
        if known is not None:
            shape = self._shape({axis: 1 if fact.constant_along(d) else self.shape[axis] for d, axis in axes.items()})
            return Start(component.dim, self.graph.constant(known.reshape(shape)), component.fact.range)
        edge = self._indices
        for dim, at in component.at.items():
            starts, limits = [0] * edge.rank, list(edge.shape)
            starts[dim], limits[dim] = at, at + 1
            edge = ops.slice_(self.graph, edge, starts, limits)
        shape = self._shape({axis: self.shape[axis] for axis in axes.values()})
        return Start(component.dim, ops.reshape(self.graph, edge, shape), component.fact.range)

    def _clamped(self, start: Start, low: int, high: int) -> Edge:
        return clamped(self.graph, start.edge, [start.range], low, high, self.dtype)

    def _batch_terms(self, dim: int, starts: Mapping[int, Edge]) -> list[Edge]:
        if dim in self.batching:
            return [self._iota(self.operand_shape[dim], self.batching[dim])]
        return [starts[dim]] if dim in starts else []

    def _window_terms(self, dim: int) -> list[Edge]:
        return [self._iota(self.window[dim], self.window_axes[dim])] if self.window[dim] != 1 else []

    def _iota(self, size: int, axis: int) -> Edge:
        return ops.iota(self.graph, size, self._shape({axis: size}), self.dtype)

    def _shape(self, sizes: Mapping[int, int]) -> list[int]:
        """These sizes along these dimensions of the result, 1 along the others."""
        return [sizes.get(axis, 1) for axis in self._axes]

    def _times(self, edge: Edge, factor: int) -> Edge:
        return edge if factor == 1 else ops.multiply(self.graph, edge, self._integer(factor))

    def _sum(self, terms: Sequence[Edge]) -> Edge:
        if not terms:
            return self.graph.constant(np.zeros(self._shape({}), self.dtype))
        small_first = sorted(terms, key=lambda edge: (edge.constant is None, _count(edge)))
        return reduce(lambda a, b: ops.add(self.graph, a, b), small_first)

    def _integer(self, value: int) -> Edge:
        return self.graph.number(value, self.dtype)


def joined(graph: Graph, edges: Sequence[Edge]) -> Edge:
    """A vector of integers from single ones of one type."""
    if not edges:
        return graph.constant(np.zeros(0, np.int64))
    return ops.concatenate(graph, [ops.reshape(graph, edge, [1]) for edge in edges], 0)


def clamped(
    graph: Graph, edge: Edge, ranges: Sequence[Range], low: int, high: int | Sequence[int], dtype: npt.DTypeLike
) -> Edge:
    """Integers of any type, moved into low .. high, as `dtype`, which has these bounds.

    A vector has bounds and `ranges`, what is certain of its elements, one by one. Nothing is done that can't change
    anything.
    """
    highs = high if isinstance(high, Sequence) else [high]
    if not all_known([low, *highs]):
        return _clamped_by_run(graph, edge, low, high, dtype)
    if edge.constant is not None and ops.pays(edge.shape, edge):
        own = np.iinfo(edge.dtype)
        inside = [np.array(np.clip(np.array(bound, object), own.min, own.max), edge.dtype) for bound in (low, high)]
        return graph.constant(np.clip(edge.constant, *inside), dtype)
    if all(low <= range.low and range.high <= most for range, most in zip(ranges, highs, strict=True)):
        return ops.cast(graph, edge, dtype)
    # onnxruntime compares only parts of 64-bit integers here. As doubles they are in the same order, and those between
    # the bounds are exact.
    narrow = edge.dtype.itemsize < 4 or edge.dtype == np.int32
    edge = ops.cast(graph, edge, np.int32 if narrow else np.float64)
    limits = np.iinfo(np.int32)
    bounds = [np.clip(bound, limits.min, limits.max) if narrow else np.asarray(bound) for bound in (low, high)]
    least, most = (graph.constant(bound.astype(edge.dtype)) for bound in bounds)
    if least.shape == most.shape == ():
        return ops.cast(graph, graph.node("Clip", [edge, least, most], edge.dtype, edge.shape), dtype)
    for op_type, bound in (("Max", least), ("Min", most)):
        edge = graph.node(op_type, [edge, bound], edge.dtype, broadcast_shapes(edge.shape, bound.shape))
    return ops.cast(graph, edge, dtype)


def _clamped_by_run(graph: Graph, edge: Edge, low: int, high: int | Sequence[int], dtype: npt.DTypeLike) -> Edge:
    """`clamped`, where a bound is a size that isn't known."""
    edge = ops.cast(graph, edge, np.float64)
    most = graph.vector(high, np.float64) if isinstance(high, Sequence) else graph.number(high, np.float64)
    for op_type, bound in (("Max", graph.number(low, np.float64)), ("Min", most)):
        edge = graph.node(op_type, [edge, bound], edge.dtype, broadcast_shapes(edge.shape, bound.shape))
    return ops.cast(graph, edge, dtype)


def window_at(
    graph: Graph, a: Edge, starts: Edge, dims: Sequence[int], sizes: Sequence[int], shape: Sequence[int]
) -> Edge:
    """The part of `a` of these sizes at `starts`, which were clamped, one for each of `dims`; 0 along all others.

    It is reshaped to `shape`.
    """
    if starts.constant is not None and all_known(sizes):
        known = dict(zip(dims, starts.constant.tolist(), strict=True))
        lows = [known.get(d, 0) for d in range(a.rank)]
        highs = [low + size for low, size in zip(lows, sizes, strict=True)]
        return ops.reshape(graph, ops.slice_(graph, a, lows, highs), shape)
    others = [d for d, size in enumerate(sizes) if size != a.shape[d] and d not in dims]
    if others:
        starts = ops.concatenate(graph, [starts, graph.constant(np.zeros(len(others), starts.dtype))], 0)
    dims = [*dims, *others]
    limits = ops.add(graph, starts, graph.vector([sizes[d] for d in dims], starts.dtype))
    part = graph.node("Slice", [a, starts, limits, graph.constant(np.array(dims, starts.dtype))], a.dtype, sizes)
    return ops.reshape(graph, part, shape)


def _few_values(fact: Fact) -> Array | None:
    """All values, one where they don't vary along a dimension, if these are few; None where they aren't known."""
    if fact.constant is None:
        return None
    varying = [slice(0, 1) if fact.constant_along(d) else slice(None) for d in range(len(fact.shape))]
    few = fact.constant[tuple(varying)]
    return few if few.size <= _MOST_WRITTEN else None


def _index_dtype(operand_shape: Sequence[int], window: Sequence[int]) -> DType:
    # A start just behind the end of a dimension plus the window is the largest number that comes up.
    sizes = *operand_shape, *window
    is_small = all_known(sizes) and prod(operand_shape) + max(window, default=0) + 1 < 1 << 31
    return np.dtype(np.int32 if is_small else np.int64)


def _count(edge: Edge) -> float:
    """How many elements there are, to put small tensors first."""
    return edge.size if is_known(edge.size) else np.inf
