"""Quantized types that tests share, and arrays of their stored integers as the numbers that these stand for."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from helpers.one_op import dtype
from helpers.quantized_model import Number, Quantized, dequantize, rounded

T = "!quant.uniform<i8:f32, 0.5:3>"  # as text, what Q is
Q = Quantized("i8", "f32", Fraction(1, 2), 3)
R = Quantized("u8", "f32", Fraction(3, 8), 128, (5, 250))
S = Quantized("i16", "f32", rounded(Fraction(1, 10), "f32"), -7)
H = Quantized("i4", "bf16", rounded(Fraction(3, 10), "bf16"), 1)


def stored(type: Quantized, *values: int) -> np.ndarray[Any, Any]:
    return np.array(values).astype(dtype(str(type)))


def values_of(type: Quantized, count: int, seed: int = 0) -> np.ndarray[Any, Any]:
    low, high = type.storage_range
    drawn = np.random.default_rng(seed).integers(low, high + 1, count)
    drawn[:2] = low, high
    return drawn.astype(dtype(str(type)))


def numbers(values: Any, type: Quantized) -> list[Number]:
    return [dequantize(int(x), type) for x in np.ravel(values)]


def plain(values: Any) -> list[int]:
    return [int(x) for x in np.ravel(values)]
