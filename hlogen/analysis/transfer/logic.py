"""Bits, comparisons and choices: and, or, xor, not, shifts, popcnt, count_leading_zeros, compare, select."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd

import numpy as np

from hlogen.analysis.assume import range_given, ranges_if
from hlogen.analysis.elementwise import operand_fact
from hlogen.analysis.fact import Array, Fact, fact_of, fact_of_array, no_elements
from hlogen.analysis.range import BOOLEANS, Interval, Range, aligned
from hlogen.analysis.registry import elementwise, transfer
from hlogen.analysis.transfer.arithmetic import maximum, minimum, modulo, multiply
from hlogen.analysis.view import View, integer_type, shape_of, word_of
from hlogen.ir import IntegerType, Operation


@elementwise("stablehlo.and", fold=lambda op, x, y: x & y)
def and_(op: Operation, x: Fact, y: Fact) -> Fact:
    if _type(op).is_boolean:
        return minimum(op, x, y)
    for mask, other in ((x, y), (y, x)):
        if mask.range.value == -1:
            return other
        bits = mask.range.value
        if bits is not None and bits >= 0 and not bits & (bits + 1):  # the lowest bits: a remainder
            if other.range.low >= 0 and other.range.high <= bits:
                return other
            return _remainder(other, bits + 1)
    if x.range.low < 0 and y.range.low < 0:
        return fact_of(Range.of(_bits_low(min(x.range.low, y.range.low)), max(x.range.high, y.range.high, -1)), x.shape)
    return fact_of(Range.of(0, min(fact.range.high for fact in (x, y) if fact.range.low >= 0)), x.shape)


@elementwise("stablehlo.or", fold=lambda op, x, y: x | y)
def or_(op: Operation, x: Fact, y: Fact) -> Fact:
    if _type(op).is_boolean:
        return maximum(op, x, y)
    return _of_bits(op, x, y, max(x.range.low, y.range.low))


@elementwise("stablehlo.xor", fold=lambda op, x, y: x ^ y)
def xor(op: Operation, x: Fact, y: Fact) -> Fact:
    if op.operands[0] is op.operands[1]:
        return fact_of(Range.single(0), x.shape)
    return _of_bits(op, x, y, 0)


def _of_bits(op: Operation, x: Fact, y: Fact, low: int) -> Fact:
    """What has no bits but those of two integers; it is at least `low`, if both have no sign."""
    for one, other in ((x, y), (y, x)):
        if one.range.value == 0:
            return other
    if x.range.low < 0 or y.range.low < 0:
        return fact_of(Range.of_type(_type(op)), x.shape)
    return fact_of(Range.of(low, (1 << max(x.range.high, y.range.high).bit_length()) - 1), x.shape)


@elementwise("stablehlo.not", fold=lambda op, x: x.dtype.type(_top(op)) - x)
def not_(op: Operation, x: Fact) -> Fact:
    """-1 - x of a type with a sign, and the largest value less x of one without."""
    return fact_of(x.range.negated().shifted(_top(op)), x.shape, [step.negated() for step in x.steps], x.gap)


@elementwise("stablehlo.shift_left", fold=lambda op, x, y: _shifted(op, x, y, np.left_shift))
def shift_left(op: Operation, x: Fact, y: Fact) -> Fact:
    """A shift by the type's width or more is left open, by all of these."""
    if not _is_shift(op, y):
        return fact_of(Range.of_type(_type(op)), x.shape)
    low, high = (1 << bound for bound in y.range.interval)
    return multiply(op, x, fact_of(Range.of(low, high, low), x.shape))


@elementwise("stablehlo.shift_right_arithmetic", fold=lambda op, x, y: _shifted(op, x, y, np.right_shift))
def shift_right_arithmetic(op: Operation, x: Fact, y: Fact) -> Fact:
    type = _type(op)
    if _is_shift(op, y) and x.range.high <= (1 << (type.width - 1)) - 1:
        return _halved(x, y)
    return fact_of(Range.of_type(type), x.shape)


@elementwise("stablehlo.shift_right_logical", fold=lambda op, x, y: _shifted(op, x, y, np.right_shift))
def shift_right_logical(op: Operation, x: Fact, y: Fact) -> Fact:
    type = _type(op)
    if _is_shift(op, y) and x.range.low >= 0:
        return _halved(x, y)
    if _is_shift(op, y) and y.range.low > 0:
        return fact_of(Range.of(0, ((1 << type.width) - 1) >> y.range.low), x.shape)
    return fact_of(Range.of_type(type), x.shape)


@elementwise("stablehlo.popcnt", fold=lambda op, x: _bit_count(op, x))
def popcnt(op: Operation, x: Fact) -> Fact:
    width = _type(op).width
    return fact_of(Range.of(0, width if x.range.low < 0 else x.range.high.bit_length()), x.shape)


@elementwise("stablehlo.count_leading_zeros")
def count_leading_zeros(op: Operation, x: Fact) -> Fact:
    width = _type(op).width
    low, high = width - x.range.high.bit_length(), width - x.range.low.bit_length()
    return fact_of(Range.of(0 if x.range.low < 0 else low, width if x.range.low < 0 else high), x.shape)


