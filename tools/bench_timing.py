"""What tools/bench.py measures with: medians, turns taken in one process, programs on XLA."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hlogen.backends.adapted import Adapted
from hlogen.backends.adapters.xla import Xla
from hlogen.backends.address import found
from hlogen.backends.entry import Prepared, prepare
from hlogen.mlir import provider

Clock = Callable[[], float]


def interleaved(
    first: Callable[[], Any], second: Callable[[], Any], rounds: int, clock: Clock = time.perf_counter
) -> tuple[float, float]:
    """Median milliseconds of each, taking turns; what takes microseconds is repeated within a turn."""
    first_ms, second_ms = taking_turns([first, second], rounds, clock)
    return first_ms, second_ms


def taking_turns(functions: Sequence[Callable[[], Any]], rounds: int, clock: Clock = time.perf_counter) -> list[float]:
    """`interleaved` of any number of functions."""
    times: list[list[float]] = [[] for _ in functions]
    repeats = []
    for function in functions:
        start = clock()
        function()
        repeats.append(max(1, min(200, int(0.002 / max(clock() - start, 1e-6)))))
    for _ in range(rounds):
        for function, taken, repeat in zip(functions, times, repeats, strict=True):
            start = clock()
            for _ in range(repeat):
                function()
            taken.append((clock() - start) / repeat)
    return [statistics.median(taken) * 1e3 for taken in times]


def median_ms(function: Callable[[], Any], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e3


@dataclass(frozen=True)
class OnXla:
    """A program that XLA has compiled, and its arguments on XLA's own side; called, it gives XLA's buffers."""

    executable: Any
    buffers: Sequence[Any]

    def __call__(self) -> list[Any]:
        outputs = self.executable.execute_sharded(self.buffers).disassemble_into_single_device_arrays()
        for (output,) in outputs:
            output.block_until_ready()
        return [output for (output,) in outputs]


def on_xla(xla: Xla, program: str, arguments: Sequence[Any]) -> OnXla:
    """The adapter's own pieces: no worker process is in between."""
    bindings = provider.find()
    prepared = prepare(bindings, bindings.context(), program.encode(), "main", arguments)
    return compiled_on_xla(xla, prepared, arguments)


def compiled_on_xla(xla: Xla, prepared: Prepared, arguments: Sequence[Any]) -> OnXla:
    executable, _ = xla.compile(str(prepared.module), prepared.types.signature())
    return OnXla(executable, [xla._put(argument) for argument in arguments])


def upstream_in_process() -> Adapted:
    """Upstream's interpreter without a worker process in between."""
    return Adapted(found("upstream"))
