"""The reduction that JAX writes for argmax and argmin, with ONNX's ArgMax and ArgMin."""

from __future__ import annotations

import numpy as np

from hlogen.analysis.view import integer_of, integers_of
from hlogen.export.onnx import ops
from hlogen.export.onnx.extremes import ordered_integers
from hlogen.export.onnx.graph import DType, Edge, Graph
from hlogen.ir import IntegerType, Operation, TensorType, Value
from hlogen.program.bodies import arg_direction

# ONNX's operators, and the operation that gives the value alone.
EXTREMES = {"ArgMax": "stablehlo.maximum", "ArgMin": "stablehlo.minimum"}
_COUNTED = ("stablehlo.iota", "stablehlo.dynamic_iota")
_NAMES = {"GT": "ArgMax", "LT": "ArgMin"}


def arg_extreme(op: Operation) -> str | None:
    """ONNX's operator for a reduction of values and their places along the dimension; None for any other."""
    dimensions = integers_of(op, "dimensions")
    if len(op.operands) != 4 or len(dimensions) != 1 or not _are_places(op.operands[1], dimensions[0]):
        return None
    direction = arg_direction(op.regions[0].block)
    return None if direction is None else _NAMES[direction]


def extreme_and_place(graph: Graph, name: str, x: Edge, dimension: int, places: DType) -> list[Edge]:
    """The extreme elements of a non-empty tensor along a dimension, and where the first of them are."""
    if x.dtype.kind in "biu":
        keys = ordered_integers(graph, x)
        first = _place(graph, name, keys, dimension)
        return [_taken(graph, x, first, dimension), ops.cast(graph, _squeezed(graph, first, dimension), places)]
    wide = ops.cast(graph, x, np.float64 if x.dtype == np.float64 else np.float32)
    is_nan = ops.cast(graph, ops.node(graph, "IsNaN", wide, dtype=bool), np.uint8)
    has_nan = ops.cast(
        graph,
        graph.node(
            "ReduceMax",
            [is_nan, graph.constant(np.array([dimension], np.int64))],
            np.uint8,
            [1 if d == dimension else size for d, size in enumerate(x.shape)],
        ),
        bool,
    )
    nan_place = _place(graph, "ArgMax", is_nan, dimension)
    first, last = (
        ops.where(graph, has_nan, nan_place, _place(graph, name, wide, dimension, is_last=is_last))
        for is_last in (False, True)
    )
    return [_taken(graph, x, last, dimension), ops.cast(graph, _squeezed(graph, first, dimension), places)]


def _place(graph: Graph, name: str, x: Edge, dimension: int, *, is_last: bool = False) -> Edge:
    shape = [1 if d == dimension else size for d, size in enumerate(x.shape)]
    return graph.node(name, [x], np.int64, shape, axis=dimension, keepdims=1, select_last_index=int(is_last))


def _taken(graph: Graph, x: Edge, place: Edge, dimension: int) -> Edge:
    taken = graph.node("GatherElements", [x, place], x.dtype, place.shape, axis=dimension)
    return _squeezed(graph, taken, dimension)


def _squeezed(graph: Graph, x: Edge, dimension: int) -> Edge:
    return ops.reshape(graph, x, [size for d, size in enumerate(x.shape) if d != dimension])


def _are_places(value: Value, dimension: int) -> bool:
    """Whether a tensor counts up along the dimension."""
    owner, type = value.owner, value.type
    if not isinstance(owner, Operation) or owner.name not in _COUNTED or not isinstance(type, TensorType):
        return False
    held, size = type.element_type, type.shape[dimension]
    is_held = isinstance(held, IntegerType) and (held.width >= 32 if size is None else size <= held.maximum + 1)
    return is_held and integer_of(owner, "iota_dimension") == dimension
