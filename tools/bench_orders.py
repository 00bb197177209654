"""The figures of tools/bench.py for schedules, the sanitizer, admissible results and static analysis."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import hlogen as hl
import interpreter
from hlogen.analysis.facts import Facts
from hlogen.analysis.judge import judge
from tools.bench_timing import interleaved, median_ms
from tools.bench_workloads import SCATTER_SCALARS, WORKLOADS, Workload, normal, one_op, scatter, set_to

UPDATES = 1_000_000
SANITIZED = "sanitized/plain, the worst workload"
ADMISSIBLE = "admissible/plain of 1M updates, the worst body"
ANALYSIS = "static analysis of 10,000 ops, s"
TARGETS = {SANITIZED: 3.0, ADMISSIBLE: 10.0, ANALYSIS: 5.0}
JUDGED = ("stablehlo.gather", "stablehlo.dynamic_gather", "stablehlo.scatter")

Run = Callable[[], Any]


def _updates(name: str, elements: int, element: str, body: str) -> Workload:
    """1M updates of single elements, on so many of them."""
    types = [f"{elements}x{element}", f"{UPDATES}x1xi32", f"{UPDATES}x{element}"]

    def arguments(rng: np.random.Generator) -> list[Any]:
        def values(count: int) -> Any:
            return normal(rng, count) if element == "f32" else rng.integers(-100, 100, count, np.int32)

        return [values(elements), rng.integers(0, elements, (UPDATES, 1), np.int32), values(UPDATES)]

    return scatter(name, types, [element], SCATTER_SCALARS, body, arguments)


CONTESTED = [
    _updates("add i32, 1M into 1k", 1_000, "i32", one_op("add", "i32")),
    _updates("add f32, 1M into 1k", 1_000, "f32", one_op("add", "f32")),
    _updates("add f32, 1M into 100k", 100_000, "f32", one_op("add", "f32")),
    _updates("add f32, 1M into 1M", 1_000_000, "f32", one_op("add", "f32")),
    _updates("set f32, 1M into 100k", 100_000, "f32", set_to("f32")),
    _updates("set f32, 1M into 1M", 1_000_000, "f32", set_to("f32")),
]


def orders(rounds: int) -> dict[str, float]:
    """All of them."""
    return sanitizer(rounds) | schedules() | admissible(rounds) | analysis(rounds)


def sanitizer(rounds: int) -> dict[str, float]:
    """Sanitized runs against plain ones: what large workloads cost more."""
    ratios = {}
    for workload in (*WORKLOADS, *CONTESTED):
        if "tiny" in workload.name:
            continue
        loaded, arguments = _ready(workload)
        ratios[workload.name] = _ratio(
            lambda loaded=loaded, arguments=arguments: loaded(*arguments, sanitize=interpreter.Sanitizer()),
            lambda loaded=loaded, arguments=arguments: loaded(*arguments),
            rounds,
        )
    _print("sanitized/plain", ratios)
    return {"sanitized/plain, geometric mean": _mean(ratios), SANITIZED: max(ratios.values())}


def schedules() -> dict[str, float]:
    """Scatters in another order than the lexicographic one."""
    numbers = {}
    for schedule in ("reverse", "window-major", 0):
        ratios = {}
        for workload in WORKLOADS:
            if "stablehlo.scatter" not in workload.text or "tiny" in workload.name:
                continue
            loaded, arguments = _ready(workload)
            ratios[workload.name] = _ratio(
                lambda loaded=loaded, arguments=arguments, schedule=schedule: loaded(*arguments, schedule=schedule),
                lambda loaded=loaded, arguments=arguments: loaded(*arguments),
                rounds=3,  # a random order of a large scatter takes seconds
            )
        name = "random" if schedule == 0 else schedule
        _print(f"{name}/lexicographic", ratios)
        numbers[f"{name} schedule/lexicographic, geometric mean"] = _mean(ratios)
    return numbers


def admissible(rounds: int) -> dict[str, float]:
    """The admissible results of a scatter of a million updates, against running it."""
    ratios = {}
    for workload in CONTESTED:
        loaded, arguments = _ready(workload)
        ratios[workload.name] = _ratio(
            lambda workload=workload, arguments=arguments: interpreter.admissible(workload.text, *arguments),
            lambda loaded=loaded, arguments=arguments: loaded(*arguments),
            rounds,
        )
    _print("admissible/plain", ratios)
    return {"admissible/plain of 1M updates, geometric mean": _mean(ratios), ADMISSIBLE: max(ratios.values())}


def analysis(rounds: int) -> dict[str, float]:
    """Proofs about all gathers and scatters of a module of 10,000 operations, which compute their indices."""
    module = hl.parse(indexing_program(10_000))

    def run() -> None:
        facts = Facts(module)
        for operation in module.walk():
            if operation.name in JUDGED:
                judgement = judge(operation, facts)
                _ = judgement.in_bounds, judgement.indices_are_sorted, judgement.unique_indices
                _ = judgement.schedule_independent

    return {ANALYSIS: median_ms(run, min(rounds, 3)) / 1e3}


def indexing_program(operations: int) -> str:
    """A chain of steps, each of which computes indices from a constant, an argument and iota, then reads and writes."""
    lines = [
        "func.func @main(%x0: tensor<64x8xf32>, %at: tensor<16xi32>) -> tensor<64x8xf32> {",
        "  %zero = stablehlo.constant dense<0> : tensor<16xi32>",
        "  %last = stablehlo.constant dense<63> : tensor<16xi32>",
    ]
    step = """  %i{0} = stablehlo.iota dim = 0 : tensor<16xi32>
  %c{0} = stablehlo.constant dense<{1}> : tensor<16xi32>
  %m{0} = stablehlo.multiply %i{0}, %c{0} : tensor<16xi32>
  %w{0} = stablehlo.clamp %zero, %at, %last : tensor<16xi32>
  %r{0} = stablehlo.reshape %m{0} : (tensor<16xi32>) -> tensor<16x1xi32>
  %s{0} = stablehlo.reshape %w{0} : (tensor<16xi32>) -> tensor<16x1xi32>
  %g{0} = "stablehlo.gather"(%x{0}, %s{0}) {{dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}}
    : (tensor<64x8xf32>, tensor<16x1xi32>) -> tensor<16x8xf32>
  %x{2} = "stablehlo.scatter"(%x{0}, %r{0}, %g{0}) ({{
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    stablehlo.return %new : tensor<f32>
  }}) {{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}
    : (tensor<64x8xf32>, tensor<16x1xi32>, tensor<16x8xf32>) -> tensor<64x8xf32>"""
    steps = operations // 8
    lines += [step.format(number, 1 + number % 5, number + 1) for number in range(steps)]
    return "\n".join([*lines, f"  return %x{steps} : tensor<64x8xf32>", "}", ""])


def _ready(workload: Workload) -> tuple[Any, list[Any]]:
    return interpreter.load(workload.text), workload.arguments(np.random.default_rng(0))


def _ratio(first: Run, second: Run, rounds: int) -> float:
    first_ms, second_ms = interleaved(first, second, min(rounds, 5), time.process_time)  # all of it is one thread
    return first_ms / second_ms


def _mean(ratios: dict[str, float]) -> float:
    return math.exp(statistics.fmean(map(math.log, ratios.values())))


def _print(title: str, ratios: dict[str, float]) -> None:
    print(f"\n{title}: " + ", ".join(f"{name} {ratio:.2f}" for name, ratio in ratios.items()), flush=True)
