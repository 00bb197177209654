"""Between floats and what quantized tensors store, in operations on these: the specification's formulas, step by step.

As in hlogen's interpreter, the difference with the zero point is exact, and what is stored is always in the range of
the type: NaN, which no integer stands for, becomes 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from hlogen.builder.elementwise import (
    add,
    clamp,
    convert,
    divide,
    maximum,
    minimum,
    multiply,
    round_nearest_even,
    subtract,
)
from hlogen.builder.emit import emit_constant
from hlogen.builder.shape import broadcast_in_dim
from hlogen.builder.tensor import Tensor
from hlogen.ir import IntegerType, QuantizedType, TensorType, dtype_of


def dequantized(stored: Tensor, type: TensorType) -> Tensor:
    """The floats that what a tensor of this type stores stands for: (stored - zero_point) * scale."""
    quantized = _quantized(type)
    exact = IntegerType(32 if quantized.storage_type.width <= 16 else 64)
    zero_points = _parameters(np.array(quantized.zero_points, dtype_of(exact)), stored, quantized)
    difference = convert(subtract(convert(stored, exact), zero_points), quantized.expressed_type)
    return multiply(difference, _parameters(_scales(quantized), stored, quantized))


def quantized(floats: Tensor, type: TensorType) -> Tensor:
    """What a tensor of this type stores for floats: x / scale + zero_point, within its range, rounded to even."""
    element = _quantized(type)
    storage, expressed = element.storage_type, element.expressed_type
    low = storage.minimum if element.storage_min is None else element.storage_min
    high = storage.maximum if element.storage_max is None else element.storage_max
    offsets = np.array(element.zero_points, np.int64).astype(dtype_of(expressed))
    scaled = divide(floats, _parameters(_scales(element), floats, element))
    moved = add(scaled, _parameters(offsets, floats, element))
    lowest, highest = (
        emit_constant(np.array(limit).astype(dtype_of(expressed)).item(), expressed, floats.shape)
        for limit in (low, high)
    )
    stored = convert(round_nearest_even(minimum(maximum(moved, lowest), highest)), storage)
    if (low, high) == (storage.minimum, storage.maximum):
        return stored
    return clamp(emit_constant(low, storage, ()), stored, emit_constant(high, storage, ()))


def _quantized(type: TensorType) -> QuantizedType:
    assert isinstance(type.element_type, QuantizedType)
    return type.element_type


def _scales(type: QuantizedType) -> npt.NDArray[Any]:
    return np.array(type.scales).astype(dtype_of(type.expressed_type))


def _parameters(values: npt.NDArray[Any], like: Tensor, type: QuantizedType) -> Tensor:
    """One value for all elements, or one for each slice along the axis."""
    shape = like.type.static_shape
    if type.axis is None:
        return broadcast_in_dim(emit_constant(values[0]), shape, broadcast_dimensions=[])
    return broadcast_in_dim(emit_constant(values), shape, broadcast_dimensions=[type.axis])
