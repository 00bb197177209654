"""Reductions whole, in the tree of kernels/reduction.py: neighbours are folded, then neighbours of what that gave."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from math import prod

from interpreter.compiled.body import write_body
from interpreter.compiled.computed import Computed, computed, sources
from interpreter.compiled.emit import Emitter
from interpreter.compiled.index_space import Shape
from interpreter.compiled.layout import Layout, loops
from interpreter.compiled.memory import Buffer, InMemory, Task, Value, read, scalar
from interpreter.execution.blocks import BlockPlan

_STRIP = 64  # lines that are folded side by side
_UNROLLED = 16  # elements of a line whose tree is written out


@dataclass(eq=False)
class Fold(Task):
    """A reduce of `inputs` along `dimensions`, whose `body` takes scalars: two for each input, then `captured` ones.

    An input may be what is computed of others, for each element where it is folded. `rooms` are for what is folded: two
    for each input, of `room` elements.
    """

    dimensions: Sequence[int]
    inputs: Sequence[Value | Computed]
    inits: Sequence[Value]
    captured: Sequence[Value]
    body: BlockPlan
    results: Sequence[InMemory]
    rooms: Sequence[Buffer] = ()

    @property
    def reads(self) -> list[Value]:
        return [*self.sources, *self.inits, *self.captured]

    @property
    def writes(self) -> list[InMemory]:
        return list(self.results)

    @property
    def work(self) -> int:
        return sum(value.layout.size for value in self.sources)

    @property
    def sources(self) -> list[Value]:
        """What the inputs are, or are computed of."""
        return list(dict.fromkeys(source for one in self.inputs for source in sources(one)))

    @property
    def length(self) -> int:
        """Of what is folded to one."""
        return prod(self.sources[0].layout.shape[d] for d in self.dimensions)

    @property
    def room(self) -> int:
        """How many elements there has to be room for; 0 where the tree is written out."""
        return 0 if self.length <= _UNROLLED else (self.length // 2) * min(_STRIP, self._lines()[-1])

    @property
    def rows(self) -> int:
        return self._lines()[0]

    def _lines(self) -> Shape:
        """Loops over the results."""
        layouts = [*(self._kept(value.layout) for value in self.sources), *(one.layout for one in self.results)]
        return loops(layouts)[0] or (1,)

    def _kept(self, layout: Layout) -> Layout:
        kept = [d for d in range(len(layout.shape)) if d not in self.dimensions]
        return Layout(tuple(layout.shape[d] for d in kept), tuple(layout.strides[d] for d in kept), layout.offset)

    def write(self, emit: Emitter, whole: tuple[str, str] | None = None) -> None:
        _Writer(self, emit).write(whole)


class _Writer:
    def __init__(self, fold: Fold, emit: Emitter) -> None:
        self.fold, self.emit = fold, emit
        self.sources = fold.sources
        kept = [fold._kept(value.layout) for value in self.sources]
        targets = [one.layout for one in fold.results]
        self.sizes, along = loops([*kept, *targets])
        if not self.sizes:
            self.sizes, along = (1,), [[0] for _ in along]
        self.along, self.to = along[: len(kept)], along[len(kept) :]
        self.inits = [scalar(emit, init) for init in fold.inits]
        self.captured = [scalar(emit, value) for value in fold.captured]
        folded = [
            Layout(
                tuple(value.layout.shape[d] for d in fold.dimensions),
                tuple(value.layout.strides[d] for d in fold.dimensions),
            )
            for value in self.sources
        ]
        self.folded_sizes, self.folded = loops(folded)

    def write(self, whole: tuple[str, str] | None) -> None:
        emit, fold = self.emit, self.fold
        with ExitStack() as around:
            at: list[str] = []
            for number, size in enumerate(self.sizes[:-1]):
                low, high = whole if whole is not None and not number else ("0", str(size))
                at.append(around.enter_context(emit.loop(low, high))[0])
            low, high = whole if whole is not None and len(self.sizes) == 1 else ("0", str(self.sizes[-1]))
            if fold.length <= _UNROLLED:
                with emit.loop(low, high) as (line, _):
                    self.unrolled([*at, line])
                return
            lines = emit.let(f"sub i64 {high}, {low}")
            strips = emit.let(f"sdiv i64 {emit.let(f'add i64 {lines}, {_STRIP - 1}')}, {_STRIP}")
            strip, _ = around.enter_context(emit.loop("0", strips))
            begin = emit.sum([low, emit.times(strip, _STRIP)])
            count = emit.minimum(emit.let(f"sub i64 {high}, {begin}"), str(_STRIP))
            self.in_levels(at, begin, count if self.sizes[-1] != 1 else "1")

    def unrolled(self, at: Sequence[str]) -> None:
        def tree(first: int, length: int) -> list[str]:
            if length == 1:
                return self.element(at, str(first))
            left = 1 << (length - 1).bit_length() - 1  # the largest power of two that leaves something
            return self.together(tree(first, left), tree(first + left, length - left))

        self.put(at, tree(0, self.fold.length))

    def in_levels(self, at: Sequence[str], begin: str, count: str) -> None:
        """Level by level, for `count` lines from `begin` on; what an odd number leaves waits in registers' place."""
        emit, fold = self.emit, self.fold
        n = len(fold.inputs)
        width = str(min(_STRIP, self.sizes[-1]))
        types = [value.type for value in fold.inputs]
        odd = [emit.room(f"[{_STRIP} x {type.value}]") for type in types]
        rooms = [fold.rooms[:n], fold.rooms[n:]]
        size, level, has_odd = fold.length, 0, False

        def get(level: int, number: str, line: str) -> list[str]:
            if level == 0:
                return self.element([*at, emit.sum([begin, line])], number)
            there = emit.sum([emit.let(f"mul i64 {number}, {width}"), line])
            return [emit.load(buffer.type, buffer.pointer(emit), there) for buffer in rooms[level % 2]]

        while size > 1:
            if size & 1:
                with emit.loop("0", count) as (line, _):
                    last = get(level, str(size - 1), line)
                    places = [emit.element(type.value, place, line) for type, place in zip(types, odd, strict=True)]
                    if has_odd:
                        before = [
                            emit.let(f"load {type.value}, ptr {place}")
                            for type, place in zip(types, places, strict=True)
                        ]
                        last = self.together(last, before)
                    for type, value, place in zip(types, last, places, strict=True):
                        emit.do(f"store {type.value} {value}, ptr {place}")
                has_odd = True
            half = size // 2
            with emit.loop("0", str(half)) as (pair, _), emit.loop("0", count) as (line, _):
                first = emit.let(f"shl i64 {pair}, 1")
                found = self.together(get(level, first, line), get(level, emit.let(f"or i64 {first}, 1"), line))
                there = emit.sum([emit.let(f"mul i64 {pair}, {width}"), line])
                for buffer, value in zip(rooms[(level + 1) % 2], found, strict=True):
                    emit.store(buffer.type, value, buffer.pointer(emit), there)
            size, level = half, level + 1
        with emit.loop("0", count) as (line, _):
            found = get(level, "0", line)
            if has_odd:
                behind = [
                    emit.let(f"load {type.value}, ptr {emit.element(type.value, place, line)}")
                    for type, place in zip(types, odd, strict=True)
                ]
                found = self.together(found, behind)
            self.put([*at, emit.sum([begin, line])], found)

    def element(self, at: Sequence[str], number: str) -> list[str]:
        """Of each input, the element of that number in a line."""
        emit = self.emit
        index: list[str] = []
        rest = number
        for place, size in enumerate(reversed(self.folded_sizes)):
            if place == len(self.folded_sizes) - 1:
                index.append(rest)
            else:
                index.append(emit.let(f"urem i64 {rest}, {size}"))
                rest = emit.let(f"udiv i64 {rest}, {size}")
        index.reverse()
        known: dict[Value | Computed, str] = {}
        for value, lines, folded in zip(self.sources, self.along, self.folded, strict=True):
            terms = [emit.times(one, stride) for one, stride in zip([*at, *index], [*lines, *folded], strict=True)]
            known[value] = read(emit, value, emit.sum([str(value.layout.offset), *terms]))
        return [computed(emit, value, known) for value in self.fold.inputs]

    def together(self, lhs: Sequence[str], rhs: Sequence[str]) -> list[str]:
        return write_body(self.emit, self.fold.body, [*lhs, *rhs, *self.captured])

    def put(self, at: Sequence[str], found: Sequence[str]) -> None:
        emit = self.emit
        for one, to, value in zip(self.fold.results, self.to, self.together(self.inits, found), strict=True):
            terms = [emit.times(number, stride) for number, stride in zip(at, to, strict=True)]
            emit.store(one.type, value, one.buffer.pointer(emit), emit.sum([str(one.layout.offset), *terms]))
