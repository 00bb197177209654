"""Times what hlogen runs and writes beside what others do, in one run and one process: what counts are ratios.

    python tools/bench.py [--quick] [--only NAME] [--json FILE]

Every program is MLIR text. XLA compiles it and has the arguments on its own side before the clock runs; ours is loaded
before and hands out new arrays. Both must give equal results. XLA and ours take turns; figures are medians. Then come
figures of operations with regions and windows, whole programs, derivatives, orders, exported ONNX models and sparse
products (bench_*.py), some of which run alone as well.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "1")

import bench_autodiff
import bench_onnx
import bench_ops
import bench_orders
import bench_programs
import bench_sparse
from bench_timing import interleaved, median_ms, on_xla
from bench_workloads import WORKLOADS, Workload

import interpreter
from hlogen.backends.adapters.xla import XlaExecutor

TARGETS = {
    "geometric mean of ours/XLA": 3.0,
    "gather of 100,000: upstream/ours": 300.0,
    "scatter of 100,000: upstream/ours": 300.0,
    "small gather, ms": 0.3,
    "import hlogen, s": 0.3,
    "check 10,000 ops, s": 1.5,
    "check 10,000 ops, memory over bindings / file size": 4.0,
    **bench_autodiff.TARGETS,
    **bench_ops.TARGETS,
    **bench_programs.TARGETS,
    **bench_orders.TARGETS,
    **bench_onnx.TARGETS,
    **bench_sparse.TARGETS,
}
_PARSE_ALONE = """
import pathlib, sys
from hlogen.mlir import provider
bindings = provider.find()
bindings.ir.Module.parse(pathlib.Path(sys.argv[1]).read_text(), bindings.context())
"""
_AT_LEAST = {name for name in TARGETS if name.endswith(("upstream/ours", "torch/ours"))}


def main() -> int:
    options = _options()
    chosen = [w for w in WORKLOADS if not options.only or options.only in w.name]
    if not chosen:
        print(f"no workload is called {options.only!r}; there are: {', '.join(w.name for w in WORKLOADS)}")
        return 2
    rounds = 3 if options.quick else 11
    rows = against_xla(chosen, rounds)
    numbers = {}
    if rows:
        numbers["geometric mean of ours/XLA"] = math.exp(statistics.fmean(math.log(row["ratio"]) for row in rows))
    if not options.only:
        numbers |= against_upstream(rounds) | latencies() | command_line(rounds)
        numbers |= bench_autodiff.derivatives(rounds) | bench_orders.orders(rounds)
        numbers |= bench_ops.operations(rounds) | bench_programs.programs(rounds)
        numbers |= bench_onnx.models(rounds) | bench_sparse.products(rounds)
    print()
    for name, value in numbers.items():
        print(f"{name:60} {value:10.3g}   {_verdict(name, value)}")
    if options.json:
        Path(options.json).write_text(json.dumps({"workloads": rows, "numbers": numbers}, indent=2) + "\n")
    return 0


def against_xla(workloads: list[Workload], rounds: int) -> list[dict[str, Any]]:
    xla = XlaExecutor()
    rows = []
    print(f"{'workload':28} {'ours ms':>10} {'XLA ms':>10} {'ours/XLA':>9}   results")
    for workload in workloads:
        arguments = workload.arguments(np.random.default_rng(0))
        ours = interpreter.load(workload.text)
        run_theirs = on_xla(xla, workload.text, arguments)

        def run_ours(ours: Any = ours, arguments: Any = arguments) -> Any:
            return ours(*arguments)

        expected = [
            np.array(output[0]).astype(x.dtype, copy=False) for output, x in zip(run_theirs(), run_ours(), strict=True)
        ]
        agree = all(_equal(x, y) for x, y in zip(run_ours(), expected, strict=True))
        ours_ms, xla_ms = interleaved(run_ours, run_theirs, rounds)
        row = {"name": workload.name, "ours_ms": ours_ms, "xla_ms": xla_ms, "ratio": ours_ms / xla_ms, "agree": agree}
        rows.append(row)
        print(
            f"{workload.name:28} {ours_ms:10.3f} {xla_ms:10.3f} {row['ratio']:9.2f}   {'equal' if agree else 'DIFFER'}",
            flush=True,
        )
    return rows


def against_upstream(rounds: int) -> dict[str, float]:
    """A scalar gather and a scatter-add of 100,000 elements, on upstream's interpreter once and on ours."""
    from hlogen.backends.adapters.upstream import UpstreamExecutor

    upstream = UpstreamExecutor()
    n, dim = 100_000, 1000
    rng = np.random.default_rng(0)
    table, indices = rng.integers(0, 100, dim, np.int32), rng.integers(0, dim, (n, 1), np.int32)
    updates = rng.integers(0, 100, n, np.int32)
    gather = f"""func.func @main(%operand: tensor<{dim}xi32>, %start_indices: tensor<{n}x1xi32>) -> tensor<{n}xi32> {{
  %0 = "stablehlo.gather"(%operand, %start_indices) {{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>}} : (tensor<{dim}xi32>, tensor<{n}x1xi32>) -> tensor<{n}xi32>
  return %0 : tensor<{n}xi32>
}}
"""
    scatter = f"""
func.func @main(%input: tensor<{dim}xi32>, %i: tensor<{n}x1xi32>, %u: tensor<{n}xi32>) -> tensor<{dim}xi32> {{
  %0 = "stablehlo.scatter"(%input, %i, %u) ({{
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %1 = stablehlo.add %old, %new : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }}) {{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
    index_vector_dim = 1>}} : (tensor<{dim}xi32>, tensor<{n}x1xi32>, tensor<{n}xi32>) -> tensor<{dim}xi32>
  return %0 : tensor<{dim}xi32>
}}
"""
    numbers = {}
    for name, text, args in (("gather", gather, [table, indices]), ("scatter", scatter, [table, indices, updates])):
        ours = interpreter.load(text)
        start = time.perf_counter()
        (expected,) = upstream.run(text.encode(), "main", args)
        theirs_ms = (time.perf_counter() - start) * 1e3
        if not _equal(ours(*args)[0], expected):
            raise SystemExit(f"{name}: upstream's interpreter gives another result")
        ours_ms = median_ms(lambda ours=ours, args=args: ours(*args), 5 * rounds)
        numbers[f"{name} of 100,000: upstream/ours"] = theirs_ms / ours_ms
    return numbers


