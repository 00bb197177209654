"""Runs a program up to one of its operations, and keeps what that met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from hlogen.errors import UsageError
from hlogen.explaining.alone import self_contained
from hlogen.explaining.of_operation import Met, needs_processes, picture_of, picture_of_processes
from hlogen.explaining.picture import Picture
from hlogen.ir import Module, Operation, Value
from interpreter.errors import Stopped
from interpreter.execution.blocks import PlannedStep
from interpreter.execution.listener import Listener
from interpreter.execution.names import place_of
from interpreter.grid.grid import current_process
from interpreter.grid.groups import GridSize, ProcessId

Array = np.ndarray[Any, np.dtype[Any]]


def pictured(op: Operation, module: Module, run: Callable[..., object], turn: int, notes: Sequence[str]) -> Picture:
    """The picture of `op` where it runs for the `turn`-th time in what `run` runs, which takes listeners.

    UsageError where it doesn't run so often.
    """
    keeper = _Keeper(op, turn)
    with suppress(Stopped):
        run(listeners=[keeper])
    if not keeper.met:
        raise UsageError("\n  ".join([_why_not(op, keeper, turn), *(f"note: {note}" for note in notes)]))
    whole = self_contained(op, module, keeper.captured)
    if needs_processes(op.name):
        met = [keeper.met[id] for id in keeper.size.process_ids]
        return picture_of_processes(whole, keeper.size, met, module, notes)
    return picture_of(whole, *keeper.met.popitem()[1], notes)


class _Keeper(Listener):
    """Keeps the values of an operation, of each process where it takes several, and ends the run."""

    def __init__(self, op: Operation, turn: int) -> None:
        self.op, self.turn = op, turn
        self.met: dict[ProcessId, Met] = {}
        self.captured: list[Mapping[Value, Array]] = []
        self.size = GridSize(1, 1)
        self.turns: Counter[ProcessId] = Counter()
        self.ran_in_lanes = False

    def on_step(
        self,
        step: PlannedStep,
        operands: Sequence[Any],
        captured: Sequence[Sequence[Any]],
        results: Sequence[Any],
        *,
        in_lanes: bool,
    ) -> None:
        if step.op is not self.op:
            return
        self.ran_in_lanes |= in_lanes
        process = current_process()
        if not needs_processes(self.op.name) and process.id != process.grid.size.process_ids[0]:
            return
        self.turns[process.id] += 1
        if in_lanes or self.turns[process.id] != self.turn:
            return
        self.met[process.id] = [np.array(value) for value in operands], [np.array(value) for value in results]
        self.captured = [
            dict(zip(region.values, map(np.array, values), strict=True))
            for region, values in zip(step.regions, captured, strict=True)
        ]
        self.size = process.grid.size
        if not needs_processes(self.op.name) or len(self.met) == len(self.size.process_ids):
            raise Stopped("all that was asked for is known")


def _why_not(op: Operation, keeper: _Keeper, turn: int) -> str:
    what = f"the {op.name.partition('.')[2]}{place_of(op)}"
    if keeper.ran_in_lanes:
        return f"{what} runs on many elements at once, in the function of another operation; draw that operation"
    times = max(keeper.turns.values(), default=0)
    if not times:
        return f"{what} doesn't run with these arguments; give others, or choose another operation"
    return f"{what} runs {times} time{'' if times == 1 else 's'} with these arguments, so there is no turn {turn}"
