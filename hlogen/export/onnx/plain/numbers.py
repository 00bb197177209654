"""Functions of complex numbers, which are pairs of real tensors, in operations on these.

They follow the textbook's formulas in a form that neither overflows nor loses digits where the result doesn't.
"""

from __future__ import annotations

import math
from typing import TypeAlias

from hlogen.builder import elementwise as real
from hlogen.builder.elementwise import compare, select
from hlogen.builder.emit import emit_constant, emit_one
from hlogen.builder.tensor import Tensor

Complex: TypeAlias = "tuple[Tensor, Tensor]"


def add(x: Complex, y: Complex) -> Complex:
    return real.add(x[0], y[0]), real.add(x[1], y[1])


def subtract(x: Complex, y: Complex) -> Complex:
    return real.subtract(x[0], y[0]), real.subtract(x[1], y[1])


def negate(x: Complex) -> Complex:
    return real.negate(x[0]), real.negate(x[1])


def conjugate(x: Complex) -> Complex:
    return x[0], real.negate(x[1])


def multiply(x: Complex, y: Complex) -> Complex:
    (a, b), (c, d) = x, y
    return (
        real.subtract(real.multiply(a, c), real.multiply(b, d)),
        real.add(real.multiply(a, d), real.multiply(b, c)),
    )


def square(x: Complex) -> Complex:
    (a, b) = x
    across = real.multiply(a, b)
    return real.multiply(real.subtract(a, b), real.add(a, b)), real.add(across, across)


def divide(x: Complex, y: Complex) -> Complex:
    """By the larger part of the divisor first, so that its square is never needed."""
    (a, b), (c, d) = x, y
    along = compare(real.abs(c), real.abs(d), "GE")
    larger, smaller = select(along, c, d), select(along, d, c)
    ratio = real.divide(smaller, larger)
    ratio = select(compare(larger, _constant(0, larger), "EQ"), _constant(0, ratio), ratio)
    whole = real.add(larger, real.multiply(smaller, ratio))
    first, second = select(along, a, b), select(along, b, a)
    cross = real.subtract(second, real.multiply(first, ratio))
    return (
        real.divide(real.add(first, real.multiply(second, ratio)), whole),
        real.divide(select(along, cross, real.negate(cross)), whole),
    )


def modulus(x: Complex) -> Tensor:
    """The larger part times what the ratio to it gives."""
    sizes = real.abs(x[0]), real.abs(x[1])
    more, less = real.maximum(*sizes), real.minimum(*sizes)
    ratio = real.divide(less, more)
    found = real.multiply(more, real.sqrt(real.add(real.multiply(ratio, ratio), _constant(1, ratio))))
    plain = real.or_(compare(more, _constant(0, more), "EQ"), compare(less, _constant(0, less), "EQ"))
    found = select(plain, more, found)
    infinite = _is_infinite(sizes[0]), _is_infinite(sizes[1])
    return select(real.or_(*infinite), _constant(math.inf, found), found)


def sign(x: Complex) -> Complex:
    """By the larger part first, so that the modulus neither overflows nor vanishes."""
    more = real.maximum(real.abs(x[0]), real.abs(x[1]))
    is_zero = compare(more, _constant(0, more), "EQ")
    scale = select(_is_infinite(more), _constant(1, more), more)
    moved = real.divide(x[0], scale), real.divide(x[1], scale)
    size = modulus(moved)
    first, second = (select(is_zero, part, real.divide(to, size)) for part, to in zip(x, moved, strict=True))
    return first, second


def exponential(x: Complex) -> Complex:
    """Where e**a is too large or too small, by halves of the exponent, which the result may be neither."""
    a, b = x
    whole, half = real.exponential(a), real.exponential(real.multiply(a, _constant(0.5, a)))
    zero = _constant(0, a)
    is_plain = real.and_(compare(whole, zero, "GT"), compare(whole, _constant(math.inf, a), "LT"))

    def scaled(turn: Tensor) -> Tensor:
        by_halves = real.multiply(_scaled(turn, half), half)
        return select(is_plain, real.multiply(whole, turn), by_halves)

    vanishes = compare(half, zero, "EQ")
    is_real = compare(b, zero, "EQ")
    found = scaled(real.cosine(b)), scaled(real.sine(b))
    return select(vanishes, zero, found[0]), select(is_real, b, select(vanishes, zero, found[1]))


