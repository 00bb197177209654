"""Generated programs as hypothesis strategies, so that a failing one shrinks."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from hlogen.conform.generate import OPS, Case, InvalidCase, draw_case, draw_invalid_case


class HypothesisDraw:
    """Decisions made by hypothesis."""

    def __init__(self, draw: Any) -> None:
        self._draw = draw

    def integer(self, low: int, high: int) -> int:
        return int(self._draw(st.integers(low, high)))

    def chance(self, percent: int) -> bool:
        return self.integer(0, 99) >= 100 - percent


@st.composite
def cases(draw: Any, ops: tuple[str, ...] = OPS) -> Case:
    return draw_case(HypothesisDraw(draw), ops)


@st.composite
def invalid_cases(draw: Any, ops: tuple[str, ...] = OPS) -> InvalidCase:
    return draw_invalid_case(HypothesisDraw(draw), ops)
