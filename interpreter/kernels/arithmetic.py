"""Arithmetic, element by element (spec: add, multiply, divide, maximum, clamp, sign, floor ...).

Integers wrap. Where the specification leaves the result to the implementation, this is XLA's: dividing by zero gives
a quotient with all bits set (-1, or the largest unsigned value) and the dividend as remainder; the lowest integer
divided by -1 is itself, remainder 0.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from hlogen.ir import ElementType, Operation, dtype_of
from interpreter.execution.blocks import Run
from interpreter.execution.traits import CORRECT, EVERYWHERE, Accuracy, Gives, Makes
from interpreter.kernels import complex_functions
from interpreter.kernels.elementwise import elementwise
from interpreter.kernels.numerics import (
    C128,
    F64,
    computed,
    element_type,
    forwards,
    is_boolean,
    is_complex,
    is_float,
    is_integer,
    unsupported,
)
from interpreter.kernels.registry import Planner, Quantized
from interpreter.values.array import Array

# The operations whose operands may be swapped and regrouped, as NumPy's functions.
ON_BOOLEANS: dict[str, np.ufunc] = {
    "stablehlo.add": np.logical_or,
    "stablehlo.or": np.logical_or,
    "stablehlo.maximum": np.logical_or,
    "stablehlo.multiply": np.logical_and,
    "stablehlo.and": np.logical_and,
    "stablehlo.minimum": np.logical_and,
    "stablehlo.xor": np.logical_xor,
}
ON_INTEGERS: dict[str, np.ufunc] = {
    "stablehlo.add": np.add,
    "stablehlo.multiply": np.multiply,
    "stablehlo.maximum": np.maximum,
    "stablehlo.minimum": np.minimum,
    "stablehlo.and": np.bitwise_and,
    "stablehlo.or": np.bitwise_or,
    "stablehlo.xor": np.bitwise_xor,
}

_PRODUCT = "of complex numbers, each product and each sum of parts is rounded in the type itself, and may overflow"
_POWER = "of complex<f64>, on machines without x87's wider type, about the size of exponent * log(base)"


def add_function(type: ElementType) -> Run:
    return np.logical_or if is_boolean(type) else computed(np.add, type)


def multiply_function(type: ElementType) -> Run:
    if is_boolean(type):
        return np.logical_and
    return computed(_complex_product if is_complex(type) else np.multiply, type)


def maximum_function(type: ElementType) -> Run:
    if is_boolean(type):
        return np.logical_or
    return computed(float_maximum if is_float(type) else np.maximum, type)


def minimum_function(type: ElementType) -> Run:
    if is_boolean(type):
        return np.logical_and
    return computed(float_minimum if is_float(type) else np.minimum, type)


@elementwise(
    "stablehlo.add",
    quantized=Quantized.PER_AXIS,
    accuracy=Accuracy(CORRECT, CORRECT),
    exact=operator.add,
    monotone=EVERYWHERE,
)
def add(op: Operation, planner: Planner) -> Run:
    return add_function(element_type(op.result.type))


@elementwise(
    "stablehlo.multiply",
    accuracy=Accuracy(CORRECT, 2, 2, remark=_PRODUCT),
    exact=operator.mul,
    monotone=EVERYWHERE,
)
def multiply(op: Operation, planner: Planner) -> Run:
    return multiply_function(element_type(op.result.type))


@elementwise("stablehlo.maximum", makes=Makes.NOTHING, accuracy=Accuracy(0), monotone=EVERYWHERE)
def maximum(op: Operation, planner: Planner) -> Run:
    return maximum_function(element_type(op.result.type))


@elementwise("stablehlo.minimum", makes=Makes.NOTHING, accuracy=Accuracy(0), monotone=EVERYWHERE)
def minimum(op: Operation, planner: Planner) -> Run:
    return minimum_function(element_type(op.result.type))


@elementwise("stablehlo.clamp", makes=Makes.NOTHING, accuracy=Accuracy(0), monotone=EVERYWHERE)
def clamp(op: Operation, planner: Planner) -> Run:
    type = element_type(op.result.type)
    lower, upper = maximum_function(type), minimum_function(type)
    return lambda min, operand, max: upper(lower(operand, min), max)


@elementwise(
    "stablehlo.subtract",
    accuracy=Accuracy(CORRECT, CORRECT),
    exact=operator.sub,
    monotone=EVERYWHERE,
)
def subtract(op: Operation, planner: Planner) -> Run:
    return computed(np.subtract, _number(op))


@elementwise("stablehlo.negate", accuracy=Accuracy(0, 0, 0), exact=operator.neg, monotone=EVERYWHERE)
def negate(op: Operation, planner: Planner) -> Run:
    return computed(np.negative, _number(op))


@elementwise("stablehlo.divide", poles=lambda lhs, rhs: rhs == 0, accuracy=Accuracy(CORRECT, 4))
def divide(op: Operation, planner: Planner) -> Run:
    type = _number(op)
    if is_integer(type):
        return computed(_integer_quotient, type)
    return computed(complex_functions.quotient if is_complex(type) else np.divide, type, wide=is_complex(type))


@elementwise("stablehlo.remainder", accuracy=Accuracy(0))
def remainder(op: Operation, planner: Planner) -> Run:
    type = _number(op)
    if is_complex(type):  # the specification leaves it open
        raise unsupported(op, type)
    return computed(_integer_remainder if is_integer(type) else np.fmod, type)


@elementwise("stablehlo.power", poles=lambda base, exponent: base == 0, accuracy=Accuracy(1, 4, remark=_POWER))
def power(op: Operation, planner: Planner) -> Run:
    type = _number(op)
    if is_integer(type):
        return computed(_integer_power, type)
    if is_complex(type):
        return computed(complex_functions.power if dtype_of(type) == C128 else np.power, type, wide=True)
    return computed(forwards(_float_power) if dtype_of(type) == F64 else _float_power, type, wide=True)


@elementwise("stablehlo.abs", accuracy=Accuracy(0, 2), exact=operator.abs)
def abs(op: Operation, planner: Planner) -> Run:
    type = element_type(op.operands[0].type)
    if is_boolean(type):
        raise unsupported(op, type)
    return computed(np.abs, type, element_type(op.result.type), wide=is_complex(type))


@elementwise("stablehlo.sign", accuracy=Accuracy(0, 4), monotone=EVERYWHERE)
def sign(op: Operation, planner: Planner) -> Run:
    type = _number(op)
    if is_integer(type):
        return computed(np.sign, type)
    return computed(complex_functions.sign if is_complex(type) else _float_sign, type, wide=is_complex(type))


@elementwise("stablehlo.floor", accuracy=Accuracy(0), monotone=EVERYWHERE)
def floor(op: Operation, planner: Planner) -> Run:
    return computed(np.floor, _float(op))


@elementwise("stablehlo.ceil", accuracy=Accuracy(0), monotone=EVERYWHERE)
def ceil(op: Operation, planner: Planner) -> Run:
    return computed(np.ceil, _float(op))


@elementwise("stablehlo.round_nearest_even", accuracy=Accuracy(0), monotone=EVERYWHERE)
def round_nearest_even(op: Operation, planner: Planner) -> Run:
    return computed(np.rint, _float(op))


@elementwise("stablehlo.round_nearest_afz", accuracy=Accuracy(0), monotone=EVERYWHERE)
def round_nearest_afz(op: Operation, planner: Planner) -> Run:
    return computed(_round_half_away, _float(op))


@elementwise("stablehlo.complex", quantized=Quantized.UNDEFINED, by_chunks=False, makes=Makes.NOTHING)
def complex(op: Operation, planner: Planner) -> Run:
    dtype = dtype_of(element_type(op.result.type))

    def paired(real: Array, imag: Array) -> Array:
        result = np.empty(np.broadcast_shapes(real.shape, imag.shape), dtype)
        result.real, result.imag = real, imag
        return result

    return paired


@elementwise("stablehlo.real", quantized=Quantized.UNDEFINED, by_chunks=False, gives=Gives.ANY, makes=Makes.NOTHING)
def real(op: Operation, planner: Planner) -> Run:
    return np.real


@elementwise("stablehlo.imag", quantized=Quantized.UNDEFINED, by_chunks=False, gives=Gives.ANY, makes=Makes.NOTHING)
def imag(op: Operation, planner: Planner) -> Run:
    if is_complex(element_type(op.operands[0].type)):
        return np.imag
    return np.zeros_like


def float_maximum(lhs: Array, rhs: Array) -> Any:
    """IEEE-754's maximum: NaN where there is one, and +0 is more than -0."""
    result = np.maximum(lhs, rhs)
    if not result.all():
        result = np.where((result == 0) & (lhs == rhs), lhs + rhs, result)  # only -0 + -0 is -0
    return result


