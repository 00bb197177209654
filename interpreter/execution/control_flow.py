"""What kernels of control flow give instead of something to run: the walker itself runs the blocks of such a step.

What becomes of values there is up to the semantics (semantics.py, lanes.py, possible/): one array, lanes, sets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hlogen.ir import Operation, Type
from interpreter.values.array import Array, narrowed


class Control:
    """The control flow of a step, over its regions."""

    def __call__(self, *operands: Any) -> Any:
        raise AssertionError("control flow is run by the walker (run_step)")


class Call(Control):
    """Runs the one region on the operands; `check` sees them first, and may raise."""

    def __init__(self, check: Callable[..., None] | None = None) -> None:
        self.check = check


class Branch(Control):
    """Runs the region that the operand chooses: the first where it is true; or, of many, by an index.

    An index out of range takes the last one (spec: case).
    """

    def __init__(self, count: int, *, by_index: bool) -> None:
        self.last = count - 1
        self.by_index = by_index

    def number(self, chosen: Array) -> int:
        """The number of the region."""
        if not self.by_index:
            return 0 if chosen else 1
        return int(chosen) if 0 <= chosen < self.last else self.last

    def numbers(self, chosen: Array) -> Array:
        """The numbers for many operands."""
        if not self.by_index:
            return np.where(chosen, 0, 1)
        return np.where((chosen >= 0) & (chosen < self.last), chosen, self.last).astype(np.int64)


class Loop(Control):
    """Runs the second region as long as the first gives true.

    `machine` gives the last state, of any state, what the regions capture, and how many turns were made since it was
    asked last; or None where it is turned on (compiled/loop.py).
    """

    def __init__(
        self, machine: Callable[[Sequence[Any], Sequence[Sequence[Any]], int], list[Any] | None] | None
    ) -> None:
        self.machine = machine


def state_types(op: Operation) -> list[Type]:
    """What is known of a loop's state: that of a turn's arguments, and of the results that it becomes."""
    arguments = (argument.type for argument in op.regions[-1].block.arguments)
    return [narrowed(type, result.type) for type, result in zip(arguments, op.results, strict=True)]
