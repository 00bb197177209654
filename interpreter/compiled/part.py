"""Several operations on whole arrays as one function: loops, one nest behind the other, over memory of their own.

What is computed element by element over one shape shares a nest. What only moves elements costs nothing: it is read
where it lies. Rows of operations of any other kind are in `whole/`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from math import prod
from typing import TypeAlias

import numpy as np

from hlogen.ir import Operation, TensorType
from hlogen.ir import Value as Result
from hlogen.registry import Registry
from interpreter.compiled.computed import Computed, Picked
from interpreter.compiled.elements import Held, NotCompiled
from interpreter.compiled.emit import Emitter
from interpreter.compiled.gather import Gather
from interpreter.compiled.index_space import Shape
from interpreter.compiled.layout import Layout
from interpreter.compiled.memory import Buffer, Counted, InMemory, Splat, Task, Value
from interpreter.compiled.moves import Gathered
from interpreter.compiled.nest import Nest
from interpreter.compiled.pauses import pause
from interpreter.compiled.registry import LOWERINGS, At
from interpreter.execution.blocks import PlannedStep
from interpreter.values.array import Array

_MOST, _DEEPEST = 500, 20  # operations of a function; blocks in each other
_ALIGNMENT = 64  # bytes: a line of the processor's cache


class Budget:
    """How much may become one function: operations, and what is inside of each other."""

    def __init__(self) -> None:
        self._left = _MOST
        self.depth = 0

    def take(self) -> None:
        self._left -= 1
        if self._left < 0 or self.depth > _DEEPEST:
            raise NotCompiled("functions that are so deep or long")


class Part:
    """Plans operations in their order: where values are, and the tasks that are to be done."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.tasks: list[Task] = []
        self.own: set[Buffer] = set()  # memory that is there for this part
        self.budget = budget or Budget()
        self._open: dict[Shape, Nest] = {}  # nests that may still grow; they are done behind all tasks so far
        self._stored: dict[Computed, InMemory] = {}

    def add(
        self, step: PlannedStep, operands: Sequence[Value | Computed], captured: Sequence[Sequence[Value | Computed]]
    ) -> Sequence[Value | Computed]:
        """The results of an operation. NotCompiled where it has no machine code."""
        op = step.op
        self.budget.take()
        pause()
        row = WHOLE.rows().get(op.name)
        if row is not None:
            return row(self, step, operands, captured)
        if op.name in LOWERINGS.rows() and step.traits.elementwise:
            return [self.by_element(op, operands)]
        raise NotCompiled(op.name)

    def by_element(self, op: Operation, operands: Sequence[Value | Computed]) -> Computed:
        shape = shape_of(op.result)
        row = LOWERINGS.rows()[op.name]
        row(At(Emitter(), op), *("0" for _ in operands))  # NotCompiled where it has none for these types
        given = [self._aligned(operand, shape) for operand in operands]
        nest = self._open.setdefault(shape, Nest(shape))
        found = Computed(op, given, nest)
        nest.computed.append(found)
        return found

    def picked(
        self, op: Operation, operands: tuple[InMemory, InMemory], gather: Gather, vectors: Layout, inside: Layout
    ) -> Picked:
        """A gather, which is done where its elements are needed: by what is computed over its shape, or by itself."""
        nest = self._open.setdefault(vectors.shape, Nest(vectors.shape))
        found = Picked(op, operands, nest, gather, vectors, inside)
        nest.computed.append(found)
        return found

    def _aligned(self, operand: Value | Computed, shape: Shape) -> Value | Computed:
        if isinstance(operand, Computed):
            is_gathered = isinstance(operand, Picked) and operand in self._stored
            if operand.nest is self._open.get(shape) and not is_gathered:
                return operand
            operand = self.memory(operand)
        own = operand.layout.shape
        if own == shape:
            return operand
        dims = range(len(own))
        if own and (len(own) != len(shape) or any(a not in (1, b) for a, b in zip(own, shape, strict=True))):
            raise NotCompiled("operands of other shapes")
        return relaid(operand, operand.layout.broadcast(shape, dims))

    def value(self, operand: Value | Computed) -> Value:
        """The operand where any task reads it."""
        return self.memory(operand) if isinstance(operand, Computed) else operand

    def memory(self, operand: Value | Computed) -> InMemory:
        """The operand in memory; in no order that is known."""
        if isinstance(operand, InMemory):
            return operand
        if not isinstance(operand, Computed):
            return self.copied(operand)
        found = self._stored.get(operand)
        if found is None and isinstance(operand, Picked) and not operand.nest.needs(operand):
            operand.nest.computed.remove(operand)
            found = self._stored[operand] = self.room(operand.type, operand.nest.shape)
            source, indices = (self.in_order(one) for one in (operand.operand, operand.indices))
            self.tasks.append(Gathered(operand.gather, source, indices, found))
        if found is None:
            if operand.nest is self._open.get(operand.nest.shape):
                self.tasks.append(self._open.pop(operand.nest.shape))
            found = self._stored[operand] = self.room(operand.type, operand.nest.shape)
            operand.nest.stored.append((operand, found))
        return found

    def in_order(self, operand: Value | Computed) -> InMemory:
        """The operand in memory, in row-major order."""
        value = self.memory(operand)
        return value if value.layout.is_contiguous else self.copied(value)

    def room(self, type: Held, shape: Shape) -> InMemory:
        """New memory for elements in row-major order."""
        return InMemory(self.buffer(type, prod(shape)), Layout.whole(shape))

    def buffer(self, type: Held, size: int) -> Buffer:
        found = Buffer(type, size)
        self.own.add(found)
        return found

    def copied(self, value: Value, target: InMemory | None = None) -> InMemory:
        """A copy of a value, converted where the target's type is another one."""
        if target is None:
            target = self.room(value.type, value.layout.shape)
        self.tasks.append(Nest(value.layout.shape, stored=[(value, target)]))
        return target

    def finish(self) -> None:
        """All that is still open becomes tasks."""
        self.tasks += [nest for nest in self._open.values() if nest.stored]
        self._open.clear()