def float_minimum(lhs: Array, rhs: Array) -> Any:
    """IEEE-754's minimum: NaN where there is one, and -0 is less than +0."""
    result = np.minimum(lhs, rhs)
    if not result.all():
        result = np.where((result == 0) & (lhs == rhs), -(-lhs - rhs), result)
    return result


def _complex_product(lhs: Array, rhs: Array) -> Array:
    """Every real operation rounds by itself: NumPy's own product may fuse them, and then depends on the machine."""
    result = np.empty(np.broadcast_shapes(lhs.shape, rhs.shape), lhs.dtype)
    result.real = lhs.real * rhs.real - lhs.imag * rhs.imag
    result.imag = lhs.real * rhs.imag + lhs.imag * rhs.real
    return result


def _integer_quotient(lhs: Array, rhs: Array) -> Any:
    quotient = np.floor_divide(lhs, rhs)
    if lhs.dtype.kind == "i":
        # NumPy rounds down, the specification discards the fraction
        quotient = quotient + (((lhs < 0) != (rhs < 0)) & (quotient * rhs != lhs))
    by_zero = rhs == 0
    return np.where(by_zero, ~lhs.dtype.type(0), quotient) if np.any(by_zero) else quotient


def _integer_remainder(lhs: Array, rhs: Array) -> Any:
    remainder = np.fmod(lhs, rhs)
    by_zero = rhs == 0
    return np.where(by_zero, lhs, remainder) if np.any(by_zero) else remainder


