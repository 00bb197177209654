"""Regions ready to run: once, or on many lanes at once."""

from __future__ import annotations

from typing import Any

from interpreter.evaluate import BlockPlan, Captured
from interpreter.lanes import run_lanes
from interpreter.registry import Array


class RegionPlan:
    """An operation's region (an input function of the spec), callable with one array per argument.

    Gives a tuple of results. Values that the region takes from outside of it are there whenever its operation runs.
    """

    __slots__ = ("block", "captured")

    def __init__(self, block: BlockPlan) -> None:
        self.block = block
        self.captured = Captured()

    def __call__(self, *arguments: Any) -> tuple[Any, ...]:
        return tuple(self.block.run(arguments, self.captured.values))

    def lanes(self, *arguments: Array) -> tuple[Array, ...]:
        """Runs the region on n lanes at once: each argument has one more dimension, of size n, in front.

        The results have it too. Each lane sees exactly the values that a run of its own would give.
        """
        return run_lanes(self.block, arguments, self.captured.values)
