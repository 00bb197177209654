"""dynamic_gather (spec: dynamic_gather, C1-C14): checks one, and infers its result type as far as it is known.

The constraints themselves stand in dynamic_gather_constraints.py. Pure Python; types may be given as text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hlogen.door import public
from hlogen.ir.attributes import GatherDimensionNumbers
from hlogen.ir.module import Location
from hlogen.ir.types import TensorType, Type
from hlogen.spec.arguments import integers, of_arguments, some_type
from hlogen.spec.constraint import Violation, require
from hlogen.spec.dynamic_gather_constraints import DYNAMIC_GATHER
from hlogen.spec.gather import gather_facts, inferred_result
from hlogen.spec.gather_facts import GatherFacts


def dynamic_gather_facts(
    operand_type: Type | str,
    start_indices_type: Type | str,
    slice_sizes_type: Type | str,
    *,
    dimension_numbers: GatherDimensionNumbers | None = None,
    offset_dims: Iterable[int] | None = None,
    collapsed_slice_dims: Iterable[int] | None = None,
    operand_batching_dims: Iterable[int] | None = None,
    start_indices_batching_dims: Iterable[int] | None = None,
    start_index_map: Iterable[int] | None = None,
    index_vector_dim: int | None = None,
    slice_sizes: Iterable[int] | None = None,
    indices_are_sorted: bool = False,
    result_type: Type | str | None = None,
    location: Location | None = None,
) -> tuple[GatherFacts, Location | None]:
    """A dynamic_gather by its arguments, and where it stands. UsageError where one isn't even of the right kind."""
    facts, place = gather_facts(
        operand_type,
        start_indices_type,
        dimension_numbers=dimension_numbers,
        offset_dims=offset_dims,
        collapsed_slice_dims=collapsed_slice_dims,
        operand_batching_dims=operand_batching_dims,
        start_indices_batching_dims=start_indices_batching_dims,
        start_index_map=start_index_map,
        index_vector_dim=index_vector_dim,
        slice_sizes=(),
        indices_are_sorted=indices_are_sorted,
        result_type=result_type,
        location=location,
    )
    sizes = None if slice_sizes is None else integers("slice_sizes", slice_sizes)
    return replace(facts, slice_sizes=sizes, slice_sizes_type=some_type("slice_sizes_type", slice_sizes_type)), place


@public
@of_arguments(dynamic_gather_facts)
def check_dynamic_gather(facts: GatherFacts, location: Location | None) -> list[Violation]:
    """Every constraint that this dynamic_gather breaks, each independent; [] where it is valid (dynamic_gather C1-C14).

    The dimension numbers are those of `hlogen.gather`; types are `hlogen.tensor` types or text such as "2x3xi32".
    `slice_sizes` is the operand's value where it is known before the program runs. Constraints about batching
    dimensions come under gather's ids, as dynamic_gather's own list has none.
    """
    return DYNAMIC_GATHER.check(facts, location)


@public
@of_arguments(dynamic_gather_facts)
def infer_dynamic_gather(facts: GatherFacts, location: Location | None) -> TensorType:
    """The result's type; its offset dimensions are ``?`` where `slice_sizes` isn't known.

    The dimension numbers are those of `hlogen.gather`; types are `hlogen.tensor` types or text such as "2x3xi32".
    ConstraintError with every violation where the dynamic_gather is invalid, or a `result_type` doesn't fit.
    """
    require(DYNAMIC_GATHER.check(facts, location))
    return inferred_result(facts)
