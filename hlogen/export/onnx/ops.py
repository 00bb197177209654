"""ONNX's operators as functions of edges. Constants are computed at once.

They take every dtype that ONNX's operator has a meaning for: where one of onnxruntime's kernels is missing or wrong
(`hlogen.export.onnx.kernels`), they take another way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from hlogen.export.onnx.graph import Array, Edge, Graph, onnx_type
from hlogen.export.onnx.kernels import working
from hlogen.export.onnx.sizes import all_known, broadcast_shapes, is_at_most

# A constant that is larger than its inputs together isn't computed beyond this many elements: models stay small.
_MOST_COMPUTED = 256


def node(graph: Graph, op_type: str, *inputs: Edge, dtype: npt.DTypeLike | None = None, **attributes: Any) -> Edge:
    """A node of an elementwise operator, in a dtype that onnxruntime has it for; it gives theirs or `dtype`."""
    own, shape = inputs[-1].dtype, broadcast_shapes(*(edge.shape for edge in inputs))
    work = working(op_type, own)
    inputs = tuple(cast(graph, edge, work) for edge in _unrepeated(graph, *inputs))
    if dtype is not None:
        return graph.node(op_type, inputs, dtype, shape, **attributes)
    return cast(graph, graph.node(op_type, inputs, work, shape, **attributes), own)


def unary(
    graph: Graph, op_type: str, a: Edge, fold: Callable[[Array], Array], dtype: npt.DTypeLike | None = None
) -> Edge:
    """An elementwise operator of one edge; `fold` is what it does to an array."""
    if a.constant is not None and pays(a.shape, a):
        with np.errstate(all="ignore"):
            return graph.constant(fold(a.constant))
    return node(graph, op_type, a, dtype=dtype)


def binary(
    graph: Graph,
    op_type: str,
    a: Edge,
    b: Edge,
    fold: Callable[[Array, Array], Array],
    dtype: npt.DTypeLike | None = None,
    **attributes: Any,
) -> Edge:
    """An elementwise operator of two edges that broadcast; `fold` is what it does to arrays."""
    shape = broadcast_shapes(a.shape, b.shape)
    if a.constant is not None and b.constant is not None and pays(shape, a, b):
        with np.errstate(all="ignore"):
            return graph.constant(fold(a.constant, b.constant))
    return node(graph, op_type, a, b, dtype=dtype, **attributes)


def add(graph: Graph, a: Edge, b: Edge) -> Edge:
    """onnxruntime's optimizer takes x + 0.0 for x, but of -0.0 it is 0.0: so that is written as 0.0 - (-x)."""
    a, b = _unrepeated(graph, a, b)
    for x, zero in ((a, b), (b, a)):
        if x.constant is None and _is_zero(zero, minus=False):
            return binary(graph, "Sub", zero, unary(graph, "Neg", x, np.negative), np.subtract)
    return binary(graph, "Add", a, b, np.add)


def subtract(graph: Graph, a: Edge, b: Edge) -> Edge:
    """onnxruntime's optimizer takes x - (-0.0) for x, too: so that is written as the sum that it is."""
    a, b = _unrepeated(graph, a, b)
    if a.constant is None and _is_zero(b, minus=True):
        return add(graph, a, graph.constant(np.zeros(b.shape, b.dtype)))
    return binary(graph, "Sub", a, b, np.subtract)


def _is_zero(a: Edge, *, minus: bool) -> bool:
    """Whether it is a floating-point constant of one element, 0.0 or -0.0."""
    if a.constant is None or a.size != 1 or a.dtype.kind in "iub":
        return False
    return bool(a.constant == 0) and bool(np.signbit(a.constant)) == minus


def multiply(graph: Graph, a: Edge, b: Edge) -> Edge:
    return binary(graph, "Mul", a, b, np.multiply)


def less(graph: Graph, a: Edge, b: Edge) -> Edge:
    return binary(graph, "Less", a, b, np.less, bool)


def less_equal(graph: Graph, a: Edge, b: Edge) -> Edge:
    return binary(graph, "LessOrEqual", a, b, np.less_equal, bool)


def greater(graph: Graph, a: Edge, b: Edge) -> Edge:
    return binary(graph, "Greater", a, b, np.greater, bool)


def greater_equal(graph: Graph, a: Edge, b: Edge) -> Edge:
    return binary(graph, "GreaterOrEqual", a, b, np.greater_equal, bool)


def equal(graph: Graph, a: Edge, b: Edge) -> Edge:
    return binary(graph, "Equal", a, b, np.equal, bool)


