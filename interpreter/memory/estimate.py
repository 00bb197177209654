"""How much memory a run takes, worked out from its plan before it starts: values by their types and their last use.

What kernels take while they work is added (traits). Dynamic dimensions have the sizes of the arguments where
those say it, else their bounds, else they count nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, TypeAlias

import numpy as np

from hlogen.ir import Block, DenseElements, Operation, TensorType, TupleType, Type, Value, dtype_of
from interpreter.execution.blocks import BlockPlan, PlannedStep
from interpreter.execution.control_flow import Call, Loop
from interpreter.execution.names import Names, place_of
from interpreter.execution.traits import Gives
from interpreter.memory.limits import HELD_ELSEWHERE, Estimate, Held
from interpreter.values.attributes import integers

_SHOWN = 5  # values of a refusal
_SMALL = 4 << 20  # bytes of all values together

_RUN_WITH_OPERANDS = (Call, Loop)
# Of each dimension, how many elements further the next one is; none of what lies in one piece in the order of its
# elements, and None where nobody knows.
Strides: TypeAlias = tuple[int, ...] | None
_IN_ORDER: Strides = ()


def estimate(plan: BlockPlan, arguments: Sequence[Value], given_values: Sequence[Any] = ()) -> Estimate:
    """The memory of a plan's run, by the types that its operations declare, and the shapes of what it is given."""
    shapes = {
        value: array.shape
        for value, array in zip(arguments, given_values, strict=False)
        if isinstance(array, np.ndarray)
    }
    sizes = _Sizes(shapes)
    given = {value: sizes.bytes(value) for value in arguments}  # the caller holds them all along
    peak = sum(given.values()) + max(sizes.peak(plan), sizes.at_the_end(plan))
    return Estimate(peak, sizes.is_complete, sum(given.values()), lambda: _largest(plan, sizes, given))


def is_small(plan: BlockPlan, arguments: Sequence[Value]) -> bool:
    """Whether a run takes so little, whatever its order, that there is nothing to work out."""
    sizes = _Sizes()
    total = sum(map(sizes.bytes, arguments))
    waiting, seen = [plan], {id(plan)}
    while waiting and total < _SMALL and sizes.is_complete:
        for step in waiting.pop().steps:
            for result in step.op.results:
                total += sizes.bytes(result)
            for region in step.regions:
                if id(region.block) not in seen:
                    seen.add(id(region.block))
                    waiting.append(region.block)
    return total < _SMALL and sizes.is_complete


def _largest(plan: BlockPlan, sizes: _Sizes, given: dict[Value, int]) -> tuple[Held, ...]:
    names = Names(plan)
    is_end = sizes.at_the_end(plan) > sizes.peak(plan)
    held = given | ({value: sizes.bytes(value) for _, value in _results(plan)} if is_end else dict(sizes.held(plan)))
    found = [
        Held(names.of(value), value.type, size, place_of(value.owner) if isinstance(value.owner, Operation) else "")
        for value, size in held.items()
    ]
    step = None if is_end else sizes.works_at_the_peak(plan)
    if step is not None:
        found.append(Held(step.op.name, None, sizes.working(step), place_of(step.op)))
    return tuple(one for one in sorted(found, key=lambda one: -one.bytes)[:_SHOWN] if one.bytes)


def _results(plan: BlockPlan) -> list[tuple[int, Value]]:
    """What a program gives, and the places where that is."""
    values = dict(enumerate(plan.arguments))
    for step in plan.steps:
        values.update(zip(step.results, step.op.results, strict=True))
    return [(place, values[place]) for place in plan.results]


@dataclass
class _Frame:
    """The bytes of a frame's values while it runs. Views are of the place where their memory is."""

    sizes: dict[int, int] = field(default_factory=dict)
    values: dict[int, Value | None] = field(default_factory=dict)
    home: dict[int, int] = field(default_factory=dict)
    used_by: Counter[int] = field(default_factory=Counter)
    strided: dict[int, Strides] = field(default_factory=dict)  # those whose elements don't lie in their order
    live: int = 0

    def define(self, place: int, size: int, value: Value | None = None) -> None:
        self.sizes[place], self.values[place], self.home[place] = size, value, place
        self.used_by[place] = 1
        self.live += size

    def alias(self, place: int, other: int) -> None:
        home = self.home.get(other)
        if home is None:  # an argument or a captured value, which is held outside
            self.define(place, 0)
            return
        self.home[place] = home
        self.used_by[home] += 1

    def release(self, place: int) -> None:
        home = self.home.pop(place, None)
        if home is None:
            return
        self.used_by[home] -= 1
        if not self.used_by[home]:
            self.live -= self.sizes.pop(home)


