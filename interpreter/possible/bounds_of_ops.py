"""What elementwise operations do to bounds; of one that has no rule and isn't said to be monotone nothing is known.

Most functions are monotone in every operand by itself, and rounding is, too: then what the kernel gives at the corners
of the box bounds what it gives inside. What could break that is looked at first: integers that wrap, infinities that
meet (inf - inf, 0 * inf), a divisor that may be 0, types that round to NaN what is too large for them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import TypeAlias

import numpy as np

from hlogen.ir import ElementType, FloatType, Operation, QuantizedType, TensorType
from interpreter.execution.traits import CORRECT, EVERYWHERE
from interpreter.kernels.accuracy import stated
from interpreter.kernels.numerics import element_type, is_boolean, is_float, is_integer
from interpreter.kernels.registry import kernels
from interpreter.possible.boxes import Box, box_of, comparable, has_infinity, has_nan, limits, widened
from interpreter.possible.columns import Column, first_origin
from interpreter.possible.values import Open, intervals, joined, sets
from interpreter.values.array import Array
from interpreter.values.attributes import enum, integer
from interpreter.values.same import is_nan

Run: TypeAlias = Callable[..., Array]
Rule: TypeAlias = Callable[[Operation, Run, Sequence[Box]], Box]
# Which of True and False a result may be.
Decision: TypeAlias = "tuple[Array, Array]"
Decider: TypeAlias = Callable[[Operation, Sequence[Box]], Decision]

# 64-bit integers are compared with limits in f64, so this much (a share) is kept away from them.
_SAFE = 1 - 2.0**-40


def bounded(op: Operation, run: Run, columns: Sequence[Column], places: Array) -> Open:
    """What bounds tell of the result at these places; those are left out of which they tell nothing."""
    nothing = intervals(places[:0], np.empty(0), np.empty(0))
    if op.name in _QUANTIZATION:
        return _quantized(run, columns, places)
    types = [element_type(value.type) for value in (*op.operands, *op.results)] if _is_plain(op) else []
    if not types or any(not _is_ordered(type) for type in types):
        return nothing
    boxes = [box_of(column) for column in columns]
    known = np.all([box.known for box in boxes], axis=0)
    origin = first_origin(columns)
    decides = _to_boolean if op.name == "stablehlo.convert" and is_boolean(types[-1]) else _DECISIONS.get(op.name)
    if decides is not None:
        is_possible = decides(op, boxes)
        return _of_decisions(places[known], [x[known] for x in is_possible], origin[known])
    rule = _BOUNDS.get(op.name, _monotone if kernels()[op.name].traits.monotone else None)
    if rule is None:
        return nothing
    box = rule(op, run, boxes)
    known &= box.known & ~is_nan(box.low) & ~is_nan(box.high)
    if not has_nan(types[-1]):
        known &= ~box.may_be_nan  # what NaN becomes, nobody says
    return intervals(places[known], box.low[known], box.high[known], box.may_be_nan[known], origin=origin[known])


def _quantized(run: Run, columns: Sequence[Column], places: Array) -> Open:
    """Floats and what is stored for them grow together; as which integer NaN is stored, nobody says."""
    box = box_of(columns[0])
    known = box.known & ~box.may_be_nan
    low, high = run(box.low[known]), run(box.high[known])
    return intervals(places[known], low, high, origin=first_origin(columns)[known])


def corners(op: Operation, run: Run, boxes: Sequence[Box]) -> Box:
    """For an operation that is monotone in each of its operands."""
    return _hull(op, [run(*ends) for ends in product(*((box.low, box.high) for box in boxes))], boxes)


def _hull(op: Operation, found: Sequence[Array], boxes: Sequence[Box]) -> Box:
    """The smallest box around these results; what isn't a number among them may be NaN."""
    type = element_type(op.result.type)
    numbers = np.stack([comparable(x) for x in found])
    nan = is_nan(numbers)
    low, high = np.fmin.reduce(numbers), np.fmax.reduce(numbers)
    known = np.asarray(~nan.all(axis=0))
    met_nan = nan.any(axis=0)
    if not has_infinity(type):
        known &= ~met_nan  # what is too large may be NaN, and then the largest value lies between the corners
    may_be_nan = np.asarray(np.logical_or.reduce([met_nan, *(box.may_be_nan for box in boxes)]))
    return Box(low.astype(found[0].dtype), high.astype(found[0].dtype), may_be_nan, known)


