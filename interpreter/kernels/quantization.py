"""Between floats and quantized integers (spec: uniform_quantize, uniform_dequantize, to_destination_type).

`dequantize` and `quantize` are the specification's formulas, each step rounded in the expressed type, with two
decisions where its text contradicts itself or is silent:
  - The difference with the zero point is exact, as in the definition of quantized types, `f = (i - zero_point) *
    scale`; in the storage type, where the formula of `dequantize` takes it, it could overflow.
  - A result is always in the range from storage_min to storage_max, as that definition says: also where a limit,
    rounded to the expressed type, lies beyond it, and where NaN, which no integer stands for, becomes 0.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import ElementType, IntegerType, Operation, QuantizedType, TensorType, dtype_of
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Gives, Sizes
from interpreter.kernels.chunks import chunked
from interpreter.kernels.convert import converter
from interpreter.kernels.elementwise import elementwise
from interpreter.kernels.numerics import computed, working_dtype
from interpreter.kernels.registry import Planner, Quantized
from interpreter.values.array import Array
from interpreter.values.attributes import tensor_type


@elementwise("stablehlo.uniform_dequantize", quantized=Quantized.ITSELF, gives=Gives.ANY)
def uniform_dequantize(op: Operation, planner: Planner) -> Run:
    operand, result = tensor_type(op.operands[0]), tensor_type(op.result)
    if result.element_type != _quantized(operand).expressed_type:
        raise ExecutionError(f"uniform_dequantize gives the expressed type of {operand}, not {result} (C2)")
    return dequantize(operand)


def memory_of_requantization(op: Operation, sizes: Sizes) -> int:
    """Per axis, the floats between."""
    (operand,) = op.operands
    types = [tensor_type(value).element_type for value in (operand, op.result)]
    if not all(isinstance(type, QuantizedType) for type in types) or not any(map(_is_per_axis, types)):
        return 0
    return dtype_of(_quantized(tensor_type(op.result)).expressed_type).itemsize * sizes.count(operand)


@elementwise("stablehlo.uniform_quantize", quantized=Quantized.ITSELF, gives=Gives.ANY, memory=memory_of_requantization)
def uniform_quantize(op: Operation, planner: Planner) -> Run:
    operand, result = tensor_type(op.operands[0]), tensor_type(op.result)
    to_quantized = quantize(result)
    is_quantized = isinstance(operand.element_type, QuantizedType)
    given = _quantized(operand).expressed_type if is_quantized else operand.element_type
    if given != _quantized(result).expressed_type:
        raise ExecutionError(f"uniform_quantize takes the expressed type of {result}, not {given} (C2)")
    if not is_quantized:
        return to_quantized
    to_float = dequantize(operand)
    return lambda x: to_quantized(to_float(x))


def to_destination_type(source: ElementType, destination: ElementType) -> Callable[[Array], Array]:
    """The spec's conversion of values that a body takes in another type; quantized ones per tensor."""
    if source == destination:
        return lambda x: x
    if not isinstance(destination, QuantizedType):
        if isinstance(source, QuantizedType):
            raise ExecutionError(f"{source} can't be converted to {destination}; use uniform_dequantize before")
        return converter(source, destination)
    expressed = source.expressed_type if isinstance(source, QuantizedType) else source
    if expressed != destination.expressed_type:
        raise ExecutionError(f"{source} can't be converted to {destination}, which stands for other floats")
    to_quantized = quantize(TensorType((), destination))
    if not isinstance(source, QuantizedType):
        return to_quantized
    to_float = dequantize(TensorType((), source))
    return lambda x: to_quantized(to_float(x))


def stored_zero(element: ElementType) -> int:
    """What 0 is stored as: of quantized elements, their zero point."""
    return element.zero_points[0] if isinstance(element, QuantizedType) else 0


def dequantize(type: TensorType) -> Callable[[Array], Array]:
    """(x - zero_point) * scale. Per axis, the parameters broadcast with the last dimensions of x."""
    quantized = _quantized(type)
    scales, zero_points = _parameters(type)
    stored = working_dtype(quantized.storage_type)
    exact = IntegerType(32 if quantized.storage_type.width <= 16 else 64)
    difference = dtype_of(exact)
    zero_points = zero_points.astype(difference)
    to_expressed = converter(exact, quantized.expressed_type)
    multiply = computed(np.multiply, quantized.expressed_type)

    def to_float(x: Array, scales: Array, zero_points: Array) -> Array:
        x = x.astype(stored, copy=False).astype(difference)
        return np.asarray(multiply(to_expressed(np.asarray(x - zero_points)), scales))

    by_chunks = chunked(to_float, dtype_of(quantized.expressed_type))
    return lambda x: by_chunks(x, scales, zero_points)


def quantize(type: TensorType) -> Callable[[Array], Array]:
    """x / scale + zero_point, kept within the storage's limits, then rounded to the nearest integer, ties to even."""
    quantized = _quantized(type)
    scales, zero_points = _parameters(type)
    storage, expressed = quantized.storage_type, quantized.expressed_type
    divide, add = computed(np.divide, expressed), computed(np.add, expressed)
    offsets = converter(IntegerType(64), expressed)(zero_points)
    low, high = storage_range(quantized)
    to_storage = converter(expressed, storage)
    working, stored = working_dtype(storage), dtype_of(storage)
    is_whole = (low, high) == (storage.minimum, storage.maximum)  # then converting keeps the range by itself

    def clamped(x: Array) -> Array:
        return np.asarray(np.rint(np.minimum(np.maximum(x, low), high)))

    limit = computed(clamped, expressed)

    def to_quantized(x: Array, scales: Array, offsets: Array) -> Array:
        result = to_storage(limit(add(divide(x, scales), offsets)))
        return result if is_whole else np.clip(result.astype(working), low, high).astype(stored)

    by_chunks = chunked(to_quantized, stored)
    return lambda x: by_chunks(x, scales, offsets)


def storage_range(type: QuantizedType) -> tuple[int, int]:
    """storage_min and storage_max: those of the storage type where they are left out."""
    storage = type.storage_type
    low = storage.minimum if type.storage_min is None else type.storage_min
    high = storage.maximum if type.storage_max is None else type.storage_max
    return low, high


def _is_per_axis(type: ElementType) -> bool:
    return isinstance(type, QuantizedType) and type.is_per_axis


def _quantized(type: TensorType) -> QuantizedType:
    if not isinstance(type.element_type, QuantizedType):
        raise ExecutionError(f"expected a quantized tensor, found {type}")
    return type.element_type


def _parameters(type: TensorType) -> tuple[Array, Array]:
    """Scales, in the expressed type, and zero points, shaped to broadcast with the tensor."""
    quantized = _quantized(type)
    shape = []
    if quantized.axis is not None:
        count = len(quantized.scales)
        if quantized.axis >= type.rank or type.shape[quantized.axis] not in (count, None):
            raise ExecutionError(f"{type} should have {count} slices along its dimension {quantized.axis} (C12, C13)")
        shape = [-1 if d == quantized.axis else 1 for d in range(type.rank)]
    scales = np.array(quantized.scales).astype(dtype_of(quantized.expressed_type))
    for written, scale in zip(quantized.scales, scales.astype(np.float64), strict=True):
        if not 0 < scale < np.inf:
            raise ExecutionError(
                f"the scale {written} of {quantized} is {scale} as {quantized.expressed_type}; it should be positive "
                "and finite (C5, C6)"
            )
    return scales.reshape(shape), np.array(quantized.zero_points, np.int64).reshape(shape)
