"""Bits, comparisons and choices, element by element (spec: and, not, shift_left, popcnt, compare, select ...).

A shift by the type's width or more, which the specification leaves open, moves every bit out: 0, or copies of the sign
for shift_right_arithmetic. The amount is read as unsigned. XLA and upstream's interpreter do the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import ElementType, FloatType, IntegerType, Operation, QuantizedType, dtype_of
from interpreter.execution.blocks import Run
from interpreter.execution.traits import EVERYWHERE, Makes
from interpreter.kernels.chunks import chunked
from interpreter.kernels.convert import converter, num_bits, to_bits
from interpreter.kernels.elementwise import elementwise
from interpreter.kernels.numerics import (
    computed,
    element_type,
    is_boolean,
    is_complex,
    is_float,
    is_integer,
    unsupported,
    working_dtype,
)
from interpreter.kernels.registry import Planner, Quantized
from interpreter.values.array import Array
from interpreter.values.attributes import enum, tensor_type

_BITWISE: dict[str, Callable[..., Any]] = {
    "stablehlo.and": np.bitwise_and,
    "stablehlo.or": np.bitwise_or,
    "stablehlo.xor": np.bitwise_xor,
    "stablehlo.not": np.invert,
}
_COMPARISONS: dict[str, Callable[..., Any]] = {
    "EQ": np.equal,
    "NE": np.not_equal,
    "GE": np.greater_equal,
    "GT": np.greater,
    "LE": np.less_equal,
    "LT": np.less,
}


@elementwise("stablehlo.not", quantized=Quantized.UNDEFINED, monotone=EVERYWHERE)
@elementwise("stablehlo.and", "stablehlo.or", "stablehlo.xor", quantized=Quantized.UNDEFINED)
def bitwise(op: Operation, planner: Planner) -> Run:
    type = element_type(op.result.type)
    if not (is_boolean(type) or is_integer(type)):
        raise unsupported(op, type)
    return computed(_BITWISE[op.name], type)


@elementwise("stablehlo.shift_left", quantized=Quantized.UNDEFINED)
def shift_left(op: Operation, planner: Planner) -> Run:
    # NumPy, too, shifts everything out where the amount, read as unsigned, reaches the width
    return computed(np.left_shift, _integer(op))


@elementwise("stablehlo.shift_right_arithmetic", quantized=Quantized.UNDEFINED)
def shift_right_arithmetic(op: Operation, planner: Planner) -> Run:
    type = _integer(op)
    return _as_integer(np.right_shift, type, _with_sign(type, signed=True))


@elementwise("stablehlo.shift_right_logical", quantized=Quantized.UNDEFINED)
def shift_right_logical(op: Operation, planner: Planner) -> Run:
    type = _integer(op)
    return _as_integer(np.right_shift, type, _with_sign(type, signed=False))


@elementwise("stablehlo.popcnt", quantized=Quantized.UNDEFINED)
def popcnt(op: Operation, planner: Planner) -> Run:
    type = _integer(op)
    return _as_integer(_bit_count, type, _with_sign(type, signed=False))


@elementwise("stablehlo.count_leading_zeros", quantized=Quantized.UNDEFINED)
def count_leading_zeros(op: Operation, planner: Planner) -> Run:
    type = _integer(op)
    return _as_integer(_leading_zeros(num_bits(type)), type, _with_sign(type, signed=False))


@elementwise("stablehlo.is_finite", quantized=Quantized.ITSELF)
def is_finite(op: Operation, planner: Planner) -> Run:
    """Quantized elements are finite, the specification says, whatever they stand for."""
    if isinstance(tensor_type(op.operands[0]).element_type, QuantizedType):
        return lambda x: np.ones(x.shape, np.bool_)
    type = element_type(op.operands[0].type)
    if not is_float(type):
        raise unsupported(op, type)
    return computed(np.isfinite, type, element_type(op.result.type))


@elementwise("stablehlo.compare")
def compare(op: Operation, planner: Planner) -> Run:
    """compare_type FLOAT compares as IEEE-754 does, TOTALORDER as its totalOrder: by sign, exponent, mantissa."""
    direction = enum(op, "comparison_direction")
    if direction not in _COMPARISONS:
        raise ExecutionError(f"comparison_direction {direction} is none of {', '.join(_COMPARISONS)}")
    type = element_type(op.operands[0].type)
    comparison = _COMPARISONS[direction]
    if is_float(type) and enum(op, "compare_type", "FLOAT") == "TOTALORDER":
        key = total_order_key(type)
        return lambda lhs, rhs: comparison(key(lhs), key(rhs))
    return comparison_function(comparison, type)


def comparison_function(comparison: Callable[..., Any], type: ElementType) -> Run:
    """`comparison` on arrays of `type` elements."""
    if is_complex(type) and comparison not in (np.equal, np.not_equal):
        return lambda lhs, rhs: _lexicographic(comparison, lhs, rhs)
    dtype = working_dtype(type)
    if dtype == dtype_of(type):
        return comparison
    return lambda lhs, rhs: comparison(lhs.astype(dtype), rhs.astype(dtype))


def total_order_key(type: ElementType) -> Callable[[Array], Array]:
    """What maps floats to integers in the order of IEEE-754's totalOrder (-NaN < -inf < -0 < +0 < inf < NaN)."""
    if type == FloatType("tf32"):
        type = FloatType("f32")
    width = num_bits(type)
    if type == FloatType("f8E8M0FNU"):  # has no sign
        return lambda x: to_bits(x, type)
    word = np.dtype(f"i{max(width, 8) // 8}")
    sign, magnitude = word.type(-1 << (width - 1)), word.type((1 << (width - 1)) - 1)

    def key(x: Array) -> Array:
        bits = to_bits(x, type).view(word)
        size = bits & magnitude
        ordered: Array = np.where((bits & sign) != 0, ~size, size)
        return ordered

    return chunked(key, word)


@elementwise("stablehlo.select", by_chunks=False, makes=Makes.NOTHING)
def select(op: Operation, planner: Planner) -> Run:
    return np.where


def _lexicographic(comparison: Callable[..., Any], lhs: Array, rhs: Array) -> Any:
    return np.where(lhs.real == rhs.real, comparison(lhs.imag, rhs.imag), comparison(lhs.real, rhs.real))


def _as_integer(function: Callable[..., Any], type: ElementType, working: ElementType) -> Run:
    """`function` on integers read as `working`, an integer type of the same width, and given back as `type`."""
    to, back = converter(type, working), converter(working, type)
    inner = computed(function, working)
    return lambda *operands: back(inner(*(to(x) for x in operands)))


def _with_sign(type: ElementType, *, signed: bool) -> IntegerType:
    return IntegerType(num_bits(type), "signless" if signed else "unsigned")


def _bit_count(x: Array) -> Any:
    return np.bitwise_count(x).astype(x.dtype)


def _leading_zeros(width: int) -> Callable[[Array], Any]:
    if width < 64:
        # the exponent of a number's f64 form is the number of bits it needs
        return lambda x: (width - np.frexp(x.astype(np.float64))[1]).astype(x.dtype)

    def of_words(x: Array) -> Any:
        high, low = (x >> np.uint64(32)).astype(np.float64), (x & np.uint64(0xFFFFFFFF)).astype(np.float64)
        used = np.where(high > 0, 32 + np.frexp(high)[1], np.frexp(low)[1])
        return (64 - used).astype(x.dtype)

    return of_words


def _integer(op: Operation) -> ElementType:
    type = element_type(op.result.type)
    if not is_integer(type):
        raise unsupported(op, type)
    return type
