"""``--random``: arrays for arguments that aren't given."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from hlogen.errors import UsageError
from hlogen.ir.dtypes import dtype_of
from hlogen.ir.types import ComplexType, FloatType, IntegerType, QuantizedType, TensorType, Type

_LARGEST = 9  # integers are small and not negative, as indices and sizes are


def draw(index: int, type: Type, seed: int) -> npt.NDArray[Any]:
    """Argument number `index`: normal floats and complex numbers, integers from 0 to 9, booleans.

    It is the same whatever else is given.
    """
    if not isinstance(type, TensorType) or not type.is_static:
        why = "whose sizes aren't known" if isinstance(type, TensorType) else "which is no tensor"
        raise UsageError(f"argument {index} can't be drawn: it is a {type}, {why}; give it with --input")
    rng = np.random.default_rng([seed, index])
    element, shape = type.element_type, type.static_shape
    dtype = dtype_of(element)
    if isinstance(element, QuantizedType):
        element = element.storage_type
    if isinstance(element, ComplexType):
        return np.asarray(rng.standard_normal(shape) + 1j * rng.standard_normal(shape)).astype(dtype)
    if isinstance(element, FloatType):
        values = np.asarray(rng.standard_normal(shape))
        return (np.abs(values) if element.name == "f8E8M0FNU" else values).astype(dtype)
    if dtype.kind == "b":
        return np.asarray(rng.integers(0, 2, shape)).astype(dtype)
    largest = min(_LARGEST, element.maximum) if isinstance(element, IntegerType) else _LARGEST
    return np.asarray(rng.integers(0, largest, shape, endpoint=True)).astype(dtype)
