"""Regions ready to run: once, or on many lanes at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from hlogen.forking import cached_property
from hlogen.ir import TensorType, Value
from interpreter.execution.blocks import BlockPlan, Captured
from interpreter.execution.context import running
from interpreter.execution.lanes import run_lanes
from interpreter.execution.walk import run_block
from interpreter.values.array import Array

_LANES_AT_ONCE = 1 << 15

# The results for many lanes of arguments, and captured values; None where there is no machine code (compiled/lanes.py).
Machine: TypeAlias = "Callable[[Sequence[Array], Sequence[Any]], tuple[Array, ...] | None]"


class RegionPlan:
    """An operation's region (an input function of the spec), callable with one array per argument.

    Gives a tuple of results. Values that the region takes from outside of it, `outer`, are there whenever its operation
    runs. `machine` is what runs many lanes as machine code, where there is some.
    """

    def __init__(self, block: BlockPlan, machine: Machine | None = None, outer: Sequence[Value] = ()) -> None:
        self.block = block
        self.outer = tuple(outer)
        self.captured = Captured()
        self.machine = machine

    def __call__(self, *arguments: Any) -> tuple[Any, ...]:
        return tuple(run_block(self.block, arguments, self.captured.values))

    def lanes(self, *arguments: Array) -> tuple[Array, ...]:
        """Runs the region on n lanes at once: each argument has one more dimension, of size n, in front.

        The results have it too. Each lane sees exactly the values that a run of its own would give. Many lanes run some
        at a time, unless somebody looks on: what the region computes stays in the processor's cache, and takes little.
        """
        if self.machine is not None:
            found = self.machine(arguments, self.captured.values)
            if found is not None:
                return found
        count, asked = len(arguments[0]), running.asked
        if count <= _LANES_AT_ONCE or asked.listeners or asked.observer is not None or self.is_of_process:
            return self._at_once(*arguments)
        results: list[Array] = []
        for start in range(0, count, _LANES_AT_ONCE):
            part = self._at_once(*(x[start : start + _LANES_AT_ONCE] for x in arguments))
            results = results or [np.empty((count, *x.shape[1:]), x.dtype) for x in part]
            for result, x in zip(results, part, strict=True):
                result[start : start + _LANES_AT_ONCE] = x
        return tuple(results)

    def _at_once(self, *arguments: Array) -> tuple[Array, ...]:
        if not self.is_scalar_arithmetic:
            return run_lanes(self.block, arguments, self.captured.values)
        lanes = arguments[0].shape
        results = run_block(self.block, arguments, self.captured.values)
        return tuple(x if x.shape == lanes else np.broadcast_to(x, lanes) for x in results)

    @cached_property
    def is_of_process(self) -> bool:
        """Whether it draws random numbers, or meets other processes: then it matters what runs when."""
        waiting, seen = [self.block], {id(self.block)}
        while waiting:
            for step in waiting.pop().steps:
                if step.traits.of_process:
                    return True
                inner = [region.block for region in step.regions if id(region.block) not in seen]
                seen.update(map(id, inner))
                waiting += inner
        return False

    @cached_property
    def is_scalar_arithmetic(self) -> bool:
        """True where all operations are elementwise on rank 0: then lanes are just a larger shape."""
        return all(
            step.elementwise and all(_is_scalar(value) for value in (*step.op.operands, *step.op.results))
            for step in self.block.steps
        )


def _is_scalar(value: Value) -> bool:
    return isinstance(value.type, TensorType) and value.type.shape == ()
