"""scatter (spec: scatter, C1-C25): checks a scatter's types, dimension numbers and region, and infers its result types.

The constraints themselves stand in scatter_constraints.py. Pure Python; types may be given as text.
"""

from __future__ import annotations

from collections.abc import Iterable

from hlogen.door import public
from hlogen.ir.attributes import ScatterDimensionNumbers
from hlogen.ir.module import Location, Region
from hlogen.ir.types import TensorType, Type
from hlogen.spec.arguments import (
    flag,
    numbers_of,
    of_arguments,
    optional_location,
    optional_region,
    some_type,
    some_types,
)
from hlogen.spec.constraint import Violation, require
from hlogen.spec.predicates import ranked
from hlogen.spec.scatter_constraints import SCATTER
from hlogen.spec.scatter_facts import ScatterFacts


def scatter_facts(
    input_types: Iterable[Type | str] | Type | str,
    scatter_indices_type: Type | str,
    update_types: Iterable[Type | str] | Type | str,
    *,
    dimension_numbers: ScatterDimensionNumbers | None = None,
    update_window_dims: Iterable[int] | None = None,
    inserted_window_dims: Iterable[int] | None = None,
    input_batching_dims: Iterable[int] | None = None,
    scatter_indices_batching_dims: Iterable[int] | None = None,
    scatter_dims_to_operand_dims: Iterable[int] | None = None,
    index_vector_dim: int | None = None,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    update_computation: Region | None = None,
    result_types: Iterable[Type | str] | Type | str | None = None,
    location: Location | None = None,
) -> tuple[ScatterFacts, Location | None]:
    """A scatter by its arguments, and where it stands. UsageError where one isn't even of the right kind."""
    flag("indices_are_sorted", indices_are_sorted)
    flag("unique_indices", unique_indices)
    facts = ScatterFacts(
        some_types("input_types", input_types),
        some_type("scatter_indices_type", scatter_indices_type),
        some_types("update_types", update_types),
        numbers_of(
            ScatterDimensionNumbers,
            dimension_numbers,
            update_window_dims=update_window_dims,
            inserted_window_dims=inserted_window_dims,
            input_batching_dims=input_batching_dims,
            scatter_indices_batching_dims=scatter_indices_batching_dims,
            scatter_dims_to_operand_dims=scatter_dims_to_operand_dims,
            index_vector_dim=index_vector_dim,
        ),
        optional_region("update_computation", update_computation),
        None if result_types is None else some_types("result_types", result_types),
    )
    return facts, optional_location(location)


@public
@of_arguments(scatter_facts)
def check_scatter(facts: ScatterFacts, location: Location | None) -> list[Violation]:
    """Every constraint that this scatter breaks, each independent of the others; [] where it is valid (scatter C1-C25).

    The dimension numbers are those of `hlogen.scatter`; types are `hlogen.tensor` types or text such as "2x3xi32".
    One tensor type counts as a list of one. An `update_computation` or `result_types` of None leaves open what is said
    of them. UsageError where an argument isn't even of the right kind.
    """
    return SCATTER.check(facts, location)


@public
@of_arguments(scatter_facts)
def infer_scatter(facts: ScatterFacts, location: Location | None) -> tuple[TensorType, ...]:
    """The results' types by C24 and C25; ConstraintError with every violation where the scatter is invalid.

    The dimension numbers are those of `hlogen.scatter`; types are `hlogen.tensor` types or text such as "2x3xi32".
    The element types are those that `update_computation` returns, the inputs' own where it is None. `result_types` that
    are given have to fit. UsageError where an argument isn't even of the right kind.
    """
    require(SCATTER.check(facts, location))
    return inferred_results(facts)


def inferred_results(facts: ScatterFacts) -> tuple[TensorType, ...]:
    """The result types of a valid scatter."""
    inputs = [ranked(type) for type in facts.all_inputs]
    if facts.update_computation is None:
        return tuple(inputs)
    computed = zip(inputs, facts.computed_types, strict=True)
    return tuple(input.with_element_type(element_type) for input, element_type in computed)
