"""Hypothesis as the one who decides: generated programs that shrink."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from hlogen.conform.generate import Case, draw_case


class HypothesisDraw:
    """A `Draw` whose every decision is one that hypothesis can make smaller."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self.draw = draw

    def integer(self, low: int, high: int) -> int:
        return int(self.draw(st.integers(low, high)))

    def chance(self, percent: int) -> bool:
        return self.integer(0, 99) >= 100 - percent


@st.composite
def cases(draw: Callable[[st.SearchStrategy[Any]], Any], op: str) -> Case:
    """Valid programs of `op` with arguments."""
    return draw_case(HypothesisDraw(draw), (op,))
