"""Where every element of a scatter's updates lands: on which row of a table that the result is seen as, or nowhere.

A row is what moves together: the last dimensions, as far as every window starts at 0 along them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import numpy as np

from hlogen.forking import cached_property
from hlogen.ir import ScatterDimensionNumbers
from interpreter.kernels.index_space import (
    clamped,
    index_components,
    iota_along,
    memory_of_sum,
    require,
    strides_of,
    weighted_sum,
)
from interpreter.kernels.working import INDEX, needs_copy
from interpreter.values.array import Array

Shape = tuple[int, ...]


@dataclass
class Landed:
    """What of the updates has landed: piece i is folded into row ``rows[i]``, in the order of i.

    `tables` are views of the results, one for each: ``table[row]`` is what a piece covers. `numbers` says which piece
    of all each one is, None where none was left out; pieces are numbered in the lexicographic order of update indices.
    """

    landing: Landing
    results: Sequence[Array]
    tables: list[Array]
    rows: Array
    pieces: list[Array]
    numbers: Array | None
    window: tuple[Any, Any] | None = None  # the only one: where it is in the result, and what of it has landed
    are_elements: bool = False  # rows and numbers are row-major positions in the results and in updates

    @property
    def piece_numbers(self) -> Array:
        """`numbers`, also where none was left out."""
        return np.arange(len(self.rows)) if self.numbers is None else self.numbers

    def picked(self, order: Array) -> Landed:
        """The pieces ``order[0]``, ``order[1]``, ... of these, in that order."""
        pieces = [piece[order] for piece in self.pieces]
        return replace(self, rows=self.rows[order], pieces=pieces, numbers=self.piece_numbers[order])

    def by_element(self) -> Landed:
        """The same with every element of updates as a piece of its own."""
        if self.are_elements:
            return self
        return replace(
            self,
            tables=[result.reshape(-1) for result in self.results],
            rows=self.result_elements(self.rows).reshape(-1),
            pieces=[piece.reshape(-1) for piece in self.pieces],
            numbers=self.update_elements(self.piece_numbers).reshape(-1),
            are_elements=True,
        )

    def result_elements(self, rows: Array) -> Array:
        """The elements of a result that `rows` cover, as row-major positions: one line for each row."""
        landing = self.landing
        if self.are_elements:
            return rows[:, None]
        if self.window is not None:
            return _part(landing.input_shape, self.window[0])[rows]
        covered = _positions(landing.input_shape[landing.row_dims :])
        for axis, size in enumerate(landing.window_shape[landing.row_dims :]):
            covered = covered.take(range(size), axis)
        found: Array = rows[:, None] * landing.row_size + covered.reshape(-1)
        return found

    def update_elements(self, numbers: Array) -> Array:
        """The elements of updates that the pieces of these numbers are, as row-major positions: one line for each."""
        landing = self.landing
        if self.window is not None:
            return _part(landing.window_shape, self.window[1])[numbers]
        strides = strides_of(landing.update_shape)

        def along(axes: tuple[int, ...]) -> Array:
            terms = [
                (iota_along(i, landing.update_shape[axis], len(axes)), strides[axis]) for i, axis in enumerate(axes)
            ]
            return weighted_sum(terms, [landing.update_shape[axis] for axis in axes]).reshape(-1)

        found: Array = along(landing.piece_axes)[numbers][:, None] + along(landing.row_axes)
        return found


def _positions(shape: Shape) -> Array:
    return np.arange(math.prod(shape)).reshape(shape)


def _part(shape: Shape, window: Any) -> Array:
    """The positions in a window of that shape, as one row."""
    found: Array = _positions(shape)[window]
    return found.reshape(1, -1)


@dataclass(frozen=True)
class Landing:
    """Where the elements of updates land, on given shapes.

    Updates are cut into pieces, one for each row they touch, numbered by the piece axes: the axes of updates that move
    from row to row, in their own order, so that the order of pieces is the lexicographic order of update indices.
    """

    input_shape: Shape
    update_shape: Shape
    window_shape: Shape  # along each dimension of inputs; 1 along inserted and batching ones
    numbers: ScatterDimensionNumbers

    def find(self, results: Sequence[Array], scatter_indices: Array, updates: Sequence[Array]) -> Landed:
        """Where `updates` land in `results`; what lands out of bounds is left out."""
        index_map = self.numbers.scatter_dims_to_operand_dims
        start_index = index_components(scatter_indices, self.numbers.index_vector_dim, len(index_map))
        if self.is_single_window:
            return self.window(results, start_index, updates)
        in_bounds: Array | None = None

        def start_terms() -> Iterator[tuple[Array, int]]:
            nonlocal in_bounds
            for d_start, d_input in enumerate(index_map):
                dim, size = self.input_shape[d_input], self.window_shape[d_input]
                # beyond these limits no element of the window is in bounds, so how far beyond doesn't matter
                full_start_index = clamped(start_index[d_start], -size, dim).reshape(self.scatter_index_shape)
                if full_start_index.min() < 0 or full_start_index.max() > dim - size:
                    result_index = full_start_index + self.window_index(d_input)
                    is_inside = (result_index >= 0) & (result_index < dim)
                    in_bounds = is_inside if in_bounds is None else in_bounds & is_inside
                    del result_index, is_inside
                yield full_start_index, self.row_strides[d_input]
                del full_start_index  # before the next is there

        rows = weighted_sum(chain(start_terms(), self.fixed_terms), self.piece_shape).reshape(-1)
        pieces = [self.pieces(update) for update in updates]
        kept: Array | None = None
        if in_bounds is not None:
            kept = np.flatnonzero(np.broadcast_to(in_bounds, self.piece_shape))
            rows, pieces = rows[kept], [moved[kept] for moved in pieces]
        tables = [self.table(result) for result in results]
        return Landed(self, results, tables, np.ascontiguousarray(rows), pieces, kept)

    def memory_of_rows(self, *, is_converted: bool) -> int:
        """The bytes that `find` takes for rows, where there are several windows and all of them is in bounds.

        `is_converted`: scatter_indices aren't of the type of positions already.
        """
        index_map = self.numbers.scatter_dims_to_operand_dims
        weights = [self.row_strides[d] for d in index_map]
        counts = [math.prod(self.scatter_index_shape)] * len(weights)
        fixed = math.prod(self.window_shape[: self.row_dims])
        fixed *= math.prod(self.input_shape[d] for d in self.numbers.input_batching_dims)
        if fixed > 1:  # the terms that depend on shapes alone, made once, and kept
            counts, weights = [*counts, fixed], [*weights, 1]
        if weights == [1] and fixed == 1 and not is_converted:
            return 0
        return (INDEX * fixed if fixed > 1 else 0) + memory_of_sum(counts, weights, math.prod(self.piece_shape))

    def copies_updates(self) -> bool:
        """Whether updates are copied to have pieces one after the other."""
        row = [self.row_axes] if self.covers_rows else [[axis] for axis in self.row_axes]
        return needs_copy(self.update_shape, [self.piece_axes, *row])

    def window(self, results: Sequence[Array], start_index: list[Array], updates: Sequence[Array]) -> Landed:
        """One window: it lands as a whole, on the only row of a table that is that part of the result."""
        starts = [0] * len(self.input_shape)
        for d_start, d_input in enumerate(self.numbers.scatter_dims_to_operand_dims):
            starts[d_input] = int(start_index[d_start].reshape(-1)[0])
        low = [max(start, 0) for start in starts]
        high = [min(s + size, dim) for s, size, dim in zip(starts, self.window_shape, self.input_shape, strict=True)]
        there: Any = (..., *map(slice, low, map(max, low, high)))  # with `...`, a view also of rank 0
        here: Any = (..., *(slice(a.start - start, a.stop - start) for a, start in zip(there[1:], starts, strict=True)))
        tables = [result[there][None] for result in results]
        pieces = [update.reshape(self.window_shape)[here][None] for update in updates]
        return Landed(self, results, tables, np.zeros(1, np.intp), pieces, None, (there, here))

    def nothing(self, results: Sequence[Array]) -> Landed:
        """What has landed where there are no elements."""
        pieces = [np.empty(0, result.dtype) for result in results]
        return Landed(self, results, [result.reshape(-1) for result in results], np.empty(0, np.intp), pieces, None)

    def table(self, result: Array) -> Array:
        """The result as rows, of each the part that windows cover."""
        rows = math.prod(self.input_shape[: self.row_dims])
        if self.covers_rows:
            return result.reshape(rows) if self.row_size == 1 else result.reshape(rows, self.row_size)
        columns = (slice(0, size) for size in self.window_shape[self.row_dims :])
        return result.reshape(rows, *self.input_shape[self.row_dims :])[(slice(None), *columns)]

    def pieces(self, update: Array) -> Array:
        number = math.prod(self.piece_shape)
        moved = update.transpose(self.piece_axes + self.row_axes)
        if self.covers_rows:
            return moved.reshape(number) if self.row_size == 1 else moved.reshape(number, self.row_size)
        return moved.reshape(number, *self.window_shape[self.row_dims :])

    def window_index(self, d_input: int) -> Array:
        """`full_window_index` along `d_input`, over the piece axes."""
        axis = self.window_axes.get(d_input)
        if axis is None:
            return np.zeros((1,) * len(self.piece_axes), np.intp)
        return iota_along(self.piece_axes.index(axis), self.window_shape[d_input], len(self.piece_axes))

    @cached_property
    def fixed_terms(self) -> list[tuple[Array, int]]:
        """`full_window_index + full_batching_index`, as rows, over the piece axes."""
        terms = [(self.window_index(d), self.row_strides[d]) for d in range(self.row_dims) if self.window_shape[d] > 1]
        numbers = self.numbers
        for d_input, d_start in zip(numbers.input_batching_dims, numbers.scatter_indices_batching_dims, strict=True):
            axis = self.scatter_axes[d_start - (0 if d_start < numbers.index_vector_dim else 1)]
            batch_index = iota_along(self.piece_axes.index(axis), self.input_shape[d_input], len(self.piece_axes))
            terms.append((batch_index, self.row_strides[d_input]))
        if not terms:
            return []
        return [(weighted_sum(terms, np.broadcast_shapes(*(index.shape for index, _ in terms))), 1)]

    @cached_property
    def is_single_window(self) -> bool:
        return math.prod(self.update_shape[axis] for axis in self.scatter_axes) == 1

    @cached_property
    def row_dims(self) -> int:
        """How many leading dimensions number the rows; windows start at 0 along all the others."""
        return max((*self.numbers.scatter_dims_to_operand_dims, *self.numbers.input_batching_dims), default=-1) + 1

    @cached_property
    def row_strides(self) -> list[int]:
        return strides_of(self.input_shape[: self.row_dims])

    @cached_property
    def row_size(self) -> int:
        return math.prod(self.input_shape[self.row_dims :])

    @cached_property
    def covers_rows(self) -> bool:
        return self.input_shape[self.row_dims :] == self.window_shape[self.row_dims :]

    @cached_property
    def window_axes(self) -> dict[int, int]:
        """The axis of updates that runs along each dimension of the window."""
        return dict(zip(window_dims(self.numbers, len(self.input_shape)), self.numbers.update_window_dims, strict=True))

    @cached_property
    def row_axes(self) -> tuple[int, ...]:
        """The axes of updates within a row."""
        return tuple(self.window_axes[d] for d in sorted(self.window_axes) if d >= self.row_dims)

    @cached_property
    def piece_axes(self) -> tuple[int, ...]:
        return tuple(axis for axis in range(len(self.update_shape)) if axis not in self.row_axes)

    @cached_property
    def piece_shape(self) -> Shape:
        return tuple(self.update_shape[axis] for axis in self.piece_axes)

    @cached_property
    def scatter_axes(self) -> tuple[int, ...]:
        """update_scatter_dims"""
        return tuple(d for d in range(len(self.update_shape)) if d not in self.numbers.update_window_dims)

    @cached_property
    def scatter_index_shape(self) -> Shape:
        """The shape of update_scatter_index's space, spread over the piece axes."""
        return tuple(self.update_shape[axis] if axis in self.scatter_axes else 1 for axis in self.piece_axes)


