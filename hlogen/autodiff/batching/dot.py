"""dot_general on a batch: one more batching dimension where both operands are batched, else one more free dimension."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.batching.registry import batching, behind
from hlogen.autodiff.rules.dot import free_dimensions
from hlogen.autodiff.site import Site
from hlogen.builder.shape import transpose
from hlogen.builder.tensor import Tensor
from hlogen.ir import DotDimensionNumbers


@batching("stablehlo.dot_general")
def batch_dot_general(site: Site, is_batched: Sequence[bool], size: int) -> Tensor:
    lhs, rhs = site.operands
    numbers = site.attributes["dot_dimension_numbers"]
    assert isinstance(numbers, DotDimensionNumbers)
    (result_type,) = site.result_types
    lhs_batch, lhs_sum = numbers.lhs_batching_dimensions, numbers.lhs_contracting_dimensions
    rhs_batch, rhs_sum = numbers.rhs_batching_dimensions, numbers.rhs_contracting_dimensions
    place = 0  # of the batch among the dimensions of the result
    if all(is_batched):
        moved = DotDimensionNumbers((0, *behind(lhs_batch)), (0, *behind(rhs_batch)), behind(lhs_sum), behind(rhs_sum))
    elif is_batched[0]:
        moved = DotDimensionNumbers(behind(lhs_batch), rhs_batch, behind(lhs_sum), rhs_sum)
        place = len(lhs_batch)
    else:
        moved = DotDimensionNumbers(lhs_batch, behind(rhs_batch), lhs_sum, behind(rhs_sum))
        place = len(lhs_batch) + len(free_dimensions(lhs.rank, lhs_batch, lhs_sum))
    (result,) = site.emit([lhs, rhs], [result_type.batched(size, place)], dot_dimension_numbers=moved)
    if place == 0:
        return result
    return transpose(result, permutation=[place, *range(place), *range(place + 1, result.rank)])
