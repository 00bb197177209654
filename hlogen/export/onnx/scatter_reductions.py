"""Scatters that ONNX's ScatterElements and ScatterND do, by their reductions or without.

ScatterElements applies updates one after the other, in row-major order, so it folds duplicates as it should.
ScatterND applies them in parallel: it is taken only where no row is updated twice.
"""

from __future__ import annotations

import numpy as np

from hlogen.export.onnx import ops
from hlogen.export.onnx.graph import DType, Edge, Graph
from hlogen.export.onnx.scatter_landing import Landing
from hlogen.export.onnx.sizes import is_at_most
from hlogen.export.onnx.types import fitted, is_native
from hlogen.ir import ElementType

# The reductions that onnxruntime refuses, by operator and dtype. Besides, its min and max lose a NaN and take zeros of
# either sign for equal.
REFUSED = {
    ("ScatterElements", "bool"): ("min", "max"),
    ("ScatterElements", "float16"): ("add", "mul"),
    ("ScatterElements", "bfloat16"): ("add", "mul", "min", "max"),
    ("ScatterND", "bool"): ("min", "max"),
    ("ScatterND", "float16"): ("add", "mul", "min", "max"),
    ("ScatterND", "bfloat16"): ("add", "mul", "min", "max"),
}

_REDUCTIONS = {"add": "add", "multiply": "mul", "minimum": "min", "maximum": "max"}
# On booleans, ONNX's add is a logical or, and mul an and.
_ON_BOOLEANS = {"add": "add", "maximum": "add", "or": "add", "multiply": "mul", "minimum": "mul", "and": "mul"}
# A table of more elements than this isn't copied only to have a place for what is out of bounds.
_SMALL = 1 << 12


def can_reduce(kind: str, element_type: ElementType, dtype: DType, are_distinct: bool) -> bool:
    """Whether `reduced` does what the operation does, applied one by one to elements that are held as `dtype`.

    `are_distinct` says that no element is updated twice.
    """
    if kind in ("set", "keep"):
        return True
    if dtype == np.bool_:
        return kind in _ON_BOOLEANS or kind == "xor"
    if dtype.kind in "iu":
        return kind in _REDUCTIONS or kind == "subtract"
    if kind in ("minimum", "maximum"):
        return not are_distinct  # of a pair each, the operation itself has less to do
    # Floats held in wider ones, or added in them, would be rounded once, not after every step.
    return kind in (*_REDUCTIONS, "subtract") and dtype in (np.float32, np.float64) and is_native(element_type)


def reduced(
    landing: Landing, operand: Edge, pieces: Edge, kind: str, element_type: ElementType, are_distinct: bool
) -> Edge:
    """`operand` with the pieces folded in, by an operation that `can_reduce` has said yes to."""
    graph = landing.graph
    if kind == "keep":
        return operand
    if kind == "set":
        return replaced(landing, operand, pieces, are_distinct)
    if operand.dtype == np.bool_:
        if kind == "xor":
            return _parity(landing, operand, pieces, are_distinct)
        return _scattered(landing, operand, pieces, _ON_BOOLEANS[kind], are_distinct)
    if kind in ("minimum", "maximum"):
        if operand.dtype.kind not in "iu":
            return _extremum(landing, operand, pieces, _REDUCTIONS[kind])
        return _scattered(landing, operand, pieces, _REDUCTIONS[kind], are_distinct)
    if kind == "subtract":
        pieces, kind = _negative(graph, pieces), "add"
    return fitted(graph, _scattered(landing, operand, pieces, _REDUCTIONS[kind], are_distinct), element_type)


def replaced(landing: Landing, operand: Edge, pieces: Edge, are_distinct: bool) -> Edge:
    """`operand` with rows replaced by the last piece that lands on each."""
    if are_distinct or landing.size == 1:
        return _scattered(landing, operand, pieces, "none", are_distinct)
    # Which of the table's rows and, behind them, of the pieces each row is to be.
    graph, rows = landing.graph, landing.rows
    dtype = np.int32 if is_at_most(rows + landing.pieces, (1 << 31) - 1) else np.int64
    own = ops.iota(graph, rows if landing.inside is None else rows + 1, dtype=dtype)
    numbers = ops.add(graph, ops.iota(graph, landing.pieces, dtype=dtype), graph.number(rows, dtype))
    source = graph.node("ScatterElements", [own, landing.landings, numbers], dtype, own.shape, axis=0, reduction="max")
    all_rows = ops.concatenate(graph, [landing.table(operand), pieces], 0)
    return landing.closed(ops.gather(graph, all_rows, ops.slice_(graph, source, [0], [rows]), 0))