def latencies() -> dict[str, float]:
    (small,) = (w for w in WORKLOADS if w.name == "tiny gather")
    arguments = small.arguments(np.random.default_rng(0))
    interpreter.run(small.text, *arguments)
    return {"small gather, ms": median_ms(lambda: interpreter.run(small.text, *arguments), 1000)}


def command_line(rounds: int) -> dict[str, float]:
    """What a shell sees: importing, and checking a module of 10,000 operations."""
    numbers = {"import hlogen, s": _median_s([sys.executable, "-c", "import hlogen"], rounds)}
    numbers["import hlogen, s"] -= _median_s([sys.executable, "-c", "pass"], rounds)
    with tempfile.TemporaryDirectory() as folder:
        large, small = Path(folder, "large.mlir"), Path(folder, "small.mlir")
        large.write_text(_many_gathers(10_000))
        small.write_text(_many_gathers(1))
        check = [sys.executable, "-m", "hlogen", "check"]
        numbers["check 10,000 ops, s"] = _median_s([*check, str(large)], min(rounds, 5))
        # What the module costs beyond what the bindings alone take to hold it.
        alone = [sys.executable, "-c", _PARSE_ALONE]
        memory = _peak_bytes([*check, str(large)]) - _peak_bytes([*check, str(small)])
        memory -= _peak_bytes([*alone, str(large)]) - _peak_bytes([*alone, str(small)])
        numbers["check 10,000 ops, memory over bindings / file size"] = memory / large.stat().st_size
    return numbers


def _many_gathers(count: int) -> str:
    lines = ["func.func @main(%operand: tensor<100xi32>, %start_indices: tensor<5x1xi32>) -> tensor<5xi32> {"]
    lines += [
        f'  %{i} = "stablehlo.gather"(%operand, %start_indices) {{dimension_numbers = #stablehlo.gather<'
        "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} "
        ": (tensor<100xi32>, tensor<5x1xi32>) -> tensor<5xi32>"
        for i in range(count)
    ]
    return "\n".join([*lines, f"  return %{count - 1} : tensor<5xi32>", "}", ""])


def _peak_bytes(command: list[str]) -> int:
    """The largest resident set of one process, asked of a process that has no other child."""
    ask = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True);"
    ask += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    out = subprocess.run([sys.executable, "-c", ask, *command], capture_output=True, text=True, check=True, cwd=_ROOT)
    return int(out.stdout) * (1 if sys.platform == "darwin" else 1024)


def _median_s(command: list[str], rounds: int) -> float:
    def once() -> None:
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True, cwd=_ROOT)

    return median_ms(once, rounds) / 1e3


def _equal(ours: Any, theirs: Any) -> bool:
    if ours.dtype == ml_dtypes.bfloat16:
        ours, theirs = ours.astype(np.float32), theirs.astype(np.float32)
    return bool(np.array_equal(ours, theirs, equal_nan=ours.dtype.kind in "fc"))


def _verdict(name: str, value: float) -> str:
    if name not in TARGETS:
        return ""
    at_least = name in _AT_LEAST
    holds = value >= TARGETS[name] if at_least else value <= TARGETS[name]
    return f"{'ok' if holds else 'MISSED'} (at {'least' if at_least else 'most'} {TARGETS[name]:g})"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="three rounds instead of eleven")
    parser.add_argument("--only", metavar="NAME", help="only workloads with NAME in their name, and no other numbers")
    parser.add_argument("--json", metavar="FILE", help="write the figures to FILE as well")
    return parser.parse_args()


_ROOT = Path(__file__).resolve().parent.parent

if __name__ == "__main__":
    sys.exit(main())
