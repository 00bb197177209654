"""StableHLO's element types in a model: as what they are held, and what goes in and out.

| element type | in the graph (carrier) | at inputs and outputs (interface) |
|---|---|---|
| i1, i8 ... i64, ui8 ... ui64, index, f16, bf16, f32, f64 | itself | itself |
| i2, i4 / ui2, ui4 | int8 / uint8 | int8 / uint8: onnxruntime's Python API has no packed tensors |
| f8E4M3FN, f8E4M3FNUZ, f8E5M2, f8E5M2FNUZ | float32 | itself, from opset 19 on |

Complex and quantized elements don't get here: their parts do (`hlogen.export.onnx.plain`).

What an operation computes on carriers isn't always of the element type: `fitted` brings it there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

import numpy as np

from hlogen.errors import UsageError
from hlogen.export.onnx import ops
from hlogen.export.onnx.graph import Array, DType, Edge, Graph, onnx_type
from hlogen.ir import (
    ElementType,
    FloatType,
    IndexType,
    IntegerType,
    TensorType,
    Type,
    Value,
    dtype_of,
)

_F32 = np.dtype(np.float32)
_FLOATS = ("f16", "bf16", "f32", "f64")
# The f8 types that ONNX has and onnxruntime rounds to: what is larger than this by magnitude becomes NaN or infinite.
_F8_LIMITS = {"f8E4M3FN": 464.0, "f8E4M3FNUZ": None, "f8E5M2": 61440.0, "f8E5M2FNUZ": None}
_F8_OPSET = 19


def type_of_elements(value: Value) -> ElementType:
    """The element type of a value, which is a tensor."""
    return cast(TensorType, value.type).element_type


@lru_cache(maxsize=256)
def carrier(element_type: Type) -> DType:
    """The dtype of a tensor of this element type inside the graph. UsageError for types that no model can hold."""
    reason = None
    if isinstance(element_type, (IntegerType, IndexType)):
        width = 64 if isinstance(element_type, IndexType) else element_type.width
        if width in (2, 4):
            return np.dtype(np.uint8 if dtype_of(element_type).name.startswith("u") else np.int8)
        if element_type == IntegerType(1) or width in (8, 16, 32, 64):
            return dtype_of(element_type)
        reason = "ONNX has integers of 2, 4, 8, 16, 32 and 64 bits"
    elif isinstance(element_type, FloatType):
        if element_type.name in _FLOATS:
            return dtype_of(element_type)
        if element_type.name in _F8_LIMITS:
            return _F32
        known = ", ".join((*_F8_LIMITS, *_FLOATS))
        reason = f"of floats, ONNX and onnxruntime both have {known}; convert to one that holds its values, such as f32"
    raise UsageError(f"elements of type {element_type} can't be in an ONNX model" + (f": {reason}" if reason else ""))


def interface(element_type: Type, opset: int) -> DType:
    """The dtype of a model's input or output of this element type. UsageError where the opset or ONNX has none."""
    held = carrier(element_type)
    if not _is_f8(element_type):
        return held
    if opset < _F8_OPSET:
        raise UsageError(f"elements of type {element_type} need opset {_F8_OPSET} or later, this is opset {opset}")
    return dtype_of(element_type)


def is_native(element_type: Type) -> bool:
    """True where the carrier is the type itself, so that arithmetic on carriers needs no `fitted`."""
    return carrier(element_type) == dtype_of(element_type)


def entered(graph: Graph, edge: Edge, element_type: Type) -> Edge:
    """The carrier of what stands at an input."""
    return ops.cast(graph, edge, carrier(element_type))


def left(graph: Graph, edge: Edge, element_type: Type) -> Edge:
    """What stands at an output, of its carrier."""
    wanted = interface(element_type, graph.opset)
    if edge.dtype == wanted:
        return edge
    return graph.node("Cast", [edge], wanted, edge.shape, to=onnx_type(wanted), saturate=0)  # it has such a value


def carried(array: Array, element_type: Type) -> Array:
    """A constant's elements as the carrier holds them."""
    return array.astype(carrier(element_type), copy=False)


def fitted(graph: Graph, edge: Edge, element_type: Type) -> Edge:
    """Brings carriers to the element type as convert does: narrow integers wrap, f8 rounds to nearest even."""
    if is_native(element_type):
        return edge
    if edge.distinct is not None:
        with np.errstate(all="ignore"):
            there = graph.constant(edge.distinct.astype(dtype_of(element_type)).astype(edge.dtype))
        return ops.expand(graph, there, edge.shape)
    if isinstance(element_type, FloatType):
        return _rounded_to_f8(graph, edge, element_type)
    assert isinstance(element_type, IntegerType)
    return _wrapped(graph, edge, element_type)


def _wrapped(graph: Graph, edge: Edge, type: IntegerType) -> Edge:
    """Mod gives the divisor's sign, so that it wraps."""
    wide = ops.cast(graph, edge, np.int32)
    low, size = graph.constant(np.int32(-type.minimum)), graph.constant(np.int32(1 << type.width))
    if type.is_unsigned:
        return ops.cast(graph, ops.node(graph, "Mod", wide, size), edge.dtype)
    wide = ops.node(graph, "Mod", ops.add(graph, wide, low), size)
    return ops.cast(graph, ops.subtract(graph, wide, low), edge.dtype)


def _rounded_to_f8(graph: Graph, edge: Edge, type: FloatType) -> Edge:
    """Cast rounds right up to the largest value; what lies halfway to the next and above is seen to here."""
    if graph.opset < _F8_OPSET:
        raise UsageError(f"arithmetic on elements of type {type} needs opset {_F8_OPSET} or later")
    limit = _F8_LIMITS[type.name]
    if limit is not None:
        size, bound = ops.node(graph, "Abs", edge), graph.constant(np.float32(limit))
        if type.name == "f8E5M2":  # infinite from the limit on: 1e30 and more is cast rightly
            beyond = ops.greater_equal(graph, size, bound)
            far = ops.multiply(graph, edge, graph.constant(np.float32(1e30)))
        else:
            beyond, far = ops.greater(graph, size, bound), graph.constant(np.float32(np.nan))
        edge = ops.where(graph, beyond, far, edge, no_minus_zero=True)
    narrow: DType = dtype_of(type)
    rounded = graph.node("Cast", [edge], narrow, edge.shape, to=onnx_type(narrow), saturate=0)
    return ops.cast(graph, rounded, _F32)


def _is_f8(element_type: Any) -> bool:
    return isinstance(element_type, FloatType) and element_type.name in _F8_LIMITS
