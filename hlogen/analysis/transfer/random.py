"""rng of integers, which are drawn from an interval."""

from __future__ import annotations

from hlogen.analysis.fact import Fact
from hlogen.analysis.range import Range
from hlogen.analysis.registry import transfer
from hlogen.analysis.view import View, word_of


@transfer("stablehlo.rng")
def rng(view: View) -> Fact:
    """UNIFORM is over [a, b); what an empty interval gives is left open."""
    a, b = view.operand(0).range, view.operand(1).range
    if word_of(view.operation, "rng_distribution") != "UNIFORM" or view.type.is_boolean or a.high >= b.low:
        return view.unknown()
    return view.fact(Range.of(a.low, b.high - 1))
