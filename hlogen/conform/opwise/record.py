"""Runs a program on the interpreter and keeps what each operation of it was given and gave."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hlogen.ir import Function, Module, Operation, Region, Value
from interpreter.evaluate import BlockPlan, Step, raise_placed, run_with_regions
from interpreter.executable import load
from interpreter.kernels.attributes import symbol
from interpreter.registry import as_array

# What is gone into, so that operations of functions stand by themselves. Regions are not: loops run as wholes.
_CALLS = {"func.call": "callee", "stablehlo.composite": "decomposition"}


@dataclass(frozen=True, eq=False)
class Execution:
    """One operation that has run: `inputs` are its operands and what its regions take from outside, each once."""

    op: Operation
    inputs: dict[Value, Any]
    results: tuple[Any, ...]

    @property
    def bytes(self) -> int:
        return sum(x.nbytes for x in (*self.inputs.values(), *self.results) if isinstance(x, np.ndarray))


def executions(module: Module, args: Sequence[Any], entry: str) -> Iterator[Execution]:
    """What runs, in program order, as it runs; the operations of called functions in place of the calls."""
    executable = load(module, entry)
    values = executable.values(args)
    with np.errstate(all="ignore"):
        yield from _run(module, module.function(executable.name), executable.plan, values)


def _run(
    module: Module, function: Function, block: BlockPlan, arguments: Sequence[Any]
) -> Generator[Execution, None, list[Any]]:
    """Gives the function's results in the end."""
    frame: list[Any] = [*arguments]
    frame.extend([None] * (block.size - len(frame)))
    places = {value: place for place, value in enumerate(function.arguments)}
    for step in block.steps:
        operands = [frame[place] for place in step.operands]
        results: Sequence[Any]
        if step.op.name in _CALLS:
            callee = module.function(symbol(step.op, _CALLS[step.op.name]))
            results = yield from _run(module, callee, step.regions[0].block, operands)
        else:
            results = _results(step, operands, [[frame[place] for place in r.captures] for r in step.regions])
            inputs = dict(zip(step.op.operands, operands, strict=True))
            inputs |= {value: frame[places[value]] for region in step.op.regions for value in captured_values(region)}
            yield Execution(step.op, inputs, tuple(results))
        for place, result in zip(step.results, results, strict=True):
            frame[place] = result
        places |= zip(step.op.results, step.results, strict=True)
        for place in step.released:
            frame[place] = None
    return [frame[place] for place in block.results]


def _results(step: Step, operands: Sequence[Any], captured: Sequence[Sequence[Any]]) -> list[Any]:
    try:
        results = run_with_regions(step, operands, captured) if step.regions else step.run(*operands)
    except Exception as error:
        raise_placed(error, step.op)
        raise
    return [as_array(results)] if len(step.results) == 1 else [as_array(result) for result in results or ()]


def captured_values(region: Region) -> list[Value]:
    """What a region uses and doesn't define, in the order of the text."""
    defined: set[Value] = set()
    for block in region.blocks:
        defined.update(block.arguments)
    for op in region.walk():
        defined.update(op.results)
        for inner in op.regions:
            for block in inner.blocks:
                defined.update(block.arguments)
    return list(dict.fromkeys(value for op in region.walk() for value in op.operands if value not in defined))
