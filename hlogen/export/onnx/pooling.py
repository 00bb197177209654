"""ONNX's MaxPool for windows of any dimensions, where onnxruntime's is right."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from hlogen.export.onnx import ops
from hlogen.export.onnx.graph import Edge, Graph

_MOST_SPATIAL = 3  # dimensions that onnxruntime pools
_MOST_ELEMENTS = 64  # of a window, whose elements are compared one by one


def pools(
    shape: Sequence[int], sizes: Sequence[int], strides: Sequence[int], padding: Sequence[tuple[int, int]]
) -> bool:
    """Whether these windows are what MaxPool has, each with at least one element of the operand."""
    has_elements = all(0 <= edge < size for edges, size in zip(padding, sizes, strict=True) for edge in edges)
    spatial = len(_spatial(sizes, strides))
    return has_elements and 0 < spatial <= _MOST_SPATIAL and 0 not in shape and prod(sizes) <= _MOST_ELEMENTS


def is_awkward(graph: Graph, x: Edge) -> Edge:
    """Whether onnxruntime's MaxPool may be wrong for floats: one of them is NaN, infinite, or -0 (or nearly)."""
    dimensions = graph.constant(np.arange(x.rank))
    zero, least = graph.constant(np.zeros((), x.dtype)), graph.constant(np.array(-np.inf, x.dtype))
    products = graph.node("Mul", [x, zero], x.dtype, x.shape)
    total = graph.node("ReduceSum", [products, dimensions], x.dtype, (), keepdims=0)
    reciprocals = graph.node("Reciprocal", [x], x.dtype, x.shape)
    smallest = graph.node("ReduceMin", [reciprocals, dimensions], x.dtype, (), keepdims=0)
    return ops.or_(graph, ops.node(graph, "IsNaN", total, dtype=bool), ops.equal(graph, smallest, least))


def max_pool(
    graph: Graph,
    x: Edge,
    sizes: Sequence[int],
    strides: Sequence[int],
    padding: Sequence[tuple[int, int]],
    shape: Sequence[int],
) -> Edge:
    """The largest element of each window, as a tensor of `shape`."""
    spatial = _spatial(sizes, strides)
    others = [d for d in range(x.rank) if d not in spatial]
    order = [*others, *spatial]
    images = ops.reshape(
        graph,
        ops.transpose(graph, x, order),
        (1, prod(x.shape[d] for d in others), *(x.shape[d] for d in spatial)),
    )
    pooled = graph.node(
        "MaxPool",
        [images],
        x.dtype,
        (*images.shape[:2], *(shape[d] for d in spatial)),
        kernel_shape=[sizes[d] for d in spatial],
        strides=[strides[d] for d in spatial],
        pads=[padding[d][side] for side in (0, 1) for d in spatial],
    )
    ordered = ops.reshape(graph, pooled, [shape[d] for d in order])
    return ops.transpose(graph, ordered, np.argsort(order).tolist())


def _spatial(sizes: Sequence[int], strides: Sequence[int]) -> list[int]:
    """The dimensions along which windows aren't single elements next to each other."""
    return [d for d, lengths in enumerate(zip(sizes, strides, strict=True)) if lengths != (1, 1)]
