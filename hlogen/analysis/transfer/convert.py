"""convert between integers, and from and to booleans; a conversion from a float may give anything."""

from __future__ import annotations

from hlogen.analysis.fact import Fact, fact_of
from hlogen.analysis.range import BOOLEANS, Range
from hlogen.analysis.registry import elementwise
from hlogen.analysis.view import integer_type
from hlogen.ir import Operation


@elementwise("stablehlo.convert", fold=lambda op, x: x != 0 if integer_type(op.results[0].type).is_boolean else x)
def convert(op: Operation, x: Fact) -> Fact:
    if not integer_type(op.results[0].type).is_boolean or x.range.fits(integer_type(op.results[0].type)):
        return x
    if 0 not in x.range:
        return fact_of(Range.single(1), x.shape)
    return fact_of(BOOLEANS, x.shape)
