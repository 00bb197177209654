"""What tools/bench.py measures with: medians, and turns taken in one process."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

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


def on_xla(xla: Any, program: str, arguments: list[Any]) -> Callable[[], Any]:
    """What runs a program on XLA once it is compiled there and has its arguments; returns XLA's buffers."""
    # the executor's own pieces: no worker process is in between
    executable, _, _ = xla._compile(program.encode(), "main", arguments)
    buffers = [xla._put(argument) for argument in arguments]

    def run() -> Any:
        outputs = executable.execute_sharded(buffers).disassemble_into_single_device_arrays()
        for (output,) in outputs:
            output.block_until_ready()
        return outputs

    return run
