"""How numbers are computed: in which dtype an element type's arithmetic runs, and how results are rounded back, once.

Integers of 2 and 4 bits are computed in 8 and wrap. Floats narrower than f32, and tf32, are computed in f32, which is
wide enough for add, subtract, multiply, divide and square root to round as if they had been exact. Functions
that f32 can't give exactly (exponential, sine, power ...) are computed in f64 (complex128) for every narrower type. The
specification promises no accuracy for those; this way a result is off by at most one unit in the last place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import (
    ComplexType,
    ElementType,
    FloatType,
    IndexType,
    IntegerType,
    Operation,
    QuantizedType,
    TensorType,
    Type,
    dtype_of,
)
from interpreter.execution.blocks import Run
from interpreter.values.array import Array

F64 = np.dtype(np.float64)
F32 = np.dtype(np.float32)
C128 = np.dtype(np.complex128)
# Where a long double is x87's, with 64 bits of significand, f64 results that take several steps are computed in it and
# rounded; elsewhere it is no wider, or computed by software, so that f64 itself has to do.
_HAS_X87 = np.finfo(np.longdouble).nmant == 63
EXTENDED = np.dtype(np.longdouble) if _HAS_X87 else F64
EXTENDED_COMPLEX = np.dtype(np.clongdouble) if _HAS_X87 else C128
_TF32_DROPPED_BITS = 13  # of f32's 23 bits of significand, tf32 keeps 10


def element_type(type: Type) -> ElementType:
    """The element type of a tensor type; ExecutionError for what the interpreter has no arithmetic for."""
    if not isinstance(type, TensorType):
        raise ExecutionError(f"expected a tensor, found {type}")
    if isinstance(type.element_type, QuantizedType):
        raise ExecutionError(
            f"this operation doesn't run on the quantized type {type.element_type}; "
            "use uniform_dequantize, compute on floats and use uniform_quantize"
        )
    return type.element_type


def is_boolean(type: ElementType) -> bool:
    return isinstance(type, IntegerType) and type.is_boolean


def is_integer(type: ElementType) -> bool:
    return isinstance(type, IndexType) or (isinstance(type, IntegerType) and not type.is_boolean)


def is_float(type: ElementType) -> bool:
    return isinstance(type, FloatType)


def is_complex(type: ElementType) -> bool:
    return isinstance(type, ComplexType)


def unsupported(op: Operation, type: ElementType) -> ExecutionError:
    """The error for an operation that the specification doesn't define on `type`."""
    return ExecutionError(f"{op.name} isn't defined on elements of type {type}")


def working_dtype(type: ElementType, *, wide: bool = False) -> np.dtype[Any]:
    """The dtype that computations on `type` run in; `wide`: in f64 or complex128."""
    if isinstance(type, FloatType):
        return F64 if wide or type.name == "f64" else F32
    if isinstance(type, ComplexType):
        return np.dtype(np.complex128) if wide else dtype_of(type)
    if isinstance(type, IntegerType) and 1 < type.width < 8:
        return np.dtype(np.uint8 if type.is_unsigned else np.int8)
    return dtype_of(type)


def rounding(type: ElementType, source: np.dtype[Any]) -> Callable[[Array], Array] | None:
    """What brings values of the dtype `source`, at least as wide as `type`, to `type`; None where nothing is to do.

    Floats are rounded to nearest, ties to even; integers wrap.
    """
    target = dtype_of(type)
    if type == FloatType("tf32"):
        return round_to_tf32 if source == F32 else lambda x: round_to_tf32(round_to_odd(x))
    if target == source:
        return None
    if source == F64 and _is_rounded_to_odd(type):
        # NumPy and ml_dtypes go through f32 here; rounding to odd first makes that exact
        return lambda x: round_to_odd(x).astype(target)
    return lambda x: x.astype(target)


def bytes_of_rounding(type: ElementType) -> int:
    """What rounding an f64 to `type` takes on the way, by element."""
    return _BYTES_OF_ODD if _is_rounded_to_odd(type) or type == FloatType("tf32") else 0


def _is_rounded_to_odd(type: ElementType) -> bool:
    target = dtype_of(type)
    return target.itemsize < F32.itemsize and target != np.float16


def computed(
    function: Callable[..., Any], operand: ElementType, result: ElementType | None = None, *, wide: bool = False
) -> Run:
    """`function` on arrays of `operand` elements, run in the working dtype and rounded once to `result`'s."""
    dtype = working_dtype(operand, wide=wide)
    result = operand if result is None else result
    round = rounding(result, working_dtype(result, wide=wide))
    if dtype != dtype_of(operand):
        # where the result is of the working dtype, it takes the place of the converted operand: new memory is slow
        is_in_place = isinstance(function, np.ufunc) and working_dtype(result, wide=wide) == dtype

        def of_one(operand: Array) -> Any:
            if is_in_place and operand.ndim:
                given = operand.astype(dtype)
                value = function(given, out=given)
            else:
                value = function(operand.astype(dtype))  # which is gone before the result is rounded
            return value if round is None else round(value)

        def converted(*operands: Array) -> Any:
            if len(operands) == 1:
                return of_one(*operands)
            given = [x.astype(dtype) for x in operands]
            if is_in_place and given[0].ndim and all(x.shape == given[0].shape for x in given):
                value = function(*given, out=given[0])
            else:
                value = function(*given)
            return value if round is None else round(value)

        return of_one if isinstance(function, np.ufunc) and function.nin == 1 else converted
    if round is None:
        return function
    return lambda *operands: round(function(*operands))


def in_steps(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of f64 that rounds in several steps, computed in the wider type if the machine has one."""
    return lambda *operands: function(*(x.astype(EXTENDED, copy=False) for x in operands)).astype(F64, copy=False)


def forwards(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of NumPy's on f64, which gives other last bits where it runs through memory backwards."""

    def run(*operands: Array) -> Any:
        if any(stride < 0 for x in operands for stride in x.strides):
            operands = tuple([np.ascontiguousarray(x) for x in operands])
        return function(*operands)

    return run


_BYTES_OF_ODD = 28  # by element, of round_to_odd: two f32 and two f64 at once, or about as much


def round_to_odd(values: Array) -> Array:
    """f64 as f32, an inexact value with its last bit set: rounding that again to a narrower float rounds only once."""
    values = np.asarray(values)
    near = values.astype(F32)
    back = near.astype(F64)
    inexact = (back != values) & (values == values)
    bits = near.view(np.uint32) - (inexact & (np.abs(back) > np.abs(values)))
    odd: Array = (bits | inexact).astype(np.uint32).view(F32)
    return odd


def round_to_tf32(values: Array) -> Array:
    """f32 rounded to tf32's 10 bits of significand, still stored as f32."""
    bits = np.asarray(values, F32).view(np.uint32)
    half = np.uint32((1 << (_TF32_DROPPED_BITS - 1)) - 1)
    last = (bits >> np.uint32(_TF32_DROPPED_BITS)) & np.uint32(1)
    rounded = (bits + half + last) & np.uint32(0xFFFFFFFF << _TF32_DROPPED_BITS & 0xFFFFFFFF)
    return np.where(np.isnan(values), values, rounded.view(F32))