def _monotone(op: Operation, run: Run, boxes: Sequence[Box]) -> Box:
    """For one that is monotone in each operand in an interval, and NaN outside of it, by what its row says."""
    interval = kernels()[op.name].traits.monotone or EVERYWHERE
    return _with_errors(op, _unwrapped(op, run, [_inside(box, *interval) for box in boxes]))


def _inside(box: Box, start: float, end: float) -> Box:
    """What of the box is in an interval; what isn't may be NaN."""
    if (start, end) == EVERYWHERE:
        return box
    low, high = comparable(box.low), comparable(box.high)
    return Box(
        np.where(low < start, np.asarray(start).astype(box.low.dtype), box.low),
        np.where(high > end, np.asarray(end).astype(box.low.dtype), box.high),
        box.may_be_nan | (low < start) | (high > end),
        box.known,
    )


def _unwrapped(op: Operation, run: Run, boxes: Sequence[Box], exactly: Callable[..., Array] | None = None) -> Box:
    """Corners, where no integer wraps, by what its row says, or by `exactly`, the same on f64."""
    box = corners(op, run, boxes)
    type, exactly = element_type(op.result.type), exactly or kernels()[op.name].traits.exact
    if exactly is not None and is_integer(type):
        least, greatest = limits(type)
        ends = product(*((box.low.astype(np.float64), box.high.astype(np.float64)) for box in boxes))
        share = _SAFE if greatest >= 1 << 53 else 1
        for value in (exactly(*values) for values in ends):
            box.known &= (value >= least * share) & (value <= greatest * share)
    return box


def _with_errors(op: Operation, box: Box) -> Box:
    """The box, with room for results that aren't rounded exactly: one inside and one at an end may both be off."""
    type = element_type(op.result.type)
    bound = stated(op.name, type)
    if bound is None or bound <= CORRECT or not isinstance(type, FloatType):
        return box
    return widened(box, type, math.ceil(2 * bound))


def _product(op: Operation, run: Run, boxes: Sequence[Box]) -> Box:
    box = _monotone(op, run, boxes)
    if is_float(element_type(op.result.type)):
        for x, y in (boxes, boxes[::-1]):
            box.may_be_nan |= _holds_zero(x) & _holds_infinity(y)
    return box


def _quotient(op: Operation, run: Run, boxes: Sequence[Box]) -> Box:
    box = _unwrapped(op, run, boxes, np.divide)
    box.known &= ~_holds_zero(boxes[1])
    return box


def _inverse_root(op: Operation, run: Run, boxes: Sequence[Box]) -> Box:
    """rsqrt, of what is more than 0."""
    (box,) = boxes
    found = corners(op, run, boxes)
    found.known &= comparable(box.low) > 0
    return _with_errors(op, found)


def _absolute(op: Operation, run: Run, boxes: Sequence[Box]) -> Box:
    """abs and square: down to 0, then up."""
    (box,) = boxes
    found = _unwrapped(op, run, boxes)
    holds_zero = _holds_zero(box)
    found.low[holds_zero] = 0
    return found


def _between_ones(op: Operation, run: Run, boxes: Sequence[Box]) -> Box:
    """sine and cosine."""
    (box,) = boxes
    one = np.ones(len(box.low)).astype(box.low.dtype)
    return Box(-one, one, box.may_be_nan | _holds_infinity(box), box.known)


def _converted(op: Operation, run: Run, boxes: Sequence[Box]) -> Box:
    source, target = element_type(op.operands[0].type), element_type(op.result.type)
    (box,) = boxes
    found = corners(op, run, boxes)
    if is_integer(target):  # what is out of range is the implementation's, or wraps
        least, greatest = limits(target)
        low, high = comparable(box.low), comparable(box.high)
        if is_float(source):
            low, high = np.trunc(low), np.trunc(high)
            found.known &= ~box.may_be_nan
            found.known &= (low >= least) & (high < float(greatest + 1))
        else:
            source_least, source_greatest = limits(source)
            if source_least < least:
                found.known &= low >= least
            if source_greatest > greatest:
                found.known &= high <= greatest
    return found


def _reduced_precision(op: Operation, run: Run, boxes: Sequence[Box]) -> Box:
    box = corners(op, run, boxes)
    if integer(op, "mantissa_bits") == 0:
        box.known &= ~box.may_be_nan  # NaN becomes infinity
    return box


