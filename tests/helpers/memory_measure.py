"""What a run takes, as NumPy asks for it, beside what `Executable.memory` has said; and goldens made large."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from helpers.reruns import with_constants_given

import hlogen as hl
import interpreter
from hlogen.conform.forms import as_constants
from hlogen.errors import HlogenError
from hlogen.ir import Block, FunctionType, Module
from hlogen.lint.split import numbered_parts
from hlogen.mlir.reader import read

FACTOR = 1.5
SMALL = 2 << 20  # bytes: what works chunk by chunk takes some, whatever the size
_MOST = 1 << 30  # bytes that a golden may be estimated to take


@dataclass(frozen=True)
class Measured:
    """The bytes that a run took beside its arguments, and those it was estimated to take."""

    name: str
    taken: int
    estimated: int

    @property
    def ratio(self) -> float:
        """Above 1 where the estimate was too low; a little more or less of either doesn't count."""
        if self.taken > self.estimated:
            return max(1.0, (self.taken - SMALL) / max(self.estimated, 1))
        return min(1.0, max(self.taken, 1) / max(self.estimated - SMALL, 1))

    @property
    def is_close(self) -> bool:
        return 1 / FACTOR <= self.ratio <= FACTOR

    @property
    def is_small(self) -> bool:
        """Whether it says nothing."""
        return max(self.taken, self.estimated) <= SMALL // 2


def measured(name: str, program: Any, arguments: Sequence[Any]) -> Measured:
    """The larger of a first run and a second, for which blocks are made shorter, and plans are there."""
    run, taken = interpreter.load(program), 0
    for _ in range(2):
        gc.collect()
        tracemalloc.start()
        try:
            run(*arguments)
            taken = max(taken, tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    found = run.memory_of(run.values(arguments))
    return Measured(name, taken, found.bytes - found.arguments)


def batched_goldens(path: Path, size: int) -> Iterator[tuple[str, Any, list[Any]]]:
    """The programs of a file, in batches so large that arguments take about `size` bytes: name, program, arguments.

    Checks are left out, and constants given as arguments. Left out: what can't be batched, what runs for long.
    """
    for number, part in numbered_parts(path.read_bytes()):
        name = f"{path.parent.name}/{path.stem}" + (f"#{number}" if number else "")
        try:
            module, values = with_constants_given(as_constants(read(part), "main").module)
            given = sum(np.asarray(value).nbytes for value in values)
            if not given:
                continue
            count = max(2, size // given)
            batched = hl.vmap(_without_given_results(module), axis_size=count)
            if any(op.name == "stablehlo.while" for op in batched.module.walk()):  # of the golden, or one by one
                continue
            memory = interpreter.load(batched).memory
        except HlogenError:
            continue
        if memory.bytes <= _MOST:
            yield name, batched, [np.repeat(np.asarray(value)[None], count, 0) for value in values]


def _without_given_results(module: Module) -> Module:
    """The program without the results that are arguments: expected values, which would be copied for the caller."""
    function = module.function("main")
    returned = function.body.operations[-1]
    computed = tuple(value for value in returned.operands if not isinstance(value.owner, Block))
    returned.operands = computed
    type = FunctionType(function.type.inputs, tuple(value.type for value in computed))
    function.operation.attributes = {**function.operation.attributes, "function_type": type}
    return module
