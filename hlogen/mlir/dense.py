"""Constants of the bindings as `DenseElements`: every element type exactly, splats without their memory.

The bindings hand out a buffer for the common element types. All others (bf16, the f8 family, i4, complex, ...) come as
MLIR's text: numbers where they are few, hexadecimal bytes where they are many.
"""

from __future__ import annotations

import re
import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from hlogen.errors import HlogenError
from hlogen.ir.attributes import DenseElements
from hlogen.ir.dtypes import dtype_of
from hlogen.ir.type_parser import parse_type
from hlogen.ir.types import (
    FLOAT_WIDTHS,
    ComplexType,
    FloatType,
    IntegerType,
    QuantizedType,
    TensorType,
    Type,
    is_boolean,
)

# Element types whose buffer the bindings give.
_BUFFERS = {"i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "si8", "si16", "si32", "si64", "index"}
_BUFFERS |= {"f16", "f32", "f64"}
_DENSE = re.compile(r"dense<(.*)> : (tensor<.*>)", re.S)
_RESOURCE = re.compile(r'dense_resource<("?)(.*?)\1> : (tensor<.*>)', re.S)
_NUMBER = re.compile(r"true|false|-?0x[0-9A-Fa-f]+|[-+]?[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?")


def dense_from_attribute(attribute: Any, type: TensorType) -> DenseElements | None:
    """The constant that a dense attribute of the bindings holds; None where its elements have no NumPy storage."""
    if str(type.element_type) not in _BUFFERS:
        return dense_from_text(str(attribute))
    if type.size == 0:
        return DenseElements(type, np.zeros(type.static_shape, dtype_of(type.element_type)))
    try:
        buffer = np.asarray(attribute)
    except ValueError:  # a splat of more elements than NumPy can count
        return None
    is_splat = buffer.ndim and attribute.is_splat
    # A copy: the buffer belongs to the context.
    array = np.array(buffer[(0,) * buffer.ndim] if is_splat else buffer, dtype_of(type.element_type))
    array.flags.writeable = False
    return DenseElements(type, np.broadcast_to(array, type.static_shape) if is_splat else array)


def dense_from_bytes(data: bytes, type: TensorType) -> DenseElements | None:
    """The constant whose elements, or the one that all are, MLIR's bytecode has as `data`; None where it may be several
    or hlogen can't hold it."""
    try:
        dtype = dtype_of(type.element_type)
        if type.size == 0:
            return DenseElements(type, np.zeros(type.static_shape, dtype))
        if is_boolean(type.element_type):  # bits or bytes, unless all are the same
            return (
                DenseElements(type, np.broadcast_to(np.bool_(data != b"\0"), type.static_shape))
                if data in (b"\0", b"\xff")
                else None
            )
        width = getattr(type.element_type, "width", 8 * dtype.itemsize)
        if width != 8 * dtype.itemsize or len(data) not in (dtype.itemsize, dtype.itemsize * type.size):
            return None
        return DenseElements(type, _from_bytes(data, type, dtype))
    except (HlogenError, ValueError):
        return None


def dense_from_text(text: str) -> DenseElements | None:
    """The constant that ``dense<...> : tensor<...>`` spells as MLIR prints it; None where hlogen can't hold it."""
    match = _DENSE.fullmatch(text)
    if match is None:
        return None
    try:
        type = parse_type(match[2])
        if not isinstance(type, TensorType) or not type.is_static:
            return None
        dtype = dtype_of(type.element_type)
        return DenseElements(type, _elements(match[1], type, dtype))
    except (HlogenError, ValueError):
        return None


def dense_from_resource(text: str, resources: dict[str, bytes] | None) -> DenseElements | None:
    """The constant of ``dense_resource<name> : tensor<...>``, from the bytes that the file carries under that name."""
    match = _RESOURCE.fullmatch(text)
    if match is None or resources is None or match[2] not in resources:
        return None
    try:
        type = parse_type(match[3])
        if not isinstance(type, TensorType) or not type.is_static:
            return None
        return DenseElements(type, _from_bytes(resources[match[2]], type, dtype_of(type.element_type)))
    except (HlogenError, ValueError):
        return None


def _elements(body: str, type: TensorType, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    if type.size == 0:
        return np.zeros(type.static_shape, dtype)
    if body.startswith('"0x'):
        return _from_bytes(bytes.fromhex(body[3:-1]), type, dtype)
    numbers = _NUMBER.findall(body)
    if isinstance(type.element_type, ComplexType):
        part = type.element_type.element_type
        parts = _numbers(numbers, part, dtype_of(part))
        array = parts.view(dtype)
    else:
        array = _numbers(numbers, type.element_type, dtype)
    if array.size == 1:
        return np.broadcast_to(array.reshape(()), type.static_shape)
    return array.reshape(type.static_shape)


def _from_bytes(data: bytes, type: TensorType, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """Elements as MLIR stores them: little endian, each in whole bytes."""
    if isinstance(type.element_type, FloatType) and type.element_type.name == "tf32":
        # MLIR keeps the 19 bits of a tf32 in three bytes; they are the high bits of an f32.
        low_bytes = np.frombuffer(data, np.uint8).reshape(-1, 3)
        words = np.zeros((len(low_bytes), 4), np.uint8)
        words[:, :3] = low_bytes
        array = (words.view("<u4").astype(np.uint32).reshape(-1) << 13).view(np.float32)
    else:
        array = np.frombuffer(data, dtype)
        if sys.byteorder == "big":
            array = array.byteswap()
    if array.size == 1:
        return np.broadcast_to(array.reshape(()), type.static_shape)
    return array.reshape(type.static_shape)


def _numbers(numbers: list[str], element_type: Type, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    if isinstance(element_type, FloatType):
        if any(number.startswith("0x") for number in numbers):
            return np.concatenate([_float(number, element_type, dtype) for number in numbers])
        values = np.array([float(number) for number in numbers]).astype(dtype)
        return _rounded_to_tf32(values) if element_type.name == "tf32" else values
    if isinstance(element_type, QuantizedType):
        element_type = element_type.storage_type
    if isinstance(element_type, IntegerType) and element_type.is_boolean:
        return np.array([number in ("true", "1", "-1") for number in numbers], dtype)
    return np.array([int(number, 0) for number in numbers]).astype(dtype)


def _float(number: str, element_type: FloatType, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    if not number.startswith("0x"):
        value = np.array([float(number)]).astype(dtype)
        return _rounded_to_tf32(value) if element_type.name == "tf32" else value
    bits = int(number, 16)  # what no decimal can say: infinities, and NaN with its payload
    if element_type.name == "tf32":
        bits <<= 13
    size = -(-FLOAT_WIDTHS[element_type.name] // 8) if element_type.name != "tf32" else 4
    return np.frombuffer(bits.to_bytes(size, sys.byteorder), dtype)


def _rounded_to_tf32(value: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The nearest value with tf32's 10 bits of mantissa, ties to even."""
    bits = value.view(np.uint32)
    bits = (bits + 0xFFF + ((bits >> 13) & 1)) & np.uint32(0xFFFFE000)
    return bits.view(np.float32)
