"""Runs a program on the interpreter and keeps what each operation of it was given and gave.

Functions, branches and some turns of loops are gone into, so that their operations stand by themselves. A branch or a
loop stands behind what it is made of, as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from hlogen.ir import Module, Operation, Value
from interpreter.envelope import Envelope
from interpreter.executable import load
from interpreter.execution.blocks import PlannedStep
from interpreter.execution.context import running
from interpreter.execution.control_flow import Call
from interpreter.execution.listener import methods
from interpreter.execution.names import place_of
from interpreter.execution.semantics import Flow, Semantics, moved
from interpreter.execution.walk import semantics_of, walk

_FIRST_TURNS = 3  # of each loop; after them, turns whose number is a power of two


@dataclass(frozen=True, eq=False)
class Execution:
    """One operation that has run: `inputs` are its operands and what its regions take from outside, each once.

    `within` are the turns of loops that it has run in, in words, the outermost first.
    """

    op: Operation
    inputs: dict[Value, Any]
    results: tuple[Any, ...]
    within: tuple[str, ...] = ()

    @property
    def bytes(self) -> int:
        return sum(x.nbytes for x in (*self.inputs.values(), *self.results) if isinstance(x, np.ndarray))


def record(
    module: Module,
    args: Sequence[Any],
    entry: str,
    receive: Callable[[Execution], None],
    max_steps: int | None = None,
    max_memory: int | None = None,
    time_limit: float | None = None,
) -> None:
    """Runs the program, within the limits of a run, and gives what runs to `receive`, in program order.

    The operations of called functions stand in place of the calls.
    """
    executable = load(module, entry)
    with Envelope((executable,), max_steps=max_steps, max_memory=max_memory, time_limit=time_limit) as around:
        values = executable.values(args)
        around.begin((values,))
        walk(executable.plan, values, _Recording(receive))


class _Recording(Semantics):
    is_plain = False

    def __init__(self, receive: Callable[[Execution], None], within: tuple[str, ...] = ()) -> None:
        self.receive = receive
        self.within = within
        self._on_op = methods(running.asked.watching, "on_op")

    def after(
        self, step: PlannedStep, operands: Sequence[Any], captured: Sequence[Sequence[Any]], results: Sequence[Any]
    ) -> None:
        for told in self._on_op:  # limits
            told(step.op, operands, results)
        if isinstance(step.run, Call):
            return
        inputs = dict(zip(step.op.operands, operands, strict=True))
        for region, values in zip(step.regions, captured, strict=True):
            inputs |= zip(region.values, values, strict=True)
        self.receive(Execution(step.op, inputs, tuple(results), self.within))

    def loop(self, step: PlannedStep, operands: list[Any], captured: list[list[Any]]) -> Flow:
        cond, body = (region.block for region in step.regions)
        for_cond, for_body = captured
        state = operands
        for turn in count(1):
            inside = semantics_of(running.asked)
            if turn <= _FIRST_TURNS or turn & (turn - 1) == 0:
                inside = _Recording(self.receive, (*self.within, f"turn {turn} of the loop{place_of(step.op)}"))
            if not (yield cond, [*state, *for_cond], inside)[0]:
                break
            state = yield body, moved(state, for_body), inside
        return state
