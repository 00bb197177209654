"""The comparison directions, and what they become where a comparison is turned around."""

from __future__ import annotations

from typing import Final

from hlogen.ir import EnumAttr, Operation

# x OPPOSITE y, where not x direction y.
OPPOSITE: Final = {"LT": "GE", "GE": "LT", "GT": "LE", "LE": "GT", "EQ": "NE", "NE": "EQ"}
# y SWAPPED x, where x direction y.
SWAPPED: Final = {"LT": "GT", "GT": "LT", "LE": "GE", "GE": "LE", "EQ": "EQ", "NE": "NE"}


def direction_of(compare: Operation) -> str:
    """The direction of a comparison."""
    direction = compare.attributes["comparison_direction"]
    assert isinstance(direction, EnumAttr)
    return direction.value


def is_total(compare: Operation) -> bool:
    """Whether a comparison of floats is by IEEE-754's totalOrder."""
    type = compare.attributes.get("compare_type")
    return isinstance(type, EnumAttr) and type.value == "TOTALORDER"
