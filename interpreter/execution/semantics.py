"""What values are while a program runs, and what operations do to them; how blocks are walked is not said here."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, TypeAlias

import numpy as np

from interpreter.execution.blocks import BlockPlan, PlannedStep
from interpreter.execution.context import Asked
from interpreter.execution.control_flow import Branch, Call, Loop
from interpreter.execution.listener import methods
from interpreter.values.array import as_array

# A block to be run, what enters it (arguments, then captured values; the list is taken over), and how.
Entering: TypeAlias = "tuple[BlockPlan, list[Any], Semantics]"
# Control flow: asks for blocks to be run, is sent their results, and gives its own in the end.
Flow: TypeAlias = "Generator[Entering, Any, Any]"

_TURNS = 256  # of a loop, behind which it is asked whether there is machine code for the rest


class Semantics:
    """The specification's: a value is an array, and nobody looks on.

    Others have values of their own kind, and are asked for each step: `step` for those without control flow, `call`,
    `branch` and `loop` for the others, with `before` and `after` around.
    """

    is_plain = True
    looks_before: object = False  # whether it wants to know of steps before they run

    def before(self, step: PlannedStep, block: BlockPlan, frame: list[Any]) -> None:
        """A step is about to run."""

    def after(
        self, step: PlannedStep, operands: Sequence[Any], captured: Sequence[Sequence[Any]], results: Sequence[Any]
    ) -> None:
        """A step has run."""

    def on_empty_block(self) -> None:
        """A block without steps runs."""

    def step(self, step: PlannedStep, operands: list[Any], captured: list[list[Any]]) -> Sequence[Any]:
        """The results of a step without control flow."""
        return run_kernel(step, operands, captured)

    def start(self, step: PlannedStep, operands: list[Any], captured: list[list[Any]]) -> Flow:
        """The control flow of a step; it takes the lists over."""
        match step.run:
            case Call():
                return self.call(step, operands, captured)
            case Branch():
                return self.branch(step, operands, captured)
            case _:
                assert isinstance(step.run, Loop)
                return self.loop(step, operands, captured)

    def call(self, step: PlannedStep, operands: list[Any], captured: list[list[Any]]) -> Flow:
        assert isinstance(step.run, Call)
        if step.run.check is not None:
            step.run.check(*operands)
        return (yield step.regions[0].block, moved(operands), self)

    def branch(self, step: PlannedStep, operands: list[Any], captured: list[list[Any]]) -> Flow:
        assert isinstance(step.run, Branch)
        number = step.run.number(operands[0])
        return (yield step.regions[number].block, captured[number], self)

    def loop(self, step: PlannedStep, operands: list[Any], captured: list[list[Any]]) -> Flow:
        cond, body = (region.block for region in step.regions)
        assert isinstance(step.run, Loop)
        for_cond, for_body = captured
        state, machine, turns = operands, step.run.machine, 0
        while True:
            if machine is not None and not turns % _TURNS:
                found = machine(state, captured, _TURNS if turns else 0)
                if found is not None:
                    return found
            turns += 1
            if not (yield cond, [*state, *for_cond], self)[0]:
                return state
            # Nothing but the frame holds the state, so that the body may write over it.
            state = yield body, moved(state, for_body), self


class Watched(Semantics):
    """The same, while listeners look on."""

    is_plain = False

    def __init__(self, asked: Asked) -> None:
        watching = asked.watching
        self.asked = asked
        self.looks_before = self._before = methods(watching, "before_op")
        self._on_op = methods(watching, "on_op")
        self._on_step = methods(watching, "on_step")
        self._on_empty_block = methods(watching, "on_empty_block")

    def before(self, step: PlannedStep, block: BlockPlan, frame: list[Any]) -> None:
        for told in self._before:
            told(step.op, block, frame)

    def after(
        self, step: PlannedStep, operands: Sequence[Any], captured: Sequence[Sequence[Any]], results: Sequence[Any]
    ) -> None:
        for told in self._on_op:
            told(step.op, operands, results)
        for told in self._on_step:
            told(step, operands, captured, results, in_lanes=False)

    def on_empty_block(self) -> None:
        for told in self._on_empty_block:
            told()

    def step(self, step: PlannedStep, operands: list[Any], captured: list[list[Any]]) -> Sequence[Any]:
        if step.regions or len(step.results) != 1:
            return run_kernel(step, operands, captured)
        found = step.run(*operands)
        return [found if found.__class__ is np.ndarray else as_array(found)]


PLAIN = Semantics()


def run_kernel(step: PlannedStep, operands: Sequence[Any], captured: Sequence[Sequence[Any]]) -> list[Any]:
    """The results of a step without control flow, whose regions take these values from outside."""
    results = run_with_regions(step, operands, captured) if step.regions else step.run(*operands)
    return [as_array(results)] if len(step.results) == 1 else [as_array(result) for result in results or ()]


def run_with_regions(step: PlannedStep, operands: Sequence[Any], captured: Sequence[Sequence[Any]]) -> Any:
    """What the kernel gives; captured values are let go afterwards, whatever happens.

    What was there before comes back: a listener may run the program that it listens to.
    """
    before = [region.captured.values for region in step.regions]
    try:
        for region, values in zip(step.regions, captured, strict=True):
            region.captured.values = values
        return step.run(*operands)
    finally:
        for region, values in zip(step.regions, before, strict=True):
            region.captured.values = values


def moved(values: list[Any], more: Sequence[Any] = ()) -> list[Any]:
    """A new list of these values, and more; the old one lets them go."""
    both = [*values, *more]
    values.clear()
    return both
