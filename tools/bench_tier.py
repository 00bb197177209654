"""Holds runs with machine code against runs without, and the memory of fused programs against XLA's.

Who never asks for machine code must not be faster: programs are run as they are loaded by default, and with
compile="never", the first time and the tenth. What tells is more than noise: the lower quartile with against the upper
quartile without. Memory is what a run takes beside its arguments: ours as tracemalloc counts it, XLA's as it says of
what it has compiled. Part of tools/bench.py.
"""

from __future__ import annotations

import gc
import itertools
import statistics
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

import interpreter
from hlogen.backends.adapters.xla import Xla
from interpreter.compiled import tier
from tools.bench_corpus import real_programs
from tools.bench_programs import layers
from tools.bench_timing import on_xla
from tools.bench_workloads import WORKLOADS

MEANS = {name: f"{name} result, with/without machine code: geometric mean" for name in ("first", "tenth")}
WORST = {name: f"{name} result, with/without machine code: the worst, beyond noise" for name in ("first", "tenth")}
MEMORY = "peak memory of fused programs: the worst ours/XLA"
TARGETS = {**dict.fromkeys(WORST.values(), 1.05), MEMORY: 1.2}

_RUNS = 10
_ROWS, _COLUMNS = 1_000, 1_000
_WHOLE, _BY_ROW = f"tensor<{_ROWS}x{_COLUMNS}xf32>", f"tensor<{_ROWS}xf32>"
Times = dict[str, list[float]]  # seconds, by the names of MEANS


def tiers(rounds: int) -> dict[str, float]:
    """The figures by name; prints a row per program."""
    means: dict[str, list[float]] = {name: [] for name in MEANS}
    worst = dict.fromkeys(WORST, 0.0)
    print(f"{'with/without machine code':36} {'first':>8} {'tenth':>8}   beyond noise")
    for name, text, arguments in _programs():
        with_code, without = _both(text, arguments, rounds)
        ratios, beyond = {}, {}
        for which in MEANS:
            ratios[which] = statistics.median(with_code[which]) / statistics.median(without[which])
            beyond[which] = float(np.quantile(with_code[which], 0.25) / np.quantile(without[which], 0.75))
            means[which].append(ratios[which])
            worst[which] = max(worst[which], beyond[which])
        print(
            f"{name:36} {ratios['first']:8.2f} {ratios['tenth']:8.2f}   {beyond['first']:.2f} {beyond['tenth']:.2f}",
            flush=True,
        )
    numbers = {MEANS[which]: statistics.geometric_mean(found) for which, found in means.items()}
    return numbers | {WORST[which]: found for which, found in worst.items()} | {MEMORY: peak_memory()}


def peak_memory() -> float:
    """The worst of ours/XLA; prints a row per program."""
    xla, ratios = Xla(), list[float]()
    arguments = [np.random.default_rng(0).standard_normal((_ROWS, _COLUMNS), np.float32) for _ in range(3)]
    print(f"{'peak memory, MiB':36} {'ours':>10} {'XLA':>10}")
    for name, text in FUSED.items():
        stats = on_xla(xla, text, arguments).executable.get_compiled_memory_stats()
        theirs = stats.temp_size_in_bytes + stats.output_size_in_bytes
        ours = _taken(interpreter.load(text, compile="always"), arguments)
        ratios.append(ours / theirs)
        print(f"{name:36} {ours / 2**20:10.2f} {theirs / 2**20:10.2f}", flush=True)
    return max(ratios)


def _programs() -> Iterator[tuple[str, str, Sequence[Any]]]:
    for program in real_programs():
        yield program.name, program.text, program.arguments
    yield from layers()
    for workload in WORKLOADS:
        yield workload.name, workload.text, workload.arguments(np.random.default_rng(0))


_fresh = itertools.count()


