"""Elementwise operations that add, multiply, choose or round; the smooth functions are in `transcendental`."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.registry import Tangent, Tangents, constant, jvp, refused, transpose
from hlogen.autodiff.rules.complex import conjugate_direction
from hlogen.autodiff.rules.partial import only, scaled
from hlogen.autodiff.site import Site, is_differentiable, spread, sum_of, zeros_like
from hlogen.builder.elementwise import (
    add,
    and_,
    compare,
    convert,
    divide,
    maximum,
    multiply,
    negate,
    not_,
    or_,
    real,
    round_nearest_even,
    select,
    sign,
    subtract,
)
from hlogen.ir import ComplexType, FloatType

constant("stablehlo.ceil", "stablehlo.floor", "stablehlo.round_nearest_afz", "stablehlo.round_nearest_even")
constant("stablehlo.compare", "stablehlo.is_finite")
# Of integers, which have no tangents.
constant("stablehlo.and", "stablehlo.not", "stablehlo.or", "stablehlo.xor")
constant("stablehlo.count_leading_zeros", "stablehlo.popcnt")
constant("stablehlo.shift_left", "stablehlo.shift_right_arithmetic", "stablehlo.shift_right_logical")

refused(
    "stablehlo.bitcast_convert",
    reason="reads the bits of floats as something else, which has no derivative",
    fix="use hl.convert if the numbers are meant; if the bits are, cut the path before it with hl.stop_gradient",
)
refused(
    "stablehlo.uniform_quantize",
    "stablehlo.uniform_dequantize",
    reason="rounds to steps, so its derivative is zero or undefined",
    fix="cut the path with hl.stop_gradient: x + hl.stop_gradient(q(x) - x) has the value of q and the slope of x",
)


@transpose("stablehlo.add", jointly=(0, 1))
def transpose_add(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    return [cotangents[0], cotangents[0]]


@jvp("stablehlo.add")
def add_jvp(site: Site, tangents: Tangents) -> Tangent:
    return sum_of(tangents[0], tangents[1])


@transpose("stablehlo.subtract", jointly=(0, 1))
def transpose_subtract(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    cotangent = only(cotangents)
    return [cotangent, negate(cotangent) if is_linear[1] else None]


@jvp("stablehlo.subtract")
def subtract_jvp(site: Site, tangents: Tangents) -> Tangent:
    lhs, rhs = tangents
    if rhs is None:
        return lhs
    return negate(rhs) if lhs is None else subtract(lhs, rhs)


@transpose("stablehlo.negate", jointly=(0,))
def transpose_negate(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangent:
    return negate(only(cotangents))


@transpose("stablehlo.multiply", separately=(0, 1))
def transpose_multiply(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    cotangent = only(cotangents)
    lhs, rhs = site.inputs
    if is_linear[0]:
        assert rhs is not None
        return [multiply(cotangent, rhs), None]
    assert lhs is not None
    return [None, multiply(lhs, cotangent)]


@transpose("stablehlo.divide", separately=(0,))
def transpose_divide(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    cotangent, rhs = only(cotangents), site.inputs[1]
    assert rhs is not None
    return [divide(cotangent, rhs), None]


@jvp("stablehlo.divide")
def divide_jvp(site: Site, tangents: Tangents) -> Tangent:
    lhs, rhs = tangents
    part = None if rhs is None else negate(multiply(rhs, site.results[0]))
    total = sum_of(lhs, part)
    assert total is not None
    return divide(total, site.operands[1])


@jvp("stablehlo.remainder")
def remainder_jvp(site: Site, tangents: Tangents) -> Tangent:
    """lhs - quotient * rhs, the quotient rounded toward zero."""
    lhs, rhs = site.operands
    if tangents[1] is None:
        return tangents[0]
    # What is left of lhs is a multiple of rhs; the division is only off by its own rounding.
    quotient = divide(subtract(lhs, site.results[0]), rhs)
    if isinstance(quotient.element_type, FloatType):
        quotient = round_nearest_even(quotient)
    return sum_of(tangents[0], negate(multiply(tangents[1], quotient)))


@transpose("stablehlo.select", jointly=(1, 2))
def transpose_select(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    cotangent, pred = only(cotangents), site.inputs[0]
    assert pred is not None
    zero = zeros_like(cotangent)
    on_true = select(pred, cotangent, zero) if is_linear[1] else None
    on_false = select(pred, zero, cotangent) if is_linear[2] else None
    return [None, on_true, on_false]


@transpose("stablehlo.convert", jointly=(0,))
def transpose_convert(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangent:
    cotangent = only(cotangents)
    target = site.input_types[0].element_type
    if isinstance(cotangent.element_type, ComplexType) and isinstance(target, FloatType):
        cotangent = real(cotangent)
    return cotangent if cotangent.element_type == target else convert(cotangent, target)


@jvp("stablehlo.convert")
def convert_jvp(site: Site, tangents: Tangents) -> Tangent:
    tangent = only(tangents)
    return site.emit([tangent])[0] if is_differentiable(site.result_types[0]) else None


@transpose("stablehlo.reduce_precision", jointly=(0,))
def transpose_reduce_precision(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangent:
    """Tangents and cotangents are rounded as the values are, as if they went the same narrow way."""
    return site.emit([only(cotangents)])[0]


@jvp("stablehlo.abs")
def abs_jvp(site: Site, tangents: Tangents) -> Tangent:
    """Zero at zero, where any slope from -1 to 1 would do."""
    (tangent,) = tangents
    (operand,) = site.operands
    assert tangent is not None
    if isinstance(operand.element_type, ComplexType):
        return real(multiply(tangent, conjugate_direction(operand, site.results[0])))
    return multiply(tangent, sign(operand))


@jvp("stablehlo.maximum", "stablehlo.minimum")
def extremum_jvp(site: Site, tangents: Tangents) -> Tangent:
    """The tangent of the operand that the result is; half of both where they are equal; zero where one is NaN."""
    lhs, rhs = site.operands
    (result,) = site.results
    left, right = (zeros_like(result) if tangent is None else tangent for tangent in tangents)
    is_left, is_right = compare(result, lhs, "EQ"), compare(result, rhs, "EQ")
    one = select(is_left, left, select(is_right, right, zeros_like(result)))
    return select(and_(is_left, is_right), scaled(add(left, right), 0.5), one)


@jvp("stablehlo.clamp")
def clamp_jvp(site: Site, tangents: Tangents) -> Tangent:
    """The tangent of the one of min, operand and max that the result is; zero where it is several."""
    operand, (result,) = site.operands[1], site.results
    low, high = (spread(site.operands[number], result) for number in (0, 2))
    is_low, is_operand, is_high = (compare(result, value, "EQ") for value in (low, operand, high))
    held = maximum(operand, low)
    alone = [
        and_(is_low, not_(or_(is_operand, is_high))),
        and_(is_operand, not_(or_(is_low, is_high))),
        # Where both are above max, max alone decides, whether or not they are equal.
        and_(is_high, compare(held, high, "NE")),
    ]
    total = zeros_like(result)
    for is_it, tangent in zip(alone, tangents, strict=True):
        if tangent is not None:
            total = select(is_it, spread(tangent, result), total)
    return total
