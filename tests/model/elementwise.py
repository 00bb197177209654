"""The slow models of the elementwise ops: each a function of exact values, rounded once into the result's type.

A function takes the elements' exact values (model/exact.py) and gives one back. Its model is the function applied to
every element; the functions named after ops are found by these names, with an underscore where Python has the word.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
from model.exact import Exact, as_mpf, bits_of, exact, is_integer, rounded

Array = np.ndarray[Any, np.dtype[Any]]
Model = Callable[..., Array]


def elementwise(function: Callable[..., Exact], *, dtype: Callable[[np.dtype[Any]], Any] = lambda same: same) -> Model:
    """The model of a function of elements; `dtype` gives the result's from the first operand's."""

    def model(*operands: Array, **attributes: Any) -> Array:
        made = np.dtype(attributes.pop("dtype", None) or dtype(operands[0].dtype))
        result = np.empty(np.broadcast_shapes(*(operand.shape for operand in operands)), made)
        for index in np.ndindex(*result.shape):
            elements = [exact(operand[index] if operand.ndim else operand[()]) for operand in operands]
            result[index] = rounded(function(*elements, **attributes), made)
        return result

    return model


def arithmetic(
    of_finite: Callable[[Exact, Exact], Exact], of_floats: Callable[[Any, Any], Any], of_complex: Any = None
) -> Model:
    """IEEE-754: exact of numbers other than zero, by `of_floats` where one is 0.0, -0.0 or isn't finite."""

    def function(a: Exact, b: Exact) -> Exact:
        if isinstance(a, tuple):
            return of_complex(a, b)
        if isinstance(a, float) or isinstance(b, float):
            with np.errstate(all="ignore"):
                return float(of_floats(np.float64(float(a)), np.float64(float(b))))  # exact: nothing is rounded here
        return of_finite(a, b)

    return elementwise(function)


def _real(function: Callable[[float], float], of_numbers: Callable[[Any], Any]) -> Model:
    """A transcendental function: of numbers by mpmath, of 0.0, -0.0 and what isn't finite by `function` on floats."""

    def apply(x: Exact) -> Exact:
        if isinstance(x, float):
            with np.errstate(all="ignore"):
                return float(function(np.float64(x)))
        value = of_numbers(as_mpf(x))
        if isinstance(x, tuple):
            return _from_its_side(of_numbers, x, value)
        return math.nan if isinstance(value, mpmath.mpc) else value

    return elementwise(apply)


TINY = mpmath.mpf(2) ** -1000


def _from_its_side(of_numbers: Callable[[Any], Any], x: Exact, value: Any) -> Exact:
    """`value` of a complex function at `x`, where the signs of its zeros tell how it is approached: the limit.

    On a branch cut it is the value on that side, and a part that is 0 has the sign that it has close by.
    """
    if 0 not in x or not mpmath.isfinite(value):
        return value
    with mpmath.workprec(2400):
        nearby = [(TINY if math.copysign(1, part) > 0 else -TINY) if part == 0 else as_mpf(part) for part in x]
        close = of_numbers(mpmath.mpc(*nearby))
        parts = (close.real, close.imag)
        return tuple(math.copysign(0.0, part) if abs(part) < mpmath.mpf(2) ** -300 else +part for part in parts)


def _sum(a: Exact, b: Exact) -> Exact:
    return a or b if isinstance(a, bool) else a + b


def _product(a: Exact, b: Exact) -> Exact:
    return a and b if isinstance(a, bool) else a * b


def _quotient(a: Exact, b: Exact) -> Exact:
    if isinstance(a, int):
        return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)  # rounds toward 0
    return a / b


def _remainder(a: Exact, b: Exact) -> Exact:
    """The sign is the dividend's, the absolute value below the divisor's."""
    found = abs(a) % abs(b)
    if found == 0 and not isinstance(a, int):
        return math.copysign(0.0, a)
    return found if a > 0 else -found


def _complex(function: Callable[[Any, Any], Any]) -> Callable[[Exact, Exact], Exact]:
    return lambda a, b: function(as_mpf(a), as_mpf(b))


add = arithmetic(_sum, np.add, _complex(lambda a, b: a + b))
subtract = arithmetic(lambda a, b: a - b, np.subtract, _complex(lambda a, b: a - b))
multiply = arithmetic(_product, np.multiply, _complex(lambda a, b: a * b))
divide = arithmetic(_quotient, np.divide, _complex(lambda a, b: a / b))
remainder = arithmetic(_remainder, np.fmod)


def _extremum(sign: int) -> Callable[[Exact, Exact], Exact]:
    def function(a: Exact, b: Exact) -> Exact:
        if isinstance(a, tuple):
            return max(a, b, key=lambda value: (sign * value[0], sign * value[1]))
        if a != a or b != b:
            return math.nan
        if a == b == 0 and isinstance(a, float):
            return a if math.copysign(1, a) * sign > 0 else b  # -0.0 is less than 0.0
        return a if sign * a >= sign * b else b

    return function


