"""Runs a block on many lanes at once: what differs by lane has one more dimension in front, the rest is computed once.

Elementwise operations take all lanes in one go. `if` and `case` run each branch on the lanes that take it, `while` runs
on the lanes that haven't finished, calls go on by lanes inside, and the operations that have a lane rule follow it. Any
other operation runs lane by lane.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hlogen.ir import TensorType, dtype_of
from interpreter.execution.blocks import BlockPlan, PlannedStep
from interpreter.execution.context import Asked, running
from interpreter.execution.control_flow import Branch, Call
from interpreter.execution.semantics import Flow, Watched, run_kernel
from interpreter.execution.walk import semantics_of, walk
from interpreter.values.array import Array, as_array


@dataclass(frozen=True, slots=True)
class Lanes:
    """A value that differs by lane: `array[i]` is that of lane i."""

    array: Array

    def take(self, lanes: Array) -> Lanes:
        return Lanes(self.array[lanes])


def run_lanes(block: BlockPlan, arguments: Sequence[Array], captured: Sequence[Any]) -> tuple[Array, ...]:
    """The results of `block` for every lane of `arguments`; `captured` values are the same in all lanes."""
    count = len(arguments[0])
    results = walk(block, [*map(Lanes, arguments), *captured], InLanes(running.asked, count))
    return tuple(_spread(result, count) for result in results)


class InLanes(Watched):
    """A value is Lanes where it differs by lane, else one array."""

    def __init__(self, asked: Asked, count: int) -> None:
        super().__init__(asked)
        self.count = count

    def of(self, count: int) -> InLanes:
        """The same for other lanes."""
        return self if count == self.count else InLanes(self.asked, count)

    def after(
        self, step: PlannedStep, operands: Sequence[Any], captured: Sequence[Sequence[Any]], results: Sequence[Any]
    ) -> None:
        if self._on_op or self._on_step:
            given, found = [_plain(x) for x in operands], [_plain(x) for x in results]
            for told in self._on_op:
                told(step.op, given, found)
            for told in self._on_step:
                inside = [[_plain(x) for x in values] for values in captured]
                told(step, given, inside, found, in_lanes=True)

    def step(self, step: PlannedStep, operands: list[Any], captured: list[list[Any]]) -> Sequence[Any]:
        if not _differ(operands, captured):
            return run_kernel(step, operands, captured)
        if step.elementwise:
            return [Lanes(result) for result in _results(step, step.run(*_aligned(operands)))]
        if step.traits.lanes is not None:
            spread = [_spread(operand, self.count) for operand in operands]
            return [Lanes(result) for result in _results(step, step.traits.lanes(step.op, *spread))]
        return self.lane_by_lane(step, operands, captured)

    def lane_by_lane(self, step: PlannedStep, operands: list[Any], captured: list[list[Any]]) -> Sequence[Any]:
        results: list[Array] | None = None
        for lane in range(self.count):
            inside = [[_lane(value, lane) for value in values] for values in captured]
            part = run_kernel(step, [_lane(operand, lane) for operand in operands], inside)
            results = _merge(results, [result[None] for result in part], np.array([lane]), self.count)
        return [Lanes(result) for result in results or _nothing(step)]

    def start(self, step: PlannedStep, operands: list[Any], captured: list[list[Any]]) -> Flow:
        if _differ(operands, captured):
            return super().start(step, operands, captured)
        return semantics_of(self.asked).start(step, operands, captured)

    def call(self, step: PlannedStep, operands: list[Any], captured: list[list[Any]]) -> Flow:
        assert isinstance(step.run, Call)
        if step.run.check is not None:
            for lane in range(self.count):
                step.run.check(*(_lane(operand, lane) for operand in operands))
        return (yield step.regions[0].block, operands, self)

    def branch(self, step: PlannedStep, operands: list[Any], captured: list[list[Any]]) -> Flow:
        """Each region runs on the lanes that take it."""
        assert isinstance(step.run, Branch)
        (chosen,) = operands
        if not isinstance(chosen, Lanes):
            number = step.run.number(chosen)
            return (yield step.regions[number].block, captured[number], self)
        numbers = step.run.numbers(chosen.array)
        results: list[Array] | None = None
        for number, (region, values) in enumerate(zip(step.regions, captured, strict=True)):
            lanes = np.flatnonzero(numbers == number)
            if lanes.size:
                part = yield region.block, [_take(value, lanes) for value in values], self.of(lanes.size)
                results = _merge(results, [_spread(value, lanes.size) for value in part], lanes, self.count)
        return [Lanes(result) for result in results or _nothing(step)]

    def loop(self, step: PlannedStep, operands: list[Any], captured: list[list[Any]]) -> Flow:
        """The body runs on the lanes that haven't finished."""
        cond, body = step.regions
        values = [_spread(operand, self.count) for operand in operands]
        results = [value.copy() for value in values]
        active = np.arange(self.count)
        while active.size:
            inside = [[_take(value, active) for value in outer] for outer in captured]
            (going_on,) = yield cond.block, [*map(Lanes, values), *inside[0]], self.of(active.size)
            goes_on = _spread(going_on, active.size).astype(bool)
            if not goes_on.all():
                done = ~goes_on
                for result, value in zip(results, values, strict=True):
                    result[active[done]] = value[done]
                active, values = active[goes_on], [value[goes_on] for value in values]
                inside = [[_take(value, active) for value in outer] for outer in captured]
            if active.size:
                part = yield body.block, [*map(Lanes, values), *inside[1]], self.of(active.size)
                values = [_spread(value, active.size) for value in part]
        return [Lanes(result) for result in results]


def _differ(operands: Sequence[Any], captured: Sequence[Sequence[Any]]) -> bool:
    return any(isinstance(value, Lanes) for values in (operands, *captured) for value in values)


def _results(step: PlannedStep, results: Any) -> list[Any]:
    return [as_array(results)] if len(step.results) == 1 else [as_array(result) for result in results or ()]


def _aligned(operands: list[Any]) -> list[Array]:
    """All operands as arrays that broadcast lane by lane: those of lower rank get their missing dimensions."""
    rank = max(value.array.ndim - 1 if isinstance(value, Lanes) else value.ndim for value in operands)
    return [
        value.array.reshape(value.array.shape[:1] + (1,) * (rank + 1 - value.array.ndim) + value.array.shape[1:])
        if isinstance(value, Lanes)
        else value
        for value in operands
    ]


def _merge(results: list[Array] | None, part: list[Array], lanes: Array, count: int) -> list[Array]:
    if results is None:
        results = [np.empty((count, *value.shape[1:]), value.dtype) for value in part]
    for result, value in zip(results, part, strict=True):
        result[lanes] = value
    return results


def _nothing(step: PlannedStep) -> list[Array]:
    """The results where there are no lanes."""
    types = [result.type for result in step.op.results]
    return [
        np.empty((0, *(dim or 0 for dim in type.shape)), dtype_of(type.element_type))
        for type in types
        if isinstance(type, TensorType)
    ]


def _spread(value: Any, count: int) -> Array:
    """One array with a leading dimension of `count` lanes."""
    return value.array if isinstance(value, Lanes) else np.broadcast_to(value, (count, *np.shape(value)))


def _take(value: Any, lanes: Array) -> Any:
    return value.take(lanes) if isinstance(value, Lanes) else value


def _lane(value: Any, lane: int) -> Any:
    return np.asarray(value.array[lane]) if isinstance(value, Lanes) else value


def _plain(value: Any) -> Any:
    return value.array if isinstance(value, Lanes) else value
