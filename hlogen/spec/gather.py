"""gather (spec: gather, C1-C23): checks a gather's types and dimension numbers, and infers its result type.

The constraints themselves stand in gather_constraints.py. Pure Python; types may be given as text.
"""

from __future__ import annotations

from collections.abc import Iterable

from hlogen.door import public
from hlogen.ir.attributes import GatherDimensionNumbers
from hlogen.ir.module import Location
from hlogen.ir.types import TensorType, Type
from hlogen.spec.arguments import flag, integers, numbers_of, of_arguments, optional_location, some_type
from hlogen.spec.constraint import Violation, require
from hlogen.spec.dims import tensor_of
from hlogen.spec.gather_constraints import GATHER
from hlogen.spec.gather_facts import GatherFacts
from hlogen.spec.predicates import ranked


def gather_facts(
    operand_type: Type | str,
    start_indices_type: Type | str,
    *,
    dimension_numbers: GatherDimensionNumbers | None = None,
    offset_dims: Iterable[int] | None = None,
    collapsed_slice_dims: Iterable[int] | None = None,
    operand_batching_dims: Iterable[int] | None = None,
    start_indices_batching_dims: Iterable[int] | None = None,
    start_index_map: Iterable[int] | None = None,
    index_vector_dim: int | None = None,
    slice_sizes: Iterable[int],
    indices_are_sorted: bool = False,
    result_type: Type | str | None = None,
    location: Location | None = None,
) -> tuple[GatherFacts, Location | None]:
    """A gather by its arguments, and where it stands. UsageError where one isn't even of the right kind."""
    flag("indices_are_sorted", indices_are_sorted)
    facts = GatherFacts(
        some_type("operand_type", operand_type),
        some_type("start_indices_type", start_indices_type),
        numbers_of(
            GatherDimensionNumbers,
            dimension_numbers,
            offset_dims=offset_dims,
            collapsed_slice_dims=collapsed_slice_dims,
            operand_batching_dims=operand_batching_dims,
            start_indices_batching_dims=start_indices_batching_dims,
            start_index_map=start_index_map,
            index_vector_dim=index_vector_dim,
        ),
        integers("slice_sizes", slice_sizes),
        None if result_type is None else some_type("result_type", result_type),
    )
    return facts, optional_location(location)


@public
@of_arguments(gather_facts)
def check_gather(facts: GatherFacts, location: Location | None) -> list[Violation]:
    """Every constraint that this gather breaks, each independent of the others; [] where it is valid (gather C1-C23).

    The dimension numbers are those of `hlogen.gather`; types are `hlogen.tensor` types or text such as "2x3xi32".
    A `result_type` of None stands for the inferred one. UsageError where an argument isn't even of the right kind.
    """
    return GATHER.check(facts, location)


@public
@of_arguments(gather_facts)
def infer_gather(facts: GatherFacts, location: Location | None) -> TensorType:
    """The result's type by C22 and C23; ConstraintError with every violation where the gather is invalid.

    The dimension numbers are those of `hlogen.gather`; types are `hlogen.tensor` types or text such as "2x3xi32".
    A dimension of start_indices that is ``?`` stays ``?`` in the result and keeps its bound. A `result_type` that is
    given has to fit. UsageError where an argument isn't even of the right kind.
    """
    require(GATHER.check(facts, location))
    return inferred_result(facts)


def inferred_result(facts: GatherFacts) -> TensorType:
    """The result type of a valid gather or dynamic_gather."""
    return tensor_of(facts.implied_shape, ranked(facts.operand).element_type)
