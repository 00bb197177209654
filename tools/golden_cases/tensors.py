"""The constants of goldens: a type and its elements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from hlogen.ir import TensorType, dtype_of, tensor

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True, eq=False)
class Tensor:
    """A constant of a golden: its type and elements."""

    type: TensorType
    array: Array


def values(type: str, elements: npt.ArrayLike) -> Tensor:
    """The tensor of type `type` ("2x3xi32") with these elements, converted to its element type."""
    parsed = tensor(type)
    # Lists go straight to the element type: on the way through NumPy's default, 2**64 - 1 would become a float.
    array = np.asarray(elements, dtype_of(parsed.element_type)).reshape(parsed.static_shape)
    return Tensor(parsed, array)


def iota(type: str, start: float = 1) -> Tensor:
    """The tensor whose elements count up from `start` in row-major order: each is told from the others by its value."""
    parsed = tensor(type)
    return values(type, np.arange(parsed.size) + start)


def splat(type: str, element: float) -> Tensor:
    parsed = tensor(type)
    return values(type, np.full(parsed.static_shape, element))
