"""The Fourier transform along one dimension: ONNX's DFT, where onnxruntime has it right."""

from __future__ import annotations

import numpy as np

from hlogen.analysis.view import integer_of
from hlogen.export.onnx import ops
from hlogen.export.onnx.arithmetic import scalar
from hlogen.export.onnx.context import LoweringContext
from hlogen.export.onnx.graph import Edge, Graph
from hlogen.export.onnx.registry import lowering

_AXIS_IS_AN_INPUT = 20  # from this opset on
_F64 = np.dtype(np.float64)


@lowering("hlogen:dft")
def dft(site: LoweringContext) -> list[Edge]:
    """Real and imaginary parts come in and go out apart.

    onnxruntime loses digits where the size isn't a power of two, in f32 half of them, so that is computed in f64; and
    its inverse divides f64s by an f32. So the inverse is the transform with real and imaginary parts swapped, before
    and after.
    """
    graph, parts = site.graph, list(site.inputs)
    axis, inverse = integer_of(site.op, "axis"), integer_of(site.op, "inverse")
    held, size = parts[0].dtype, parts[0].shape[axis]
    if size & (size - 1):
        parts = [ops.cast(graph, part, _F64) for part in parts]
    if inverse:
        parts.reverse()
    parts = _transformed(graph, parts, axis)
    if inverse:
        count = scalar(graph, size, parts[0])
        parts = [ops.node(graph, "Div", part, count) for part in reversed(parts)]
    return [ops.cast(graph, part, held) for part in parts]


def _transformed(graph: Graph, parts: list[Edge], axis: int) -> list[Edge]:
    shape = parts[0].shape
    pairs = ops.concatenate(graph, [ops.reshape(graph, part, (*shape, 1)) for part in parts], len(shape))
    if pairs.rank == 2:  # the operator wants a batch
        pairs = ops.reshape(graph, pairs, (1, *pairs.shape))
    along = axis + pairs.rank - len(shape) - 1
    if graph.opset < _AXIS_IS_AN_INPUT:
        made = graph.node("DFT", [pairs], pairs.dtype, pairs.shape, axis=along)
    else:
        made = graph.node("DFT", [pairs, None, graph.constant(np.array(along, np.int64))], pairs.dtype, pairs.shape)
    ends = [0] * made.rank
    halves = [ops.slice_(graph, made, [*ends[1:], k], [*made.shape[:-1], k + 1]) for k in (0, 1)]
    return [ops.reshape(graph, half, shape) for half in halves]
