"""Composites and custom calls of which people say between which integers their results are."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral

from hlogen.analysis.calls import result_of_call
from hlogen.analysis.fact import Fact, fact_of
from hlogen.analysis.range import Range
from hlogen.analysis.registry import TABLE, Row
from hlogen.analysis.view import View, integer_type, is_analysed
from hlogen.custom import Said, said
from hlogen.errors import HlogenError


class RangeError(HlogenError):
    """What somebody says of a range isn't one."""


@TABLE.custom
def row_of_said(words: Mapping[str, Said]) -> Row | None:
    return Row(told, views=True) if "range" in words else None


def told(view: View) -> Fact:
    """What is said of the result; of a composite also what follows from its decomposition."""
    known = result_of_call(view) if view.operation.name == "stablehlo.composite" else view.unknown()
    found = _range(view)
    return known if found is None else fact_of(known.range.meet(found), view.shape, known.steps, known.gap)


def _range(view: View) -> Range | None:
    operation = view.operation
    rule = said(operation.called, "range")
    assert rule is not None
    ranges = [
        _ends(view.operand(number).range) if is_analysed(operand.type) else None
        for number, operand in enumerate(operation.operands)
    ]
    try:
        given = rule.rule(operation, *ranges)
    except Exception as error:  # which nobody else may take for an operation that is malformed
        raise _error(view, rule, f"can't be found: {type(error).__name__}: {error}") from error
    found = given if len(operation.results) == 1 else _entry(given, view, rule)
    if found is None:
        return None
    if not isinstance(found, (tuple, list)) or len(found) != 2 or not all(isinstance(end, Integral) for end in found):
        raise _error(view, rule, f"gives {found!r}, expected the least and the greatest element, two integers, or None")
    if found[0] > found[1]:
        raise _error(view, rule, f"gives {found!r}, and {found[0]} is more than {found[1]}")
    return Range.of(int(found[0]), int(found[1])).meet(Range.of_type(integer_type(view.value.type)))


def _ends(range: Range) -> tuple[int, int] | None:
    return None if range.is_empty else (range.low, range.high)


def _entry(given: object, view: View, rule: Said) -> object:
    count = len(view.operation.results)
    if not isinstance(given, (tuple, list)) or len(given) != count:
        raise _error(view, rule, f"gives {given!r}, expected a list with an entry for each of {count} results")
    return given[view.value.index]


def _error(view: View, rule: Said, message: str) -> RangeError:
    operation = view.operation
    return RangeError(f"the range of {operation.called} {message}\n  rule: {rule.place}\n  for: {operation.place}")
