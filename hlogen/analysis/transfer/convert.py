"""convert and bitcast_convert between integers, and from and to booleans; what comes from a float may be anything."""

from __future__ import annotations

from hlogen.analysis.fact import Fact, fact_of
from hlogen.analysis.range import BOOLEANS, Range
from hlogen.analysis.registry import elementwise, transfer
from hlogen.analysis.view import View, integer_type, is_analysed
from hlogen.ir import Operation


@elementwise("stablehlo.convert", fold=lambda op, x: x != 0 if integer_type(op.results[0].type).is_boolean else x)
def convert(op: Operation, x: Fact) -> Fact:
    if not integer_type(op.results[0].type).is_boolean or x.range.fits(integer_type(op.results[0].type)):
        return x
    if 0 not in x.range:
        return fact_of(Range.single(1), x.shape)
    return fact_of(BOOLEANS, x.shape)


@transfer("stablehlo.bitcast_convert", views=True)
def bitcast_convert(view: View) -> Fact:
    """Integers that both types have stay themselves; others, and those of another width, may become any."""
    source = view.operation.operands[0].type
    if not is_analysed(source) or integer_type(source).width != view.type.width:
        return view.unknown()
    x = view.operand(0, view.at)
    return x if x.range.fits(view.type) else view.unknown()
