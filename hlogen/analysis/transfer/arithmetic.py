"""Elementwise arithmetic: add, multiply, divide, remainder, maximum, clamp ..."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd

import numpy as np

from hlogen.analysis.fact import Array, Fact, Gap, fact_of
from hlogen.analysis.range import Interval, Range, aligned
from hlogen.analysis.registry import elementwise
from hlogen.analysis.view import integer_type
from hlogen.ir import IntegerType, Operation


@elementwise("stablehlo.add", fold=lambda op, x, y: x | y if _is_boolean(op) else x + y)
def add(op: Operation, x: Fact, y: Fact) -> Fact:
    if _is_boolean(op):
        return _chosen(x, y, 1)
    steps = [a.plus(b) for a, b in zip(x.steps, y.steps, strict=True)]
    return fact_of(x.range.plus(y.range), x.shape, steps, _sum_gap(x, y))


@elementwise("stablehlo.subtract", fold=lambda op, x, y: x - y)
def subtract(op: Operation, x: Fact, y: Fact) -> Fact:
    if op.operands[0] is op.operands[1]:
        return fact_of(Range.single(0), x.shape)
    steps = [a.minus(b) for a, b in zip(x.steps, y.steps, strict=True)]
    return fact_of(x.range.plus(y.range.negated()), x.shape, steps, _sum_gap(x, y))


def _sum_gap(x: Fact, y: Fact) -> Gap:
    """The gap of x + y or x - y, where elements of one are further apart than those of the other ever are.

    Mixed radix, as in ``i * width + j``: two places at which the further one differs are apart by what it has more; at
    others it is equal, and the nearer one keeps its gap.
    """

    def of(far: Fact, near: Fact, dims: frozenset[int]) -> int:
        varying = frozenset(d for d in dims if not far.constant_along(d))
        rest = dims - varying
        least = near.gap(rest)
        return min(least, max(far.gap(varying) - near.width(dims), 0)) if least else 0

    return lambda dims: max(of(x, y, dims), of(y, x, dims))


@elementwise("stablehlo.multiply", fold=lambda op, x, y: x * y)
def multiply(op: Operation, x: Fact, y: Fact) -> Fact:
    if _is_boolean(op):
        return _chosen(x, y, -1)
    # x'y' - xy = x'(y' - y) + y(x' - x)
    steps = [x.range.interval.times(b).plus(y.range.interval.times(a)) for a, b in zip(x.steps, y.steps, strict=True)]

    def gap(dims: frozenset[int]) -> int:
        found = [
            other.gap(dims) * factor.range.interval.least
            for factor, other in ((x, y), (y, x))
            if all(factor.constant_along(d) for d in dims)
        ]
        return max(found, default=0)

    return fact_of(x.range.times(y.range), x.shape, steps, gap)


@elementwise("stablehlo.negate", fold=lambda op, x: np.negative(x))
def negate(op: Operation, x: Fact) -> Fact:
    return fact_of(x.range.negated(), x.shape, [step.negated() for step in x.steps], x.gap)


@elementwise("stablehlo.abs", fold=lambda op, x: np.abs(x))
def absolute(op: Operation, x: Fact) -> Fact:
    if x.range.low >= 0:
        return x
    if x.range.high <= 0:
        return negate(op, x)
    reaches = [max(abs(step.low), abs(step.high)) for step in x.steps]
    steps = [Interval(-reach, reach) for reach in reaches]
    return fact_of(Range.of(0, x.range.interval.reach), x.shape, steps)


@elementwise("stablehlo.sign", fold=lambda op, x: np.sign(x))
def sign(op: Operation, x: Fact) -> Fact:
    low, high = (_sign_of(bound) for bound in x.range.interval)
    return fact_of(Range.of(low, high), x.shape, [_monotone(step) for step in x.steps])


@elementwise("stablehlo.divide", fold=lambda op, x, y: None if np.any(y == 0) else _quotients(x, y))
def divide(op: Operation, x: Fact, y: Fact) -> Fact:
    """The fraction is discarded. What division by zero gives is left open."""
    if 0 in y.range:
        return fact_of(Range.of_type(_type(op)), x.shape)
    bounds = [_quotient(a, b) for a in x.range.interval for b in _nearest_to_zero(y.range)]
    low, high = min(bounds), max(bounds)
    divisor = y.range.value
    if divisor is None:
        return fact_of(Range.of(low, high), x.shape)
    if divisor < 0:
        return negate(op, _divided(x, -divisor))
    return _divided(x, divisor)


def _divided(x: Fact, divisor: int) -> Fact:
    """`x` divided by a positive integer, the fraction discarded."""
    low, high = (_quotient(bound, divisor) for bound in x.range.interval)
    if x.range.modulus % divisor == 0 and x.range.low % divisor == 0:  # nothing is discarded
        steps = [Interval(step.low // divisor, step.high // divisor) for step in x.steps]
        return fact_of(
            Range.of(low, high, x.range.modulus // divisor), x.shape, steps, lambda dims: x.gap(dims) // divisor
        )
    # Around 0, where fractions are discarded upwards and downwards, twice as many integers have the same quotient.
    slack = divisor - 1 if x.range.low < 0 < x.range.high else 0
    steps = [
        Interval(
            step.low // divisor if step.low < 0 else max(step.low - slack, 0) // divisor,
            -(-step.high // divisor) if step.high > 0 else -(max(-step.high - slack, 0) // divisor),
        )
        for step in x.steps
    ]
    return fact_of(Range.of(low, high), x.shape, steps, lambda dims: max(x.gap(dims) - slack, 0) // divisor)


@elementwise("stablehlo.remainder", fold=lambda op, x, y: None if np.any(y == 0) else np.fmod(x, y))
def remainder(op: Operation, x: Fact, y: Fact) -> Fact:
    """It has the sign of the dividend. What the remainder of division by zero is, is left open."""
    if 0 in y.range:
        return fact_of(Range.of_type(_type(op)), x.shape)
    largest = y.range.interval.reach
    if x.range.interval.reach < y.range.interval.least:
        return x
    low, high = max(x.range.low, min(1 - largest, 0)), min(x.range.high, max(largest - 1, 0))
    divisor = None if y.range.value is None else abs(y.range.value)
    low, high = (0 if x.range.low >= 0 else low), (0 if x.range.high <= 0 else high)
    if divisor is None:
        return fact_of(Range.of(low, high), x.shape)
    if x.range.low >= 0 and x.range.low // divisor == x.range.high // divisor:
        away = x.range.low // divisor * divisor
        return fact_of(x.range.shifted(-away), x.shape, x.steps, x.gap)
    return modulo(x, divisor, aligned(low, high, gcd(x.range.modulus, divisor), x.range.low))


def modulo(x: Fact, divisor: int, range: Range) -> Fact:
    """What is in `range` and differs from `x` by multiples of `divisor`."""
    # Those that are less than the divisor apart differ in their remainders too.
    return fact_of(range, x.shape, None, lambda dims: max(min(x.gap(dims), divisor - x.width(dims)), 0))


@elementwise("stablehlo.power")
def power(op: Operation, x: Fact, y: Fact) -> Fact:
    exponent = y.range.value
    if exponent is None or not 0 <= exponent <= _type(op).width:
        return fact_of(Range.of_type(_type(op)), x.shape)
    bounds = [bound**exponent for bound in x.range.interval]
    if exponent % 2 == 0 and x.range.low < 0 < x.range.high:
        bounds.append(0)
    return fact_of(Range.of(min(bounds), max(bounds)), x.shape)


@elementwise("stablehlo.maximum", fold=lambda op, x, y: np.maximum(x, y))
def maximum(op: Operation, x: Fact, y: Fact) -> Fact:
    return _chosen(x, y, 1)


@elementwise("stablehlo.minimum", fold=lambda op, x, y: np.minimum(x, y))
def minimum(op: Operation, x: Fact, y: Fact) -> Fact:
    return _chosen(x, y, -1)


@elementwise("stablehlo.clamp", fold=lambda op, low, x, high: np.minimum(np.maximum(x, low), high))
def clamp(op: Operation, low: Fact, x: Fact, high: Fact) -> Fact:
    return _chosen(_chosen(x, low, 1), high, -1)


def _chosen(x: Fact, y: Fact, sign: int) -> Fact:
    """The larger (sign 1) or the smaller (sign -1) of two."""
    choose: Callable[[int, int], int] = max if sign > 0 else min
    for one, other in ((x, y), (y, x)):  # one is never chosen
        if (one.range.low >= other.range.high) if sign > 0 else (one.range.high <= other.range.low):
            return one
    bounds = choose(x.range.low, y.range.low), choose(x.range.high, y.range.high)
    both = x.range.join(y.range)
    range = aligned(*bounds, both.modulus, both.low)
    return fact_of(range, x.shape, [a.join(b) for a, b in zip(x.steps, y.steps, strict=True)])


def _nearest_to_zero(divisors: Range) -> list[int]:
    """The divisors at which quotients are smallest and largest; 0 is none of them."""
    bounds = [divisors.low, divisors.high]
    if divisors.low < 0 < divisors.high:
        bounds += [-1, 1]
    return bounds


def _quotient(x: int, y: int) -> int:
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def _quotients(x: Array, y: Array) -> Array:
    down: Array = np.floor_divide(x, y)
    is_fraction: Array = (down * y != x) & ((x < 0) != (y < 0))
    return np.add(down, is_fraction, dtype=down.dtype, casting="unsafe")


def _sign_of(x: int) -> int:
    return (x > 0) - (x < 0)


def _monotone(step: Interval) -> Interval:
    """What is left of a difference where only its direction is kept, and it is at most 2."""
    return Interval(0 if step.low >= 0 else -2, 0 if step.high <= 0 else 2)


def _type(op: Operation) -> IntegerType:
    return integer_type(op.results[0].type)


def _is_boolean(op: Operation) -> bool:
    return _type(op).is_boolean
