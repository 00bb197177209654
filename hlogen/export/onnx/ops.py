"""ONNX's operators as functions of edges, as far as indices and shapes need them. Constants are computed at once.

What they give is what onnxruntime gives: where one of its kernels is wrong or missing for a dtype, the function takes
another way or doesn't take that dtype.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from hlogen.export.onnx.graph import Array, Edge, Graph, onnx_type

# A constant that is larger than its inputs together isn't computed beyond this many elements: models stay small.
_MOST_COMPUTED = 1024


def binary(
    graph: Graph, op_type: str, a: Edge, b: Edge, fold: Callable[[Array, Array], Array], dtype: Any = None
) -> Edge:
    """An elementwise operator of two edges that broadcast; `fold` is what it does to arrays."""
    shape = np.broadcast_shapes(a.shape, b.shape)
    if a.constant is not None and b.constant is not None and _pays(shape, a, b):
        with np.errstate(all="ignore"):
            return graph.constant(fold(a.constant, b.constant))
    return graph.node(op_type, [a, b], a.dtype if dtype is None else dtype, shape)


def add(graph: Graph, a: Edge, b: Edge) -> Edge:
    return binary(graph, "Add", a, b, np.add)


def subtract(graph: Graph, a: Edge, b: Edge) -> Edge:
    return binary(graph, "Sub", a, b, np.subtract)


def multiply(graph: Graph, a: Edge, b: Edge) -> Edge:
    return binary(graph, "Mul", a, b, np.multiply)


def less(graph: Graph, a: Edge, b: Edge) -> Edge:
    return binary(graph, "Less", a, b, np.less, bool)


def greater(graph: Graph, a: Edge, b: Edge) -> Edge:
    return binary(graph, "Greater", a, b, np.greater, bool)


def equal(graph: Graph, a: Edge, b: Edge) -> Edge:
    return binary(graph, "Equal", a, b, np.equal, bool)


def and_(graph: Graph, a: Edge, b: Edge) -> Edge:
    return binary(graph, "And", a, b, np.logical_and, bool)


def or_(graph: Graph, a: Edge, b: Edge) -> Edge:
    return binary(graph, "Or", a, b, np.logical_or, bool)


def not_(graph: Graph, a: Edge) -> Edge:
    if a.constant is not None:
        return graph.constant(np.logical_not(a.constant))
    return graph.node("Not", [a], bool, a.shape)


def where(graph: Graph, condition: Edge, a: Edge, b: Edge) -> Edge:
    """`a` where `condition`, else `b`; all three broadcast."""
    shape = np.broadcast_shapes(condition.shape, a.shape, b.shape)
    if condition.constant is not None and condition.constant.size:
        if condition.constant.all() and shape == a.shape:
            return a
        if not condition.constant.any() and shape == b.shape:
            return b
        if a.constant is not None and b.constant is not None and _pays(shape, condition, a, b):
            return graph.constant(np.where(condition.constant, a.constant, b.constant))
    return graph.node("Where", [condition, a, b], a.dtype, shape)


def clamp(graph: Graph, low: int, a: Edge, high: int) -> Edge:
    """Integers moved into low .. high. Not ONNX's Clip: onnxruntime compares only parts of 64-bit integers there."""
    if a.constant is not None:
        return graph.constant(np.clip(a.constant, low, high))
    low_edge, high_edge = graph.constant(np.array(low, a.dtype)), graph.constant(np.array(high, a.dtype))
    a = where(graph, less(graph, a, low_edge), low_edge, a)
    return where(graph, greater(graph, a, high_edge), high_edge, a)


def cast(graph: Graph, a: Edge, dtype: npt.DTypeLike) -> Edge:
    """The elements as another type, as ONNX's Cast has it: integers wrap, floats round to nearest even."""
    dtype = np.dtype(dtype)
    if a.dtype == dtype:
        return a
    if a.constant is not None:
        with np.errstate(all="ignore"):
            return graph.constant(a.constant.astype(dtype))
    return graph.node("Cast", [a], dtype, a.shape, to=onnx_type(dtype))


