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

# t is the tangent, x the operand, y the result.
unary(
    {
        "stablehlo.cbrt": lambda t, x, y: scaled(divide(t, multiply(y, y)), 1 / 3),
        "stablehlo.cosine": lambda t, x, y: negate(multiply(t, sine(x))),
        "stablehlo.exponential": lambda t, x, y: multiply(t, y),
        # Not result + 1, which has lost all digits where the operand is far below zero.
        "stablehlo.exponential_minus_one": lambda t, x, y: multiply(t, exponential(x)),
        "stablehlo.log": lambda t, x, y: divide(t, x),
        "stablehlo.log_plus_one": lambda t, x, y: divide(t, add(x, 1)),
        "stablehlo.logistic": lambda t, x, y: multiply(t, multiply(y, subtract(full_like(y, 1), y))),
        "stablehlo.rsqrt": lambda t, x, y: multiply(t, scaled(divide(y, x), -0.5)),
        "stablehlo.sine": lambda t, x, y: multiply(t, cosine(x)),
        "stablehlo.sqrt": lambda t, x, y: multiply(t, divide(full_like(y, 0.5), y)),
        "stablehlo.tan": lambda t, x, y: multiply(t, add(multiply(y, y), 1)),
        # (1 + y) * (1 - y), not 1 - y * y, which has few digits where y is near 1.
        "stablehlo.tanh": lambda t, x, y: multiply(multiply(t, add(y, 1)), subtract(full_like(y, 1), y)),
    }
)


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
