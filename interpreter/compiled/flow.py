"""Blocks inside of operations as machine code: loops and branches over arrays.

A loop's state has memory of its own. Where a turn's result may be written right over the state, it is; so an update of
a large array takes what is updated, in each turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hlogen.ir import Operation
from interpreter.compiled.body import write_loop
from interpreter.compiled.elements import Held
from interpreter.compiled.emit import Emitter
from interpreter.compiled.memory import Buffer, InMemory, Task, Value, scalar
from interpreter.compiled.nest import Nest
from interpreter.compiled.part import Part, place_buffers
from interpreter.execution.blocks import BlockPlan

BYTE = Held("i8", "i8", "unsigned", 8)


@dataclass(eq=False)
class Inner:
    """The tasks of a block. Their own memory lies in one piece that is the task's around it."""

    part: Part
    arena: Buffer
    _places: dict[Buffer, int] = field(default_factory=dict)

    @classmethod
    def of(cls, part: Part, outer: Part) -> Inner:
        places, size = place_buffers(part.tasks, part.own)
        return cls(part, outer.buffer(BYTE, size), places)

    @property
    def reads(self) -> list[Value]:
        """What is read from around the block, and of its own."""
        return [value for task in self.part.tasks for value in task.reads]

    @property
    def work(self) -> int:
        """About how many elements are worked on."""
        return sum(task.work for task in self.part.tasks)

    def write(self, emit: Emitter) -> None:
        for buffer, place in self._places.items():
            buffer.place = emit.element("i8", self.arena.pointer(emit), str(place))
        for task in self.part.tasks:
            task.write(emit)


@dataclass(eq=False)
class Loop(Task):
    """Runs the body as long as the condition gives true. `state` is what both take; entering it is done before."""

    state: Sequence[InMemory]
    condition: Inner
    goes_on: Value
    body: Inner

    @property
    def reads(self) -> list[Value]:
        return [*self.condition.reads, *self.body.reads, *self.state]

    @property
    def writes(self) -> list[InMemory]:
        return list(self.state)

    @property
    def work(self) -> int:
        return self.body.work

    @property
    def rooms(self) -> list[Buffer]:
        return [self.condition.arena, self.body.arena]

    def write(self, emit: Emitter, whole: tuple[str, str] | None = None) -> None:
        turn, onward, end = emit.label(), emit.label(), emit.label()
        emit.begin(turn)
        emit.poll(1 + self.body.work)
        self.condition.write(emit)
        emit.branch(scalar(emit, self.goes_on), onward, end)
        emit.begin(onward)
        self.body.write(emit)
        emit.jump(turn)
        emit.begin(end)


@dataclass(eq=False)
class Branch(Task):
    """Runs the block that is chosen: the first where `chosen` is true; or, by an index, the last where there is none of
    that number. Each writes all `results`."""

    chosen: Value
    blocks: Sequence[Inner]
    results: Sequence[InMemory]
    by_index: bool

    @property
    def reads(self) -> list[Value]:
        return [self.chosen, *(value for block in self.blocks for value in block.reads)]

    @property
    def writes(self) -> list[InMemory]:
        return list(self.results)

    @property
    def work(self) -> int:
        return max(block.work for block in self.blocks)

    @property
    def rooms(self) -> list[Buffer]:
        return [block.arena for block in self.blocks]

    def write(self, emit: Emitter, whole: tuple[str, str] | None = None) -> None:
        chosen = scalar(emit, self.chosen)
        labels, end = [emit.label() for _ in self.blocks], emit.label()
        if self.by_index:
            type = self.chosen.type.value
            cases = " ".join(f"{type} {number}, label %{label}" for number, label in enumerate(labels[:-1]))
            emit.leave(f"switch {type} {chosen}, label %{labels[-1]} [{cases}]")
        else:
            emit.branch(chosen, *labels)
        for block, label in zip(self.blocks, labels, strict=True):
            emit.begin(label)
            block.write(emit)
            emit.jump(end)
        emit.begin(end)


@dataclass(eq=False)
class Scalars(Task):
    """A loop over scalars, whose state is in registers."""

    op: Operation
    blocks: Sequence[BlockPlan]
    state: Sequence[Value]
    captured: Sequence[Sequence[Value]]
    results: Sequence[InMemory]

    @property
    def reads(self) -> list[Value]:
        return [*self.state, *(value for values in self.captured for value in values)]

    @property
    def writes(self) -> list[InMemory]:
        return list(self.results)

    @property
    def work(self) -> int:
        return len(self.state)

    def write(self, emit: Emitter, whole: tuple[str, str] | None = None) -> None:
        state = [scalar(emit, value) for value in self.state]
        captured = [[scalar(emit, value) for value in values] for values in self.captured]
        found = write_loop(emit, self.op, self.blocks, state, captured)
        for result, value in zip(self.results, found, strict=True):
            emit.store(result.type, value, result.buffer.pointer(emit), str(result.layout.offset))


def write_over(part: Part, result: InMemory, state: InMemory) -> bool:
    """Whether a block's result is from now on made where the state is: nobody reads that behind."""
    made, kept = result.buffer.root, state.buffer.root
    if made not in part.own or not result.layout.is_whole or made.size != kept.size or made.type != kept.type:
        return False
    tasks = part.tasks
    first = next(number for number, task in enumerate(tasks) if made in _of(task.writes))
    if any(kept in _of(task.reads) or kept in _of(task.writes) for task in tasks[first + 1 :]):
        return False
    task = tasks[first]
    if kept in _of(task.reads) and not (isinstance(task, Nest) and task.may_write_over(made, kept)):
        return False
    made.same = kept
    part.own.discard(made)
    if isinstance(task, Nest) and task.is_idle:
        del tasks[first]
    return True


def _of(values: Sequence[Value]) -> Iterator[Buffer]:
    return (value.buffer.root for value in values if isinstance(value, InMemory))
