"""One gather or dynamic_gather as its constraints see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hlogen.forking import cached_property
from hlogen.ir.attributes import GatherDimensionNumbers
from hlogen.ir.types import TensorType, Type
from hlogen.spec import predicates
from hlogen.spec.constraint import Offence, Undecided
from hlogen.spec.dims import Dim, dims_of, exceeds


@dataclass(frozen=True)
class GatherFacts:
    """One gather or dynamic_gather as its constraints see it; None where something isn't there or isn't known.

    `malformed` has what was found while reading the operation, by the label of the input it is about ("I9").
    """

    operand: Type | None
    start_indices: Type | None
    numbers: GatherDimensionNumbers | None
    slice_sizes: tuple[int, ...] | None
    result: Type | None = None
    slice_sizes_type: Type | None = None
    malformed: Mapping[str, Offence] = field(default_factory=dict)

    @property
    def dims(self) -> GatherDimensionNumbers:
        if self.numbers is None:
            raise Undecided
        return self.numbers

    def named(self, name: str) -> predicates.NamedDims:
        """One of the lists of the dimension numbers, for predicates that speak of it."""
        return predicates.NamedDims(name, getattr(self.dims, name))

    @cached_property
    def operand_shape(self) -> tuple[Dim, ...]:
        return dims_of(predicates.ranked(self.operand))

    @cached_property
    def indices_shape(self) -> tuple[Dim, ...]:
        return dims_of(predicates.ranked(self.start_indices))

    @property
    def sizes(self) -> tuple[int, ...]:
        if self.slice_sizes is None:
            raise Undecided
        return self.slice_sizes

    @cached_property
    def batch_dim_sizes(self) -> list[Dim]:
        return predicates.batch_dims_of(self.indices_shape, self.dims.index_vector_dim)

    @property
    def implies_rank(self) -> bool:
        """Whether start_indices and index_vector_dim say how many dimensions the result has."""
        return isinstance(self.start_indices, TensorType) and (
            0 <= self.dims.index_vector_dim <= self.start_indices.rank
        )

    @property
    def implied_rank(self) -> int:
        return len(self.batch_dim_sizes) + len(self.dims.offset_dims)

    @cached_property
    def implied_shape(self) -> list[Dim]:
        """The result's dimensions by C22, where what it needs holds; ``?`` for sizes that aren't known or break C21."""
        gone = {*self.dims.collapsed_slice_dims, *self.dims.operand_batching_dims}
        kept = [d for d in range(len(self.operand_shape)) if d not in gone]
        if len(kept) != len(self.dims.offset_dims):
            raise Undecided  # a dimension is named twice
        offset_dim_sizes = [self._offset_dim_size(d) for d in kept]
        return predicates.combine(self.batch_dim_sizes, offset_dim_sizes, self.dims.offset_dims)

    def _offset_dim_size(self, d: int) -> Dim:
        size = None if self.slice_sizes is None else self.slice_sizes[d]
        if size is None or size < 0 or exceeds(Dim(size), self.operand_shape[d]):
            return Dim(None)
        return Dim(size)
