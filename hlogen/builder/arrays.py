"""NumPy arrays and Python numbers as the elements of a constant: every value is held exactly or the call is refused.

Rounding a decimal to the nearest float of the asked type is all that is allowed to change a value: an integer out of
range, a float for an integer type, a finite number too large for a float type are errors that name the value.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from hlogen.builder.trace import usage_error
from hlogen.door import described
from hlogen.errors import UsageError
from hlogen.ir import (
    ComplexType,
    DenseElements,
    ElementType,
    FloatType,
    IndexType,
    IntegerType,
    QuantizedType,
    TensorType,
    dtype_of,
    element_type_of,
)
from hlogen.ir.dtypes import rounded

_LARGE = 1 << 30  # bytes
_LONG = 1000  # entries of a range


def dense_elements(
    value: npt.ArrayLike, element_type: ElementType | None, shape: tuple[int, ...] | None
) -> DenseElements:
    """The elements of a constant.

    Without `element_type` it is the array's own (Python's ``int`` is i64, ``float`` f64, ``bool`` i1, ``complex``
    complex<f64>); of a quantized type they are its storage integers. With `shape`, a lone number fills it; any other
    array must have exactly that shape.
    """
    array = as_array(value)
    if element_type is None:
        try:
            element_type = element_type_of(array.dtype)
        except UsageError as error:
            raise usage_error(str(error)) from None
    elements = _converted(array, element_type)
    if shape is not None and shape != elements.shape:
        if elements.ndim:
            raise usage_error(f"an array of shape {elements.shape} can't be a constant of shape {shape}")
        try:
            elements = np.broadcast_to(elements, shape)
        except ValueError as error:  # of sizes that no address space holds
            raise usage_error(f"there can't be a constant of shape {shape}: {error}") from None
    if isinstance(element_type, QuantizedType):  # MLIR keeps its elements as signless integers
        element_type = IntegerType(element_type.storage_type.width)
        elements = elements.view(dtype_of(element_type))
    if elements.flags.writeable:  # nobody else holds it: no need for DenseElements to copy it once more
        elements.flags.writeable = False
    return DenseElements(TensorType(elements.shape, element_type), elements)


def as_array(value: npt.ArrayLike) -> npt.NDArray[Any]:
    """`value` as an array of numbers in native byte order."""
    try:
        array: npt.NDArray[Any] = _of_range(value) if isinstance(value, range) else np.asarray(value)
    except UsageError:  # a tensor inside a list has already said what is wrong
        raise
    except MemoryError:
        raise usage_error(f"{described(value)} takes more memory than there is") from None
    except Exception as error:  # noqa: BLE001 - it is the value's own, whatever it is
        raise usage_error(f"{described(value)} is no array of numbers: {error}") from None
    _require_memory(array)
    if isinstance(value, np.ma.MaskedArray):
        raise usage_error("a masked array can't be a constant, which has no mask\n  fix: fill it: array.filled(0)")
    if array.dtype == object and all(isinstance(entry, int) for entry in array.reshape(-1)):
        if all(-(1 << 63) <= entry < 1 << 64 for entry in array.reshape(-1)):
            raise usage_error(
                f"{described(value)} holds Python objects, not NumPy's numbers\n"
                "  fix: convert it: array.astype(np.int64)"
            )
        raise usage_error(f"{described(value)} is out of range: the widest integers have 64 bits")
    if array.dtype.kind in "OSUMm" or array.dtype.names is not None:
        raise usage_error(
            f"{described(value)} is no array of numbers that StableHLO has a type for (NumPy makes it {array.dtype})"
        )
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def _of_range(numbers: range) -> npt.NDArray[Any]:
    """The array of a range. NumPy itself makes Python's numbers of it first, in five times the memory."""
    ends = sorted((numbers[0], numbers[-1])) if numbers else [0, 0]
    if ends[0] < -(1 << 63) or ends[1] >= 1 << 63 or len(numbers) < _LONG:
        return np.asarray(numbers)
    _require_memory(np.broadcast_to(np.int64(0), (len(numbers),)))
    array = np.arange(len(numbers), dtype=np.int64)  # with a start and a step it would count in floats
    array *= numbers.step
    array += numbers.start
    return array


def _converted(array: npt.NDArray[Any], element_type: ElementType) -> npt.NDArray[Any]:
    """`array` in the dtype that stores `element_type`; an error where a value can't be held."""
    try:
        dtype = dtype_of(element_type)
        source = element_type_of(array.dtype)
    except UsageError as error:
        raise usage_error(str(error)) from None
    if isinstance(element_type, FloatType) and element_type.name == "tf32":
        raise usage_error("tf32 is a precision to compute dot_general in, no element type that a constant can have")
    if array.size == 0:
        return np.empty(array.shape, dtype)
    if isinstance(element_type, (IntegerType, IndexType, QuantizedType)):
        if not isinstance(source, IntegerType):
            is_finite = np.isfinite(array).reshape(-1)[0]
            raise usage_error(
                f"a constant of element type {element_type} can't hold {_first(array)} ({source}): "
                + ("it would lose its fraction; convert it first" if is_finite else "integers are finite numbers")
            )
        _check_range(array, element_type)
    elif isinstance(element_type, FloatType) and isinstance(source, ComplexType):
        raise usage_error(f"a constant of element type {element_type} can't hold the complex {_first(array)}")
    if array.dtype == dtype:
        return array.copy()  # the caller may change its own
    with np.errstate(all="ignore"):
        result = rounded(array, dtype)
        if isinstance(element_type, (FloatType, ComplexType)):
            lost = (np.isfinite(array) != np.isfinite(result)) | (np.isinf(array) != np.isinf(result))
            if lost.any():
                raise usage_error(f"{_first(array[lost])} doesn't fit {element_type}")
    return result


def _check_range(array: npt.NDArray[Any], element_type: IntegerType | IndexType | QuantizedType) -> None:
    storage = element_type.storage_type if isinstance(element_type, QuantizedType) else element_type
    integers = IntegerType(64) if isinstance(storage, IndexType) else storage
    low, high = integers.minimum, integers.maximum
    if isinstance(element_type, QuantizedType):
        low = low if element_type.storage_min is None else element_type.storage_min
        high = high if element_type.storage_max is None else element_type.storage_max
    for value in (array.min(), array.max()):
        if not low <= int(value) <= high:
            raise usage_error(f"{int(value)} is out of range for {element_type}, which holds {low} to {high}")


def _require_memory(array: npt.NDArray[Any]) -> None:
    """UsageError for an array that is a view of less, and can't be had in full."""
    if array.nbytes >= _LARGE:
        try:
            np.empty(array.shape, array.dtype)  # takes no time, as nobody looks at it
        except (MemoryError, ValueError):
            raise usage_error(
                f"there isn't the memory for an array of shape {array.shape} and {array.dtype}: {array.nbytes} bytes"
            ) from None


def _first(array: npt.NDArray[Any]) -> str:
    return str(array.reshape(-1)[0])
