"""What a run may take: so many steps, and so much memory, which is worked out from its plan before it starts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from hlogen.errors import ExecutionError, UsageError
from hlogen.ir import DenseElements, Operation, TensorType, TupleType, Type, Value, dtype_of
from interpreter.debug.names import Names, place_of
from interpreter.evaluate import BlockPlan, Step
from interpreter.memory import readable

_SHOWN = 5  # values of a refusal, and operations of a run that was stopped

# What gives a view of its operand, or the operand itself.
_VIEWS = frozenset(
    f"stablehlo.{name}"
    for name in ("broadcast_in_dim", "reshape", "transpose", "slice", "reverse", "optimization_barrier", "tuple",
                 "get_tuple_element")
)  # fmt: skip


class StepLimit:
    """A listener that stops a run after `most` operations, those in every turn of a loop counted."""

    def __init__(self, most: int) -> None:
        if not isinstance(most, int) or isinstance(most, bool) or most < 0:
            raise UsageError(f"the number of steps is an integer from 0 on, not {most!r}")
        self.most = most
        self.taken = 0
        self.by_op: Counter[Operation] = Counter()

    def on_start(self, *_: object) -> None:
        self.taken = 0
        self.by_op.clear()

    def on_op(self, op: Operation, operands: Sequence[Any], results: Sequence[Any]) -> None:
        self.by_op[op] += 1
        self._step()

    def on_empty_block(self) -> None:
        """A region without operations has run: a loop of nothing else would never end."""
        self._step()

    def _step(self) -> None:
        self.taken += 1
        if self.taken > self.most:
            raise ExecutionError(
                f"the run isn't at its end after {self.most} steps, and may take no more; most often it has run"
                + "".join(f"\n  {op.name}{place_of(op)}: {times} times" for op, times in self.by_op.most_common(_SHOWN))
            )


@dataclass(frozen=True)
class Held:
    """A value that is there when most memory is taken."""

    name: str
    type: Type
    bytes: int
    place: str

    def __str__(self) -> str:
        return f"{self.name}: {self.type} ({readable(self.bytes)}){self.place}"


@dataclass(frozen=True)
class Estimate:
    """How much memory the values of a run take at most, and the largest ones at that time.

    What kernels take while they work isn't in it. Where shapes are dynamic, `is_complete` is False: they count nothing.
    """

    bytes: int
    largest: tuple[Held, ...]
    is_complete: bool

    def require(self, limit: int) -> None:
        """ExecutionError where it is more than `limit` bytes."""
        if not isinstance(limit, int) or isinstance(limit, bool) or limit < 0:
            raise UsageError(f"the memory is a number of bytes from 0 on, not {limit!r}")
        if self.bytes > limit:
            least = "" if self.is_complete else "at least "
            raise ExecutionError(
                f"the values of this program take {least}{readable(self.bytes)} at once, and {readable(limit)} are "
                "allowed; the largest are" + "".join(f"\n  {held}" for held in self.largest)
            )


def estimate(plan: BlockPlan, arguments: Sequence[Value]) -> Estimate:
    """The memory of a plan's run, by the types that its operations declare."""
    sizes = _Sizes()
    given = {value: sizes.of(value.type) for value in arguments}  # the caller holds them all along
    peak = sum(given.values()) + sizes.peak(plan)
    names = Names(plan)
    held = given | dict(sizes.held(plan))
    largest = sorted(held.items(), key=lambda item: -item[1])[:_SHOWN]
    return Estimate(
        peak,
        tuple(
            Held(names.of(value), value.type, size, place_of(value.owner) if isinstance(value.owner, Operation) else "")
            for value, size in largest
            if size
        ),
        sizes.is_complete,
    )


@dataclass
class _Frame:
    """The bytes of a frame's values while it runs. Views are of the place where their memory is."""

    sizes: dict[int, int] = field(default_factory=dict)
    values: dict[int, Value | None] = field(default_factory=dict)
    home: dict[int, int] = field(default_factory=dict)
    used_by: Counter[int] = field(default_factory=Counter)
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
    def __init__(self) -> None:
        self.is_complete = True
        self._peaks: dict[int, tuple[int, int]] = {}

    def of(self, type: Type) -> int:
        if isinstance(type, TupleType):
            return sum(self.of(part) for part in type.element_types)
        if not isinstance(type, TensorType):
            return 0
        if not type.is_static:
            self.is_complete = False
            return 0
        return int(type.size * dtype_of(type.element_type).itemsize)

    def peak(self, plan: BlockPlan) -> int:
        """The most bytes of what a block computes that are held at once: its arguments are held outside."""
        return self._peak(plan)[0]

    def _peak(self, plan: BlockPlan) -> tuple[int, int]:
        """Likewise, and the number of the step at which that is; -1 for none."""
        if id(plan) not in self._peaks:
            frame, most, at = _Frame(), 0, -1
            for number, step in enumerate(plan.steps):
                needed = frame.live + max(self._inside(step), sum(self._made(step)))
                if needed > most:
                    most, at = needed, number
                self._after(frame, step)
            self._peaks[id(plan)] = most, at
        return self._peaks[id(plan)]

    def held(self, plan: BlockPlan) -> list[tuple[Value, int]]:
        """What is there at the peak: what this block has computed, and the function or region that runs then."""
        _, at = self._peak(plan)
        frame = _Frame()
        for step in plan.steps[: max(at, 0)]:
            self._after(frame, step)
        found = [(value, frame.sizes[place]) for place, value in frame.values.items() if value and place in frame.sizes]
        if at < 0:
            return found
        step = plan.steps[at]
        if self._inside(step) > sum(self._made(step)):
            inner = max(step.regions, key=lambda region: self.peak(region.block))
            found += self.held(inner.block)
        else:
            found += zip(step.op.results, self._made(step), strict=True)
        return found

    def _after(self, frame: _Frame, step: Step) -> None:
        if step.op.name in _VIEWS and step.operands:
            for number, place in enumerate(step.results):
                frame.alias(place, step.operands[min(number, len(step.operands) - 1)])
        else:
            for place, size, value in zip(step.results, self._made(step), step.op.results, strict=True):
                frame.define(place, size, value)
        for place in step.released:
            frame.release(place)

    def _made(self, step: Step) -> list[int]:
        """The bytes of each result that are new."""
        value = step.op.attributes.get("value")
        if step.op.name in _VIEWS or (isinstance(value, DenseElements) and value.is_splat):
            return [0] * len(step.results)
        return [self.of(result.type) for result in step.op.results]

    def _inside(self, step: Step) -> int:
        """What the regions or functions of an operation hold, one of them at a time.

        A call hands its own operands on; a loop holds the state of a turn until the next one's is there.
        """
        inside = max((self.peak(region.block) for region in step.regions), default=0)
        state = step.op.results if step.op.name == "stablehlo.while" else ()
        return inside + sum(self.of(value.type) for value in state)