def exponential_minus_one(x: Complex) -> Complex:
    """e**a cos(b) - 1 = (e**a - 1) cos(b) - 2 sin(b / 2)**2."""
    a, b = x
    half = real.sine(real.multiply(b, _constant(0.5, b)))
    back = real.multiply(_constant(2, half), real.multiply(half, half))
    return real.subtract(real.multiply(real.exponential_minus_one(a), real.cosine(b)), back), exponential(x)[1]


def log(x: Complex) -> Complex:
    """Near 1, the modulus has lost what its logarithm is made of: log|x| = log1p((a - 1) (a + 1) + b**2) / 2.

    Elsewhere, log|x| = log(a) + log1p((b / a)**2) / 2, as the modulus itself may be too large.
    """
    a, b = (real.abs(part) for part in x)
    more, less = real.maximum(a, b), real.minimum(a, b)
    one, half = _constant(1, a), _constant(0.5, a)
    excess = real.add(real.multiply(real.subtract(more, one), real.add(more, one)), real.multiply(less, less))
    near = real.multiply(real.log_plus_one(excess), half)
    is_near = real.and_(compare(more, half, "GT"), compare(more, _constant(2, a), "LT"))
    ratio = _ratio(less, more)
    far = real.add(real.log(more), real.multiply(real.log_plus_one(real.multiply(ratio, ratio)), half))
    infinite = real.or_(_is_infinite(a), _is_infinite(b))
    return select(infinite, _constant(math.inf, a), select(is_near, near, far)), real.atan2(x[1], x[0])


def log_plus_one(x: Complex) -> Complex:
    """Of small numbers log|1 + x| = log1p(a (a + 2) + b**2) / 2."""
    a, b = x
    one, half = _constant(1, a), _constant(0.5, a)
    excess = real.add(real.multiply(a, real.add(a, _constant(2, a))), real.multiply(b, b))
    near = real.multiply(real.log_plus_one(excess), half)
    is_near = compare(real.maximum(real.abs(a), real.abs(b)), half, "LT")
    far = log((real.add(a, one), b))
    return select(is_near, near, far[0]), far[1]


def sqrt(x: Complex) -> Complex:
    """Of numbers so large or so small that the modulus loses digits, by a multiple of theirs."""
    more = real.maximum(real.abs(x[0]), real.abs(x[1]))
    is_tiny, is_huge = compare(more, _constant(2.0**-900, more), "LT"), compare(more, _constant(2.0**900, more), "GT")

    def chosen(of_tiny: float, of_huge: float) -> Tensor:
        scale = select(is_tiny, _constant(of_tiny, more), _constant(1, more))
        return select(is_huge, _constant(of_huge, more), scale)

    there, back = chosen(2.0**108, 2.0**-108), chosen(2.0**-54, 2.0**54)
    first, second = _sqrt((real.multiply(x[0], there), real.multiply(x[1], there)))
    return real.multiply(first, back), real.multiply(second, back)


def _sqrt(x: Complex) -> Complex:
    """t = sqrt((|a| + |x|) / 2) is the part of the larger size, and b / 2t the other."""
    a, b = x
    size, half = modulus(x), _constant(0.5, a)
    t = real.sqrt(real.add(real.multiply(real.abs(a), half), real.multiply(size, half)))
    is_zero = compare(t, _constant(0, t), "EQ")
    is_infinite = _is_infinite(b)
    other = real.divide(real.multiply(real.abs(b), half), t)
    other = select(is_zero, _constant(0, t), select(is_infinite, t, other))
    positive = compare(a, _constant(0, a), "GE")
    return select(positive, t, other), _with_sign(select(positive, other, t), b)


def rsqrt(x: Complex) -> Complex:
    return divide(_one(x), sqrt(x))


def cbrt(x: Complex) -> Complex:
    """A third of the angle; of the modulus, the root: that of the larger part, and of what the other adds."""
    angle = real.divide(real.atan2(x[1], x[0]), _constant(3, x[0]))
    sizes = real.abs(x[0]), real.abs(x[1])
    more, less = real.maximum(*sizes), real.minimum(*sizes)
    ratio = _ratio(less, more)
    added = real.sqrt(real.add(real.multiply(ratio, ratio), _constant(1, ratio)))
    infinite = real.or_(_is_infinite(sizes[0]), _is_infinite(sizes[1]))
    root = real.multiply(real.cbrt(more), real.cbrt(added))
    root = select(infinite, _constant(math.inf, root), root)
    return _scaled(real.cosine(angle), root), _scaled(real.sine(angle), root)


