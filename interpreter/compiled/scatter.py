"""Scatters whole: where each update lands, and how it is folded there, in one pass.

The loops run over update indices, so that what lands on one element is folded in their lexicographic order, that of the
default schedule. Windows along dimensions that nothing is added to land there alike wherever they are, so these loops
may stand inside of those over index vectors. Ranges of window indices are cut to what is in bounds.

Threads share a scatter by where updates land: each goes through all of them, and folds those that land on its part of
one dimension, so that what lands on one element is folded by one thread, in order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from math import prod
from typing import Protocol

from hlogen.forking import cached_property
from hlogen.ir import ElementType, ScatterDimensionNumbers
from interpreter.compiled.body import write_body
from interpreter.compiled.elements import held
from interpreter.compiled.emit import Emitter
from interpreter.compiled.index_space import Shape, clamped, index_vector, position, strides_of
from interpreter.compiled.llvm import Function
from interpreter.execution.blocks import BlockPlan

_WINDOW = 32  # elements of a window, whose folding takes longer than to see where it lands


def shared_dimension(numbers: ScatterDimensionNumbers, input_shape: Shape, update_shape: Shape) -> int | None:
    """The dimension of inputs of which each thread may have a part; None where that doesn't pay."""
    dims = numbers.scatter_dims_to_operand_dims
    window = prod(update_shape[axis] for axis in numbers.update_window_dims)
    if window in (0, prod(update_shape)) or window < _WINDOW or not dims:
        return None
    dim = max(dims, key=lambda d: input_shape[d])
    return dim if input_shape[dim] > 1 else None


class Updates(Protocol):
    """Updates that are computed where they land."""

    def begin(self, emit: Emitter, at: Mapping[int, str]) -> None:
        """Called where the window begins: `at` are the axes of the update index that are known by then."""

    def elements(self, emit: Emitter, at: Mapping[int, str]) -> Sequence[str]:
        """The element of each of the updates at an index."""


@dataclass(frozen=True)
class Scatter:
    """A scatter on given shapes, none of which has a 0.

    `olds` and `news` are the element types of what its body takes, one of each for every input, and `captured` those
    of the scalars that it takes from outside. A call folds what lands on a range of the dimension `shared`, if any.
    """

    numbers: ScatterDimensionNumbers
    input_shape: Shape
    indices_shape: Shape
    update_shape: Shape
    indices_type: ElementType
    olds: Sequence[ElementType]
    news: Sequence[ElementType]
    captured: Sequence[ElementType]
    body: BlockPlan
    shared: int | None = None

    def function(self) -> Function:
        """Of a range of update indices along their first dimension, of one along `shared`, and of the addresses of
        results, scatter_indices, updates and captured values. NotCompiled where there is no machine code for it."""
        emit = Emitter()
        part = None if self.shared is None else ("%low", "%high")
        self.write(emit, [f"%p{k}" for k in range(self.n_addresses)], ("%begin", "%end"), part)
        count = len(self.olds)
        pointers = [f"ptr noalias {'' if k < count else 'readonly '}%p{k}" for k in range(self.n_addresses)]
        numbers = ["i64 %begin", "i64 %end", *([] if self.shared is None else ["i64 %low", "i64 %high"])]
        text = emit.text("scatter", [*numbers, *pointers])
        return Function(text, "scatter", len(numbers), self.n_addresses, emit.polls)

    def write(
        self,
        emit: Emitter,
        pointers: Sequence[str],
        rows: tuple[str, str] | None,
        part: tuple[str, str] | None = None,
        updates: Updates | None = None,
    ) -> None:
        """The loops, over a range of their first dimension or all of it, on these addresses.

        What lands is folded on a range, `part`, of the dimension `shared`. `updates` are computed, in place of those
        in memory.
        """
        _Writer(self, emit, pointers, part, updates).write(rows)

    @property
    def n_addresses(self) -> int:
        return len(self.olds) + 1 + len(self.news) + len(self.captured)

    @cached_property
    def window_dims(self) -> dict[int, int]:
        """The dimension of inputs that each axis of updates in update_window_dims runs along."""
        single = {*self.numbers.inserted_window_dims, *self.numbers.input_batching_dims}
        dims = [d for d in range(len(self.input_shape)) if d not in single]
        return dict(zip(self.numbers.update_window_dims, dims, strict=True))

    @cached_property
    def window_axes(self) -> dict[int, int]:
        """The axis of updates that runs along each dimension of the window."""
        return {dim: axis for axis, dim in self.window_dims.items()}

    @cached_property
    def scatter_axes(self) -> list[int]:
        return [axis for axis in range(len(self.update_shape)) if axis not in self.window_dims]

    @cached_property
    def loops(self) -> list[int]:
        """The axes of updates, from the outermost loop to the innermost."""
        last = max(self.scatter_axes, default=-1)
        mapped = self.numbers.scatter_dims_to_operand_dims
        inside = [axis for axis, dim in self.window_dims.items() if axis < last and dim not in mapped]
        return sorted(range(len(self.update_shape)), key=lambda axis: (axis > last, axis in inside, axis))