@elementwise("stablehlo.compare", fold=lambda op, x, y: _COMPARISONS[word_of(op, "comparison_direction")](x, y))
def compare(op: Operation, x: Fact, y: Fact) -> Fact:
    direction = word_of(op, "comparison_direction")
    same = op.operands[0] is op.operands[1]
    answers = {
        "EQ": _is_equal(x.range, y.range, same),
        "LT": _is_less(x.range, y.range, same),
        "GT": _is_less(y.range, x.range, same),
    }
    opposite = {"NE": "EQ", "GE": "LT", "LE": "GT"}
    answer = answers[opposite.get(direction, direction)]
    if answer is None:
        return fact_of(BOOLEANS, x.shape)
    return fact_of(Range.single(int(answer != (direction in opposite))), x.shape)


def _is_equal(x: Range, y: Range, same: bool) -> bool | None:
    if same or (x.value is not None and x.value == y.value):
        return True
    if x.high < y.low or y.high < x.low:
        return False
    step = gcd(x.modulus, y.modulus)
    return False if step and (x.low - y.low) % step else None


def _is_less(x: Range, y: Range, same: bool) -> bool | None:
    if same or x.low >= y.high:
        return False
    return True if x.high < y.low else None


@transfer("stablehlo.select", views=True)
def select(view: View) -> Fact:
    """The comparisons that a predicate is made of narrow what is chosen: ``x < 0 ? x + n : x`` is at least 0."""
    pred = operand_fact(view, 0)
    if pred.is_empty:
        return no_elements(view.shape)
    if pred.range.value is not None:
        return view.operand(1 if pred.range.value else 2, view.at)
    on_true, on_false = view.operand(1, view.at), view.operand(2, view.at)
    if view.operation.operands[1] is view.operation.operands[2]:
        return on_true
    arrays = [fact.constant for fact in (pred, on_true, on_false) if fact.constant is not None]
    if len(arrays) == 3 and view.spend(arrays[0].size):
        return fact_of_array(np.where(arrays[0] != 0, arrays[1], arrays[2]))
    first, second = (narrowed(view, number) for number in (1, 2))
    if first.is_empty or second.is_empty:
        return on_false if first.is_empty else on_true
    chosen = first.join(second)
    change = second.interval.minus(first.interval)
    steps = []
    for d in range(len(view.shape)):
        step = on_true.steps[d].join(on_false.steps[d])
        steps.append(step if pred.constant_along(d) else step.join(change).join(change.negated()))
    apart = max(first.low - second.high, second.low - first.high, 0)

    def gap(dims: frozenset[int]) -> int:
        least = min(on_true.gap(dims), on_false.gap(dims))
        return least if all(pred.constant_along(d) for d in dims) else min(least, apart)

    return view.fact(chosen, steps, gap)


def narrowed(view: View, number: int) -> Range:
    """The range of what is chosen from operand `number`, where it is chosen."""
    pred, value = view.operation.operands[0], view.operation.operands[number]
    if shape_of(pred.type) != shape_of(value.type):
        return view.operand(number, view.at).range
    assumed = ranges_if(view.facts, pred, number == 1, view.at)
    return range_given(view.facts, value, assumed, view.at)


def _remainder(x: Fact, divisor: int) -> Fact:
    """`x` modulo a power of two."""
    return modulo(x, divisor, aligned(0, divisor - 1, gcd(x.range.modulus, divisor), x.range.low % divisor))


def _halved(x: Fact, times: Fact) -> Fact:
    """`x` divided by two so many times, rounded down."""
    bounds = [bound >> by for bound in x.range.interval for by in times.range.interval]
    range, by = Range.of(min(bounds), max(bounds)), times.range.value
    if by is None:
        return fact_of(range, x.shape)
    steps = [Interval(step.low >> by, -(-step.high >> by)) for step in x.steps]
    return fact_of(range, x.shape, steps, lambda dims: x.gap(dims) >> by)


def _is_shift(op: Operation, by: Fact) -> bool:
    return by.range.low >= 0 and by.range.high < _type(op).width


def _shifted(op: Operation, x: Array, by: Array, shift: Callable[[Array, Array], Array]) -> Array | None:
    type = _type(op)
    if type.is_unsigned and op.name == "stablehlo.shift_right_arithmetic":
        return None
    if op.name == "stablehlo.shift_right_logical" and np.any(x < 0):
        return None
    return None if np.any(by < 0) or np.any(by >= type.width) else shift(x, by)


def _bit_count(op: Operation, x: Array) -> Array:
    counts: Array = np.bitwise_count(x.view(np.uint64) & np.uint64((1 << _type(op).width) - 1))
    return counts


def _bits_low(x: int) -> int:
    """The least integer that needs no more bits than a negative one."""
    return -(1 << (-x - 1).bit_length())


def _top(op: Operation) -> int:
    """What an integer and the one of all other bits add up to."""
    return _type(op).maximum if _type(op).is_unsigned else -1


def _type(op: Operation) -> IntegerType:
    return integer_type(op.results[0].type)


_COMPARISONS: dict[str, Callable[[Array, Array], Array]] = {
    "EQ": np.equal,
    "NE": np.not_equal,
    "LT": np.less,
    "LE": np.less_equal,
    "GT": np.greater,
    "GE": np.greater_equal,
}
