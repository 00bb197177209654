"""The walker: runs blocks, and what they call, branch to and repeat, without recursion.

What the values are, and who looks on, is up to the semantics. Plain ones run the optimized code of a block; for others
each step is theirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from interpreter.execution.blocks import ANY, OVER, STEP, BlockPlan, Instruction, Places, PlannedStep
from interpreter.execution.context import Asked, running
from interpreter.execution.control_flow import Control
from interpreter.execution.failures import raise_placed
from interpreter.execution.optimize import code_of, watched_code_of
from interpreter.execution.semantics import PLAIN, Flow, Semantics, Watched, run_kernel, run_with_regions
from interpreter.values.array import as_array


def run_block(block: BlockPlan, arguments: Sequence[Any], captured: Sequence[Any] = ()) -> list[Any]:
    """The results of a block, as this thread's run was asked for: with listeners looking on, or without."""
    return walk(block, [*arguments, *captured], semantics_of(running.asked))


def run_step(step: PlannedStep, operands: list[Any], captured: list[list[Any]]) -> list[Any]:
    """The results of one step, likewise."""
    if not isinstance(step.run, Control):
        return run_kernel(step, operands, captured)
    flow = semantics_of(running.asked).start(step, [*operands], captured)
    try:
        entering = next(flow)
        while True:
            entering = flow.send(walk(*entering))
    except StopIteration as end:
        return list(end.value)


def semantics_of(asked: Asked) -> Semantics:
    """Those of a run that was asked for this: with listeners, or without."""
    return Watched(asked) if asked.listeners or asked.observer is not None else PLAIN


def walk(block: BlockPlan, frame: list[Any], semantics: Semantics) -> list[Any]:
    """The results of `block`. `frame` holds arguments, then captured values, and is taken over."""
    waiting: list[_Waiting] = []  # innermost last
    instructions, results = _enter(block, frame, semantics)
    step, name, failure = None, "", None
    array = np.ndarray
    while True:
        found = None
        try:
            for count, run, operands, result, released, step, captures, name in instructions:
                if count == 2:
                    first, second = operands
                    value = run(frame[first], frame[second])
                elif count == 1:
                    (first,) = operands
                    value = run(frame[first])
                elif count == 3:
                    first, second, third = operands
                    value = run(frame[first], frame[second], frame[third])
                elif count == 0:
                    value = run()
                else:
                    given = [frame[place] for place in operands]
                    if count == OVER:
                        value = None  # which may be one of them
                        for place in released:
                            frame[place] = None
                        _store(frame, result, run(given))
                        continue
                    inside = [[frame[place] for place in places] for places in captures] if captures else []
                    if count == ANY:
                        value = run_with_regions(step, given, inside) if inside else run(*given)
                        inside.clear()
                        given.clear()
                        _store(frame, result, value)
                        for place in released:
                            frame[place] = None
                        continue
                    if semantics.looks_before:
                        semantics.before(step, block, frame)
                    if count == STEP:
                        value = semantics.step(step, given, inside)
                        if len(result) == 1:
                            (frame[result[0]],) = value
                        else:
                            for place, one in zip(result, value, strict=True):
                                frame[place] = one
                        semantics.after(step, given, inside, value)
                        for place in released:
                            frame[place] = None
                        continue
                    told = None
                    if semantics.is_plain:
                        for place in released:
                            frame[place] = None
                    else:
                        told = [*given], [[*values] for values in inside]
                    flow = semantics.start(step, given, inside)
                    given, inside, value = [], [], None
                    waiting.append(
                        (frame, instructions, results, semantics, block, flow, told, result, released, step, name)
                    )
                    break
                frame[result] = value if value.__class__ is array else as_array(value)
                for place in released:
                    frame[place] = None
            else:
                found = [frame[place] for place in results]
                if not waiting:
                    return found
        except Exception as error:  # noqa: BLE001 - it is raised below, where no control flow sees to it
            failure = _placed(error, step, name)
        while True:  # until there is a block to go on with
            if not waiting:
                assert failure is not None
                try:
                    raise failure
                finally:
                    del failure, waiting
            flow = waiting[-1][5]
            try:
                block, frame, semantics = flow.send(found) if failure is None else flow.throw(failure)
                failure = None
                instructions, results = _enter(block, frame, semantics)
                step = None
                break
            except StopIteration as end:
                frame, instructions, results, semantics, block, _, told, result, released, step, name = waiting.pop()
                failure, values = None, end.value
            except Exception as error:  # noqa: BLE001 - as above
                failure = _placed(error, *waiting.pop()[-2:])
                continue
            try:
                for place, value in zip(result, values, strict=True):
                    frame[place] = value
                if told is not None:
                    semantics.after(step, told[0], told[1], values)
                for place in released:
                    frame[place] = None
            except Exception as error:  # noqa: BLE001 - as above
                failure = _placed(error, step, name)
                continue
            value = values = None
            break


# A block that waits for the end of a step's control flow: its frame, its other instructions, the places of its results,
# its semantics, its plan; the control flow, the step's operands and captured values where somebody looks on, the places
# of its results, what dies with it, the step, and the name of the plan that it was written in.
_Waiting = tuple[
    list[Any], Iterator[Instruction], Places, Semantics, BlockPlan, Flow, Any, Places, Places, PlannedStep, str
]  # fmt: skip


def _enter(block: BlockPlan, frame: list[Any], semantics: Semantics) -> tuple[Iterator[Instruction], Places]:
    """What runs of the block, in a frame that gets room for all its values, and the places of its results."""
    if semantics.is_plain:
        code = block.code
        if code is None or not code.is_final:
            code = code_of(block)
        if code.before is not None and running.asked.order is not None:
            code = code.before
    else:
        code = block.watched or watched_code_of(block)
        if not code.instructions:
            semantics.on_empty_block()
    frame += code.computed
    return iter(code.instructions), code.results


def _store(frame: list[Any], places: Places, found: Any) -> None:
    if len(places) == 1:
        frame[places[0]] = as_array(found)
        return
    for place, value in zip(places, found or (), strict=True):
        frame[place] = as_array(value)


def _placed(error: Exception, step: PlannedStep | None, block: str) -> Exception:
    """The error, or another one, which says at which step it came up."""
    try:
        if step is not None:
            raise_placed(error, step.op, block)
    except Exception as placed:  # noqa: BLE001 - it is what was asked for
        return placed
    return error
