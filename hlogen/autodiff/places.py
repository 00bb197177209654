"""Where the index vectors of a scatter or a gather point, and what derivatives do there: read back, or add up.

All of it in words of scatter: `inputs` is what is pointed into, `updates` has an element for each place. A place may be
out of bounds; what a gather reads is first moved inside (`Places.moved_inside`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from hlogen.autodiff.site import Site
from hlogen.builder.elementwise import add
from hlogen.builder.emit import emit_constant
from hlogen.builder.gather import gather
from hlogen.builder.known import integers_of, ranges_of
from hlogen.builder.modes import (
    I32,
    I64,
    Component,
    Limits,
    as_index_type,
    held_between,
    index_type_for,
    spread,
    widened,
)
from hlogen.builder.promises import meet_nowhere
from hlogen.builder.regions import Computation
from hlogen.builder.scatter import scatter
from hlogen.builder.shape import pad, reshape
from hlogen.builder.sizes import Size, broadcast_to_sizes, difference_of, size_as, size_of
from hlogen.builder.tensor import Promise, Tensor
from hlogen.forking import cached_property
from hlogen.ir import ElementType, GatherDimensionNumbers, ScatterDimensionNumbers, Shape

# Known indices that have to be moved are written out where they are no more than these; else the program moves them.
_MOST_WRITTEN_OUT = 1 << 10


@dataclass(frozen=True)
class Places:
    """One place in `inputs` per element of `updates`, and the promises that the operation makes about them.

    Shapes may be dynamic; what needs a size then raises ValueError.
    """

    indices: Tensor
    numbers: ScatterDimensionNumbers
    input_shape: Shape
    update_shape: Shape
    input_sizes: Sequence[Size]
    indices_are_sorted: Promise = False
    unique_indices: bool = False
    updates: Tensor | None = None  # whatever has their sizes, where these may be dynamic

    @classmethod
    def of_scatter(cls, site: Site) -> Places:
        """Where the scatter at `site` writes."""
        indices = site.inputs[site.at.scatter_indices]
        assert indices is not None
        return cls(
            indices,
            site.attribute("scatter_dimension_numbers"),
            site.input_types[0].shape,
            site.input_types[site.at.updates][0].shape,
            site.sizes(0),
            bool(site.attribute("indices_are_sorted", False)),
            bool(site.attribute("unique_indices", False)),
        )

    @classmethod
    def of_gather(cls, site: Site, read: Tensor) -> Places:
        """Where the gather or dynamic_gather at `site` reads what has the sizes of `read`, were its indices in bounds;
        see `moved_inside`."""
        numbers: GatherDimensionNumbers = site.attribute("dimension_numbers")
        indices = site.inputs[1]
        assert indices is not None
        return cls(
            indices,
            ScatterDimensionNumbers(
                numbers.offset_dims,
                numbers.collapsed_slice_dims,
                numbers.operand_batching_dims,
                numbers.start_indices_batching_dims,
                numbers.start_index_map,
                numbers.index_vector_dim,
            ),
            site.input_types[0].shape,
            site.result_types[0].shape,
            site.sizes(0),
            bool(site.attribute("indices_are_sorted", False)),
            updates=read,
        )

    @property
    def count(self) -> int:
        """How many places there are."""
        return math.prod(self.static_update_shape)

    @property
    def static_update_shape(self) -> tuple[int, ...]:
        self.require_static()
        return cast("tuple[int, ...]", self.update_shape)

    @property
    def is_void(self) -> bool:
        """Whether it is known that there are no places, or nothing to point into."""
        return 0 in self.update_shape or 0 in self.input_shape

    def require_static(self) -> None:
        """ValueError where a size isn't known."""
        if None in (*self.input_shape, *self.update_shape):
            raise ValueError(f"shapes {self.input_shape} and {self.update_shape} have dynamic dimensions")

    def zeros(self, element_type: ElementType) -> Tensor:
        """Zeros of the shape of inputs."""
        if None not in self.input_shape:
            return emit_constant(0, element_type, self.input_shape)
        return broadcast_to_sizes(emit_constant(0, element_type, ()), self.input_sizes, ())

    @property
    def scatter_dims(self) -> tuple[int, ...]:
        """The dimensions of updates along which index vectors lie."""
        return tuple(d for d in range(len(self.update_shape)) if d not in self.numbers.update_window_dims)

    @cached_property
    def windows(self) -> Shape:
        """The size of a window in every dimension of inputs."""
        return tuple(1 if at is None else self.update_shape[at] for at in self._window_dims)

    @cached_property
    def _window_dims(self) -> list[int | None]:
        """The dimension of updates that each dimension of inputs has in a window; None where it is dropped."""
        dims = iter(self.numbers.update_window_dims)
        dropped = (*self.numbers.inserted_window_dims, *self.numbers.input_batching_dims)
        return [None if d in dropped else next(dims) for d in range(len(self.input_shape))]

    @cached_property
    def components(self) -> list[Component]:
        """What is known of each element of the index vectors."""
        index_map = self.numbers.scatter_dims_to_operand_dims
        ranges = ranges_of(self.indices, self.numbers.index_vector_dim, len(index_map))
        found = []
        for dim, range in zip(index_map, ranges, strict=True):
            window, size = self.windows[dim], self.input_sizes[dim]
            if window is None:  # what is left of the dimension is known by the run, too
                at = self._window_dims[dim]
                if self.updates is None or at is None:
                    raise ValueError(f"windows along dimension {dim} have a dynamic size")
                window, size = 0, difference_of(size, size_of(self.updates, at))
            asked = None if isinstance(size, int) else size_as(size, I64)
            largest = size if isinstance(size, int) else I64.maximum
            found.append(Component("", dim, largest, window, *range, asked))
        return found

    @property
    def _largest(self) -> int:
        """The largest size of inputs, or what it may be."""
        return max((I32.maximum if size is None else size for size in self.input_shape), default=0)

    def moved_inside(self) -> Places:
        """The places that a gather with these indices reads: windows that would reach over an edge are moved inside."""
        components = self.components
        if all(component.is_inside for component in components):
            wide = widened(self.indices)
            return self._with_indices(as_index_type(wide, index_type_for(wide, self._largest)), True)
        at = self.numbers.index_vector_dim
        limits: list[Limits] = [(0, max(c.last, 0) if c.asked is None else c.limit) for c in components]
        known = integers_of(self.indices.value)
        is_static = all(component.asked is None for component in components)
        if known is not None and known.size <= _MOST_WRITTEN_OUT and is_static:
            low, high = (
                np.array([limit[side] for limit in limits], known.dtype).reshape(
                    [-1 if d == at else 1 for d in range(known.ndim)] if at < known.ndim else ()
                )
                for side in (0, 1)
            )
            inside = np.asarray(np.minimum(np.maximum(known, low), high))
            narrow = I32 if self._largest <= I32.maximum else I64
            constant = emit_constant(inside.astype(np.int32 if narrow == I32 else np.int64), narrow)
            return self._with_indices(constant, len(components) == 1)
        wide = widened(self.indices)
        held = held_between(wide, at, components, limits)
        narrow = index_type_for(wide, self._largest)
        # Clamped, indices of one element keep their order; vectors of several may not.
        return self._with_indices(as_index_type(held, narrow), len(components) == 1)

    def are_unique(self) -> bool:
        """Whether no two places that are in bounds are the same: as promised, or as can be proved."""
        return self.unique_indices or self._differ

    def read(self, values: Tensor, fill: complex | None = 0) -> Tensor:
        """What `values`, of the shape of inputs, has at each place; `fill`, None for anything, where out of bounds."""
        if self.is_void:
            return emit_constant(fill or 0, values.element_type, self.update_shape)
        if None in self.windows or any(component.asked is not None for component in self.components):
            raise ValueError("windows, or what they are read from, have dynamic sizes")
        at, components = self.numbers.index_vector_dim, self.components
        margins = [0] * len(self.input_shape)
        for component in components:
            if component.window > 1 and not component.is_inside:
                margins[component.dim] = component.window
        indices, keeps_order = self.indices, True
        if any(margins):
            # Windows may be partly outside: with margins of a whole window around, all are inside.
            wide = widened(indices)
            ranges = [None if c.is_inside else (-c.window, c.size) for c in components]
            held = held_between(wide, at, components, ranges)
            largest = self._largest + 2 * max(margins)
            indices = as_index_type(held, index_type_for(wide, largest))
            shifts = [margins[component.dim] for component in components]
            indices = add(indices, spread(shifts, indices, at))
            edge = emit_constant(fill or 0, values.element_type, ())
            values = pad(values, edge, edge_padding_low=margins, edge_padding_high=margins)
            keeps_order = len(components) == 1
        outside = "clip" if fill is None else "fill"
        modes = ["promise_in_bounds" if c.is_inside or margins[c.dim] else outside for c in components]
        result: Tensor = gather(
            values,
            indices,
            offset_dims=self.numbers.update_window_dims,
            collapsed_slice_dims=self.numbers.inserted_window_dims,
            operand_batching_dims=self.numbers.input_batching_dims,
            start_indices_batching_dims=self.numbers.scatter_indices_batching_dims,
            start_index_map=self.numbers.scatter_dims_to_operand_dims,
            index_vector_dim=at,
            slice_sizes=cast("Sequence[int]", self.windows),
            indices_are_sorted=self.indices_are_sorted and (keeps_order or "auto"),
            mode=modes,
            fill_value=fill if "fill" in modes else None,
        )
        return result

    def scattered(
        self,
        inputs: Sequence[Tensor],
        updates: Sequence[Tensor],
        update_computation: Computation,
        *,
        unique: bool | None = None,
    ) -> tuple[Tensor, ...]:
        """`inputs` with `updates` at these places; `unique` replaces the promise that no place is there twice."""
        if not self.numbers.scatter_dims_to_operand_dims:
            return self._scattered_at_zero(inputs, updates, update_computation)
        results: tuple[Tensor, ...] = scatter(
            list(inputs),
            self.indices,
            list(updates),
            update_computation,
            **vars(self.numbers),
            indices_are_sorted=self.indices_are_sorted,
            unique_indices=self.unique_indices if unique is None else unique,
        )
        return results

    def _scattered_at_zero(
        self, inputs: Sequence[Tensor], updates: Sequence[Tensor], update_computation: Computation
    ) -> tuple[Tensor, ...]:
        """The same where index vectors are empty, which XLA doesn't take: with a dimension of size 1 to point into."""
        self.require_static()
        shape = [size for d, size in enumerate(self.indices.type.static_shape) if d != self._at]
        numbers = self.numbers
        results: tuple[Tensor, ...] = scatter(
            [reshape(value, [1, *value.type.static_shape]) for value in inputs],
            emit_constant(0, I32, tuple(shape)),
            list(updates),
            update_computation,
            update_window_dims=numbers.update_window_dims,
            inserted_window_dims=[0, *(d + 1 for d in numbers.inserted_window_dims)],
            input_batching_dims=[d + 1 for d in numbers.input_batching_dims],
            scatter_indices_batching_dims=[at - (at > self._at) for at in numbers.scatter_indices_batching_dims],
            scatter_dims_to_operand_dims=[0],
            index_vector_dim=len(shape),
            indices_are_sorted=True,
        )
        return tuple(reshape(result, value.type.static_shape) for result, value in zip(results, inputs, strict=True))

    def added(self, inputs: Tensor | None, updates: Tensor) -> Tensor:
        """`inputs`, or zeros, with each of `updates` added at its place."""
        if inputs is None:
            inputs = self.zeros(updates.element_type)
        if self.is_void:
            return inputs
        (result,) = self.scattered([inputs], [updates], "add", unique=self.are_unique())
        return result

    def _with_indices(self, indices: Tensor, keeps_order: bool) -> Places:
        """The same on other indices, which are no longer promised to be unique: moved inside, windows may meet."""
        is_sorted = self.indices_are_sorted and (keeps_order or "auto")
        return replace(self, indices=indices, indices_are_sorted=is_sorted, unique_indices=False)

    @cached_property
    def _differ(self) -> bool:
        """Whether it is proved that no two places in bounds are the same."""
        if all(self.update_shape[d] == 1 for d in self.scatter_dims):  # a single window
            return True
        return meet_nowhere(self.indices, self.numbers, self.input_shape, self.update_shape)

    @property
    def _at(self) -> int:
        return self.numbers.index_vector_dim