def _both(text: str, arguments: Sequence[Any], rounds: int) -> tuple[Times, Times]:
    """The times of first and tenth results, of programs that are read anew, with machine code and without."""
    found: dict[str, Times] = {mode: {name: [] for name in MEANS} for mode in (tier.AUTO, tier.NEVER)}
    for number in range(rounds + 1):  # the first round is for what is imported and read once
        for mode in (tier.AUTO, tier.NEVER)[:: 1 if number % 2 else -1]:
            taken = _runs(f"// tier {next(_fresh)}\n{text}", arguments, mode)
            tier.wait()
            if number:
                for name, seconds in zip(MEANS, taken, strict=True):
                    found[mode][name].append(seconds)
    return found[tier.AUTO], found[tier.NEVER]


def _runs(text: str, arguments: Sequence[Any], mode: str) -> tuple[float, float]:
    start = time.perf_counter()
    program = interpreter.load(text, compile=mode)
    program(*arguments)
    first = time.perf_counter() - start
    for _ in range(_RUNS - 2):
        program(*arguments)
    start = time.perf_counter()
    program(*arguments)
    return first, time.perf_counter() - start


def _taken(program: Callable[..., Any], arguments: Sequence[Any]) -> int:
    """Bytes at most, of a run that machine code is there for."""
    for _ in range(3):
        program(*arguments)
    gc.collect()
    tracemalloc.start()
    try:
        program(*arguments)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def _elementwise(*lines: str) -> str:
    """A program of %x, %y and %z and so many constants, a line for each operation; the last one is the result."""
    body = "\n".join(f"  %{number} = {line}" for number, line in enumerate(lines))
    given = f"%x: {_WHOLE}, %y: {_WHOLE}, %z: {_WHOLE}"
    constants = "\n".join(
        f"  %{name} = stablehlo.constant dense<{value}> : {_WHOLE}"
        for name, value in {"tenth": 0.1, "half": 0.5, "one": 1.0}.items()
    )
    return f"func.func @main({given}) -> {_WHOLE} {{\n{constants}\n{body}\n  return %{len(lines) - 1} : {_WHOLE}\n}}\n"


def _of(op: str, *operands: str) -> str:
    return f"stablehlo.{op} {', '.join(f'%{operand}' for operand in operands)} : {_WHOLE}"


def _sum(operand: str) -> str:
    return (
        f"stablehlo.reduce(%{operand} init: %zero) applies stablehlo.add across dimensions = [1] : "
        f"({_WHOLE}, tensor<f32>) -> {_BY_ROW}"
    )


_SPREAD = f"dims = [0] : ({_BY_ROW}) -> {_WHOLE}"
FUSED = {
    "a step of momentum": _elementwise(
        _of("multiply", "y", "half"), _of("multiply", "z", "tenth"), _of("add", "0", "1"),
        _of("multiply", "2", "tenth"), _of("subtract", "x", "3"),
    ),
    "a polynomial": _elementwise(
        _of("multiply", "x", "half"), _of("add", "0", "one"), _of("multiply", "1", "x"), _of("add", "2", "y"),
        _of("multiply", "3", "x"), _of("add", "4", "z"), _of("abs", "5"), _of("maximum", "6", "tenth"),
    ),
    "a clipped difference": _elementwise(
        _of("subtract", "x", "y"), _of("multiply", "0", "z"), _of("maximum", "1", "tenth"), _of("minimum", "2", "one"),
        _of("negate", "3"), _of("add", "4", "half"),
    ),
    "rows scaled to length one": f"""
func.func @main(%x: {_WHOLE}, %y: {_WHOLE}, %z: {_WHOLE}) -> {_WHOLE} {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.add %x, %y : {_WHOLE}
  %1 = stablehlo.multiply %0, %z : {_WHOLE}
  %2 = stablehlo.multiply %1, %1 : {_WHOLE}
  %3 = {_sum("2")}
  %4 = stablehlo.rsqrt %3 : {_BY_ROW}
  %5 = stablehlo.broadcast_in_dim %4, {_SPREAD}
  %6 = stablehlo.multiply %1, %5 : {_WHOLE}
  return %6 : {_WHOLE}
}}
""",
}  # fmt: skip
