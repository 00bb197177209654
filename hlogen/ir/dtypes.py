"""Element types <-> NumPy dtypes, with ml_dtypes for the types that NumPy has no word for.

Every element is stored in whole bytes, as in MLIR's own dense storage: an i4 or an f6 takes one byte.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt

from hlogen.errors import UsageError
from hlogen.ir.types import ComplexType, ElementType, FloatType, IndexType, IntegerType, QuantizedType, Type

_FLOATS: dict[str, npt.DTypeLike] = {
    "f4E2M1FN": ml_dtypes.float4_e2m1fn,
    "f6E2M3FN": ml_dtypes.float6_e2m3fn,
    "f6E3M2FN": ml_dtypes.float6_e3m2fn,
    "f8E3M4": ml_dtypes.float8_e3m4,
    "f8E4M3": ml_dtypes.float8_e4m3,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz,
    "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz,
    "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz,
    "f8E8M0FNU": ml_dtypes.float8_e8m0fnu,
    "bf16": ml_dtypes.bfloat16,
    "f16": np.float16,
    "tf32": np.float32,  # no narrower storage exists; values are rounded to tf32 where they are made
    "f32": np.float32,
    "f64": np.float64,
}
_INTEGERS: dict[tuple[bool, int], npt.DTypeLike] = {
    (True, 2): ml_dtypes.uint2,
    (True, 4): ml_dtypes.uint4,
    (True, 8): np.uint8,
    (True, 16): np.uint16,
    (True, 32): np.uint32,
    (True, 64): np.uint64,
    (False, 2): ml_dtypes.int2,
    (False, 4): ml_dtypes.int4,
    (False, 8): np.int8,
    (False, 16): np.int16,
    (False, 32): np.int32,
    (False, 64): np.int64,
}


_F32 = np.dtype(np.float32)
_NARROW = frozenset(np.dtype(stored) for stored in _FLOATS.values()) - {
    _F32,
    np.dtype(np.float16),
    np.dtype(np.float64),
}


@lru_cache(maxsize=256)
def dtype_of(element_type: Type) -> np.dtype[np.generic]:
    """The NumPy dtype that stores `element_type`; a quantized type is stored as its storage type.

    Raises UsageError for a type whose elements have no NumPy storage (i128, opaque types).
    """
    found: npt.DTypeLike | None = None
    if isinstance(element_type, IntegerType):
        found = np.bool_ if element_type.is_boolean else _INTEGERS.get((element_type.is_unsigned, element_type.width))
    elif isinstance(element_type, FloatType):
        found = _FLOATS[element_type.name]
    elif isinstance(element_type, ComplexType):
        found = {"f32": np.complex64, "f64": np.complex128}.get(element_type.element_type.name)
    elif isinstance(element_type, IndexType):
        found = np.int64
    elif isinstance(element_type, QuantizedType):
        return dtype_of(element_type.storage_type)
    if found is None:
        raise UsageError(f"elements of type {element_type} have no NumPy dtype to hold them")
    return np.dtype(found)


def as_elements(array: npt.NDArray[Any], element_type: Type) -> npt.NDArray[Any]:
    """`array` as elements of the type, where it has their raw bytes: NumPy's files don't know ml_dtypes."""
    dtype = dtype_of(element_type)
    is_raw = array.dtype.kind == "V" and array.dtype != dtype and array.dtype.itemsize == dtype.itemsize
    return array.view(dtype) if is_raw else array


def rounded(numbers: npt.NDArray[Any], dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """`numbers` as `dtype`; floats are rounded once, to nearest.

    ml_dtypes goes through f32. What isn't exact there gets an odd last bit, which tells the second rounding of it.
    """
    if dtype not in _NARROW or numbers.dtype.kind not in "fiu" or numbers.dtype.itemsize < 4 or numbers.dtype == _F32:
        return numbers.astype(dtype)
    if numbers.dtype.kind in "iu" and numbers.dtype.itemsize == 8:  # of which f64 has 53 bits
        is_long = (numbers >> 53 != 0) & (numbers >> 53 != -1) & (numbers & 0x7FF != 0)
        numbers = np.where(is_long, numbers & ~np.array(0x7FF, numbers.dtype) | 0x800, numbers)
    with np.errstate(all="ignore"):
        exact = numbers.astype(np.float64)
        near = exact.astype(_F32)
        wide = near.astype(np.float64)
        is_inexact = (wide != exact) & (exact == exact)
        bits = near.view(np.uint32) - (is_inexact & (np.abs(wide) > np.abs(exact)))
        odd: npt.NDArray[Any] = (bits | is_inexact).astype(np.uint32).view(_F32)
        return odd.astype(dtype)


@lru_cache(maxsize=256)
def element_type_of(dtype: np.dtype[np.generic]) -> ElementType:
    """The element type whose values `dtype` holds: float32 -> f32, int8 -> i8, uint8 -> ui8, bool -> i1.

    Raises UsageError for dtypes that StableHLO has no type for (float128, strings, objects, dates).
    """
    dtype = np.dtype(dtype)
    for name, stored in _FLOATS.items():
        if dtype == stored and name != "tf32":
            return FloatType(name)
    for (unsigned, width), stored in _INTEGERS.items():
        if dtype == stored:
            return IntegerType(width, "unsigned" if unsigned else "signless")
    if dtype == np.bool_:
        return IntegerType(1)
    if dtype == np.complex64:
        return ComplexType(FloatType("f32"))
    if dtype == np.complex128:
        return ComplexType(FloatType("f64"))
    raise UsageError(
        f"NumPy dtype {dtype} has no StableHLO element type; convert to one such as float32, int64, bool, bfloat16"
    )