maximum = elementwise(_extremum(1))
minimum = elementwise(_extremum(-1))


def clamp(min: Array, operand: Array, max: Array) -> Array:
    """minimum(maximum(operand, min), max)"""
    shaped = [np.broadcast_to(bound, operand.shape) for bound in (min, max)]
    return minimum(maximum(operand, shaped[0]), shaped[1])


def _negated(x: Exact) -> Exact:
    return tuple(-part for part in x) if isinstance(x, tuple) else -x


negate = elementwise(_negated)


def _absolute(x: Exact) -> Exact:
    return mpmath.sqrt(as_mpf(x[0]) ** 2 + as_mpf(x[1]) ** 2) if isinstance(x, tuple) else abs(x)


abs_ = elementwise(_absolute, dtype=lambda of: np.empty(0, of).real.dtype)


def _sign(x: Exact) -> Exact:
    if isinstance(x, tuple):
        return as_mpf(x) / mpmath.sqrt(as_mpf(x[0]) ** 2 + as_mpf(x[1]) ** 2) if any(x) else (0.0, 0.0)
    if isinstance(x, float) and (x != x or x == 0):
        return x
    return (x > 0) - (x < 0)


sign = elementwise(_sign)


def _rounding(of_numbers: Callable[[Fraction], int]) -> Model:
    def function(x: Exact) -> Exact:
        if isinstance(x, float):
            return x
        found = of_numbers(x)
        return Fraction(found) if found else math.copysign(0.0, x)

    return elementwise(function)


ceil = _rounding(math.ceil)
floor = _rounding(math.floor)
round_nearest_even = _rounding(round)
round_nearest_afz = _rounding(lambda x: math.floor(abs(x) + Fraction(1, 2)) * (1 if x > 0 else -1))

cbrt = _real(np.cbrt, lambda x: mpmath.cbrt(x) if isinstance(x, mpmath.mpc) else mpmath.sign(x) * mpmath.cbrt(abs(x)))
cosine = _real(np.cos, mpmath.cos)
exponential = _real(np.exp, mpmath.exp)
exponential_minus_one = _real(np.expm1, mpmath.expm1)
log = _real(np.log, mpmath.log)
log_plus_one = _real(np.log1p, lambda x: mpmath.log(1 + x))
logistic = _real(lambda x: 1 / (1 + np.exp(-x)), lambda x: 1 / (1 + mpmath.exp(-x)))
rsqrt = _real(lambda x: 1 / np.sqrt(x), lambda x: 1 / mpmath.sqrt(x))
sine = _real(np.sin, mpmath.sin)
sqrt = _real(np.sqrt, mpmath.sqrt)
tan = _real(np.tan, mpmath.tan)
tanh = _real(np.tanh, mpmath.tanh)


def _atan2(y: Exact, x: Exact) -> Exact:
    if math.isnan(x) or math.isnan(y):
        return math.nan
    if not (math.isfinite(x) and math.isfinite(y)) or y == 0:
        # The multiples of pi / 4, exactly.
        quarters = round(math.atan2(y, x) / (math.pi / 4))
        return mpmath.pi * quarters / 4 if quarters else math.atan2(y, x)
    return mpmath.atan2(as_mpf(y), as_mpf(x))


atan2 = elementwise(_atan2)


def _power(base: Exact, exponent: Exact) -> Exact:
    if isinstance(base, tuple):
        return mpmath.power(as_mpf(base), as_mpf(exponent))
    if isinstance(base, int):
        return base**exponent if exponent >= 0 else (0 if abs(base) > 1 else base**-exponent)
    if isinstance(base, float) or isinstance(exponent, float):
        if base == 0 and exponent < 0:  # Python raises an error
            return math.copysign(math.inf, base) if float(exponent) % 2 == 1 else math.inf
        return math.pow(float(base), float(exponent))
    if base < 0 and exponent.denominator != 1:
        return math.nan
    return mpmath.power(as_mpf(base), as_mpf(exponent))


power = elementwise(_power)


def _logic(op: Callable[[int, int], int]) -> Model:
    return elementwise(lambda a, b: op(a, b))


and_ = _logic(lambda a, b: a & b)
or_ = _logic(lambda a, b: a | b)
xor = _logic(lambda a, b: a ^ b)


def _on_bits(function: Callable[[int, int, int], int]) -> Model:
    """A model on the bits of integers: `function(bits, second operand, width)`; the result's bits are taken modulo."""

    def model(*operands: Array) -> Array:
        dtype = operands[0].dtype
        width = bits_of(dtype)
        result = np.empty(operands[0].shape, dtype)
        for index in np.ndindex(*result.shape):
            other = int(operands[1][index]) if operands[1:] else 0
            found = function(int(operands[0][index]) % 2**width, other, width) % 2**width
            is_signed = int(np.array(-1).astype(dtype)[()]) < 0
            result[index] = found - 2**width if is_signed and found >= 2 ** (width - 1) else found
        return result

    return model


