"""The largest and smallest of many floats with NaN where there is one, and +0 above -0.

ONNX's operators see to neither. So a zero goes along with each element, NaN for NaN, else one with a sign, and the
zeros are added up. A sum of zeros is +0 where one of them is, and NaN where one of them is.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.export.onnx import ops
from hlogen.export.onnx.graph import DType, Edge, Graph

# ONNX's operators for two edges, and for dimensions of one.
PAIRWISE = {"stablehlo.maximum": "Max", "stablehlo.minimum": "Min"}
REDUCTIONS = {"stablehlo.maximum": "ReduceMax", "stablehlo.minimum": "ReduceMin"}

_ORDERED_AS: dict[str, DType] = {
    "bool": np.dtype(np.uint8),
    "int16": np.dtype(np.int32),
    "uint16": np.dtype(np.int32),
    "uint32": np.dtype(np.int64),
}


def zeros_beside(graph: Graph, name: str, x: Edge) -> Edge:
    """Zeros of which one is +0 where an element is +0 (for the minimum: -0), or NaN where an element is.

    Other elements may have a +0 too, but none where the largest (smallest) is a zero: they are below (above) it.
    """
    one, zero = (_constant(graph, value, x.dtype) for value in (1.0, 0.0 if name == "stablehlo.maximum" else -0.0))
    minus_one = _constant(graph, -1.0, x.dtype)
    near = graph.node("Clip", [x, minus_one, one], x.dtype, x.shape)  # infinity times 0 is NaN
    return graph.node("Mul", [near, zero], x.dtype, x.shape)


def with_zeros(graph: Graph, name: str, extreme: Edge, zeros: Edge) -> Edge:
    """The largest (smallest) element, of what ONNX gives and the sum of the zeros beside."""
    if name == "stablehlo.maximum":
        return graph.node("Add", [extreme, zeros], extreme.dtype, extreme.shape)
    difference = graph.node("Sub", [zeros, extreme], extreme.dtype, extreme.shape)
    return graph.node("Neg", [difference], extreme.dtype, extreme.shape)


def extreme_of_rows(graph: Graph, name: str, rows: Edge) -> Edge:
    """The largest (smallest) element of each row of an f32 or f64 matrix.

    Only sums along the last dimension keep the sign of -0 in onnxruntime.
    """
    axes = graph.constant(np.array([1], np.int64))
    found, zeros = (
        graph.node(op_type, [edge, axes], rows.dtype, rows.shape[:1], keepdims=0)
        for op_type, edge in ((REDUCTIONS[name], rows), ("ReduceSum", zeros_beside(graph, name, rows)))
    )
    return with_zeros(graph, name, found, zeros)


def folded(graph: Graph, name: str, lhs: Sequence[Edge], rhs: Sequence[Edge]) -> list[Edge]:
    """Two elements and the zeros beside them as one."""
    extreme, zeros = (
        graph.node(op_type, [a, b], a.dtype, a.shape)
        for op_type, a, b in zip((PAIRWISE[name], "Add"), lhs, rhs, strict=True)
    )
    return [extreme, zeros]


def ordered_integers(graph: Graph, x: Edge) -> Edge:
    """Integers or booleans in the same order, of a dtype that onnxruntime's TopK, ArgMax and ArgMin take."""
    if x.dtype.name == "uint64":  # counted from the other end of int64
        return ops.cast(graph, ops.add(graph, x, graph.constant(np.uint64(1 << 63))), np.int64)
    return ops.cast(graph, x, _ORDERED_AS.get(x.dtype.name, x.dtype))


def _constant(graph: Graph, value: float, dtype: DType) -> Edge:
    return graph.constant(np.array(value, dtype))