def and_(graph: Graph, a: Edge, b: Edge) -> Edge:
    return binary(graph, "And", a, b, np.logical_and, bool)


def or_(graph: Graph, a: Edge, b: Edge) -> Edge:
    return binary(graph, "Or", a, b, np.logical_or, bool)


def not_(graph: Graph, a: Edge) -> Edge:
    """Without ONNX's Not: onnxruntime's optimizer lets the choices of a Where behind one change places: see `where`."""
    return equal(graph, a, graph.constant(np.array(False)))


def where(graph: Graph, condition: Edge, a: Edge, b: Edge, *, no_minus_zero: bool = False) -> Edge:
    """`a` where `condition`, else `b`; all three broadcast.

    onnxruntime's Where makes 0.0 of a -0.0 in `a`, and only there. So the two change places, or where both may have
    one, are chosen apart, with ones beside them, and multiplied. `no_minus_zero` says that `a` never has one.
    """
    shape = broadcast_shapes(condition.shape, a.shape, b.shape)
    if condition.constant is not None and condition.constant.size:
        if np.all(condition.distinct) and shape == a.shape:
            return a
        if not np.any(condition.distinct) and shape == b.shape:
            return b
        if a.constant is not None and b.constant is not None and pays(shape, condition, a, b):
            return graph.constant(np.where(condition.constant, a.constant, b.constant))
    if no_minus_zero or not may_be_minus_zero(a):
        return _where(graph, condition, a, b)
    otherwise = not_(graph, condition)
    if not may_be_minus_zero(b):
        return _where(graph, otherwise, b, a)
    work = working("Mul", a.dtype)
    one = graph.constant(np.ones((), work))
    chosen = _where(graph, otherwise, one, cast(graph, a, work)), _where(graph, condition, one, cast(graph, b, work))
    return cast(graph, multiply(graph, *chosen), a.dtype)


def _where(graph: Graph, condition: Edge, a: Edge, b: Edge) -> Edge:
    shape = broadcast_shapes(condition.shape, a.shape, b.shape)
    condition, a, b = _unrepeated(graph, condition, a, b)
    work = working("Where", a.dtype)
    chosen = graph.node("Where", [condition, cast(graph, a, work), cast(graph, b, work)], work, shape)
    return cast(graph, chosen, a.dtype)


def may_be_minus_zero(a: Edge) -> bool:
    """Whether a -0.0 may be among the elements."""
    if a.dtype.kind in "iub":
        return False
    return a.distinct is None or bool(np.any((a.distinct == 0) & np.signbit(a.distinct)))


def clamp(graph: Graph, low: int, a: Edge, high: int) -> Edge:
    """Integers moved into low .. high. Not ONNX's Clip: onnxruntime compares only parts of 64-bit integers there."""
    if a.distinct is not None and all_known((low, high)):
        return expand(graph, graph.constant(np.clip(a.distinct, low, high)), a.shape)
    low_edge, high_edge = graph.number(low, a.dtype), graph.number(high, a.dtype)
    a = where(graph, less(graph, a, low_edge), low_edge, a)
    return where(graph, greater(graph, a, high_edge), high_edge, a)


def cast(graph: Graph, a: Edge, dtype: npt.DTypeLike) -> Edge:
    """The elements as another type, as ONNX's Cast has it: integers wrap, floats round to nearest even."""
    dtype = np.dtype(dtype)
    if a.dtype == dtype:
        return a
    if a.constant is not None and pays(a.shape, a):
        with np.errstate(all="ignore"):
            return graph.constant(a.constant.astype(dtype))
    return graph.node("Cast", [a], dtype, a.shape, to=onnx_type(dtype))


def reshape(graph: Graph, a: Edge, shape: Sequence[int]) -> Edge:
    shape = tuple(shape)
    if a.shape == shape:
        return a
    if a.constant is not None and pays(shape, a):
        return graph.constant(a.constant.reshape(shape))
    return graph.node("Reshape", [a, graph.vector(shape)], a.dtype, shape, allowzero=1)


def expand(graph: Graph, a: Edge, shape: Sequence[int]) -> Edge:
    """`a` repeated to `shape`, by ONNX's (and NumPy's) broadcasting."""
    shape = tuple(shape)
    if a.shape == shape:
        return a
    if a.constant is not None and pays(shape, a):
        return graph.constant(np.broadcast_to(a.constant, shape))
    if 0 in shape:  # onnxruntime drops an Expand of one element to none
        return graph.constant(np.zeros(shape, a.dtype))
    work = working("Expand", a.dtype)
    made = cast(graph, graph.node("Expand", [cast(graph, a, work), graph.vector(shape)], work, shape), a.dtype)
    if a.constant is None or not all_known(shape):
        return replace(made, repeated=a)
    return replace(made, repeated=a, constant=np.broadcast_to(a.constant, shape))


