"""What moves elements to or from places that only the run knows: windows, gathers, scatters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from math import prod

import numpy as np

from interpreter.compiled.computed import Computed, Picked, computed, picked, sources
from interpreter.compiled.elements import Held
from interpreter.compiled.emit import Emitter
from interpreter.compiled.gather import Gather
from interpreter.compiled.index_space import clamped, position, to_position
from interpreter.compiled.layout import Layout, loops
from interpreter.compiled.memory import InMemory, Task, Value, read, scalar
from interpreter.compiled.scatter import Scatter
from interpreter.values.array import Array

_PLACE = Held("i64", "i64", "signed", 64)


@dataclass(eq=False)
class Window(Task):
    """Copies a window of the source, or into a window of the target: the one that has more elements than the other.

    It begins at `starts`, moved so that it lies inside.
    """

    source: InMemory
    target: InMemory
    starts: Sequence[Value]
    room: Sequence[int]  # how far each start may go
    is_of_source: bool

    @property
    def reads(self) -> list[Value]:
        return [self.source, *self.starts, *([] if self.is_of_source else [self.target])]

    @property
    def writes(self) -> list[InMemory]:
        return [self.target]

    @property
    def work(self) -> int:
        return min(self.source.layout.size, self.target.layout.size)

    def write(self, emit: Emitter, whole: tuple[str, str] | None = None) -> None:
        large = self.source if self.is_of_source else self.target
        small = self.target if self.is_of_source else self.source
        first = []
        for start, most, stride in zip(self.starts, self.room, large.layout.strides, strict=True):
            number = to_position(emit, start.type, scalar(emit, start))
            first.append(emit.times(clamped(emit, number, 0, most), stride))
        offset = emit.sum(first)
        inside = Layout(small.layout.shape, large.layout.strides, large.layout.offset)
        sizes, (of_large, of_small) = loops([inside, small.layout])
        word = Held(large.type.stored, large.type.stored, "unsigned", large.type.width)

        def copy(at: list[str]) -> None:
            if len(at) < len(sizes):
                with emit.loop("0", str(sizes[len(at)])) as (number, _):
                    copy([*at, number])
                return
            moved = [emit.times(number, stride) for number, stride in zip(at, of_large, strict=True)]
            there = emit.sum([str(inside.offset), offset, *moved])
            kept = [emit.times(number, stride) for number, stride in zip(at, of_small, strict=True)]
            here = emit.sum([str(small.layout.offset), *kept])
            source, target = (there, here) if self.is_of_source else (here, there)
            value = emit.load(word, self.source.buffer.pointer(emit), source)
            emit.store(word, value, self.target.buffer.pointer(emit), target)

        copy([])


@dataclass(eq=False)
class Windows(Task):
    """Writes out windows of the source, whose first dimension is a batch and whose last is one of features.

    `places` say, for each dimension between them, where the elements of each window are; at place -1 there is 0. The
    target has the batch, a dimension for the windows along each, one for what is inside of them, and the features.
    """

    source: InMemory
    target: InMemory
    places: Sequence[Array]

    @property
    def reads(self) -> list[Value]:
        return [self.source]

    @property
    def writes(self) -> list[InMemory]:
        return [self.target]

    def write(self, emit: Emitter, whole: tuple[str, str] | None = None) -> None:
        sizes, strides = self.target.layout.shape, self.source.layout.strides
        rank = len(self.places)
        tables = [emit.data(np.ascontiguousarray(each, np.int64).tobytes()) for each in self.places]
        word = Held(self.source.type.stored, self.source.type.stored, "unsigned", self.source.type.width)
        with ExitStack() as loops:
            at = [loops.enter_context(emit.loop("0", str(size)))[0] for size in sizes[:-1]]
            there, is_there = [str(self.source.layout.offset), emit.times(at[0], strides[0])], "true"
            for d, (table, each) in enumerate(zip(tables, self.places, strict=True)):
                entry = emit.sum([emit.times(at[1 + d], each.shape[1]), at[1 + rank + d]])
                place = emit.load(_PLACE, table, entry)
                is_there = emit.let(f"and i1 {is_there}, {emit.let(f'icmp sge i64 {place}, 0')}")
                there.append(emit.times(emit.maximum(place, "0"), strides[1 + d]))
            first = emit.sum(there)
            last = loops.enter_context(emit.loop("0", str(sizes[-1])))[0]
            value = emit.load(word, self.source.buffer.pointer(emit), emit.sum([first, emit.times(last, strides[-1])]))
            found = emit.select(is_there, word.value, value, "zeroinitializer")
            emit.store(
                word, found, self.target.buffer.pointer(emit), position(emit, [*at, last], self.target.layout.strides)
            )


@dataclass(eq=False)
class Gathered(Task):
    """A gather of an operand and start_indices in row-major order."""

    gather: Gather
    operand: InMemory
    indices: InMemory
    result: InMemory

    @property
    def reads(self) -> list[Value]:
        return [self.operand, self.indices]

    @property
    def writes(self) -> list[InMemory]:
        return [self.result]

    @property
    def work(self) -> int:
        return self.result.layout.size

    @property
    def rows(self) -> int:
        return self.result.layout.shape[0] if self.result.layout.shape else 1

    def write(self, emit: Emitter, whole: tuple[str, str] | None = None) -> None:
        result, operand, indices = (_address(emit, value) for value in (self.result, self.operand, self.indices))
        self.gather.write(emit, result, operand, indices, whole)


@dataclass(eq=False)
class Scattered(Task):
    """A scatter into `results`, which hold the inputs; all is in row-major order, captured values are scalars.

    Updates are in memory, or all are computed where they land.
    """

    scatter: Scatter
    results: Sequence[InMemory]
    indices: InMemory
    updates: Sequence[Value | Computed]
    captured: Sequence[InMemory]

    @property
    def reads(self) -> list[Value]:
        picks = [value for one in self.updates for pick in picked(one) for value in (pick.operand, pick.indices)]
        given = [value for one in self.updates for value in sources(one)]
        return [*self.results, self.indices, *given, *picks, *self.captured]

    @property
    def writes(self) -> list[InMemory]:
        return list(self.results)

    @property
    def work(self) -> int:
        return prod(self.scatter.update_shape)

    @property
    def size(self) -> int:
        return max(super().size, self.work)  # updates that are gathered are nowhere in memory

    @property
    def rows(self) -> int:
        """Of the dimension that threads share."""
        shared = self.scatter.shared
        return 1 if shared is None else self.scatter.input_shape[shared]

    def write(self, emit: Emitter, whole: tuple[str, str] | None = None) -> None:
        in_memory = [one for one in self.updates if isinstance(one, InMemory)]
        computed = None if len(in_memory) == len(self.updates) else _Updates(self.updates)
        given = [*self.results, self.indices, *(in_memory if computed is None else self.results), *self.captured]
        part = whole if self.scatter.shared is not None else None
        self.scatter.write(emit, [_address(emit, value) for value in given], None, part, computed)


class _Updates:
    """Computed of what is read at the update index, and of what is gathered: where slices begin is found once."""

    def __init__(self, updates: Sequence[Value | Computed]) -> None:
        self.updates = updates
        self.starts: dict[Picked, str] = {}

    def begin(self, emit: Emitter, at: Mapping[int, str]) -> None:
        for one in dict.fromkeys(pick for update in self.updates for pick in picked(update)):
            if all(axis in at for axis, stride in enumerate(one.vectors.strides) if stride):
                self.starts[one] = one.start(emit, self.place(emit, one.vectors, at))

    def elements(self, emit: Emitter, at: Mapping[int, str]) -> Sequence[str]:
        known: dict[Value | Computed, str] = {}
        for update in self.updates:
            for source in sources(update):
                known[source] = read(emit, source, self.place(emit, source.layout, at))
            for one in picked(update):
                start = self.starts.get(one) or one.start(emit, self.place(emit, one.vectors, at))
                known[one] = one.element(emit, emit.sum([start, self.place(emit, one.inside, at)]))
        return [computed(emit, update, known) for update in self.updates]

    @staticmethod
    def place(emit: Emitter, layout: Layout, at: Mapping[int, str]) -> str:
        """Of an index, of which only what matters here is known."""
        terms = [emit.times(at[axis], stride) for axis, stride in enumerate(layout.strides) if stride]
        return emit.sum([str(layout.offset), *terms])


def _address(emit: Emitter, value: InMemory) -> str:
    return emit.element(value.type.stored, value.buffer.pointer(emit), str(value.layout.offset))
