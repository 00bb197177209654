"""CHLO's elementwise functions that JAX leaves in its programs (erf, square, asin ...), by their mathematical meaning.

Computed in f64 (complex128) and rounded once; docs/accuracy.md says how exact each is.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from hlogen.ir import IntegerType, Operation, dtype_of
from interpreter.execution.blocks import Run
from interpreter.execution.traits import CORRECT, EVERYWHERE, Accuracy, Gives, Makes
from interpreter.kernels import complex_functions
from interpreter.kernels.elementwise import elementwise
from interpreter.kernels.numerics import computed, element_type, is_complex, is_float, is_integer, unsupported
from interpreter.kernels.registry import Planner, Quantized
from interpreter.kernels.transcendental import HARDEST, function
from interpreter.values.array import Array


def _of_math(function: Callable[[float], float]) -> Callable[[Array], Any]:
    """A function of Python's math module, element by element; NumPy has no error function."""
    by_element = np.frompyfunc(function, 1, 1)
    return lambda x: np.asarray(by_element(x)).astype(np.float64)


_erf, _erfc = _of_math(math.erf), _of_math(math.erfc)


_MOST_LGAMMA = 2.556348e305  # from there on, it is beyond f64's largest


def _lgamma_of(x: float) -> float:
    if math.isinf(x) or (x <= 0 and x == math.floor(x)) or x > _MOST_LGAMMA:
        return math.inf
    return math.lgamma(x)


_gamma = _of_math(lambda x: math.gamma(x) if 0 < x < 171 else math.inf)


def _factorial(x: Array) -> Any:
    return _gamma(x + 1)


def _erf_inv(x: Array) -> Any:
    """A rough inverse, improved by Halley's method on erfc, which stays accurate close to 1."""
    size = np.minimum(np.abs(x), 1.0)
    log = np.log1p(-size * size)
    half = 2 / (np.pi * 0.147) + log / 2
    with np.errstate(all="ignore"):
        root = np.sqrt(np.sqrt(half * half - log / 0.147) - half)
        for _ in range(3):
            error = np.where(size < 0.5, _erf(root) - size, (1 - size) - _erfc(root))
            step = error * (np.sqrt(np.pi) / 2) * np.exp(root * root)
            improved = root - step / (1 + root * step)
            root = np.where(np.isfinite(improved), improved, root)
    root = np.where(size == 1, np.inf, root)
    return np.where(np.abs(x) > 1, np.nan, np.where(np.isnan(x), x, np.copysign(root, x)))


def _digamma(x: Array) -> Any:
    """By reflection for negative x, recurrence up to 10, then the asymptotic series."""
    negative, pi = x <= 0, np.arctan2(np.zeros((), x.dtype), -1)
    y = np.where(negative, 1 - x, x)
    shift = np.zeros_like(y)
    for _ in range(10):
        small = y < 10
        shift -= np.where(small, 1 / np.where(small, y, 1), 0)
        y += small
    inverse = 1 / (y * y)
    # Bernoulli numbers B(2k) / 2k, k = 1 ... 8
    terms = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12, -3617 / 8160)
    series = np.zeros_like(y)
    for term in reversed(terms):
        series = (series + term) * inverse
    value = shift + np.log(y) - 0.5 / y - series
    del small, y, shift, inverse, series
    fraction = x - np.round(x)
    value = np.where(negative, value - pi / np.tan(pi * fraction), value)
    return np.where(negative & (fraction == 0), np.nan, value)


def _zeta(x: Array, q: Array) -> Any:
    """Hurwitz's zeta function: the sum over all whole n from 0 on of (q + n)**-x, for x > 1; infinite for x = 1.

    For negative q, x has to be whole, and q above -10,000, from where the way to 10 is too long; else NaN. At q = 0,
    -1, ... a term is infinite: so is the sum where x is even, and NaN where the two sides of that pole differ.
    """
    is_pole, is_whole = (q <= 0) & (q == np.floor(q)), x == np.floor(x)
    regular = np.where((x <= 1) | is_pole | ((q < 0) & ~is_whole) | (q < -10_000), np.nan, q)
    value = _hurwitz(np.where(x > 1, x, np.nan), regular)
    value = np.where(is_pole & (x > 1), np.where(x % 2 == 0, np.inf, np.nan), value)
    return np.where(x == 1, np.inf, np.where((x == np.inf) & (q > 1), 0.0, value))


