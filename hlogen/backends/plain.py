"""Arrays in NumPy's own dtypes, for what knows no others: the elements that NumPy hasn't, and back.

Integers of less than a byte are integers of a byte; floats of ml_dtypes are unsigned integers of as many bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hlogen.errors import UsageError
from hlogen.ir import IntegerType, TensorType, as_elements, dtype_of

Array = np.ndarray[Any, Any]


def plain_dtype(type: TensorType) -> np.dtype[Any]:
    """The dtype of NumPy's that stands for the elements of `type`."""
    dtype, element = dtype_of(type.element_type), type.element_type
    if dtype.isbuiltin == 1:
        return dtype
    if isinstance(element, IntegerType):
        return np.dtype(np.uint8 if element.is_unsigned else np.int8)
    return np.dtype(f"u{dtype.itemsize}")


def to_plain(array: Array, type: TensorType) -> Array:
    plain = plain_dtype(type)
    if array.dtype == plain:
        return array
    return array.astype(plain) if isinstance(type.element_type, IntegerType) else array.view(plain)


def from_plain(array: Array, type: TensorType) -> Array:
    """Raises ValueError where an integer isn't one of the type's."""
    if isinstance(type.element_type, IntegerType):
        values = array.astype(dtype_of(type.element_type))
        if not np.array_equal(values.astype(array.dtype), array):
            raise ValueError(f"{array.flat[np.argmax(values.astype(array.dtype) != array)]} is no {type.element_type}")
        return values
    return np.ascontiguousarray(array).view(dtype_of(type.element_type)).reshape(array.shape)


def elements_of(array: Array, type: TensorType) -> Array:
    """An array of a file or of a stranger as elements of `type`, where it has their bytes, or what stands for them.

    Raises UsageError where an integer isn't one of the type's.
    """
    array = as_elements(array, type.element_type)
    if array.dtype == dtype_of(type.element_type) or array.dtype != plain_dtype(type):
        return array
    try:
        return from_plain(array, type)
    except ValueError as error:
        raise UsageError(str(error)) from None