def relaid(value: Value, layout: Layout) -> Value:
    """The same elements, seen in another way."""
    match value:
        case InMemory():
            return InMemory(value.buffer, layout)
        case Splat():
            return Splat(value.type, value.value, layout)
        case Counted():
            return Counted(value.type, layout)


def shape_of(value: Result) -> Shape:
    """NotCompiled where it isn't known, or there are no elements."""
    type = value.type
    if not isinstance(type, TensorType) or not type.is_static or 0 in type.static_shape:
        raise NotCompiled("shapes that aren't known, or without elements")
    return type.static_shape


def constant(type: Held, value: Array) -> tuple[Value, Array | None]:
    """A constant, and the array that it is in memory; None where it is one number everywhere."""
    if not value.size:
        raise NotCompiled("constants without elements")
    shape = [size if stride else 1 for size, stride in zip(value.shape, value.strides, strict=True)]
    one = np.ascontiguousarray(value[tuple(slice(size) for size in shape)]).reshape(shape)
    layout = Layout.whole(one.shape).broadcast(value.shape, range(value.ndim))
    if one.size == 1:
        return Splat(type, one.reshape(-1)[0], layout), None
    return InMemory(Buffer(type, one.size), layout), one


def place_buffers(tasks: Sequence[Task], own: Set[Buffer]) -> tuple[dict[Buffer, int], int]:
    """Where each of the tasks' `own` buffers is in memory that they share, in bytes, and how much of that there is; one
    that is no longer read makes room for others."""
    used = [[buffer for buffer in map(_root, _buffers(task)) if buffer in own] for task in tasks]
    last = {buffer: number for number, buffers in enumerate(used) for buffer in buffers}
    places: dict[Buffer, int] = {}
    alive: list[tuple[int, int, int]] = []  # where, how far, and the last task that uses it
    size = 0
    for number, buffers in enumerate(used):
        alive = [one for one in alive if one[2] >= number]
        for buffer in buffers:
            if buffer in places:
                continue
            needed = -(-buffer.size * buffer.type.width // (8 * _ALIGNMENT)) * _ALIGNMENT
            at = 0
            for begin, end, _ in sorted(alive):
                if at + needed <= begin:
                    break
                at = max(at, end)
            places[buffer] = at
            alive.append((at, at + needed, last[buffer]))
            size = max(size, at + needed)
    return places, size


def _buffers(task: Task) -> Iterator[Buffer]:
    yield from (value.buffer for value in (*task.reads, *task.writes) if isinstance(value, InMemory))
    yield from task.rooms


def _root(buffer: Buffer) -> Buffer:
    return buffer.root


Given: TypeAlias = "Sequence[Value | Computed]"  # values of operands, or of results
Captured: TypeAlias = Sequence[Given]  # those that each region takes from outside
Whole: TypeAlias = Callable[[Part, PlannedStep, Given, Captured], Given]
WHOLE: Registry[Whole] = Registry("interpreter.compiled.whole", "machine code")
whole = WHOLE.register
