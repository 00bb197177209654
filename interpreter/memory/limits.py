"""What a run may take: so many steps, so much time, and so much memory: estimate.py works that out before the run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import inf, prod
from time import monotonic
from typing import Any
from weakref import ReferenceType, ref

import numpy as np

from hlogen.errors import ExecutionError, UsageError
from hlogen.forking import cached_property
from hlogen.ir import Operation, TensorType, Type, dtype_of
from interpreter.execution.blocks import BlockPlan, PlannedStep
from interpreter.execution.listener import Listener
from interpreter.execution.names import place_of
from interpreter.execution.traits import Gives
from interpreter.memory.available import FEW, available_bytes, readable
from interpreter.values.array import Array

_SHOWN = 5  # operations of a run that was stopped
# Whose results are views of operands, or the operands themselves.
HELD_ELSEWHERE = (Gives.VIEW, Gives.IN_ORDER, Gives.OPERANDS)
_NO_MATTER = 64 << 20  # bytes: nobody asks whether so much is there


class StepLimit(Listener):
    """A listener that stops a run after `most` operations, those in every turn of a loop counted."""

    def __init__(self, most: int) -> None:
        if not isinstance(most, (int, np.integer)) or isinstance(most, bool) or most < 0:
            raise UsageError(f"the number of steps is an integer from 0 on, not {most!r}")
        self.most = most
        self.taken = 0
        self.by_op: Counter[Operation] = Counter()

    def on_start(self, *_: object) -> None:
        self.taken = 0
        self.by_op.clear()

    def on_op(self, op: Operation, operands: Sequence[Any], results: Sequence[Any]) -> None:
        self._step()
        self.by_op[op] += 1

    def on_empty_block(self) -> None:
        """A region without operations has run: a loop of nothing else would never end."""
        self._step()

    def _step(self) -> None:
        self.taken += 1
        if self.taken > self.most:
            repeated = [(op, times) for op, times in self.by_op.most_common(_SHOWN) if times > 1]
            raise ExecutionError(
                f"the run isn't at its end after {self.most} steps, and may take no more"
                + ("; most often it has run" if repeated else "; nothing has run more than once")
                + "".join(f"\n  {op.name}{place_of(op)}: {times} times" for op, times in repeated)
            )


class TimeLimit(Listener):
    """A listener that stops a run which isn't at its end after `most` seconds.

    It looks behind each operation, and in loops of kernels that may go on for long (`within_time`).
    """

    def __init__(self, most: float) -> None:
        if not isinstance(most, (int, float, np.integer, np.floating)) or isinstance(most, bool) or not most > 0:
            raise UsageError(f"the time limit is a number of seconds above 0, not {most!r}")
        self.most = most
        self.end = inf

    def on_start(self, *_: object) -> None:
        self.end = monotonic() + self.most

    def on_op(self, *_: object) -> None:
        self.look()

    def on_empty_block(self) -> None:
        self.look()

    def look(self) -> None:
        if monotonic() > self.end:
            raise ExecutionError(f"the run isn't at its end after {self.most:g} s, and may take no more time")


class MemoryLimit(Listener):
    """A listener that counts the memory of a run of which only the run itself knows how much it takes.

    It is asked before an operation takes more, and stops the run before that is over `most` bytes, or, where that is
    None, over what the machine has left. `held` is what is there: the arguments, and the arrays of the run, each once.
    """

    def __init__(self, most: int | None, arguments: Iterable[Any]) -> None:
        self.most = most
        self.held = 0
        self._known: dict[int, ReferenceType[Array]] = {}
        self._steps: dict[Operation, PlannedStep] = {}
        self._count(arguments)

    def ask(self, needed: int, said: str) -> None:
        """ExecutionError where so many bytes more are too many; `said` is what takes them."""
        if self.most is not None and self.held + needed > self.most:
            held = f"{readable(self.held)} are taken already, and " if self.held else ""
            raise ExecutionError(f"{said}; {held}{readable(self.most)} are allowed")
        if self.most is None and needed > _NO_MATTER and needed > (there := available_bytes()):
            raise ExecutionError(f"{said}; {readable(there)} of memory are available")

    def before_op(self, op: Operation, block: BlockPlan, frame: list[Any]) -> None:
        if op not in self._steps:
            self._steps.update((step.op, step) for step in block.steps)
        step = self._steps[op]
        if (step.traits.gives in HELD_ELSEWHERE and step.operands) or step.regions:
            return
        shapes = [getattr(frame[place], "shape", None) for place in step.operands]
        needed = sum(_bytes_of(step, number, shapes) for number in range(len(op.results)))
        if needed > FEW:
            self.ask(needed, f"what it makes takes {readable(needed)}")

    def on_op(self, op: Operation, operands: Sequence[Any], results: Sequence[Any]) -> None:
        self._count(results)
        if self.most is not None and self.held > self.most:
            raise ExecutionError(
                f"the values of this program take {readable(self.held)} here, and {readable(self.most)} are allowed"
            )

    def _count(self, values: Iterable[Any]) -> None:
        for array in values:
            while isinstance(array, np.ndarray) and isinstance(array.base, np.ndarray):
                array = array.base
            if isinstance(array, np.ndarray) and array.nbytes > FEW and id(array) not in self._known:
                self._hold(array)

    def _hold(self, array: Array) -> None:
        number, size = id(array), array.nbytes

        def gone(_: object) -> None:
            self.held -= size
            del self._known[number]

        self._known[number] = ref(array, gone)
        self.held += size


def _bytes_of(step: PlannedStep, number: int, shapes: Sequence[Any]) -> int:
    """The bytes of a result, given the shapes of the operands; 0 where they don't say it."""
    type = step.op.results[number].type
    if not isinstance(type, TensorType):
        return 0
    shape: Sequence[int | None] | None = type.shape
    if not type.is_static:
        shape = None
        if step.traits.shape is not None:
            shape = step.traits.shape(step.op, shapes, number)
    if shape is None or None in shape:
        return 0
    return int(prod(dim or 0 for dim in shape) * dtype_of(type.element_type).itemsize)


