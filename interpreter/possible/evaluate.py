"""Runs plans on possible values: what no order decides, exactly as in a plain run; the rest, by rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from hlogen.ir import Operation
from interpreter.execution.evaluate import BlockPlan, Step, raise_placed, run_with_regions
from interpreter.possible.options import Choices, Options
from interpreter.possible.registry import Rule, Value, Values, descends, opens, rules
from interpreter.possible.values import Possible, unknown
from interpreter.values.array import Array, as_array


@dataclass(frozen=True)
class Scattered:
    """The last run of a scatter, as the lexicographic order has it."""

    step: Step
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


class Evaluation:
    """One run over all orders: what it was asked for, the choices it has met, and where it met them."""

    def __init__(self, options: Options, accuracy: Accuracy | None = None) -> None:
        self.options = options
        self.accuracy = accuracy
        self.choices = Choices()
        self.origins: list[Operation] = []  # what left elements open, by the number of Open.origin
        self.scatters: dict[int, Scattered] = {}  # by the identity of the operation
        self._origin_of: dict[int, int] = {}
        self._leaves_open: dict[int, bool] = {}

    def run(self, block: BlockPlan, arguments: Values, captured: Values = ()) -> list[Value]:
        """The results of `block`, as BlockPlan.run gives them, but of possible values."""
        frame: list[Any] = [*arguments, *captured]
        frame.extend([None] * (block.size - len(frame)))
        step = None
        try:
            for step in block.steps:
                operands = [frame[place] for place in step.operands]
                inside = [[frame[place] for place in region.captures] for region in step.regions]
                for place, result in zip(step.results, self.step(step, operands, inside), strict=True):
                    frame[place] = result
                for place in step.released:
                    frame[place] = None
        except Exception as error:
            if step is not None:
                raise_placed(error, step.op)
            raise
        return [frame[place] for place in block.results]

    def step(self, step: Step, operands: Values, captured: Sequence[Values]) -> Values:
        captures_open = any(map(_is_open, (value for values in captured for value in values)))
        inner_opens = any(self.leaves_open(region.block) for region in step.regions)
        results: Values
        if not (captures_open or inner_opens or opens(step.op) or any(map(_is_open, operands))):
            results = self.plain(step, operands, captured)
        elif (captures_open or inner_opens) and not descends(step.op.name):
            results = self.unknown(step, operands, captured)
        else:
            results = self._rule(step)(self, step, operands, captured)
        if self.accuracy is not None and self.accuracy.is_open(step.op):
            results = [self.accuracy.off(step.op, result) for result in results]
        return [self._from_here(result, step) for result in results]

    def opens(self, op: Operation) -> bool:
        """Whether the results of the operation are open, whatever its operands are."""
        return opens(op) or (self.accuracy is not None and self.accuracy.is_open(op))

    def plain(self, step: Step, operands: Values, captured: Sequence[Values]) -> list[Value]:
        """The results as a plain run gives them, of nominal values."""
        operands = [nominal(operand) for operand in operands]
        if step.regions:
            inside = [[nominal(value) for value in values] for values in captured]
            results = run_with_regions(step, operands, inside)
        else:
            results = step.run(*operands)
        if len(step.results) == 1:
            return [as_array(results)]
        return [as_array(result) for result in results or ()]

    def unknown(self, step: Step, operands: Values, captured: Sequence[Values]) -> list[Value]:
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

    def _rule(self, step: Step) -> Rule:
        found = rules().get(step.op.name)
        if found is None:
            found = rules()["elementwise"] if step.elementwise else Evaluation.unknown
        return found

    def _from_here(self, result: Value, step: Step) -> Value:
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