def transpose(graph: Graph, a: Edge, permutation: Sequence[int]) -> Edge:
    permutation = list(permutation)
    if permutation == sorted(permutation):
        return a
    if a.constant is not None and pays(a.shape, a):
        return graph.constant(a.constant.transpose(permutation))
    return graph.node("Transpose", [a], a.dtype, [a.shape[d] for d in permutation], perm=permutation)


def concatenate(graph: Graph, edges: Sequence[Edge], axis: int) -> Edge:
    if len(edges) == 1:
        return edges[0]
    shape = list(edges[0].shape)
    shape[axis] = sum(edge.shape[axis] for edge in edges)
    constants = [edge.constant for edge in edges if edge.constant is not None]
    if len(constants) == len(edges) and pays(shape, *edges):
        return graph.constant(np.concatenate(constants, axis))
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
    shape = [
        _count(start, limit, stride, size)
        for start, limit, stride, size in zip(starts, limits, strides, a.shape, strict=True)
    ]  # fmt: skip
    if a.constant is not None and pays(shape, a):
        return graph.constant(a.constant[tuple(map(slice, starts, limits, strides))])
    lists = [[values[d] for d in dims] for values in (starts, limits, range(a.rank), strides)]
    return graph.node("Slice", [a, *map(graph.vector, lists)], a.dtype, shape)


def _count(start: int, limit: int, stride: int, size: int) -> int:
    if all_known((start, limit, stride, size)):
        return len(range(*slice(start, limit, stride).indices(size)))
    return (limit - start + stride - 1) // stride


def gather(graph: Graph, a: Edge, indices: Edge, axis: int) -> Edge:
    """ONNX's Gather: rows of `a` along `axis`. Every index must be in 0 .. size - 1, and `a` have rank >= 1."""
    shape = (*a.shape[:axis], *indices.shape, *a.shape[axis + 1 :])
    if a.constant is not None and indices.constant is not None and pays(shape, a, indices):
        return graph.constant(np.take(a.constant, indices.constant, axis))
    return graph.node("Gather", [a, indices], a.dtype, shape, axis=axis)


def iota(graph: Graph, size: int, shape: Sequence[int] | None = None, dtype: npt.DTypeLike = np.int64) -> Edge:
    """0 .. size - 1, of `shape` where one is given, as int32 or int64. Many are counted when the model runs."""
    shape = (size,) if shape is None else shape
    if is_at_most(size, _MOST_COMPUTED):
        return graph.constant(np.arange(size, dtype=dtype).reshape(shape))
    limits = [graph.number(value, dtype) for value in (0, size, 1)]
    return reshape(graph, graph.node("Range", limits, dtype, (size,)), shape)


def full(graph: Graph, value: Any, shape: Sequence[int], dtype: npt.DTypeLike) -> Edge:
    """`value` everywhere; large ones are expanded when the model runs."""
    return expand(graph, graph.constant(np.array(value, dtype)), shape)


def _unrepeated(graph: Graph, *edges: Edge) -> list[Edge]:
    """`edges` with what is repeated in place of what repeats it, as long as the others have the shape of all."""
    if all(edge.constant is None and edge.repeated is None for edge in edges):
        return list(edges)
    found, shape = list(edges), broadcast_shapes(*(edge.shape for edge in edges))
    for at, edge in enumerate(edges):
        once = edge.repeated
        if edge.constant is not None and edge.size > 1 and _stored(edge) == 1:
            once = graph.constant(edge.constant[(0,) * edge.rank])
        others = (other.shape for number, other in enumerate(found) if number != at)
        if once is not None and broadcast_shapes(*others) == shape:
            found[at] = once
    return found


def pays(shape: Sequence[int], *edges: Edge) -> bool:
    """Whether a constant of `shape` is better in the model than what computes it from `edges`."""
    return all_known(shape) and prod(shape) <= max(_MOST_COMPUTED, sum(map(_stored, edges)))


def _stored(edge: Edge) -> int:
    """How many elements of a constant there are but for repetition: an expanded one isn't in the model as a whole."""
    return edge.size if edge.distinct is None else edge.distinct.size
