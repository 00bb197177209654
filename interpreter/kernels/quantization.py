"""Between floats and quantized integers (spec: uniform_quantize, uniform_dequantize)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import Operation, QuantizedType, TensorType, dtype_of
from hlogen.ir.types import I64
from interpreter.kernels.attributes import tensor_type
from interpreter.kernels.convert import converter
from interpreter.kernels.numerics import computed, working_dtype
from interpreter.registry import Array, Planner, Run, kernel


@kernel("stablehlo.uniform_dequantize")
def uniform_dequantize(op: Operation, planner: Planner) -> Run:
    return dequantize(tensor_type(op.operands[0]))


@kernel("stablehlo.uniform_quantize")
def uniform_quantize(op: Operation, planner: Planner) -> Run:
    operand = tensor_type(op.operands[0])
    to_quantized = quantize(tensor_type(op.result))
    if not isinstance(operand.element_type, QuantizedType):
        return to_quantized
    to_float = dequantize(operand)
    return lambda x: to_quantized(to_float(x))


def dequantize(type: TensorType) -> Callable[[Array], Array]:
    """(x - zero_point) * scale; the difference is exact, also where the storage type would overflow."""
    quantized = _quantized(type)
    scales, zero_points = _parameters(type)
    to_expressed = converter(I64, quantized.expressed_type)
    multiply = computed(np.multiply, quantized.expressed_type)

    def to_float(x: Array) -> Array:
        stored = x.astype(working_dtype(quantized.storage_type)).astype(np.int64)
        return np.asarray(multiply(to_expressed(stored - zero_points), scales))

    return to_float


def quantize(type: TensorType) -> Callable[[Array], Array]:
    """x / scale + zero_point, kept within the storage's limits, then rounded to the nearest integer, ties to even."""
    quantized = _quantized(type)
    scales, zero_points = _parameters(type)
    storage, expressed = quantized.storage_type, quantized.expressed_type
    divide, add = computed(np.divide, expressed), computed(np.add, expressed)
    offsets = converter(I64, expressed)(zero_points)
    low = storage.minimum if quantized.storage_min is None else quantized.storage_min
    high = storage.maximum if quantized.storage_max is None else quantized.storage_max
    to_storage = converter(expressed, storage)

    def clamped(x: Array) -> Array:
        return np.asarray(np.rint(np.minimum(np.maximum(x, low), high)))

    limit = computed(clamped, expressed)
    return lambda x: to_storage(limit(add(divide(x, scales), offsets)))


def _quantized(type: TensorType) -> QuantizedType:
    if not isinstance(type.element_type, QuantizedType):
        raise ExecutionError(f"expected a quantized tensor, found {type}")
    return type.element_type


def _parameters(type: TensorType) -> tuple[Array, Array]:
    """Scales, in the expressed type, and zero points, shaped to broadcast with the tensor."""
    quantized = _quantized(type)
    shape = [-1 if d == quantized.axis else 1 for d in range(type.rank)] if quantized.is_per_axis else []
    scales = np.array(quantized.scales).astype(dtype_of(quantized.expressed_type))
    return scales.reshape(shape), np.array(quantized.zero_points, np.int64).reshape(shape)
