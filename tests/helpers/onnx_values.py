"""Random elements of every type that a model can have, the awkward ones among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from hlogen.ir import IntegerType, dtype_of, parse_element_type

Array = np.ndarray[Any, Any]

INTEGERS = ("i2", "i4", "i8", "i16", "i32", "i64", "ui2", "ui4", "ui8", "ui16", "ui32", "ui64")
FLOATS = ("f16", "bf16", "f32", "f64")
NARROW_FLOATS = ("f8E4M3FN", "f8E4M3FNUZ", "f8E5M2", "f8E5M2FNUZ")
ELEMENT_TYPES = ("i1", *INTEGERS, *FLOATS, *NARROW_FLOATS)

_SPECIAL = (0.0, -0.0, np.inf, -np.inf, np.nan)


def elements(rng: np.random.Generator, type: str, shape: Sequence[int], *, special: float = 0.3) -> Array:
    """Integers of the whole range and small ones; small numbers and halves, `special` of them zeros, NaN and such."""
    element_type = parse_element_type(type)
    dtype = dtype_of(element_type)
    if type == "i1":
        return rng.integers(0, 2, shape).astype(bool)
    if type in INTEGERS:
        integer_type = cast(IntegerType, element_type)
        low, high = integer_type.minimum, integer_type.maximum
        wide = np.uint64 if type == "ui64" else np.int64
        far = rng.integers(low, high, shape, dtype=wide, endpoint=True)
        near = rng.integers(max(low, -3), min(high, 3), shape, dtype=wide, endpoint=True)
        return np.where(rng.random(shape) < 0.5, far, near).astype(dtype)
    values = rng.integers(-8, 9, shape) / 2
    if special:
        values = np.where(rng.random(shape) < special, rng.choice(_SPECIAL, shape), values)
    with np.errstate(all="ignore"):
        return values.astype(np.float32).astype(dtype)


def shape(rng: np.random.Generator, rank: int, *, most: int = 4, zero: float = 0.1) -> tuple[int, ...]:
    return tuple(0 if rng.random() < zero else int(rng.integers(1, most + 1)) for _ in range(rank))