def _hurwitz(power: Array, start: Array) -> Any:
    """The sum of (start + n)**-power over whole n: one by one up to 9 + 1.5 * power, then by Euler and Maclaurin."""
    y, total = start, np.zeros_like(start)
    far = 9 + 1.5 * np.minimum(power, 171)
    while np.any(y < far):
        small = y < far
        total += np.where(small, y**-power, 0)
        y = y + small
    del start, far
    total += y ** (1 - power) / (power - 1)
    total += y**-power / 2
    # Bernoulli numbers B(2k), k = 1 ... 9
    rising = power * y ** (-power - 1)
    numbers = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798)
    for k, bernoulli in enumerate(numbers, 1):
        total += bernoulli / math.factorial(2 * k) * rising
        rising = rising * (power + 2 * k - 1) * (power + 2 * k) / (y * y)
    return total


def _polygamma(order: Array, x: Array) -> Any:
    """The derivative of digamma of a whole order, by Hurwitz's zeta function.

    NaN where the order isn't whole or its factorial no longer a float, and for x under -10,000, from where the way to
    10 is too long.
    """
    order = np.where(order > 170, np.nan, order)
    total = _hurwitz(order + 1, np.where(x < -10_000, np.nan, x))
    value = np.where(order % 2 == 0, -1, 1) * _factorial(order) * total
    del total
    if np.any(order == 0):
        value = np.where(order == 0, _digamma(x), value)
    return np.where((order >= 0) & (order == np.floor(order)), value, np.nan)


def _bessel_i1e(x: Array) -> Any:
    """exp(-|x|) I1(x), by the power series, whose terms all have one sign, and from 30 on by the asymptotic one."""
    size = np.abs(x)
    near, far = np.minimum(size, 30.0), np.maximum(size, 30.0)
    pi = np.arctan2(np.zeros((), x.dtype), -1)
    term = near / 2
    series = term
    for k in range(1, 80):
        term = term * (near / 2) ** 2 / (k * (k + 1))
        series = series + term
    term = np.ones_like(far)
    tail = term
    for k in range(1, 20):
        term = term * (((2 * k - 1) ** 2 - 4) / (8 * k)) / far
        tail = tail + term
    value = np.where(size < 30, np.exp(-near) * series, tail / (np.sqrt(2 * pi) * np.sqrt(far)))
    return np.where(np.isnan(x), x, np.copysign(value, x))


def _is_whole_to_zero(x: Array) -> Any:
    return (x <= 0) & (x == np.floor(x))


def _is_one(x: Array) -> Any:
    return np.abs(x) == 1


_NEAR_ROOTS = "of f64, in units of at least 1's: near its roots, digits cancel"
_function = partial(function, quantized=Quantized.UNDEFINED)

_function("chlo.acos", np.arccos, np.arccos, Accuracy(1, 5), monotone=(-1, 1))
_function("chlo.acosh", np.arccosh, np.arccosh, Accuracy(2, 5), monotone=(1, math.inf))
_function("chlo.asin", np.arcsin, np.arcsin, Accuracy(1, 5), monotone=(-1, 1))
_function("chlo.asinh", np.arcsinh, np.arcsinh, Accuracy(2, 5), monotone=EVERYWHERE)
_function("chlo.atan", np.arctan, np.arctan, Accuracy(1, 5), monotone=EVERYWHERE)
_function("chlo.atanh", np.arctanh, np.arctanh, Accuracy(2, 5), poles=_is_one, monotone=(-1, 1))
_function("chlo.bessel_i1e", _bessel_i1e, None, Accuracy(1, plain=16))
_function("chlo.cosh", np.cosh, np.cosh, Accuracy(2, 5))
_function("chlo.digamma", _digamma, None, Accuracy(1, plain=16, remark=_NEAR_ROOTS))
_function("chlo.erf", _erf, None, Accuracy(1), monotone=EVERYWHERE)
_function("chlo.erf_inv", _erf_inv, None, Accuracy(2), poles=_is_one, monotone=(-1, 1))
_function("chlo.erfc", _erfc, None, Accuracy(5), monotone=EVERYWHERE)
_function("chlo.lgamma", _of_math(_lgamma_of), None, Accuracy(16, remark=_NEAR_ROOTS), poles=_is_whole_to_zero)
_function(
    "chlo.polygamma",
    _polygamma,
    None,
    Accuracy(2, plain=64, remark=f"{_NEAR_ROOTS}; of other types at negative arguments"),
    poles=lambda order, x: _is_whole_to_zero(x),
)
_function("chlo.sinh", np.sinh, np.sinh, Accuracy(2, 5), monotone=EVERYWHERE)
_function("chlo.tan", np.tan, np.tan, Accuracy(1, 6, remark=HARDEST.format(15)))
_function("chlo.zeta", _zeta, None, Accuracy(1, plain=64), poles=lambda x, q: (x == 1) | _is_whole_to_zero(q))