def reshape(graph: Graph, a: Edge, shape: Sequence[int]) -> Edge:
    shape = tuple(map(int, shape))
    if a.shape == shape:
        return a
    if a.constant is not None:
        return graph.constant(a.constant.reshape(shape))
    return graph.node("Reshape", [a, graph.constant(np.array(shape, np.int64))], a.dtype, shape, allowzero=1)


def expand(graph: Graph, a: Edge, shape: Sequence[int]) -> Edge:
    """`a` repeated to `shape`, by ONNX's (and NumPy's) broadcasting."""
    shape = tuple(map(int, shape))
    if a.shape == shape:
        return a
    if a.constant is not None and _pays(shape, a):
        return graph.constant(np.broadcast_to(a.constant, shape))
    made = graph.node("Expand", [a, graph.constant(np.array(shape, np.int64))], a.dtype, shape)
    return made if a.constant is None else replace(made, constant=np.broadcast_to(a.constant, shape))


def transpose(graph: Graph, a: Edge, permutation: Sequence[int]) -> Edge:
    permutation = list(permutation)
    if permutation == sorted(permutation):
        return a
    if a.constant is not None:
        return graph.constant(a.constant.transpose(permutation))
    return graph.node("Transpose", [a], a.dtype, [a.shape[d] for d in permutation], perm=permutation)


def concatenate(graph: Graph, edges: Sequence[Edge], axis: int) -> Edge:
    if len(edges) == 1:
        return edges[0]
    constants = [edge.constant for edge in edges if edge.constant is not None]
    if len(constants) == len(edges):
        return graph.constant(np.concatenate(constants, axis))
    shape = list(edges[0].shape)
    shape[axis] = sum(edge.shape[axis] for edge in edges)
    return graph.node("Concat", edges, edges[0].dtype, shape, axis=axis)


def slice_(
    graph: Graph, a: Edge, starts: Sequence[int], limits: Sequence[int], strides: Sequence[int] | None = None
) -> Edge:
    """``a[starts[0]:limits[0]:strides[0], ...]``, one entry per dimension; strides are positive."""
    strides = strides or [1] * a.rank
    dims = [
        d for d, (start, limit, stride) in enumerate(zip(starts, limits, strides, strict=True))
        if (start, limit, stride) != (0, a.shape[d], 1)
    ]  # fmt: skip
    if not dims:
        return a
    places = tuple(slice(start, limit, stride) for start, limit, stride in zip(starts, limits, strides, strict=True))
    if a.constant is not None:
        return graph.constant(a.constant[places])
    shape = [len(range(*place.indices(size))) for place, size in zip(places, a.shape, strict=True)]
    lists = [[values[d] for d in dims] for values in (starts, limits, range(a.rank), strides)]
    return graph.node("Slice", [a, *(graph.constant(np.array(values, np.int64)) for values in lists)], a.dtype, shape)


def gather(graph: Graph, a: Edge, indices: Edge, axis: int) -> Edge:
    """ONNX's Gather: rows of `a` along `axis`. Every index must be in 0 .. size - 1, and `a` have rank >= 1."""
    shape = (*a.shape[:axis], *indices.shape, *a.shape[axis + 1 :])
    if a.constant is not None and indices.constant is not None and _pays(shape, a, indices):
        return graph.constant(np.take(a.constant, indices.constant, axis))
    return graph.node("Gather", [a, indices], a.dtype, shape, axis=axis)


def iota(graph: Graph, size: int, shape: Sequence[int] | None = None, dtype: npt.DTypeLike = np.int64) -> Edge:
    """0 .. size - 1 as a constant, of `shape` where one is given."""
    return graph.constant(np.arange(size, dtype=dtype).reshape(shape or (size,)))


def full(graph: Graph, value: Any, shape: Sequence[int], dtype: npt.DTypeLike) -> Edge:
    """`value` everywhere; large ones are expanded when the model runs."""
    return expand(graph, graph.constant(np.array(value, dtype)), shape)


def _pays(shape: Sequence[int], *edges: Edge) -> bool:
    size = int(np.prod(shape, dtype=np.int64))
    return size <= max(_MOST_COMPUTED, sum(edge.size for edge in edges))
