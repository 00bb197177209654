"""Runs plans on possible values: what no order decides, exactly as in a plain run; the rest, by rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from hlogen.ir import Operation
from interpreter.execution.blocks import BlockPlan, PlannedStep
from interpreter.execution.context import running
from interpreter.execution.listener import methods
from interpreter.execution.semantics import Flow, Semantics, run_kernel
from interpreter.execution.walk import run_step, semantics_of, walk
from interpreter.possible.options import Choices, Options
from interpreter.possible.registry import TABLE, Rule, Value, Values, descends, opens, rules
from interpreter.possible.values import Possible, unknown
from interpreter.values.array import Array


@dataclass(frozen=True)
class ScatterRun:
    """The last run of a scatter, as the lexicographic order has it."""

    step: PlannedStep
    operands: Sequence[Array]
    captured: Sequence[Any]
    results: Sequence[Possible]
    found: list[Any] = field(default_factory=list)  # what hints.py has worked out


class Accuracy(Protocol):
    """What else than order implementations differ in (accuracy.py)."""

    def is_open(self, op: Operation) -> bool:
        """Whether implementations differ in what the operation gives."""

    def off(self, op: Operation, result: Value) -> Value:
        """What is possible of `result`, which the operation gave here."""


class Evaluation(Semantics):
    """One run over all orders: what it was asked for, the choices it has met, and where it met them.

    Its values are as in registry.py.
    """

    is_plain = False

    def __init__(self, options: Options, accuracy: Accuracy | None = None) -> None:
        self.options = options
        self.accuracy = accuracy
        self.choices = Choices()
        self.origins: list[Operation] = []  # what left elements open, by the number of Open.origin
        self.scatters: dict[int, ScatterRun] = {}  # by the identity of the operation
        self._on_op = methods(running.asked.watching, "on_op")
        self._origin_of: dict[int, int] = {}
        self._leaves_open: dict[int, bool] = {}

    def run(self, block: BlockPlan, arguments: Values, captured: Values = ()) -> list[Value]:
        """The results of `block`, as run_block gives them, but of possible values."""
        return walk(block, [*arguments, *captured], self)

    def step(self, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
        results: Values
        if self._is_decided(step, operands, captured):
            results = run_kernel(step, operands, captured)
        elif self._opens_inside(step, captured) and not descends(step.op.name):
            results = self.unknown(step, operands, captured)
        else:
            results = self._rule(step)(self, step, operands, captured)
        return self._settled(step, results)

    def start(self, step: PlannedStep, operands: list[Any], captured: list[list[Any]]) -> Flow:
        if self._is_decided(step, operands, captured):
            results = yield from semantics_of(running.asked).start(step, operands, captured)
        else:
            results = yield from self._rule(step)(self, step, operands, captured)
        return self._settled(step, results)

    def after(
        self, step: PlannedStep, operands: Sequence[Any], captured: Sequence[Sequence[Any]], results: Sequence[Any]
    ) -> None:
        for told in self._on_op:  # limits
            told(step.op, [nominal(operand) for operand in operands], [nominal(result) for result in results])

    def _is_decided(self, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> bool:
        """Whether every order gives what a plain run does."""
        return not (self._opens_inside(step, captured) or opens(step.op) or any(map(_is_open, operands)))

    def _opens_inside(self, step: PlannedStep, captured: Sequence[Values]) -> bool:
        """Whether a region takes an open value from outside, or leaves one open."""
        return any(_is_open(value) for values in captured for value in values) or any(
            self.leaves_open(region.block) for region in step.regions
        )

    def _settled(self, step: PlannedStep, results: Values) -> list[Value]:
        if self.accuracy is not None and self.accuracy.is_open(step.op):
            results = [self.accuracy.off(step.op, result) for result in results]
        return [self._from_here(result, step) for result in results]

    def opens(self, op: Operation) -> bool:
        """Whether the results of the operation are open, whatever its operands are."""
        return opens(op) or (self.accuracy is not None and self.accuracy.is_open(op))

    def plain(self, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> list[Value]:
        """The results as a plain run gives them, of nominal values."""
        inside = [[nominal(value) for value in values] for values in captured]
        return run_step(step, [nominal(operand) for operand in operands], inside)

    def unknown(self, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> list[Value]:
        """The results as a plain run gives them, and nothing known beyond that."""
        return [all_unknown(result) for result in self.plain(step, operands, captured)]

    def leaves_open(self, block: BlockPlan) -> bool:
        """Whether anything in `block` is left to the implementation's order."""
        waiting = [block]
        while id(block) not in self._leaves_open:  # blocks and functions may be nested as deeply as they like
            innermost = waiting[-1]
            if id(innermost) in self._leaves_open:
                waiting.pop()
                continue
            inner = [region.block for step in innermost.steps for region in step.regions]
            missing = [one for one in inner if id(one) not in self._leaves_open]
            if not missing:
                opens_itself = any(self.opens(step.op) for step in innermost.steps)
                self._leaves_open[id(innermost)] = opens_itself or any(self._leaves_open[id(one)] for one in inner)
            waiting += missing
        return self._leaves_open[id(block)]

    def _rule(self, step: PlannedStep) -> Rule:
        found = TABLE.of(step.op)
        if found is None:
            found = rules()["elementwise"] if step.elementwise else Evaluation.unknown
        return found

    def _from_here(self, result: Value, step: PlannedStep) -> Value:
        if isinstance(result, tuple):
            return tuple(self._from_here(value, step) for value in result)
        if not isinstance(result, Possible):
            return result
        if result.open is None or not len(result.open):
            return result.nominal
        if (result.open.origin < 0).any():
            result.open = result.open.from_origin(self._number(step.op))
        return result

    def _number(self, op: Operation) -> int:
        number = self._origin_of.setdefault(id(op), len(self.origins))
        if number == len(self.origins):
            self.origins.append(op)
        return number


def nominal(value: Value) -> Any:
    """What the lexicographic order gives."""
    if isinstance(value, Possible):
        return value.nominal
    return tuple(map(nominal, value)) if isinstance(value, tuple) else value


def all_unknown(value: Value) -> Value:
    """`value`, of which every element may be anything else as well."""
    if isinstance(value, tuple):
        return tuple(map(all_unknown, value))
    if not isinstance(value, np.ndarray):
        return value
    return unknown_array(value)


def unknown_array(value: Array) -> Possible:
    """Likewise of one array."""
    return Possible(value, unknown(np.arange(value.size), value.dtype))


def _is_open(value: Value) -> bool:
    return isinstance(value, Possible) or (isinstance(value, tuple) and any(map(_is_open, value)))