@elementwise("chlo.square", quantized=Quantized.UNDEFINED, accuracy=Accuracy(CORRECT, 2, 2), exact=lambda x: x * x)
def square(op: Operation, planner: Planner) -> Run:
    type = element_type(op.result.type)
    return computed(complex_functions.square if is_complex(type) else np.square, type)


@elementwise("chlo.is_inf", "chlo.is_pos_inf", "chlo.is_neg_inf", quantized=Quantized.UNDEFINED)
def is_inf(op: Operation, planner: Planner) -> Run:
    type = element_type(op.operands[0].type)
    if not is_float(type):
        raise unsupported(op, type)
    tests: dict[str, Callable[..., Any]] = {
        "chlo.is_inf": np.isinf,
        "chlo.is_pos_inf": np.isposinf,
        "chlo.is_neg_inf": np.isneginf,
    }
    return computed(tests[op.name], type, element_type(op.result.type))


@elementwise("chlo.next_after", quantized=Quantized.UNDEFINED)
def next_after(op: Operation, planner: Planner) -> Run:
    type = element_type(op.result.type)
    if str(type) == "f16":  # of two zeros, NumPy gives the first one there
        return lambda x, y: np.where(x == y, y, np.nextafter(x, y))
    if str(type) in ("f32", "f64"):
        return np.nextafter
    if str(type) != "bf16":
        raise unsupported(op, type)

    def of_bf16(x: Array, y: Array) -> Array:
        wide_x, wide_y = x.astype(np.float32), y.astype(np.float32)
        bits = x.view(np.uint16)
        # one more in the bits is one step away from zero
        moved = np.where((wide_x > 0) == (wide_y > wide_x), bits + np.uint16(1), bits - np.uint16(1))
        moved = np.where(wide_x == 0, np.where(wide_y > 0, np.uint16(1), np.uint16(0x8001)), moved)
        stepped = np.where(wide_x == wide_y, y, moved.view(x.dtype))
        return np.where(np.isnan(wide_x) | np.isnan(wide_y), (wide_x + wide_y).astype(x.dtype), stepped)

    return of_bf16


@elementwise("chlo.conj", quantized=Quantized.UNDEFINED, by_chunks=False, gives=Gives.ANY, makes=Makes.NOTHING)
def conj(op: Operation, planner: Planner) -> Run:
    return np.conj if is_complex(element_type(op.result.type)) else lambda x: x


@elementwise("chlo.mulhi", quantized=Quantized.UNDEFINED)
def mulhi(op: Operation, planner: Planner) -> Run:
    """The high half of the product of integers."""
    type = element_type(op.result.type)
    if not is_integer(type) or not isinstance(type, IntegerType):
        raise unsupported(op, type)
    dtype = dtype_of(type)
    if type.width < 64:
        wide, width = np.dtype(np.uint64 if type.is_unsigned else np.int64), type.width
        return lambda x, y: (x.astype(wide) * y.astype(wide) >> wide.type(width)).astype(dtype)

    def of_64_bits(x: Array, y: Array) -> Any:
        a, b = x.astype(np.uint64), y.astype(np.uint64)
        high = _high_half(a, b)
        if not type.is_unsigned:  # a negative number is 2**64 more as an unsigned one
            high = high - np.where(x < 0, b, 0) - np.where(y < 0, a, 0)
        return high.astype(dtype)

    return of_64_bits


def _high_half(a: Array, b: Array) -> Any:
    """The high 64 bits of products of unsigned integers, by halves of 32 bits."""
    low, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    a_low, a_high, b_low, b_high = a & low, a >> half, b & low, b >> half
    middle = (a_low * b_low >> half) + (a_high * b_low & low) + (a_low * b_high & low)
    return a_high * b_high + (a_high * b_low >> half) + (a_low * b_high >> half) + (middle >> half)
