"""Functions of one or two numbers that are smooth: roots, exponentials, logarithms, trigonometry, powers.

All but the powers' edge cases are the textbook's derivatives, of real and complex numbers alike. Where a function has
no derivative (the square root at 0) its formula says infinity or NaN.
"""

from __future__ import annotations

from hlogen.autodiff.registry import Tangent, Tangents, jvp
from hlogen.autodiff.rules.partial import scaled, unary
from hlogen.autodiff.site import Site, full_like, sum_of, zeros_like
from hlogen.builder.elementwise import (
    add,
    compare,
    cosine,
    divide,
    exponential,
    log,
    multiply,
    negate,
    power,
    select,
    sine,
    subtract,
)
from hlogen.builder.tensor import Tensor


@unary("stablehlo.cbrt")
def cbrt_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return scaled(divide(tangent, multiply(result, result)), 1 / 3)


@unary("stablehlo.cosine")
def cosine_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return negate(multiply(tangent, sine(operand)))


@unary("stablehlo.exponential")
def exponential_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return multiply(tangent, result)


@unary("stablehlo.exponential_minus_one")
def exponential_minus_one_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    # Not result + 1, which has lost all digits where the operand is far below zero.
    return multiply(tangent, exponential(operand))


@unary("stablehlo.log")
def log_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return divide(tangent, operand)


@unary("stablehlo.log_plus_one")
def log_plus_one_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return divide(tangent, add(operand, 1))


@unary("stablehlo.logistic")
def logistic_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return multiply(tangent, multiply(result, subtract(full_like(result, 1), result)))


@unary("stablehlo.rsqrt")
def rsqrt_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return multiply(tangent, scaled(divide(result, operand), -0.5))


@unary("stablehlo.sine")
def sine_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return multiply(tangent, cosine(operand))


@unary("stablehlo.sqrt")
def sqrt_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return multiply(tangent, divide(full_like(result, 0.5), result))


@unary("stablehlo.tan")
def tan_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    return multiply(tangent, add(multiply(result, result), 1))


@unary("stablehlo.tanh")
def tanh_jvp(tangent: Tensor, operand: Tensor, result: Tensor) -> Tensor:
    # (1 + y) * (1 - y), not 1 - y * y, which has few digits where y is near 1.
    return multiply(multiply(tangent, add(result, 1)), subtract(full_like(result, 1), result))


@jvp("stablehlo.atan2")
def atan2_jvp(site: Site, tangents: Tangents) -> Tangent:
    """lhs is the height y, rhs the width x of the point."""
    y, x = site.operands
    square = add(multiply(x, x), multiply(y, y))
    of_y = None if tangents[0] is None else multiply(tangents[0], divide(x, square))
    of_x = None if tangents[1] is None else multiply(tangents[1], divide(negate(y), square))
    return sum_of(of_y, of_x)


@jvp("stablehlo.power")
def power_jvp(site: Site, tangents: Tangents) -> Tangent:
    """A power of 0 has the slope 0 where the formulas have 0 times infinity: x ** 0 in x, 0 ** y in y."""
    base, exponent = site.operands
    total: Tangent = None
    if tangents[0] is not None:
        lowered = multiply(exponent, power(base, subtract(exponent, full_like(exponent, 1))))
        slope = select(compare(exponent, zeros_like(exponent), "EQ"), zeros_like(exponent), lowered)
        total = multiply(tangents[0], slope)
    if tangents[1] is not None:
        safe = select(compare(base, zeros_like(base), "EQ"), full_like(base, 1), base)
        total = sum_of(total, multiply(tangents[1], multiply(log(safe), site.results[0])))
    return total
