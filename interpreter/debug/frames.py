"""What a process stands in: a frame for each function, region and turn of a loop, with the values it has had so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hlogen.forking import cached_property
from hlogen.ir import Operation, Value
from interpreter.execution.blocks import BlockPlan, PlannedStep
from interpreter.execution.lanes import Lanes
from interpreter.execution.names import Names


@dataclass(eq=False)
class Frame:
    """One run of a block. `live` is the interpreter's own list of values; `past` what they were, in order."""

    block: BlockPlan
    live: list[Any]
    label: str
    past: dict[Value, Any] = field(default_factory=dict)
    sizes: dict[Value, int] = field(default_factory=dict)  # of what operations have given, in bytes
    op: Operation | None = None  # the one that is about to run, or runs
    is_told: bool = False
    turns: Counter[int] = field(default_factory=Counter)  # how often each region of `op` has been entered

    def __post_init__(self) -> None:
        arguments = zip(self.block.arguments, self.live, strict=False)
        self.past.update((value, _kept(array)) for value, array in arguments)

    def keep(self, values: Sequence[Value], results: Sequence[Any]) -> None:
        """What an operation has given: as long as a frame is there, nothing is written to its values."""
        for value, result in zip(values, results, strict=True):
            self.past[value] = result
            self.sizes[value] = result.nbytes if isinstance(result, np.ndarray) and result.base is None else 0

    def forget_first(self) -> int:
        """Lets the oldest result go, unless the program itself still holds it; gives the bytes that it took."""
        value = next(iter(self.sizes))
        del self.past[value]
        return self.sizes.pop(value)

    @cached_property
    def steps(self) -> dict[Operation, PlannedStep]:
        return {step.op: step for step in self.block.steps}

    @cached_property
    def places(self) -> dict[Value, int]:
        """Where the block's own values stand in `live`."""
        own = [*self.block.arguments]
        places = list(range(len(own)))
        for step in self.block.steps:
            own += step.op.results
            places += step.results
        return dict(zip(own, places, strict=True))

    def value(self, value: Value) -> Any:
        """KeyError where it isn't there: not computed yet, or long let go."""
        if value in self.past:
            return self.past[value]
        found = self.live[self.places[value]]
        if found is None:
            raise KeyError(value)
        return _kept(found)

    def inner_label(self, block: BlockPlan) -> str | None:
        """What a block is called that `op` runs; None where it runs no such block."""
        step = self.steps.get(self.op) if self.op is not None else None
        regions = [region.block for region in step.regions] if step is not None else []
        number = next((n for n, region in enumerate(regions) if region is block), None)
        if step is None or number is None:
            return None
        if block.name.startswith("function"):
            return block.name.partition(" (")[0]
        self.turns[number] += 1
        match step.op.name:
            case "stablehlo.while":
                return f"the loop's {('condition', 'body')[number]}, turn {self.turns[number]}"
            case "stablehlo.if":
                return ("the true branch", "the false branch")[number]
            case "stablehlo.case":
                return f"branch {number}"
            case name:
                return f"the body of {name}"


class Stack:
    """The frames of one process, the innermost last."""

    def __init__(self, keep_bytes: int) -> None:
        self.frames: list[Frame] = []
        self.bytes = 0
        self.keep_bytes = keep_bytes

    def __len__(self) -> int:
        return len(self.frames)

    @property
    def top(self) -> Frame:
        return self.frames[-1]

    def come_to(self, op: Operation, block: BlockPlan, live: list[Any]) -> None:
        """An operation of `block` is about to run."""
        at = next((n for n in reversed(range(len(self.frames))) if self.frames[n].live is live), None)
        if at is not None:
            self._leave(at + 1)
        else:
            label = None
            for n in reversed(range(len(self.frames))):
                label = self.frames[n].inner_label(block)
                if label is not None:
                    self._leave(n + 1)
                    break
            self.frames.append(Frame(block, live, label or block.name.partition(" (")[0]))
        self.top.op = op
        self.top.turns.clear()

    def keep(self, op: Operation, results: Sequence[Any]) -> None:
        """Keeps what `op` has given while its frame is there, the oldest values only as long as there is room."""
        frame = next((frame for frame in reversed(self.frames) if frame.op is op), None)
        if frame is None:
            return
        self._leave(self.frames.index(frame) + 1)
        self.bytes -= sum(frame.sizes.get(value, 0) for value in op.results)
        frame.keep(op.results, results)
        self.bytes += sum(frame.sizes[value] for value in op.results)
        for one in self.frames:
            while self.bytes > self.keep_bytes and one.sizes:
                self.bytes -= one.forget_first()

    def named(self, name: str, names: Names) -> Iterator[tuple[Frame, Value]]:
        """The values that are called `name`, ``%5`` or ``%5#1``, of the innermost frame that has such."""
        for frame in reversed(self.frames):
            found = [value for value in frame.places if name in (called := names.of(value), called.partition("#")[0])]
            if found:
                yield from ((frame, value) for value in found)
                return

    def _leave(self, depth: int) -> None:
        for frame in self.frames[depth:]:
            self.bytes -= sum(frame.sizes.values())
        del self.frames[depth:]


def _kept(value: Any) -> Any:
    return value.array if isinstance(value, Lanes) else value
