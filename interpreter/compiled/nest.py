"""Loops over the elements of one shape, in which any number of operations is computed: what one makes for the next is
in registers.

Functions of NumPy's run over many elements at once. Where there are some, the innermost loop runs in strips: all that
comes before the first one for a strip of elements, then that function, then what comes behind it for the same strip.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from math import prod

from interpreter.compiled.computed import Computed, Loops, Picked
from interpreter.compiled.emit import Emitter
from interpreter.compiled.layout import Layout, loops, position
from interpreter.compiled.memory import Buffer, InMemory, Task, Value, read
from interpreter.compiled.of_numpy import call
from interpreter.compiled.registry import LOWERINGS, At
from interpreter.compiled.rows.convert import converted

_STRIP = 256  # elements: 2 KiB for each value that is kept from one part of a strip to the next


@dataclass(eq=False)
class Nest(Loops, Task):
    """Loops as a task."""

    @property
    def reads(self) -> list[Value]:
        """What comes from elsewhere."""
        return self.aligned + [value for one in self.picked for value in (one.operand, one.indices)]

    @property
    def aligned(self) -> list[Value]:
        """What of that is read at the index of the loops."""
        computed = (one for one in self.computed if not isinstance(one, Picked))
        found = [operand for one in computed for operand in one.operands if not isinstance(operand, Computed)]
        return found + [value for value, _ in self.stored if not isinstance(value, Computed)]

    @property
    def picked(self) -> list[Picked]:
        """What of that is read from places that only the run knows."""
        return [one for one in self.computed if isinstance(one, Picked)]

    @property
    def writes(self) -> list[InMemory]:
        return [target for _, target in self.stored]

    @property
    def work(self) -> int:
        return prod(self.shape) * (len(self.computed) + len(self.stored))

    @property
    def is_idle(self) -> bool:
        """Whether it copies to where it reads."""
        return all(
            isinstance(value, InMemory) and (value.buffer.root, value.layout) == (target.buffer.root, target.layout)
            for value, target in self.stored
        )

    def may_write_over(self, made: Buffer, kept: Buffer) -> bool:
        """Whether the buffer `made` may be `kept`, which is read here, too: each element before it is written."""
        targets = [(value, target) for value, target in self.stored if target.buffer.root is made]
        if len(targets) != 1:
            return False
        value, target = targets[0]
        stages = _stages(self)
        is_last = not stages or (isinstance(value, Computed) and stages[value] == max(stages.values()))
        reads = [one for one in self.reads if isinstance(one, InMemory) and one.buffer.root is kept]
        if any(one.buffer.root is kept for picked in self.picked for one in (picked.operand, picked.indices)):
            return False
        is_alone = len(self.stored) == 1 or all(isinstance(value, Computed) for value, _ in self.stored)
        return is_last and is_alone and all(one.layout == target.layout for one in reads)

    def write(self, emit: Emitter, whole: tuple[str, str] | None = None) -> None:
        _Writer(self, emit).write(whole)

    @property
    def rows(self) -> int:
        return _Writer(self, Emitter()).sizes[0]


class _Writer:
    def __init__(self, nest: Nest, emit: Emitter) -> None:
        self.nest, self.emit = nest, emit
        picked = nest.picked
        values = list(dict.fromkeys([*nest.aligned, *nest.writes]))
        layouts = [value.layout for value in values]
        layouts += [layout for one in picked for layout in (one.vectors, one.inside)]
        layouts = [Layout(nest.shape, (0,) * len(nest.shape)), *layouts]
        order = _order(nest)
        self.sizes, along = loops([layout.transpose(order) for layout in layouts])
        if not self.sizes:
            self.sizes, along = (1,), [[0] for _ in along]
        of_picked = along[1 + len(values) :]
        self.strides = dict(zip(values, along[1:], strict=False))
        self.vectors = dict(zip(picked, of_picked[::2], strict=True))
        self.inside = dict(zip(picked, of_picked[1::2], strict=True))
        self.starts: dict[Picked, str] = {}  # of slices, by the loops so far
        self.stages = _stages(nest)
        self.kept: dict[Computed, str] = {}  # strips of what later stages need
        self.given: dict[Computed, list[str]] = {}  # strips of NumPy's arguments, and of its result

    def write(self, whole: tuple[str, str] | None) -> None:
        emit, last = self.emit, max(self.stages.values(), default=0)
        outer, inner = self.sizes[:-1], self.sizes[-1]
        with ExitStack() as around:
            at: list[str] = []
            for depth, size in enumerate(outer):
                self.find_starts(at)
                low, high = whole if whole is not None and not depth else ("0", str(size))
                at.append(around.enter_context(emit.loop(low, high))[0])
            self.find_starts(at)
            low, high = whole if whole is not None and not outer else ("0", str(inner))
            if not last:
                with emit.loop(low, high) as (number, _):
                    self.stage(0, [*at, number], "")
                return
            first = emit.slot("i64", low)
            strip, goes_on, end = emit.label(), emit.label(), emit.label()
            emit.begin(strip)
            begin = emit.let(f"load i64, ptr {first}")
            emit.branch(emit.let(f"icmp slt i64 {begin}, {high}"), goes_on, end)
            emit.begin(goes_on)
            count = emit.minimum(emit.let(f"sub i64 {high}, {begin}"), str(_STRIP))
            for stage in range(last + 1):
                with emit.loop("0", count) as (number, _):
                    self.stage(stage, [*at, emit.sum([begin, number])], number)
                for one, strips in self.given.items():
                    if self.stages[one] == stage + 1 and one.of_numpy is not None:
                        call(emit, one.of_numpy.loop(len(strips) - 1), count, strips)
            emit.do(f"store i64 {emit.let(f'add nsw i64 {begin}, {_STRIP}')}, ptr {first}")
            emit.jump(strip)
            emit.begin(end)

    def find_starts(self, at: Sequence[str]) -> None:
        """Of the slices whose index vectors are known by now, before the loops inside."""
        for one, strides in self.vectors.items():
            if one not in self.starts and not any(strides[len(at) :]):
                self.starts[one] = self.start(one, at)

    def start(self, one: Picked, at: Sequence[str]) -> str:
        vector = position(self.emit, one.vectors, self.vectors[one][: len(at)], at)
        return one.start(self.emit, vector)

    def pick(self, one: Picked, at: Sequence[str]) -> str:
        start = self.starts.get(one) or self.start(one, at)
        there = self.emit.sum([start, position(self.emit, one.inside, self.inside[one], at)])
        return one.element(self.emit, there)

    def stage(self, stage: int, at: Sequence[str], number: str) -> None:
        """All that a stage computes for one element, the one of that number in its strip."""
        emit, stages = self.emit, self.stages
        known: dict[Value | Computed, str] = {}

        def get(value: Value | Computed) -> str:
            if value not in known:
                if isinstance(value, Computed):
                    type = value.type.value
                    known[value] = emit.let(f"load {type}, ptr {emit.element(type, self.kept[value], number)}")
                else:
                    known[value] = read(emit, value, position(emit, value.layout, self.strides[value], at))
            return known[value]

        for one in self.nest.computed:
            here, of_numpy = At(emit, one.op), one.of_numpy
            if of_numpy is not None and _begins(one, stages) == stage:
                given = of_numpy.given(here, *map(get, one.operands))
                self.given[one] = [emit.room(f"[{_STRIP} x double]") for _ in range(len(given) + 1)]
                for place, argument in zip(self.given[one], given, strict=False):
                    emit.do(f"store double {argument}, ptr {emit.element('double', place, number)}")
            if stages[one] != stage:
                continue
            if isinstance(one, Picked):
                known[one] = self.pick(one, at)
            elif of_numpy is not None:
                made = emit.let(f"load double, ptr {emit.element('double', self.given[one][-1], number)}")
                known[one] = of_numpy.taken(here, made, *map(get, one.operands))
            else:
                known[one] = LOWERINGS.rows()[one.op.name](here, *map(get, one.operands))
            if self.is_needed_behind(one, stage):
                type = one.type.value
                self.kept[one] = emit.room(f"[{_STRIP} x {type}]")
                emit.do(f"store {type} {known[one]}, ptr {emit.element(type, self.kept[one], number)}")
        for value, target in self.nest.stored:
            if (stages[value] if isinstance(value, Computed) else 0) == stage:
                there = position(emit, target.layout, self.strides[target], at)
                element = converted(emit, get(value), value.type, target.type)
                emit.store(target.type, element, target.buffer.pointer(emit), there)

    def is_needed_behind(self, one: Computed, stage: int) -> bool:
        return any(one in other.operands and self.stages[other] > stage for other in self.nest.computed)


def _order(nest: Nest) -> list[int]:
    """Dimensions from the outermost loop to the innermost: as they lie in memory that is written."""
    dims = range(len(nest.shape))
    strides = nest.writes[0].layout.strides if nest.stored else (0,) * len(nest.shape)
    return sorted(dims, key=lambda d: -abs(strides[d]))


def _stages(nest: Nest) -> Mapping[Computed, int]:
    """In which stage each operation is computed: one behind its operands, where NumPy computes it."""
    found: dict[Computed, int] = {}
    for one in nest.computed:
        found[one] = _begins(one, found) + (one.of_numpy is not None)
    return found


def _begins(one: Computed, stages: Mapping[Computed, int]) -> int:
    return max((stages[operand] for operand in one.operands if isinstance(operand, Computed)), default=0)
