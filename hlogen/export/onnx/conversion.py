"""Tensors of one element type as another, as the operation convert means it.

As in hlogen's interpreter, floats out of an integer type's range go to its nearest limit, NaN to 0; floats round once,
to nearest even.
"""

from __future__ import annotations

import numpy as np

from hlogen.export.onnx import ops
from hlogen.export.onnx.arithmetic import absolute, bitwise, is_nan, scalar
from hlogen.export.onnx.graph import Edge, Graph
from hlogen.export.onnx.types import carrier, fitted
from hlogen.ir import FloatType, IndexType, IntegerType, Type

_F32, _F64 = np.dtype(np.float32), np.dtype(np.float64)
# The least f64 that rounds to infinity (or NaN), by type: half a step above the largest value, or just behind that.
_OVERFLOW = {
    "f16": 65520.0,
    "bf16": 2.0**128 - 2.0**119,
    "f8E5M2": 61440.0,
    "f8E5M2FNUZ": 61440.0,
    "f8E4M3FN": float(np.nextafter(464.0, np.inf)),
    "f8E4M3FNUZ": 248.0,
}


def converted(graph: Graph, edge: Edge, source: Type, target: Type) -> Edge:
    """`edge`, the carrier of a tensor of `source` elements, as the carrier of one of `target` elements."""
    if source == target:
        return edge
    if target == IntegerType(1):
        return ops.not_(graph, ops.equal(graph, edge, graph.constant(np.zeros((), edge.dtype))))
    if isinstance(target, FloatType):
        return _to_float(graph, edge, source, target)
    if isinstance(source, FloatType):
        return _truncated(graph, edge, target)
    return fitted(graph, ops.cast(graph, edge, carrier(target)), target)


def _to_float(graph: Graph, edge: Edge, source: Type, target: FloatType) -> Edge:
    if source == FloatType("f64") and target.name not in ("f32", "f64"):
        return _rounded(graph, edge, target)
    if target.name == "bf16" and edge.dtype.kind in "iu" and edge.dtype.itemsize >= 4:
        return _rounded(graph, ops.cast(graph, _rounded_to_odd(graph, edge), _F64), target)
    # an integer that f32 doesn't hold is out of range of f16 and of every f8 type
    return fitted(graph, ops.cast(graph, edge, carrier(target)), target)


def _rounded(graph: Graph, edge: Edge, target: FloatType) -> Edge:
    """f64 to a type narrower than f32. Rounded to f32 first, it may then round the other way.

    That needs an f32 in the middle between two values of the type, so the other of these is tried.
    """
    wide = ops.cast(graph, edge, _F32)
    limit = _OVERFLOW[target.name]
    most = np.float32(limit) if np.float32(limit) < limit else np.nextafter(np.float32(limit), np.float32(0))
    inside = ops.less(graph, absolute(graph, edge), graph.constant(np.float64(limit)))
    held = _plain(graph, "Min", _plain(graph, "Max", wide, graph.constant(-most)), graph.constant(most))
    wide = ops.where(graph, inside, held, ops.multiply(graph, wide, graph.constant(np.float32(2))))
    near = _narrowed(graph, wide, target)
    near_wide = ops.cast(graph, near, _F32)
    across = ops.add(graph, wide, ops.subtract(graph, wide, near_wide))
    other = _narrowed(graph, across, target)
    near_off, other_off = (
        absolute(graph, ops.subtract(graph, edge, ops.cast(graph, value, _F64))) for value in (near, other)
    )
    return ops.where(graph, ops.less(graph, other_off, near_off), other, near)


def _rounded_to_odd(graph: Graph, edge: Edge) -> Edge:
    """Integers that f64 holds: large ones lose the lowest bits, and where these aren't 0 the next one is set.

    Rounded to bf16, they are what the integers themselves would be.
    """
    if edge.dtype.itemsize < 8:
        return edge
    lost = 64 - np.finfo(_F64).nmant - 1
    low = bitwise(graph, "And", edge, scalar(graph, (1 << lost) - 1, edge))
    high = ops.subtract(graph, edge, low)
    odd = bitwise(graph, "Or", high, scalar(graph, 1 << lost, edge))
    rounded = ops.where(graph, ops.equal(graph, low, scalar(graph, 0, edge)), edge, odd)
    is_large = ops.greater(graph, absolute(graph, ops.cast(graph, edge, _F64)), graph.constant(np.float64(2.0**40)))
    return ops.where(graph, is_large, rounded, edge)


def _narrowed(graph: Graph, edge: Edge, target: FloatType) -> Edge:
    return fitted(graph, ops.cast(graph, edge, carrier(target)), target)


def _truncated(graph: Graph, edge: Edge, target: Type) -> Edge:
    """Floats as integers: the fraction is dropped."""
    integer = IntegerType(64) if isinstance(target, IndexType) else target
    assert isinstance(integer, IntegerType)
    held = carrier(target)
    if edge.dtype not in (_F32, _F64):
        edge = ops.cast(graph, edge, _F32)
    dtype = edge.dtype.type
    edge = ops.where(graph, is_nan(graph, edge), graph.constant(dtype(0)), edge)
    low, high = dtype(integer.minimum), dtype(integer.maximum)
    above = int(high) > integer.maximum  # the highest integer is no such float, and it rounds up
    if integer.width == 64:
        high = np.nextafter(high, dtype(0))
    inside = _plain(graph, "Min", _plain(graph, "Max", edge, graph.constant(low)), graph.constant(high))
    if not above:
        return ops.cast(graph, inside, held)
    highest = graph.constant(np.array(integer.maximum, held))
    if integer.width == 64:
        beyond = ops.greater(graph, edge, graph.constant(high))
        return ops.where(graph, beyond, highest, ops.cast(graph, inside, held))
    wide = ops.cast(graph, inside, np.int64)
    beyond = ops.greater(graph, wide, ops.cast(graph, highest, np.int64))
    return ops.where(graph, beyond, highest, ops.cast(graph, wide, held))


def _plain(graph: Graph, op_type: str, a: Edge, b: Edge) -> Edge:
    """ONNX's Max or Min of floats, where the sign of a zero doesn't matter."""
    return ops.node(graph, op_type, a, b)