def _float_power(base: Array, exponent: Array) -> Any:
    """IEEE-754's pow. NumPy takes the square root where one exponent is repeated and is 0.5, which differs below 0."""
    found = np.power(base, exponent)
    awkward = (exponent == 0.5) & ((base == -np.inf) | (base == 0))
    return np.where(awkward, np.abs(base), found) if np.any(awkward) else found


def _integer_power(base: Array, exponent: Array) -> Any:
    """A negative exponent gives the reciprocal with its fraction discarded: 0 unless the base is 1 or -1."""
    if base.dtype.kind == "u":
        return np.power(base, exponent)
    negative = exponent < 0
    if not np.any(negative):
        return np.power(base, exponent)
    unit = (base == 1) | (base == -1)
    return np.where(negative & ~unit, 0, np.power(base, np.where(negative, exponent & 1, exponent))).astype(base.dtype)


def _float_sign(x: Array) -> Any:
    return np.where((x == 0) | np.isnan(x), x, np.copysign(x.dtype.type(1), x))


def _round_half_away(x: Array) -> Any:
    whole = np.trunc(x)
    return np.copysign(whole + np.copysign(np.abs(x - whole) >= 0.5, x), x).astype(x.dtype)


def _number(op: Operation) -> ElementType:
    type = element_type(op.result.type)
    if is_boolean(type):
        raise unsupported(op, type)
    return type


def _float(op: Operation) -> ElementType:
    type = element_type(op.result.type)
    if not is_float(type):
        raise unsupported(op, type)
    return type
