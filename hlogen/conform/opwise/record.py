"""Runs a program on the interpreter and keeps what each operation of it was given and gave.

Functions, branches and some turns of loops are gone into, so that their operations stand by themselves. A branch or a
loop stands behind what it is made of, as a whole.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from hlogen.ir import Module, Operation, Value
from hlogen.program.structure import CALLS
from hlogen.program.structure import captured as captured_values
from interpreter.executable import load
from interpreter.execution.evaluate import BlockPlan, Step, raise_placed, run_with_regions
from interpreter.execution.names import place_of
from interpreter.values.array import as_array

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


Executions = Generator[Execution, None, list[Any]]


def executions(module: Module, args: Sequence[Any], entry: str) -> Iterator[Execution]:
    """What runs, in program order, as it runs; the operations of called functions in place of the calls."""
    executable = load(module, entry)
    values = executable.values(args)
    with np.errstate(all="ignore"):
        yield from _run(executable.plan, values, (), ())


def _run(block: BlockPlan, entering: Sequence[Any], captured: Sequence[Value], within: tuple[str, ...]) -> Executions:
    """Gives the block's results in the end. `entering` are its arguments, then the values that are `captured`."""
    frame: list[Any] = [*entering]
    frame.extend([None] * (block.size - len(frame)))
    values = [*block.arguments, *captured]
    places = {value: place for place, value in enumerate(values)}
    for step in block.steps:
        operands = [frame[place] for place in step.operands]
        inside = [[frame[place] for place in region.captures] for region in step.regions]
        results: Sequence[Any]
        if step.op.name in CALLS:
            results = yield from _run(step.regions[0].block, operands, (), within)
        else:
            inputs = dict(zip(step.op.operands, operands, strict=True))
            inputs |= {value: frame[places[value]] for value in captured_values(step.op)}
            standing = [[values[place] for place in region.captures] for region in step.regions]
            results = yield from _results(step, operands, inside, standing, within)
            yield Execution(step.op, inputs, tuple(results), within)
        for place, result in zip(step.results, results, strict=True):
            frame[place] = result
        places |= zip(step.op.results, step.results, strict=True)
        values += step.op.results
        for place in step.released:
            frame[place] = None
    return [frame[place] for place in block.results]


def _results(
    step: Step,
    operands: Sequence[Any],
    inside: Sequence[Sequence[Any]],
    standing: Sequence[Sequence[Value]],
    within: tuple[str, ...],
) -> Executions:
    """What it gives. `inside` are the arrays that each of its regions takes from outside, `standing` their values."""

    def run(region: int, arguments: Sequence[Any], within: tuple[str, ...]) -> Executions:
        block = step.regions[region].block
        return _run(block, [*arguments, *inside[region]], standing[region], within)

    if step.op.name == "stablehlo.while":
        cond, body = (region.block for region in step.regions)
        for turn in count(1):
            if turn <= _FIRST_TURNS or turn & (turn - 1) == 0:
                now = (*within, f"turn {turn} of the loop{place_of(step.op)}")
                (goes_on,) = yield from run(0, operands, now)
                operands = (yield from run(1, operands, now)) if goes_on else operands
            else:
                (goes_on,) = cond.run(operands, inside[0])
                operands = body.run(operands, inside[1]) if goes_on else operands
            if not goes_on:
                return list(operands)
    elif step.op.name in ("stablehlo.if", "stablehlo.case"):
        last = len(step.regions) - 1
        chosen = int(operands[0]) if step.op.name == "stablehlo.case" else 0 if operands[0] else 1
        return (yield from run(chosen if 0 <= chosen < last else last, (), within))
    try:
        results = run_with_regions(step, operands, inside) if step.regions else step.run(*operands)
    except Exception as error:
        raise_placed(error, step.op)
        raise
    return [as_array(results)] if len(step.results) == 1 else [as_array(result) for result in results or ()]
