"""Operations on sizes, done when a model is written: so it is known which sizes are the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add, floordiv, mul, sub

from hlogen.analysis.view import integers_of
from hlogen.export.onnx.graph import Edge
from hlogen.export.onnx.sizes import UnknownSize, all_known
from hlogen.ir import IntegerType, Operation, TensorType

_MOST = 64  # elements that are looked at
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "stablehlo.add": add,
    "stablehlo.subtract": sub,
    "stablehlo.multiply": mul,
    "stablehlo.maximum": max,
    "stablehlo.minimum": min,
    "stablehlo.divide": floordiv,
}


def folded(operation: Operation, inputs: Sequence[Edge]) -> tuple[int, ...] | None:
    """The elements of an operation's result, where these are sizes; None where that isn't known, or all are numbers."""
    if len(operation.results) != 1 or not _may_be_sizes(operation.result.type):
        return None
    given = [_elements(edge) for edge in inputs]
    if None in given or all(all_known(each or ()) for each in given):
        return None
    try:
        return _result(operation, [each for each in given if each is not None])
    except UnknownSize:
        return None


def _result(operation: Operation, given: Sequence[tuple[int, ...]]) -> tuple[int, ...] | None:
    name, type = operation.name, operation.result.type
    assert isinstance(type, TensorType)
    match name:
        case "stablehlo.convert" | "stablehlo.reshape":
            return given[0]
        case "stablehlo.broadcast_in_dim" if len(given[0]) in (1, type.size):
            return given[0] * (type.size // len(given[0]))
        case "stablehlo.concatenate":
            return tuple(size for each in given for size in each)
        case "stablehlo.slice":
            starts, limits = integers_of(operation, "start_indices"), integers_of(operation, "limit_indices")
            return given[0][slice(*starts, *limits, *integers_of(operation, "strides", [1]))] if starts else given[0]
        case _ if name in _ARITHMETIC:
            return tuple(map(_ARITHMETIC[name], *given))
    return None


def _elements(edge: Edge) -> tuple[int, ...] | None:
    if edge.rank > 1 or edge.dtype.kind not in "iu" or edge.dtype.itemsize < 4 or not all_known(edge.shape):
        return None
    return edge.elements if edge.size <= _MOST else None


def _may_be_sizes(type: object) -> bool:
    if not isinstance(type, TensorType) or type.rank > 1 or not type.is_static or type.size > _MOST:
        return False
    return isinstance(type.element_type, IntegerType) and type.element_type.width >= 32
