"""dot_general: linear in each operand; the cotangent of one is a product of the result's with the other operand."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.registry import Tangents, transpose
from hlogen.autodiff.rules.partial import dequantized, widest
from hlogen.autodiff.site import Site, converted
from hlogen.builder.emit import emit
from hlogen.builder.shape import transpose as transposed
from hlogen.builder.tensor import Tensor
from hlogen.ir import DotDimensionNumbers, TensorType


@transpose("stablehlo.dot_general", separately=(0, 1))
def transpose_dot_general(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    """Precision and algorithm stay as they are: the cotangent stands in the place of the operand that it replaces.

    The product is taken in the widest element type of the three, so nothing is lost before it is rounded to the
    operand's.
    """
    (cotangent,) = cotangents
    assert cotangent is not None
    numbers = site.attributes["dot_dimension_numbers"]
    assert isinstance(numbers, DotDimensionNumbers)
    lhs_type, rhs_type = site.input_types
    lhs_batch, rhs_batch = numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions
    lhs_sum, rhs_sum = numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions
    lhs_free = free_dimensions(lhs_type.rank, lhs_batch, lhs_sum)
    rhs_free = free_dimensions(rhs_type.rank, rhs_batch, rhs_sum)
    count = len(lhs_batch)
    batch = tuple(range(count))
    from_lhs = tuple(range(count, count + len(lhs_free)))
    from_rhs = tuple(range(count + len(lhs_free), count + len(lhs_free) + len(rhs_free)))
    if is_linear[0]:
        rhs = site.inputs[1]
        assert rhs is not None
        rhs = dequantized(rhs)
        product = DotDimensionNumbers(batch, rhs_batch, from_rhs, rhs_free)
        remaining = [lhs_sum[rhs_sum.index(dimension)] for dimension in sorted(rhs_sum)]
        places = [*lhs_batch, *lhs_free, *remaining]
        return [_product(site, cotangent, rhs, product, places, lhs_type), None]
    lhs = site.inputs[0]
    assert lhs is not None
    product = DotDimensionNumbers(lhs_batch, batch, lhs_free, from_lhs)
    remaining = [rhs_sum[lhs_sum.index(dimension)] for dimension in sorted(lhs_sum)]
    places = [*rhs_batch, *remaining, *rhs_free]
    return [None, _product(site, lhs, cotangent, product, places, rhs_type)]


def free_dimensions(rank: int, batching: Sequence[int], contracting: Sequence[int]) -> tuple[int, ...]:
    """The dimensions of an operand that the result has of that operand alone."""
    return tuple(at for at in range(rank) if at not in batching and at not in contracting)


def _product(
    site: Site, lhs: Tensor, rhs: Tensor, numbers: DotDimensionNumbers, places: Sequence[int], type: TensorType
) -> Tensor:
    """The product of `lhs` and `rhs` as `type`; `places` says which dimension of `type` each one of the product is."""
    common = widest(lhs.element_type, rhs.element_type, type.element_type)
    shape = [type.shape[place] for place in places]
    (product,) = emit(
        site.name,
        [converted(lhs, common), converted(rhs, common)],
        {**site.attributes, "dot_dimension_numbers": numbers},
        result_types=[TensorType(tuple(shape), common)],
    )
    permutation = [places.index(dimension) for dimension in range(len(places))]
    if permutation != list(range(len(places))):
        product = transposed(product, permutation=permutation)
    return converted(product, type.element_type)