class _Sizes:
    """The sizes of values, by their types, and by `shapes` where those are dynamic."""

    def __init__(self, shapes: Mapping[Value, tuple[int, ...]] | None = None) -> None:
        self.is_complete = True
        self._shapes = dict(shapes or {})
        self._peaks: dict[int, tuple[int, int]] = {}
        self._static: dict[int, tuple[Type, int]] = {}  # by the id of a type, which is kept

    def bytes(self, value: Value) -> int:
        known = self._static.get(id(value.type))
        if known is not None:
            return known[1]
        size = self._of(value.type, value)
        if isinstance(value.type, TensorType) and value.type.is_static:
            self._static[id(value.type)] = value.type, size
        return size

    def count(self, value: Value) -> int:
        shape = self.shape(value)
        return 0 if shape is None else prod(shape)

    def shape(self, value: Value) -> tuple[int, ...] | None:
        """None where it isn't known."""
        type = value.type
        if not isinstance(type, TensorType):
            return None
        known = self._shapes.get(value, type.shape)
        bounds = type.bounds or (None,) * len(known)
        shape = [bound if dim is None else dim for dim, bound in zip(known, bounds, strict=True)]
        return None if None in shape else tuple(dim for dim in shape if dim is not None)

    def _of(self, type: Type, value: Value | None = None) -> int:
        if isinstance(type, TupleType):
            return sum(map(self._of, type.element_types))
        if not isinstance(type, TensorType):
            return 0
        if value is None:
            value = Value(type, Block(), 0)
        shape = self.shape(value)
        if shape is None:
            self.is_complete = False
            return 0
        return int(prod(shape) * dtype_of(type.element_type).itemsize)

    def peak(self, plan: BlockPlan) -> int:
        """The most bytes of what a block computes that are held at once: its arguments are held outside."""
        return self._peak(plan)[0]

    def _peak(self, plan: BlockPlan) -> tuple[int, int]:
        """Likewise, and the number of the step at which that is; -1 for none."""
        under_way = [self._found_peak(plan)] if id(plan) not in self._peaks else []
        while under_way:  # blocks and functions may be nested as deeply as they like
            inner = next(under_way[-1], None)
            if inner is None:
                under_way.pop()
            elif id(inner) not in self._peaks:
                under_way.append(self._found_peak(inner))
        return self._peaks[id(plan)]

    def _found_peak(self, plan: BlockPlan) -> Iterator[BlockPlan]:
        """Finds the peak of a block; gives each block inside, whose own has to be found before it goes on."""
        frame, most, at = _Frame(), 0, -1
        for number, step in enumerate(plan.steps):
            self._hand_in(step)
            for region in step.regions:
                yield region.block
            self._hand_on(step)
            needed = frame.live + max(self._inside(step), sum(self._made(step, frame)) + self.working(step))
            if needed > most:
                most, at = needed, number
            self._after(frame, step)
        self._peaks[id(plan)] = most, at

    def at_the_end(self, plan: BlockPlan) -> int:
        """What a program holds at its end: a result whose memory isn't its own alone is copied for the caller."""
        frame = _Frame()
        for step in plan.steps:
            self._after(frame, step)
        copied = sum(self.bytes(value) for _, value in _results(plan))
        return frame.live + copied - sum(frame.sizes.get(place, 0) for place in set(plan.results))

    def held(self, plan: BlockPlan) -> list[tuple[Value, int]]:
        """What is there at the peak: what this block has computed, and the functions and regions that run then."""
        found: list[tuple[Value, int]] = []
        for block, at in self._at_the_peak(plan):
            frame = _Frame()
            for step in block.steps[: max(at, 0)]:
                self._after(frame, step)
            found += (
                (value, frame.sizes[place]) for place, value in frame.values.items() if value and place in frame.sizes
            )
        if at >= 0:
            step = block.steps[at]
            found += zip(step.op.results, self._made(step, frame), strict=True)
        return found

    def works_at_the_peak(self, plan: BlockPlan) -> PlannedStep | None:
        """The step that runs then, the innermost one; None where none does."""
        *_, (plan, at) = self._at_the_peak(plan)
        return plan.steps[at] if at >= 0 else None

    def _at_the_peak(self, plan: BlockPlan) -> Iterator[tuple[BlockPlan, int]]:
        """The blocks that run then, outermost first, and the number of the step that each is at; -1 for none."""
        while True:
            _, at = self._peak(plan)
            yield plan, at
            step = plan.steps[at] if at >= 0 else None
            if step is None or self._inside(step) <= sum(self._made(step)) + self.working(step):
                return
            plan = max(step.regions, key=lambda region: self.peak(region.block)).block

    def _after(self, frame: _Frame, step: PlannedStep) -> None:
        if self._is_view(step, frame):
            for number, place in enumerate(step.results):
                frame.alias(place, step.operands[min(number, len(step.operands) - 1)])
        else:
            for place, size, value in zip(step.results, self._made(step, frame), step.op.results, strict=True):
                frame.define(place, size, value)
        strides = self._strides(step, frame)
        if strides != _IN_ORDER:
            frame.strided.update(dict.fromkeys(step.results, strides))
        for place in step.released:
            frame.release(place)

    def _strides(self, step: PlannedStep, frame: _Frame) -> Strides:
        """How results lie in memory, of operands that lie as the frame says."""
        if step.traits.gives is Gives.VIEW:
            return self._transposed(step.op, frame.strided.get(step.operands[0], _IN_ORDER))
        if step.traits.gives is Gives.IN_ORDER:
            return self._reshaped(step.op, frame.strided.get(step.operands[0], _IN_ORDER)) or _IN_ORDER
        if step.elementwise:  # as operands lie, where these lie alike
            pairs = zip(step.operands, step.op.operands, strict=False)
            found = {frame.strided.get(place, _IN_ORDER) for place, operand in pairs if self.shape(operand) != ()}
            return found.pop() if len(found) == 1 else None if found else _IN_ORDER
        return _IN_ORDER

    def _transposed(self, op: Operation, strides: Strides) -> Strides:
        """Of a view; only a transposed one is followed: others have gaps, or elements more than once."""
        shape = self.shape(op.operands[0])
        if op.name != "stablehlo.transpose" or strides is None or shape is None:
            return None
        order = integers(op, "permutation")
        if sorted(order) != [*range(len(shape))]:
            return None
        lying = strides or tuple(prod(shape[d + 1 :]) for d in range(len(shape)))
        return _simplest([shape[d] for d in order], [lying[d] for d in order])

    def _reshaped(self, op: Operation, strides: Strides) -> Strides:
        """Of a view whose elements stay in order; None for those of which there is no such view, too."""
        before, after = self.shape(op.operands[0]), self.shape(op.results[0])
        if strides == _IN_ORDER:
            return _IN_ORDER
        if strides is None or before is None or after is None or prod(before) != prod(after):
            return None
        if 0 in before:
            return _IN_ORDER
        pieces, found = _pieces(before, strides), []
        size, stride = 1, 1
        for dim in reversed(after):
            if size == 1 and dim != 1:
                size, stride = pieces.pop()
            if size % dim:
                return None
            found.append(stride)
            size, stride = size // dim, stride * dim
        return _simplest(after, found[::-1])

    def _is_view(self, step: PlannedStep, frame: _Frame | None = None) -> bool:
        if step.traits.gives is Gives.IN_ORDER and frame is not None and step.operands[0] in frame.strided:
            return self._reshaped(step.op, frame.strided[step.operands[0]]) is not None
        return step.traits.gives in HELD_ELSEWHERE and bool(step.operands)

    def _made(self, step: PlannedStep, frame: _Frame | None = None) -> list[int]:
        """The bytes of each result that are new."""
        value = step.op.attributes.get("value")
        if self._is_view(step, frame) or (isinstance(value, DenseElements) and value.is_splat):
            return [0] * len(step.results)
        return [self.bytes(result) for result in step.op.results]

    def working(self, step: PlannedStep) -> int:
        """What the kernel takes while it works."""
        rule = step.traits.memory
        return 0 if rule is None or not step.op.operands else rule(step.op, self)

    def _inside(self, step: PlannedStep) -> int:
        """What the regions or functions of an operation hold, one of them at a time.

        A call hands its own operands on; a loop holds the state of a turn until the next one's is there.
        """
        inside = max((self.peak(region.block) for region in step.regions), default=0)
        state = step.op.results if isinstance(step.run, Loop) else ()
        return inside + sum(map(self.bytes, state))

    def _hand_in(self, step: PlannedStep) -> None:
        """What is known of dynamic shapes goes from operands into regions and functions."""
        if isinstance(step.run, _RUN_WITH_OPERANDS):
            for region in step.regions:
                for argument, operand in zip(region.block.arguments, step.op.operands, strict=False):
                    self._learn(argument, self.shape(operand))

    def _hand_on(self, step: PlannedStep) -> None:
        """Likewise to results."""
        op = step.op
        for number, result in enumerate(op.results):
            if isinstance(result.type, TensorType) and not result.type.is_static:
                self._learn(result, self._inferred(step, result, number))

    def _learn(self, value: Value, shape: tuple[int, ...] | None) -> None:
        if shape is not None and isinstance(value.type, TensorType) and not value.type.is_static:
            self._shapes[value] = shape

    def _inferred(self, step: PlannedStep, result: Value, number: int) -> tuple[int, ...] | None:
        """The shape of a result where those of the operands say it."""
        op = step.op
        if isinstance(step.run, _RUN_WITH_OPERANDS):  # the function's result has been looked at inside
            block = step.regions[-1].block
            inner = {place: value for s in block.steps for place, value in zip(s.results, s.op.results, strict=True)}
            inner |= dict(enumerate(block.arguments))
            value = inner.get(block.results[number])
            return None if value is None else self.shape(value)
        rule = step.traits.shape
        return None if rule is None else rule(op, [self.shape(operand) for operand in op.operands], number)


def _simplest(shape: Sequence[int], strides: Sequence[int]) -> Strides:
    return _IN_ORDER if all(stride == 1 for _, stride in _pieces(shape, strides)) else tuple(strides)


def _pieces(shape: Sequence[int], strides: Sequence[int]) -> list[tuple[int, int]]:
    """Sizes and strides of as few dimensions as possible: those that lie one in the other are one."""
    found: list[tuple[int, int]] = []
    for size, stride in zip(shape, strides, strict=True):
        if size == 1:
            continue
        if found and found[-1][1] == size * stride:
            found[-1] = found[-1][0] * size, stride
        else:
            found.append((size, stride))
    return found
