"""dot_general, convolution, dynamic_conv: sums of products, which are known where none of them can overflow."""

from __future__ import annotations

from math import prod

from hlogen.analysis.combine import sums
from hlogen.analysis.fact import Fact, static
from hlogen.analysis.range import Range
from hlogen.analysis.registry import transfer
from hlogen.analysis.view import View, integer_type
from hlogen.ir import ConvDimensionNumbers, DotDimensionNumbers


@transfer("stablehlo.dot_general")
def dot_general(view: View) -> Fact:
    numbers = view.operation.attributes["dot_dimension_numbers"]
    assert isinstance(numbers, DotDimensionNumbers)
    shape = view.operand_shape(0)
    sizes = tuple(shape[d] for d in numbers.lhs_contracting_dimensions)
    if None in sizes:
        return view.unknown()
    count = prod(static(sizes))
    return _sum_of_products(view, (count, count))


@transfer("stablehlo.convolution", "stablehlo.dynamic_conv")
def convolution(view: View) -> Fact:
    """Windows over padding, and over the holes of dilated ones, have fewer products."""
    numbers = view.operation.attributes["dimension_numbers"]
    assert isinstance(numbers, ConvDimensionNumbers)
    shape = view.operand_shape(1)
    sizes = tuple(shape[d] for d in (*numbers.kernel_spatial_dimensions, numbers.kernel_input_feature_dimension))
    return view.unknown() if None in sizes else _sum_of_products(view, (0, prod(static(sizes))))


def _sum_of_products(view: View, counts: tuple[int, int]) -> Fact:
    """The fact of sums of so many products, at least and at most, of an element of each operand."""
    types = [view.type, *(integer_type(x.type) for x in view.operation.operands[:2])]
    if not counts[1]:
        return view.fact(Range.single(0))
    ranges = [view.operand(number).range for number in (0, 1)]
    if any(range.is_empty for range in ranges):
        return view.unknown()
    each = Range.of(*ranges[0].interval.times(ranges[1].interval))
    # Those that are added to each other first, fit too; in which of the types, is the implementation's matter.
    if not all(sums(each, counts).fits(type) for type in types):
        return view.unknown()
    return view.fact(sums(each, counts))