def power(x: Complex, y: Complex) -> Complex:
    """exp(y log(x)); to the power of zero, 1; of zero, zero for exponents of positive real part, else NaN."""
    (a, b), (c, d) = log(x), y
    made = exponential(
        (
            real.subtract(_scaled(c, a), _scaled(d, b)),
            real.add(_scaled(c, b), _scaled(d, a)),
        )
    )
    zero, one = _constant(0, x[0]), _constant(1, x[0])
    is_zero = real.and_(compare(x[0], zero, "EQ"), compare(x[1], zero, "EQ"))
    to_zero = real.and_(compare(c, zero, "EQ"), compare(d, zero, "EQ"))
    of_zero = select(compare(c, zero, "GT"), zero, _constant(math.nan, zero))
    first, second = (select(is_zero, of_zero, part) for part in made)
    return select(to_zero, one, first), select(to_zero, zero, second)


def sine(x: Complex) -> Complex:
    a, b = x
    return _scaled(real.sine(a), _cosh(b)), _scaled(_sinh(b), real.cosine(a))


def cosine(x: Complex) -> Complex:
    a, b = x
    return _scaled(real.cosine(a), _cosh(b)), real.negate(_scaled(real.sine(a), _sinh(b)))


def tangent(x: Complex) -> Complex:
    """-i tanh(i x)."""
    a, b = hyperbolic_tangent((real.negate(x[1]), x[0]))
    return b, real.negate(a)


def hyperbolic_tangent(x: Complex) -> Complex:
    """With t = tan(b) and s = sinh(a): (s sqrt(1 + s**2) (1 + t**2) + i t) / (1 + s**2 (1 + t**2))."""
    a, b = x
    one = _constant(1, a)
    t, s = real.tan(b), _sinh(a)
    beta = real.add(one, real.multiply(t, t))
    rho = real.sqrt(real.add(one, real.multiply(s, s)))
    below = real.add(one, real.multiply(beta, real.multiply(s, s)))
    near = (
        real.divide(real.multiply(beta, real.multiply(rho, s)), below),
        real.divide(t, below),
    )
    is_far = compare(real.abs(a), _constant(20, a), "GT")
    away = real.multiply(_constant(-2, a), real.abs(a))
    small = real.multiply(real.multiply(real.sine(b), real.cosine(b)), real.exponential(away))
    small = real.multiply(_constant(4, a), small)
    return select(is_far, real.sign(a), near[0]), select(is_far, small, near[1])


def hyperbolic_sine(x: Complex) -> Complex:
    """-i sin(i x)."""
    a, b = sine((real.negate(x[1]), x[0]))
    return b, real.negate(a)


def hyperbolic_cosine(x: Complex) -> Complex:
    """cos(i x)."""
    return cosine((real.negate(x[1]), x[0]))


def logistic(x: Complex) -> Complex:
    """1 / (1 + exp(-x)) = exp(x) / (exp(x) + 1), whichever doesn't overflow."""
    one, negated = _one(x), negate(x)
    is_negative = compare(x[0], _constant(0, x[0]), "LT")

    def chosen(of_negative: Complex, other: Complex) -> Complex:
        return select(is_negative, of_negative[0], other[0]), select(is_negative, of_negative[1], other[1])

    power = exponential(chosen(x, negated))
    return divide(chosen(power, one), add(one, power))


def _scaled(x: Tensor, scale: Tensor) -> Tensor:
    """Their product, where a zero stays one however large the scale."""
    return select(compare(x, _constant(0, x), "EQ"), x, real.multiply(x, scale))


def _ratio(less: Tensor, more: Tensor) -> Tensor:
    """Of sizes: 0 of zeros."""
    is_zero = compare(more, _constant(0, more), "EQ")
    return select(is_zero, more, real.divide(less, more))


def _one(like: Complex) -> Complex:
    return _constant(1, like[0]), _constant(0, like[0])


def _constant(value: float, like: Tensor) -> Tensor:
    return emit_constant(value, like.element_type, like.shape)


def _is_infinite(x: Tensor) -> Tensor:
    return compare(real.abs(x), _constant(math.inf, x), "EQ")


def _with_sign(size: Tensor, like: Tensor) -> Tensor:
    """`size` with the sign of `like`, that of a zero too: dividing by it tells."""
    zero = _constant(0, like)
    of_zero = compare(real.divide(_constant(1, like), like), zero, "LT")
    negative = real.or_(compare(like, zero, "LT"), real.and_(compare(like, zero, "EQ"), of_zero))
    return select(negative, real.negate(size), size)


def _sinh(x: Tensor) -> Tensor:
    return emit_one("chlo.sinh", [x], result_type=x.type)


def _cosh(x: Tensor) -> Tensor:
    return emit_one("chlo.cosh", [x], result_type=x.type)
