"""Reductions of sliding windows, in the order of kernels/windows.py: each window is folded from the left."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from math import prod

from interpreter.compiled.body import write_body
from interpreter.compiled.emit import Emitter
from interpreter.compiled.memory import InMemory, Task, Value, read, scalar
from interpreter.execution.blocks import BlockPlan

_STRIP = 64  # windows that are folded side by side


@dataclass(frozen=True)
class Along:
    """How windows lie along a dimension, as the operation says it; `size` is that of the inputs."""

    size: int
    window: int
    stride: int
    base_dilation: int
    dilation: int
    low: int
    count: int  # of windows

    @property
    def is_inside(self) -> bool:
        """Whether windows see elements alone, and no padding."""
        return not self.low and self.base_dilation == 1 and self.last < self.size

    @property
    def last(self) -> int:
        """The place that the last window sees last."""
        return (self.count - 1) * self.stride + (self.window - 1) * self.dilation - self.low


@dataclass(eq=False)
class Windowed(Task):
    """A reduce_window, whose `body` takes scalars: two for each input, then `captured` ones.

    `running` is a dimension along which windows begin at the lower border, or end at the upper one: there, each result
    is made of its neighbour's and one element.
    """

    dims: Sequence[Along]
    inputs: Sequence[Value]
    inits: Sequence[Value]
    captured: Sequence[Value]
    body: BlockPlan
    results: Sequence[InMemory]
    running: int | None = None

    @property
    def reads(self) -> list[Value]:
        return [*self.inputs, *self.inits, *self.captured]

    @property
    def writes(self) -> list[InMemory]:
        return list(self.results)

    @property
    def work(self) -> int:
        window = 1 if self.running is not None else prod(one.window for one in self.dims)
        return self.results[0].layout.size * window

    def write(self, emit: Emitter, whole: tuple[str, str] | None = None) -> None:
        _Writer(self, emit).write()


class _Writer:
    def __init__(self, task: Windowed, emit: Emitter) -> None:
        self.task, self.emit = task, emit
        self.inits = [scalar(emit, value) for value in task.inits]
        self.captured = [scalar(emit, value) for value in task.captured]
        self.types = [value.type for value in task.inputs]
        self.folded = [emit.room(f"[{_STRIP} x {type.value}]") for type in self.types]

    def write(self) -> None:
        emit, dims = self.emit, self.task.dims
        running = self.task.running
        order = [d for d in range(len(dims)) if d not in (running, len(dims) - 1)]
        with ExitStack() as around:
            index = {d: around.enter_context(emit.loop("0", str(dims[d].count)))[0] for d in order}
            if running == len(dims) - 1:
                self.run(index, running, "0", "1", None)
                return
            width = dims[-1].count
            strip, _ = around.enter_context(emit.loop("0", str(-(-width // _STRIP))))
            begin = emit.times(strip, _STRIP)
            count = emit.minimum(emit.let(f"sub i64 {width}, {begin}"), str(_STRIP))
            if running is not None:
                self.run(index, running, begin, count, len(dims) - 1)
            else:
                self.fold(index, begin, count)

    def fold(self, index: dict[int, str], begin: str, count: str) -> None:
        emit, dims = self.emit, self.task.dims
        self.start(count)
        with ExitStack() as loops:
            offsets = [loops.enter_context(emit.loop("0", str(one.window)))[0] for one in dims]
            number, _ = loops.enter_context(emit.loop("0", count))
            at = [*(index[d] for d in range(len(dims) - 1)), emit.sum([begin, number])]
            inside, places = [], []
            for one, i, offset in zip(dims, at, offsets, strict=True):
                terms = [emit.times(i, one.stride), emit.times(offset, one.dilation), str(-one.low)]
                place = emit.sum(terms)
                if not one.is_inside:
                    place, is_there = self.seen(one, place)
                    inside.append(is_there)
                places.append(place)
            self.put(number, self.together(self.now(number), self.element(places, inside)))
        with emit.loop("0", count) as (number, _):
            self.store([*(index[d] for d in range(len(dims) - 1)), emit.sum([begin, number])], self.now(number))

    def run(self, index: dict[int, str], running: int, begin: str, count: str, across: int | None) -> None:
        """Along the running dimension, for `count` lines side by side."""
        emit, one = self.emit, self.task.dims[running]
        self.start(count)
        with emit.loop("0", str(one.size)) as (turn, _), emit.loop("0", count) as (number, _):
            place = turn if one.low else emit.let(f"sub i64 {one.size - 1}, {turn}")
            at = index | {running: place}
            if across is not None:
                at[across] = emit.sum([begin, number])
            places = [at[d] for d in range(len(self.task.dims))]
            found, before = self.element(places, []), self.now(number)
            made = self.together(before, found) if one.low else self.together(found, before)
            self.put(number, made)
            self.store(places, made)

    def seen(self, one: Along, place: str) -> tuple[str, str]:
        """Which element is at a place of what is dilated and padded, and whether there is one; else it is the first."""
        emit = self.emit
        there = emit.let(f"icmp ult i64 {place}, {(one.size - 1) * one.base_dilation + 1}")
        if one.base_dilation > 1:
            is_whole = emit.let(f"icmp eq i64 {emit.let(f'srem i64 {place}, {one.base_dilation}')}, 0")
            there = emit.let(f"and i1 {there}, {is_whole}")
            place = emit.let(f"sdiv i64 {place}, {one.base_dilation}")
        return emit.select(there, "i64", place, "0"), there

    def element(self, places: Sequence[str], inside: Sequence[str]) -> list[str]:
        """Of each input, the element there; the initial value where one of these doesn't hold."""
        emit, found = self.emit, []
        for value, init, type in zip(self.task.inputs, self.inits, self.types, strict=True):
            layout = value.layout
            terms = [emit.times(place, stride) for place, stride in zip(places, layout.strides, strict=True)]
            element = read(emit, value, emit.sum([str(layout.offset), *terms]))
            for is_there in inside:
                element = emit.select(is_there, type.value, element, init)
            found.append(element)
        return found

    def start(self, count: str) -> None:
        with self.emit.loop("0", count) as (number, _):
            self.put(number, self.inits)

    def now(self, number: str) -> list[str]:
        emit = self.emit
        return [
            emit.let(f"load {type.value}, ptr {emit.element(type.value, place, number)}")
            for type, place in zip(self.types, self.folded, strict=True)
        ]

    def put(self, number: str, values: Sequence[str]) -> None:
        emit = self.emit
        for type, place, value in zip(self.types, self.folded, values, strict=True):
            emit.do(f"store {type.value} {value}, ptr {emit.element(type.value, place, number)}")

    def together(self, lhs: Sequence[str], rhs: Sequence[str]) -> list[str]:
        return write_body(self.emit, self.task.body, [*lhs, *rhs, *self.captured])

    def store(self, at: Sequence[str], values: Sequence[str]) -> None:
        emit = self.emit
        for one, value in zip(self.task.results, values, strict=True):
            terms = [emit.times(place, stride) for place, stride in zip(at, one.layout.strides, strict=True)]
            emit.store(one.type, value, one.buffer.pointer(emit), emit.sum([str(one.layout.offset), *terms]))
