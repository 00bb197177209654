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
from interpreter.execution.evaluate import (
    BlockPlan,
    Step,
    raise_placed,
    run_with_regions,
    running,
    steppers_of,
    tell_of_empty_block,
)
from interpreter.kernels.in_bounds import is_check
from interpreter.kernels.registry import lane_rules
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
    results = _run(block, [*map(Lanes, arguments), *captured], count)
    return tuple(_spread(result, count) for result in results)


def _run(block: BlockPlan, entering: Sequence[Any], count: int) -> list[Any]:
    """`entering`: arguments, then captured values; Lanes where a value differs by lane."""
    frame: list[Any] = [*entering]
    frame.extend([None] * (block.size - len(frame)))
    step = None
    if not block.steps:
        tell_of_empty_block(running.asked.listeners)
    steppers = steppers_of(running.asked.listeners)
    try:
        for step in block.steps:
            for stepper in steppers:
                stepper.before_op(step.op, block, frame)
            operands = [frame[place] for place in step.operands]
            captured = [[frame[place] for place in region.captures] for region in step.regions]
            results = _step(step, operands, captured, count)
            for place, result in zip(step.results, results, strict=True):
                frame[place] = result
            for listener in running.asked.listeners:
                listener.on_op(step.op, [_plain(x) for x in operands], [_plain(x) for x in results])
            if running.asked.observer is not None:
                inside = [[_plain(x) for x in values] for values in captured]
                running.asked.observer.after(
                    step, [_plain(x) for x in operands], inside, [_plain(x) for x in results], in_lanes=True
                )
            for place in step.released:
                frame[place] = None
    except Exception as error:
        if step is not None:
            raise_placed(error, step.op, block.name)
        raise
    return [frame[place] for place in block.results]


def _step(step: Step, operands: list[Any], captured: list[list[Any]], count: int) -> list[Any]:
    varying = any(isinstance(value, Lanes) for values in (operands, *captured) for value in values)
    if not varying:
        return _results(step, run_with_regions(step, operands, captured))
    if step.elementwise:
        return [Lanes(result) for result in _results(step, step.run(*_aligned(operands)))]
    match step.op.name:
        case "stablehlo.if" | "stablehlo.case":
            return _branches(step, operands[0], captured, count)
        case "stablehlo.while":
            return _while(step, operands, captured, count)
        case "func.call" | "stablehlo.composite" if not is_check(step.op):
            return _run(step.regions[0].block, operands, count)
        case name if name in lane_rules():
            spread = [_spread(operand, count) for operand in operands]
            return [Lanes(result) for result in _results(step, lane_rules()[name](step.op, *spread))]
        case _:
            return _lane_by_lane(step, operands, captured, count)


def _branches(step: Step, chosen: Any, captured: list[list[Any]], count: int) -> list[Any]:
    number = len(step.regions)
    index = chosen.array if isinstance(chosen, Lanes) else chosen
    if step.op.name == "stablehlo.if":
        index = np.where(index, 0, 1)
    else:  # the last branch stands for every index out of range
        index = np.where((index >= 0) & (index < number), index, number - 1)
    if not isinstance(chosen, Lanes):
        branch = int(index)
        return _run(step.regions[branch].block, captured[branch], count)
    results: list[Array] | None = None
    for branch, (region, values) in enumerate(zip(step.regions, captured, strict=True)):
        lanes = np.flatnonzero(index == branch)
        if lanes.size:
            part = _run(region.block, [_take(value, lanes) for value in values], lanes.size)
            results = _merge(results, [_spread(value, lanes.size) for value in part], lanes, count)
    return [Lanes(result) for result in results or _nothing(step)]


def _while(step: Step, operands: list[Any], captured: list[list[Any]], count: int) -> list[Any]:
    cond, body = step.regions
    values = [_spread(operand, count) for operand in operands]
    results = [value.copy() for value in values]
    active = np.arange(count)
    while active.size:
        inside = [[_take(value, active) for value in outer] for outer in captured]
        (going_on,) = _run(cond.block, [*map(Lanes, values), *inside[0]], active.size)
        goes_on = _spread(going_on, active.size).astype(bool)
        if not goes_on.all():
            done = ~goes_on
            for result, value in zip(results, values, strict=True):
                result[active[done]] = value[done]
            active, values = active[goes_on], [value[goes_on] for value in values]
            inside = [[_take(value, active) for value in outer] for outer in captured]
        if active.size:
            part = _run(body.block, [*map(Lanes, values), *inside[1]], active.size)
            values = [_spread(value, active.size) for value in part]
    return [Lanes(result) for result in results]


def _lane_by_lane(step: Step, operands: list[Any], captured: list[list[Any]], count: int) -> list[Any]:
    results: list[Array] | None = None
    for lane in range(count):
        inside = [[_lane(value, lane) for value in values] for values in captured]
        part = _results(step, run_with_regions(step, [_lane(operand, lane) for operand in operands], inside))
        results = _merge(results, [result[None] for result in part], np.array([lane]), count)
    return [Lanes(result) for result in results or _nothing(step)]


def _results(step: Step, results: Any) -> list[Any]:
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


def _nothing(step: Step) -> list[Array]:
    """The results where there are no lanes."""
    types = [result.type for result in step.op.results]
    return [
        np.empty((0, *(dim or 0 for dim in type.shape)), dtype_of(type.element_type))
        for type in types
        if isinstance(type, TensorType)
    ]


def _spread(value: Any, count: int) -> Array:
    """One array with a leading dimension of `count` lanes."""
    if isinstance(value, Lanes):
        array = value.array
        return array if len(array) == count else np.broadcast_to(array, (count, *array.shape[1:]))
    return np.broadcast_to(value, (count, *np.shape(value)))


def _take(value: Any, lanes: Array) -> Any:
    return value.take(lanes) if isinstance(value, Lanes) else value


def _lane(value: Any, lane: int) -> Any:
    return np.asarray(value.array[lane]) if isinstance(value, Lanes) else value


def _plain(value: Any) -> Any:
    return value.array if isinstance(value, Lanes) else value
