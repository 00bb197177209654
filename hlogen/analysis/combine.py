"""Ranges of what well-known input functions make of many integers, in any order and grouping."""

from __future__ import annotations

from hlogen.analysis.range import Range
from hlogen.ir import IntegerType

_ON_BOOLEANS = {"add": "or", "maximum": "or", "multiply": "and", "minimum": "and"}


def name_in(name: str, type: IntegerType) -> str:
    """The operation that one is in a type: add of booleans is or."""
    return _ON_BOOLEANS.get(name, name) if type.is_boolean else name


def combined(name: str, start: Range, each: Range, counts: tuple[int, int], type: IntegerType) -> Range | None:
    """The range of `start` combined with so many integers of `each`, at least and at most; None if not known.

    `name` is the operation, without its dialect, that works in `type`.
    """
    if not start.fits(type) or not each.fits(type):
        return None  # they are converted to it first
    name = name_in(name, type)
    both = start.join(each)
    match name:
        case "minimum" | "maximum":
            if name == "minimum":
                low, high = both.low, start.high if not counts[0] else min(start.high, each.high)
            else:
                low, high = start.low if not counts[0] else max(start.low, each.low), both.high
            return Range.of(low, high)
        case "and" if both.low >= 0:
            return Range.of(0, start.high if not counts[0] else min(start.high, each.high))
        case "or" if both.low >= 0:
            low = start.low if not counts[0] else max(start.low, each.low)
            return Range.of(low, (1 << both.high.bit_length()) - 1)
        case "xor" if both.low >= 0:
            return Range.of(0, (1 << both.high.bit_length()) - 1)
        case "add":
            total = sums(each, counts)
            # Those that are added to each other first, fit too.
            return start.plus(total) if sums(each, (1, max(counts[1], 1))).fits(type) else None
    return None


def sums(each: Range, counts: tuple[int, int]) -> Range:
    """The range of the sum of so many integers of `each`, at least and at most."""
    low = min(each.low * count for count in counts)
    high = max(each.high * count for count in counts)
    if counts[0] == counts[1]:
        return Range.of(low, high, each.modulus)
    return Range.of(low, high)
