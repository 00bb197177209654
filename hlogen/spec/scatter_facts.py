"""One scatter as its constraints see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hlogen.forking import cached_property
from hlogen.ir.attributes import ScatterDimensionNumbers
from hlogen.ir.module import Region
from hlogen.ir.types import ElementType, TensorType, Type
from hlogen.spec import predicates
from hlogen.spec.constraint import Offence, Undecided
from hlogen.spec.dims import Dim, dims_of


@dataclass(frozen=True)
class ScatterFacts:
    """One scatter as its constraints see it; None where something isn't there or isn't known.

    `malformed` has what was found while reading the operation, by the label of what it is about ("I10").
    """

    inputs: tuple[Type, ...] | None
    scatter_indices: Type | None
    updates: tuple[Type, ...] | None
    numbers: ScatterDimensionNumbers | None
    update_computation: Region | None = None
    results: tuple[Type, ...] | None = None
    malformed: Mapping[str, Offence] = field(default_factory=dict)

    @property
    def dims(self) -> ScatterDimensionNumbers:
        if self.numbers is None:
            raise Undecided
        return self.numbers

    def named(self, name: str) -> predicates.NamedDims:
        """One of the lists of the dimension numbers, for predicates that speak of it."""
        return predicates.NamedDims(name, getattr(self.dims, name))

    @property
    def all_inputs(self) -> tuple[Type, ...]:
        if self.inputs is None:
            raise Undecided
        return self.inputs

    @property
    def all_updates(self) -> tuple[Type, ...]:
        if self.updates is None:
            raise Undecided
        return self.updates

    @cached_property
    def input_shape(self) -> tuple[Dim, ...]:
        """shape(inputs[0])"""
        return dims_of(predicates.ranked(next(iter(self.all_inputs), None)))

    @cached_property
    def update_shape(self) -> tuple[Dim, ...]:
        """shape(updates[0])"""
        return dims_of(predicates.ranked(next(iter(self.all_updates), None)))

    @cached_property
    def indices_shape(self) -> tuple[Dim, ...]:
        return dims_of(predicates.ranked(self.scatter_indices))

    @cached_property
    def update_scatter_dim_sizes(self) -> list[Dim]:
        return predicates.batch_dims_of(self.indices_shape, self.dims.index_vector_dim)

    @property
    def implies_update_rank(self) -> bool:
        """Whether scatter_indices and index_vector_dim say how many dimensions updates have."""
        return isinstance(self.scatter_indices, TensorType) and (
            0 <= self.dims.index_vector_dim <= self.scatter_indices.rank
        )

    @property
    def implied_update_rank(self) -> int:
        return len(self.update_scatter_dim_sizes) + len(self.dims.update_window_dims)

    @cached_property
    def computed_types(self) -> tuple[ElementType, ...]:
        """E0, ..., EN-1: the element types that a well-formed update_computation returns."""
        if self.update_computation is None:
            raise Undecided
        terminator = self.update_computation.block.terminator
        if terminator is None:
            raise Undecided
        return tuple(predicates.ranked(value.type).element_type for value in terminator.operands)

    @property
    def taken_types(self) -> tuple[ElementType, ...]:
        """The element types of the arguments that update_computation takes, E0, ..., EN-1 first."""
        if self.update_computation is None:
            raise Undecided
        return tuple(predicates.ranked(value.type).element_type for value in self.update_computation.block.arguments)