def _selected(op: Operation, run: Run, boxes: Sequence[Box]) -> Box:
    """Either of two, or what the predicate has decided."""
    pred, on_true, on_false = boxes
    either = _hull(op, [on_true.low, on_true.high, on_false.low, on_false.high], [on_true, on_false])

    def chosen(name: str) -> Array:
        sure = np.where(pred.low, getattr(on_true, name), getattr(on_false, name))
        found: Array = np.where(pred.low == pred.high, sure, getattr(either, name))
        return found

    return Box(chosen("low"), chosen("high"), chosen("may_be_nan"), chosen("known"))


def _compared(op: Operation, boxes: Sequence[Box]) -> Decision:
    direction = enum(op, "comparison_direction")
    x, y = boxes if direction in ("LT", "LE", "EQ", "NE") else boxes[::-1]
    low, high, other_low, other_high = map(comparable, (x.low, x.high, y.low, y.high))
    match direction:
        case "LT" | "GT":
            may_hold, may_fail = low < other_high, high >= other_low
        case "LE" | "GE":
            may_hold, may_fail = low <= other_high, high > other_low
        case _:
            may_hold = (low <= other_high) & (other_low <= high)
            may_fail = ~((low == high) & (other_low == other_high) & (low == other_low))
            if direction == "NE":
                may_hold, may_fail = may_fail, may_hold
    may_be_nan = x.may_be_nan | y.may_be_nan
    if direction == "NE":
        may_hold = may_hold | may_be_nan
    else:
        may_fail = may_fail | may_be_nan
    if enum(op, "compare_type", "FLOAT") == "TOTALORDER":
        unclear = may_be_nan | (_holds_zero(x) & _holds_zero(y))
        may_hold, may_fail = may_hold | unclear, may_fail | unclear
    return may_hold, may_fail


def _finite(op: Operation, boxes: Sequence[Box]) -> Decision:
    (box,) = boxes
    low, high = box.low.astype(np.float64), box.high.astype(np.float64)
    return (low < np.inf) & (high > -np.inf), box.may_be_nan | np.isinf(low) | np.isinf(high)


def _to_boolean(op: Operation, boxes: Sequence[Box]) -> Decision:
    (box,) = boxes
    low, high = comparable(box.low), comparable(box.high)
    return (low != 0) | (high != 0) | box.may_be_nan, _holds_zero(box)


def _of_decisions(places: Array, is_possible: Sequence[Array], origin: Array) -> Open:
    """Sets of True, False or both."""
    true, false = is_possible
    parts = []
    for where, values in ((true & false, [False, True]), (true & ~false, [True]), (false & ~true, [False])):
        at = np.flatnonzero(where)
        counts = np.full(len(at), len(values))
        parts.append(sets(places[at], counts, np.tile(np.array(values), len(at)), origin=origin[at]))
    return joined(parts) or parts[0]


def _holds_zero(box: Box) -> Array:
    return np.asarray((comparable(box.low) <= 0) & (comparable(box.high) >= 0))


def _holds_infinity(box: Box) -> Array:
    return np.asarray(np.isinf(box.low.astype(np.float64)) | np.isinf(box.high.astype(np.float64)))


def _is_plain(op: Operation) -> bool:
    return all(
        isinstance(value.type, TensorType) and not isinstance(value.type.element_type, QuantizedType)
        for value in (*op.operands, *op.results)
    )


def _is_ordered(type: ElementType) -> bool:
    if isinstance(type, FloatType):
        return type.name != "f8E8M0FNU"  # has neither a zero nor a sign
    return is_integer(type) or is_boolean(type)


# Those that are more than monotone, or other than that.
_BOUNDS: Mapping[str, Rule] = {
    "stablehlo.multiply": _product,
    "stablehlo.divide": _quotient,
    "stablehlo.abs": _absolute,
    "chlo.square": _absolute,
    "stablehlo.convert": _converted,
    "stablehlo.reduce_precision": _reduced_precision,
    "stablehlo.select": _selected,
    "stablehlo.rsqrt": _inverse_root,
    "stablehlo.sine": _between_ones,
    "stablehlo.cosine": _between_ones,
}

_QUANTIZATION = ("stablehlo.uniform_dequantize", "stablehlo.uniform_quantize")

_DECISIONS: Mapping[str, Decider] = {"stablehlo.compare": _compared, "stablehlo.is_finite": _finite}