@dataclass(frozen=True)
class Held:
    """A value that is there when most memory is taken; without a type, what an operation takes while it works."""

    name: str
    type: Type | None
    bytes: int
    place: str

    def __str__(self) -> str:
        what = "what it works on" if self.type is None else self.type
        return f"{self.name}: {what} ({readable(self.bytes)}){self.place}"


@dataclass(frozen=True)
class Estimate:
    """How much memory a run takes at most, what kernels take while they work included, and its largest values then.

    Where shapes are dynamic and nothing bounds them, `is_complete` is False: they count nothing.
    """

    bytes: int
    is_complete: bool
    arguments: int  # of those bytes, what the caller gives
    _largest: Callable[[], tuple[Held, ...]] = field(repr=False, compare=False)

    @cached_property
    def largest(self) -> tuple[Held, ...]:
        return self._largest()

    def require(self, limit: int, what: str = "allowed") -> None:
        """ExecutionError where it is more than `limit` bytes, which are `what`."""
        if not isinstance(limit, (int, np.integer)) or isinstance(limit, bool) or limit < 0:
            raise UsageError(f"the memory is a number of bytes from 0 on, not {limit!r}")
        if self.bytes > limit:
            least = "" if self.is_complete else "at least "
            raise ExecutionError(
                f"the values of this program take {least}{readable(self.bytes)} at once, and {readable(limit)} are "
                f"{what}; the largest are" + "".join(f"\n  {held}" for held in self.largest)
            )

    def require_available(self) -> None:
        """ExecutionError where a run needs more than the machine has left."""
        if self.bytes - self.arguments > _NO_MATTER and self.bytes - self.arguments > (there := available_bytes()):
            self.require(self.arguments + there, "left on this machine (a larger max_memory runs it all the same)")


def together(estimates: Sequence[Estimate], arguments: Sequence[Sequence[Any]]) -> Estimate:
    """The memory of processes that run together, as if all were at their most at once.

    What several of them are given is there once.
    """
    given = {_memory_of(x): x.nbytes for args in arguments for x in args if isinstance(x, np.ndarray)}
    needed = sum(given.values()) + sum(one.bytes - one.arguments for one in estimates)
    first = max(estimates, key=lambda one: one.bytes)
    return Estimate(needed, all(one.is_complete for one in estimates), sum(given.values()), lambda: first.largest)


def _memory_of(array: Array) -> tuple[int, int, tuple[int, ...]]:
    return array.__array_interface__["data"][0], array.nbytes, array.strides