def plan_landing(
    input_shape: Shape, indices_shape: Shape, update_shape: Shape, numbers: ScatterDimensionNumbers
) -> Landing:
    """The landing for these shapes; ExecutionError where they contradict the attributes."""
    rank, indices_rank = len(input_shape), len(indices_shape)
    single = (*numbers.inserted_window_dims, *numbers.input_batching_dims)
    require(
        rank == len(numbers.update_window_dims) + len(single),
        "C2",
        f"the dimension numbers don't add up to rank {rank}",
    )
    vector_dim, index_map = numbers.index_vector_dim, numbers.scatter_dims_to_operand_dims
    require(0 <= vector_dim <= indices_rank, "C22", f"index_vector_dim {vector_dim} isn't in 0 .. {indices_rank}")
    count = indices_shape[vector_dim] if vector_dim < indices_rank else 1
    entries = len(index_map)
    require(
        entries == count,
        "C19",
        f"scatter_dims_to_operand_dims has {entries} entries for index vectors of {count} elements",
    )
    for d in (*single, *index_map):
        require(0 <= d < rank, "C11, C13, C21", f"dimension {d} isn't one of inputs of rank {rank}")
    for d, d_start in zip(numbers.input_batching_dims, numbers.scatter_indices_batching_dims, strict=True):
        dim, start_dim = input_shape[d], indices_shape[d_start]
        require(dim == start_dim, "C18", f"batching dimensions {d} and {d_start} have sizes {dim} and {start_dim}")

    scatter_shape = [dim for d, dim in enumerate(indices_shape) if d != vector_dim]
    axes = [d for d in range(len(update_shape)) if d not in numbers.update_window_dims]
    fits = [update_shape[d] for d in axes] == scatter_shape and len(update_shape) == len(axes) + len(
        numbers.update_window_dims
    )
    require(fits, "C4", f"updates of shape {update_shape} don't fit scatter_indices of shape {indices_shape}")
    window_shape = [1] * rank
    for d, axis in zip(window_dims(numbers, rank), numbers.update_window_dims, strict=True):
        window_shape[d] = size = update_shape[axis]
        require(size <= input_shape[d], "C4", f"windows of size {size} don't fit dimension {d}, size {input_shape[d]}")
    return Landing(input_shape, update_shape, tuple(window_shape), numbers)


def window_dims(numbers: ScatterDimensionNumbers, rank: int) -> list[int]:
    """The dimensions of inputs that update_window_dims stand for."""
    return [d for d in range(rank) if d not in numbers.inserted_window_dims and d not in numbers.input_batching_dims]
