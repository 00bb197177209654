"""Floats of 8 bits: what each byte is in f32, and how f32 is rounded to one, which is what ml_dtypes makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import frexp

import numpy as np

from hlogen.ir import FloatType, dtype_of


@dataclass(frozen=True)
class SmallFloat:
    """A format with a sign: bytes of it, without that, and how many bits its mantissas have."""

    name: str
    mantissa: int
    lowest: int  # the exponent of the smallest normal number
    largest: int
    beyond: int  # what is larger becomes this: infinity, or NaN
    nan: int
    has_minus_zero: bool
    wide: tuple[int, ...]  # the bits of f32 for each byte


@cache
def small_float(type: FloatType) -> SmallFloat:
    dtype, mantissa = dtype_of(type), int(type.name[len("f8E4M")])
    wide = np.arange(256, dtype=np.uint8).view(dtype).astype(np.float32)
    beyond, nan, zero = np.array([np.inf, np.nan, -0.0], np.float32).astype(dtype).view(np.uint8).tolist()
    _, above = frexp(wide[1])
    largest = int(np.flatnonzero(np.isfinite(wide[:128]))[-1])
    return SmallFloat(
        type.name, mantissa, above - 1 + mantissa, largest, beyond, nan, zero != 0, tuple(wide.view(np.uint32).tolist())
    )