def _scattered(landing: Landing, operand: Edge, pieces: Edge, reduction: str, are_distinct: bool) -> Edge:
    if landing.size != 1 and are_distinct:
        return rows_scattered(landing, operand, pieces, reduction)
    table = landing.opened(operand)
    flat = ops.reshape(landing.graph, table, [table.size])
    elements = ops.reshape(landing.graph, pieces, [pieces.size])
    found = landing.graph.node(
        "ScatterElements", [flat, landing.elements, elements], flat.dtype, flat.shape, axis=0, reduction=reduction
    )
    return landing.closed(ops.reshape(landing.graph, found, table.shape))


def rows_scattered(landing: Landing, operand: Edge, pieces: Edge, reduction: str = "none") -> Edge:
    """By ScatterND: no two pieces land on the same row of the operand."""
    graph = landing.graph
    indices = ops.reshape(graph, ops.cast(graph, landing.landings, np.int64), [landing.pieces, 1])

    def into(table: Edge, graph: Graph) -> Edge:
        return graph.node("ScatterND", [table, indices, pieces], table.dtype, table.shape, reduction=reduction)

    if landing.inside is None or is_at_most(operand.size, _SMALL):
        return landing.closed(into(landing.opened(operand), graph))
    inside, axes = ops.cast(graph, landing.inside, np.int32), graph.constant(np.array([0], np.int64))
    all_inside = ops.cast(graph, graph.node("ReduceMin", [inside, axes], np.int32, [], keepdims=0), np.bool_)
    direct, around = graph.inner(), graph.inner()
    found = landing.closed(into(landing.opened(operand, around), around), around)
    return graph.node(
        "If",
        [all_inside],
        operand.dtype,
        operand.shape,
        then_branch=direct.proto([landing.closed(into(landing.table(operand, direct), direct), direct)]),
        else_branch=around.proto([found]),
    )


def _parity(landing: Landing, operand: Edge, pieces: Edge, are_distinct: bool) -> Edge:
    """Exclusive or of booleans: whether the count of those that are true is odd."""
    graph = landing.graph
    old, new = (ops.cast(graph, edge, np.int32) for edge in (operand, pieces))
    counts = _scattered(landing, old, new, "add", are_distinct)
    odd = graph.node("Mod", [counts, graph.constant(np.int32(2))], np.int32, counts.shape)
    return ops.cast(graph, odd, np.bool_)


def _extremum(landing: Landing, operand: Edge, pieces: Edge, reduction: str) -> Edge:
    """The least or greatest of floats, NaN where one is: NaNs and the signs of zeros are reduced beside the values."""
    graph, dtype = landing.graph, operand.dtype
    if dtype not in (np.float32, np.float64):
        wide = [ops.cast(graph, edge, np.float32) for edge in (operand, pieces)]
        return ops.cast(graph, _extremum(landing, wide[0], wide[1], reduction), dtype)

    def known(value: float, dtype: DType = dtype) -> Edge:
        return graph.constant(np.array(value, dtype))

    best, best_zero, other_zero = (np.inf, 0.0, -0.0) if reduction == "max" else (-np.inf, -0.0, 0.0)
    int32 = np.dtype(np.int32)  # onnxruntime lacks Where of narrower ones
    values, codes = [], []
    for edge in (operand, pieces):
        is_nan = graph.node("IsNaN", [edge], np.bool_, edge.shape)
        # 2 for NaN, 1 for the zero that wins, or for what is better than any zero, 0 for all else
        is_best_zero = ops.equal(graph, graph.node("Reciprocal", [edge], dtype, edge.shape), known(best))
        codes.append(ops.where(graph, is_nan, known(2, int32), ops.cast(graph, is_best_zero, int32)))
        values.append(ops.where(graph, is_nan, known(-best), edge))
    value = _scattered(landing, values[0], values[1], reduction, are_distinct=False)
    code = _scattered(landing, codes[0], codes[1], "max", are_distinct=False)
    zero = ops.where(graph, ops.equal(graph, code, known(0, int32)), known(other_zero), known(best_zero))
    is_zero = ops.equal(graph, value, known(0.0))
    value = ops.where(graph, ops.not_(graph, is_zero), value, zero, no_minus_zero=True)
    value = ops.where(graph, ops.equal(graph, code, known(2, int32)), known(np.nan), value)
    is_nan = graph.node("IsNaN", [operand], np.bool_, operand.shape)
    return ops.where(graph, is_nan, operand, value, no_minus_zero=True)


def _negative(graph: Graph, edge: Edge) -> Edge:
    if edge.dtype.kind in "iu":
        return ops.subtract(graph, graph.constant(np.array(0, edge.dtype)), edge)
    return graph.node("Neg", [edge], edge.dtype, edge.shape)
