"""dynamic_slice and dynamic_update_slice: one window of operand, at starts that the program computes, clamped."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.export.onnx import ops
from hlogen.export.onnx.context import LoweringContext
from hlogen.export.onnx.graph import Edge, Graph
from hlogen.export.onnx.indices import clamped, joined, window_at
from hlogen.export.onnx.registry import lowering
from hlogen.export.onnx.sizes import is_at_most

# An element of update takes ScatterElements as long as so many of operand take Concat.
_SCATTERED = 16


@lowering("stablehlo.dynamic_slice", dynamic=True)
def dynamic_slice(site: LoweringContext) -> Edge:
    operand, shape = site.inputs[0], site.type.static_shape
    if 0 in shape:
        return site.graph.constant(np.empty(shape, operand.dtype))
    dims = _moving(operand.shape, shape)
    return window_at(site.graph, operand, _starts(site, 1, dims, shape), dims, shape, shape)


@lowering("stablehlo.dynamic_update_slice", dynamic=True)
def dynamic_update_slice(site: LoweringContext) -> Edge:
    operand, update = site.inputs[:2]
    if update.size == 0:
        return operand
    dims = _moving(operand.shape, update.shape)
    starts = _starts(site, 2, dims, update.shape)
    if len(dims) == 1 and is_at_most(update.size * _SCATTERED, operand.size):
        return _scattered(site.graph, operand, update, starts, dims[0])
    return _framed(site.graph, operand, update, starts, dims)


def _moving(operand_shape: Sequence[int], window: Sequence[int]) -> list[int]:
    """The dimensions along which the window can start at several places."""
    return [d for d, (dim, size) in enumerate(zip(operand_shape, window, strict=True)) if size != dim]


def _starts(site: LoweringContext, first: int, dims: Sequence[int], window: Sequence[int]) -> Edge:
    """The operands from number `first` on, for `dims`: clamped so that the window lies inside."""
    facts = [site.fact(first + d) for d in dims]
    edges = [site.inputs[first + d] for d in dims]
    constants = [fact.constant for fact in facts if fact.constant is not None]
    if len(constants) == len(edges):
        edges = [site.graph.constant(constant) for constant in constants]
    limits = [site.inputs[0].shape[d] - window[d] for d in dims]
    return clamped(site.graph, joined(site.graph, edges), [fact.range for fact in facts], 0, limits, np.int64)


def _scattered(graph: Graph, operand: Edge, update: Edge, start: Edge, dim: int) -> Edge:
    """Element by element: every one has its own place, so their order doesn't matter."""
    shape = [update.shape[d] if d == dim else 1 for d in range(update.rank)]
    places = ops.add(graph, ops.iota(graph, update.shape[dim], shape), start)
    indices = ops.expand(graph, places, update.shape)
    return graph.node("ScatterElements", [operand, indices, update], operand.dtype, operand.shape, axis=dim)


def _framed(graph: Graph, operand: Edge, update: Edge, starts: Edge, dims: Sequence[int]) -> Edge:
    """What lies before, the window, and what lies behind, joined; so along each dimension, inside of the one before."""
    if not dims:
        return update
    dim, *others = dims
    start = ops.slice_(graph, starts, [0], [1])
    end = ops.add(graph, start, graph.vector([update.shape[dim]]))
    zero, size = graph.vector([0]), graph.vector([operand.shape[dim]])
    within = _part(graph, operand, start, end, dim, update.shape[dim])
    within = _framed(graph, within, update, ops.slice_(graph, starts, [1], [len(dims)]), others)
    pieces = [_part(graph, operand, zero, start, dim), within, _part(graph, operand, end, size, dim)]
    pieces = [piece for piece in pieces if piece.size != 0]
    return graph.node("Concat", pieces, operand.dtype, operand.shape, axis=dim)


def _part(graph: Graph, a: Edge, start: Edge, end: Edge, dim: int, size: int | None = None) -> Edge:
    """`a` from `start` to `end` along `dim`: so many, where that is known. The edge has the size of `a` otherwise."""
    if start.constant is not None and end.constant is not None:
        starts, limits = [0] * a.rank, list(a.shape)
        starts[dim], limits[dim] = start.constant.item(), end.constant.item()
        return ops.slice_(graph, a, starts, limits)
    shape = list(a.shape)
    shape[dim] = shape[dim] if size is None else size
    return graph.node("Slice", [a, start, end, graph.constant(np.array([dim]))], a.dtype, shape)
