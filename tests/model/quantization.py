"""The slow model of quantized tensors: dequantize and quantize as the specification writes them, exactly.

Where a formula's steps would be rounded in the expressed type, the goldens' values are such that they aren't.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from model.exact import exact, rounded

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Quantization:
    """A quantized element type. Per tensor there is one scale and one zero point; per axis `dimension` tells theirs."""

    storage: np.dtype[Any]
    expressed: np.dtype[Any]
    storage_min: int
    storage_max: int
    scales: Sequence[float]
    zero_points: Sequence[int]
    dimension: int | None = None

    def at(self, index: tuple[int, ...]) -> tuple[Fraction, int]:
        """Scale and zero point of the element at `index`."""
        which = 0 if self.dimension is None else index[self.dimension]
        return Fraction(float(rounded(Fraction(self.scales[which]), self.expressed))), self.zero_points[which]


def dequantize(x: Array, type: Quantization) -> Array:
    result = np.empty(x.shape, type.expressed)
    for index in np.ndindex(*x.shape):
        scale, zero_point = type.at(index)
        result[index] = rounded((int(x[index]) - zero_point) * scale, type.expressed)
    return result


def quantize(x: Array, result_type: Quantization) -> Array:
    result = np.empty(x.shape, result_type.storage)
    for index in np.ndindex(*x.shape):
        scale, zero_point = result_type.at(index)
        x_scaled_add_zp = Fraction(exact(x[index])) / scale + zero_point
        x_clamped = min(max(Fraction(result_type.storage_min), x_scaled_add_zp), Fraction(result_type.storage_max))
        result[index] = round(x_clamped)  # to the nearest, of two the even one
    return result


def dequantize_op_quantize(
    op: Callable[..., Any],
    *inputs: Array,
    types: Sequence[Quantization | None],
    result_types: Sequence[Quantization | None],
    **attributes: Any,
) -> tuple[Array, ...]:
    """None stands for a type that isn't quantized: such an input or result is left as it is."""
    float_inputs = [x if type is None else dequantize(x, type) for x, type in zip(inputs, types, strict=True)]
    float_results = op(*float_inputs, **attributes)
    together = float_results if isinstance(float_results, tuple) else (float_results,)
    return tuple(
        float_result if result_type is None else quantize(float_result, result_type)
        for float_result, result_type in zip(together, result_types, strict=True)
    )


def uniform_quantize(operand: Array) -> Array:
    """Between dequantize and quantize there is nothing left to do."""
    return operand


uniform_dequantize = uniform_quantize