_not_of_booleans = elementwise(lambda x: not x)
_not_of_integers = _on_bits(lambda bits, _, width: 2**width - 1 - bits)


def not_(operand: Array) -> Array:
    return (_not_of_booleans if operand.dtype == np.bool_ else _not_of_integers)(operand)


count_leading_zeros = _on_bits(lambda bits, _, width: width - bits.bit_length())
popcnt = _on_bits(lambda bits, _, width: bits.bit_count())
# A shift by the width or more leaves nothing of the bits, or the sign alone.
shift_left = _on_bits(lambda bits, by, width: bits << by if by < width else 0)
shift_right_logical = _on_bits(lambda bits, by, width: bits >> by)
shift_right_arithmetic = _on_bits(
    lambda bits, by, width: (bits - 2**width if bits >= 2 ** (width - 1) else bits) >> min(by, width)
)

complex_ = elementwise(
    lambda real, imag: (real, imag), dtype=lambda part: np.complex64 if part == np.float32 else np.complex128
)
real = elementwise(lambda x: x[0] if isinstance(x, tuple) else x, dtype=lambda of: np.empty(0, of).real.dtype)
imag = elementwise(lambda x: x[1] if isinstance(x, tuple) else 0.0, dtype=lambda of: np.empty(0, of).real.dtype)
is_finite = elementwise(lambda x: not isinstance(x, float) or math.isfinite(x), dtype=lambda of: np.bool_)


def select(pred: Array, on_true: Array, on_false: Array) -> Array:
    result = np.empty_like(on_true)
    for index in np.ndindex(*result.shape):
        result[index] = (on_true if pred[index if pred.ndim else ()] else on_false)[index]
    return result


def _total_order(x: Exact, sign: bool) -> tuple[int, Any]:
    """-NaN < -inf < -finite < -0 < +0 < +finite < +inf < +NaN (IEEE-754)."""
    if x != x:
        return (-2 if sign else 2, 0)
    if x == 0:
        return (0, -1 if sign else 1)
    return (-1 if x < 0 else 1, x)


def compare(lhs: Array, rhs: Array, *, comparison_direction: str, compare_type: str = "") -> Array:
    result = np.empty(lhs.shape, np.bool_)
    for index in np.ndindex(*lhs.shape):
        a, b = exact(lhs[index]), exact(rhs[index])
        if compare_type == "TOTALORDER":
            a, b = (_total_order(float(x[index]), bool(np.signbit(x[index]))) for x in (lhs, rhs))
        result[index] = {
            "EQ": lambda a, b: a == b,
            "NE": lambda a, b: a != b,
            "GE": lambda a, b: a >= b,
            "GT": lambda a, b: a > b,
            "LE": lambda a, b: a <= b,
            "LT": lambda a, b: a < b,
        }[comparison_direction](a, b)
    return result


def convert(operand: Array, *, dtype: np.dtype[Any]) -> Array:
    """A value that the type has is that value; floats round to the nearest, fractions go toward 0 into integers."""
    result = np.empty(operand.shape, dtype)
    for index in np.ndindex(*operand.shape):
        value = exact(operand[index])
        if isinstance(value, tuple):
            value = value if np.dtype(dtype).kind == "c" else value[0]
        if np.dtype(dtype) == np.bool_:
            value = value != 0
        elif is_integer(np.dtype(dtype)):
            value = math.trunc(value)
        elif isinstance(value, bool):
            value = int(value)
        result[index] = rounded(float(value) if value == 0 and not isinstance(value, tuple) else value, dtype)
    return result


def reduce_precision(operand: Array, *, exponent_bits: int, mantissa_bits: int) -> Array:
    """Rounded to a format of IEEE-754's kind with so many bits, and back; what is below its normal numbers is 0."""
    result = np.empty_like(operand)
    bias = 2 ** (exponent_bits - 1) - 1
    for index in np.ndindex(*operand.shape):
        value = exact(operand[index])
        if isinstance(value, Fraction):
            exponent = math.frexp(float(value))[1] - 1
            place = Fraction(2) ** (exponent - mantissa_bits)
            found = round(value / place) * place
            if abs(found) >= Fraction(2) ** (bias + 1):
                value = math.copysign(math.inf, value)
            elif abs(found) < Fraction(2) ** (1 - bias):
                value = math.copysign(0.0, value)
            else:
                value = found
        elif value != value and not mantissa_bits:
            value = math.inf  # its mantissa is truncated to nothing
        result[index] = rounded(value, operand.dtype)
    return result
