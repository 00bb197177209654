"""Sorts of short lines, by the merge sort of kernels/sorting.py: whatever the comparator says, to the same order."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from interpreter.compiled.body import write_body
from interpreter.compiled.emit import Emitter
from interpreter.compiled.layout import Layout, loops
from interpreter.compiled.memory import Buffer, InMemory, Task, Value, read, scalar
from interpreter.execution.blocks import BlockPlan


@dataclass(eq=False)
class Sorted(Task):
    """A sort along `dimension`, whose comparator takes two scalars of each input, then `captured` ones.

    `rooms` are for three lines of numbers: the order, where elements arrive, and how many do there.
    """

    dimension: int
    inputs: Sequence[Value]
    captured: Sequence[Value]
    comparator: BlockPlan
    results: Sequence[InMemory]
    rooms: Sequence[Buffer] = ()

    @property
    def reads(self) -> list[Value]:
        return [*self.inputs, *self.captured]

    @property
    def writes(self) -> list[InMemory]:
        return list(self.results)

    @property
    def length(self) -> int:
        return self.inputs[0].layout.shape[self.dimension]

    @property
    def work(self) -> int:
        return self.inputs[0].layout.size * self.length.bit_length() ** 2

    def write(self, emit: Emitter, whole: tuple[str, str] | None = None) -> None:
        _Writer(self, emit).write()


class _Writer:
    def __init__(self, task: Sorted, emit: Emitter) -> None:
        self.task, self.emit = task, emit
        self.captured = [scalar(emit, value) for value in task.captured]
        self.order, self.arrived, self.counts = (buffer.pointer(emit) for buffer in task.rooms)
        self.values = [*task.inputs, *task.results]

    def write(self) -> None:
        emit, task, dimension = self.emit, self.task, self.task.dimension
        sizes, along = loops([_others(value.layout, dimension) for value in self.values])
        with ExitStack() as around:
            at = [around.enter_context(emit.loop("0", str(size)))[0] for size in sizes]
            self.starts = [
                emit.sum([str(value.layout.offset), *(emit.times(n, s) for n, s in zip(at, strides, strict=True))])
                for value, strides in zip(self.values, along, strict=True)
            ]
            self.sort()
            count = len(task.inputs)
            with emit.loop("0", str(task.length)) as (place, _):
                taken = self.elements(self.get(self.order, place))
                for result, start, value in zip(task.results, self.starts[count:], taken, strict=True):
                    there = emit.sum([start, emit.times(place, result.layout.strides[dimension])])
                    emit.store(result.type, value, result.buffer.pointer(emit), there)

    def sort(self) -> None:
        emit, length = self.emit, self.task.length
        with emit.loop("0", str(length)) as (place, _):
            self.set(self.order, place, place)
        width = 1
        while width < length:  # a line is short: there are few
            halves = -(-length // (2 * width))
            with emit.loop("0", str(halves)) as (number, _):
                start = emit.times(number, 2 * width)
                middle = emit.minimum(emit.sum([start, str(width)]), str(length))
                self.merge(start, middle, emit.minimum(emit.sum([start, str(2 * width)]), str(length)))
            width *= 2

    def merge(self, start: str, middle: str, end: str) -> None:
        """Two halves that are in order; elements that an inconsistent comparator sends to one place stay in theirs."""
        emit = self.emit
        with emit.loop(start, end) as (place, _):
            self.set(self.counts, place, "0")
        with emit.loop(start, end) as (place, _):
            arrived = emit.sum([place, emit.let(f"sub i64 {self.bisected(place, start, middle, end)}, {middle}")])
            self.set(self.arrived, place, arrived)
            self.set(self.counts, arrived, emit.sum([self.get(self.counts, arrived), "1"]))
        before = emit.slot("i64", start)
        with emit.loop(start, end) as (place, _):
            first = emit.let(f"load i64, ptr {before}")
            emit.do(f"store i64 {emit.sum([first, self.get(self.counts, place)])}, ptr {before}")
            self.set(self.counts, place, first)
        with emit.loop(start, end) as (place, _):
            arrived = self.get(self.arrived, place)
            there = self.get(self.counts, arrived)
            self.set(self.counts, arrived, emit.sum([there, "1"]))
            # arrivals of before aren't needed any more, where this is behind them: the order goes there, and back
            self.set(self.arrived, place, emit.sum([emit.times(there, self.task.length), self.get(self.order, place)]))
        with emit.loop(start, end) as (place, _):
            both = self.get(self.arrived, place)
            there = emit.let(f"udiv i64 {both}, {self.task.length}")
            self.set(self.order, there, emit.let(f"urem i64 {both}, {self.task.length}"))

    def bisected(self, place: str, start: str, middle: str, end: str) -> str:
        """Where an element of one half goes in the other."""
        emit = self.emit
        is_left = emit.let(f"icmp slt i64 {place}, {middle}")
        low = emit.slot("i64", emit.select(is_left, "i64", middle, start))
        high = emit.slot("i64", emit.select(is_left, "i64", end, middle))
        own = self.get(self.order, place)
        turn, onward, done = emit.label(), emit.label(), emit.label()
        emit.begin(turn)
        now, until = emit.let(f"load i64, ptr {low}"), emit.let(f"load i64, ptr {high}")
        emit.branch(emit.let(f"icmp slt i64 {now}, {until}"), onward, done)
        emit.begin(onward)
        probe = emit.let(f"lshr i64 {emit.let(f'add i64 {now}, {until}')}, 1")
        other = self.get(self.order, probe)
        right = self.elements(emit.select(is_left, "i64", other, own))
        left = self.elements(emit.select(is_left, "i64", own, other))
        pairs = [x for pair in zip(right, left, strict=True) for x in pair]
        (is_less,) = write_body(emit, self.task.comparator, [*pairs, *self.captured])
        goes_on = emit.let(f"icmp eq i1 {is_less}, {is_left}")
        emit.do(f"store i64 {emit.select(goes_on, 'i64', emit.sum([probe, '1']), now)}, ptr {low}")
        emit.do(f"store i64 {emit.select(goes_on, 'i64', until, probe)}, ptr {high}")
        emit.jump(turn)
        emit.begin(done)
        return emit.let(f"load i64, ptr {low}")

    def elements(self, place: str) -> list[str]:
        """Of each input, the element at a place of the line."""
        emit, dimension = self.emit, self.task.dimension
        return [
            read(emit, value, emit.sum([start, emit.times(place, value.layout.strides[dimension])]))
            for value, start in zip(self.task.inputs, self.starts, strict=False)
        ]

    def get(self, line: str, place: str) -> str:
        return self.emit.let(f"load i64, ptr {self.emit.element('i64', line, place)}")

    def set(self, line: str, place: str, number: str) -> None:
        self.emit.do(f"store i64 {number}, ptr {self.emit.element('i64', line, place)}")


def _others(layout: Layout, dimension: int) -> Layout:
    kept = [d for d in range(len(layout.shape)) if d != dimension]
    return Layout(tuple(layout.shape[d] for d in kept), tuple(layout.strides[d] for d in kept), layout.offset)
