"""What follows from a condition: ranges of the values that it compares, and of those computed from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from hlogen.analysis.elementwise import result_fact, spread
from hlogen.analysis.fact import fact_of
from hlogen.analysis.lookup import Lookup
from hlogen.analysis.range import Range
from hlogen.analysis.registry import row_of
from hlogen.analysis.view import View, integer_type, is_analysed, shape_at, shape_of, word_of
from hlogen.ir import Operation, Value
from hlogen.program.directions import OPPOSITE, SWAPPED

# The range of some values, wherever a condition holds.
Assumed: TypeAlias = dict[Value, Range]

_MAX_DEPTH: Final = 5


def ranges_if(facts: Lookup, pred: Value, truth: bool, at: Mapping[int, int], depth: int = _MAX_DEPTH) -> Assumed:
    """What is known of values, element by element, where `pred` is `truth`."""
    assumed: Assumed = {pred: Range.single(int(truth))}
    operation = pred.owner
    if not isinstance(operation, Operation) or not depth:
        return assumed
    match operation.name, truth:
        case "stablehlo.compare", _:
            _add(assumed, _compared(facts, operation, truth, at, depth))
        case ("stablehlo.and", True) | ("stablehlo.or", False):
            for operand in operation.operands:
                _add(assumed, ranges_if(facts, operand, truth, at, depth - 1))
        case ("stablehlo.and", False) | ("stablehlo.or", True):  # one of the two
            first, second = (ranges_if(facts, operand, truth, at, depth - 1) for operand in operation.operands)
            _add(assumed, {value: first[value].join(second[value]) for value in first if value in second})
        case "stablehlo.not", _:
            _add(assumed, ranges_if(facts, operation.operands[0], not truth, at, depth - 1))
    return assumed


def range_given(facts: Lookup, value: Value, assumed: Assumed, at: Mapping[int, int]) -> Range:
    """The range of the elements of `value` where `assumed` holds of others at the same place."""
    found = _given(facts, value, assumed, at, _MAX_DEPTH)
    return facts.look(value, at).range if found is None else found


def _given(facts: Lookup, value: Value, assumed: Assumed, at: Mapping[int, int], depth: int) -> Range | None:
    """None where no assumption matters."""
    known = facts.look(value, at)
    if value in assumed:
        return known.range.meet(assumed[value])
    operation = value.owner
    if not depth or known.constant is not None or not isinstance(operation, Operation):
        return None
    row = row_of(operation)
    if row is None or row.elementwise is None or not all(is_analysed(operand.type) for operand in operation.operands):
        return None
    view = View(facts, value, operation, at)
    operands, matters = [], False
    for number, operand in enumerate(operation.operands):
        if shape_of(operand.type) == () and view.shape != ():
            operands.append(spread(view.operand(number), view.shape))
            continue
        range = _given(facts, operand, assumed, at, depth - 1)
        if range is None:
            operands.append(facts.look(operand, at))
        else:
            operands.append(fact_of(range, shape_at(operand.type, at)))
            matters = True
    return known.range.meet(result_fact(row, view, operands).range) if matters else None


def _compared(facts: Lookup, operation: Operation, truth: bool, at: Mapping[int, int], depth: int) -> Assumed:
    x, y = operation.operands
    if not is_analysed(x.type) or x is y:
        return {}
    direction = word_of(operation, "comparison_direction")
    if not truth:
        direction = OPPOSITE[direction]
    assumed: Assumed = {}
    for value, other, relation in ((x, y, direction), (y, x, SWAPPED[direction])):
        bounds = facts.look(other, at).range
        found = _related(facts.look(value, at).range, relation, bounds)
        _add(assumed, {value: found})
        if integer_type(value.type).is_boolean and found.value is not None:
            _add(assumed, ranges_if(facts, value, bool(found.value), at, depth - 1))
    return assumed


def _related(range: Range, relation: str, other: Range) -> Range:
    """What is left of a range where it is in a relation to an integer of another one."""
    low, high = range.interval
    match relation:
        case "LT":
            high = min(high, other.high - 1)
        case "LE":
            high = min(high, other.high)
        case "GT":
            low = max(low, other.low + 1)
        case "GE":
            low = max(low, other.low)
        case "EQ":
            return range.meet(other)
        case _ if other.value is not None:  # NE: an end may be taken away
            low += low == other.value
            high -= high == other.value
    return range.meet(Range(low, high))


def _add(assumed: Assumed, more: Assumed) -> None:
    for value, range in more.items():
        assumed[value] = assumed[value].meet(range) if value in assumed else range