class _Writer:
    def __init__(
        self,
        scatter: Scatter,
        emit: Emitter,
        pointers: Sequence[str],
        part: tuple[str, str] | None,
        computed: Updates | None,
    ) -> None:
        self.scatter = scatter
        self.emit = emit
        self.part = part
        self.computed = computed
        count = len(scatter.olds)
        self.results = pointers[:count]
        self.indices = pointers[count]
        self.updates = pointers[count + 1 : 2 * count + 1]
        self.captured = pointers[2 * count + 1 :]

    def write(self, rows: tuple[str, str] | None) -> None:
        scatter, emit = self.scatter, self.emit
        captured = [
            emit.load(held(type), pointer, "0") for type, pointer in zip(scatter.captured, self.captured, strict=True)
        ]
        at: dict[int, str] = {}  # the update index
        start: dict[int, str] | None = None  # full_start_index
        with ExitStack() as loops:
            _, only_if = loops.enter_context(emit.loop("0", "1"))
            for axis in (*scatter.loops, None):
                if start is None and at.keys() >= set(scatter.scatter_axes):
                    start = self.starts([at[d] for d in scatter.scatter_axes])
                    for condition in self.conditions(start, at):
                        only_if(condition)
                    if self.computed is not None:
                        self.computed.begin(emit, at)
                if axis is None:
                    break
                low, high = rows if rows and axis == 0 else ("0", str(scatter.update_shape[axis]))
                dim = scatter.window_dims.get(axis)
                if start is not None and dim is not None and dim in start:
                    first, last = self.range_of(dim)
                    low = emit.maximum(low, emit.let(f"sub i64 {first}, {start[dim]}"))
                    high = emit.minimum(high, emit.let(f"sub i64 {last}, {start[dim]}"))
                number, only_if = loops.enter_context(emit.loop(low, high))
                at[axis] = number
            assert start is not None
            there = self.position(start, at)
            olds = [held(type) for type in scatter.olds]
            values = [emit.load(type, pointer, there) for type, pointer in zip(olds, self.results, strict=True)]
            values += self.news(at)
            found = write_body(emit, scatter.body, [*values, *captured])
            for type, value, pointer in zip(olds, found, self.results, strict=True):
                emit.store(type, value, pointer, there)

    def news(self, at: Mapping[int, str]) -> Sequence[str]:
        """The elements of updates at an index."""
        if self.computed is not None:
            return self.computed.elements(self.emit, at)
        here = position(self.emit, [at[axis] for axis in sorted(at)], strides_of(self.scatter.update_shape))
        types = [held(type) for type in self.scatter.news]
        return [self.emit.load(type, pointer, here) for type, pointer in zip(types, self.updates, strict=True)]

    def range_of(self, dim: int) -> tuple[str, str]:
        """Where what lands is folded."""
        if dim == self.scatter.shared and self.part is not None:
            return self.part
        return "0", str(self.scatter.input_shape[dim])

    def starts(self, batch: Sequence[str]) -> dict[int, str]:
        """full_start_index by dimension of inputs, no farther beyond bounds than where no element is inside."""
        scatter, emit = self.scatter, self.emit
        dims, vector_dim = scatter.numbers.scatter_dims_to_operand_dims, scatter.numbers.index_vector_dim
        vector = index_vector(
            emit, self.indices, scatter.indices_shape, vector_dim, scatter.indices_type, len(dims), batch
        )
        axes = scatter.window_axes
        return {
            d: clamped(emit, component, -scatter.update_shape[axes[d]], scatter.input_shape[d])
            if d in axes
            else component  # nothing is added to it
            for d, component in zip(dims, vector, strict=True)
        }

    def conditions(self, start: Mapping[int, str], at: Mapping[int, str]) -> list[str]:
        """What holds of an update that is in bounds, along the dimensions whose loops don't see to that."""
        scatter, emit = self.scatter, self.emit
        found = []
        for dim, first in start.items():
            axis = scatter.window_axes.get(dim)
            if axis is None or axis in at:
                index = first if axis is None else emit.sum([first, at[axis]])
                low, high = self.range_of(dim)
                if dim == scatter.shared:
                    index, high = (emit.let(f"sub i64 {number}, {low}") for number in (index, high))
                found.append(emit.let(f"icmp ult i64 {index}, {high}"))
        return found

    def position(self, start: Mapping[int, str], at: Mapping[int, str]) -> str:
        """Of the element of inputs that the update index `at` lands on."""
        scatter, numbers, strides = self.scatter, self.scatter.numbers, strides_of(self.scatter.input_shape)
        index, along = [*start.values()], [strides[dim] for dim in start]
        for dim, indices_dim in zip(numbers.input_batching_dims, numbers.scatter_indices_batching_dims, strict=True):
            index.append(at[scatter.scatter_axes[indices_dim - (indices_dim > numbers.index_vector_dim)]])
            along.append(strides[dim])
        for axis, dim in scatter.window_dims.items():
            index.append(at[axis])
            along.append(strides[dim])
        return position(self.emit, index, along)
