"""Times what hlogen runs and writes beside what others do, in one run and one process: what counts are ratios.

    python tools/bench.py [--quick] [--only PART] [--write]

Every program is MLIR text. XLA compiles it and has the arguments on its own side before the clock runs; ours is loaded
before and hands out new arrays. Both must give equal results. What is compared takes turns; figures are medians. Exits
with 1 where a figure misses its target; `--write` keeps all of them in docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import datetime
import importlib.metadata
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "1")

import ml_dtypes  # noqa: E402  # sys.path comes first
import numpy as np  # noqa: E402

import interpreter  # noqa: E402
from hlogen.backends.adapters.xla import Xla  # noqa: E402
from tools import (  # noqa: E402
    bench_autodiff,
    bench_checkpoint,
    bench_conform,
    bench_corpus,
    bench_deterministic,
    bench_drawn,
    bench_interop,
    bench_large,
    bench_linalg,
    bench_memory,
    bench_onnx,
    bench_ops,
    bench_orders,
    bench_programs,
    bench_sparse,
    bench_tier,
)
from tools.bench_timing import interleaved, median_ms, on_xla, upstream_in_process  # noqa: E402
from tools.bench_workloads import WORKLOADS  # noqa: E402

PAGE = ROOT / "docs" / "benchmarks.md"
ROUNDS = 11
TARGETS = {
    "geometric mean of ours/XLA": 3.0,
    "gather of 100,000: upstream/ours": 300.0,
    "scatter of 100,000: upstream/ours": 300.0,
    "small gather, ms": 0.3,
    "import hlogen, s": 0.3,
    "check 10,000 ops, s": 1.5,
    "check 10,000 ops, memory over bindings / file size": 4.0,
}
AT_LEAST = (
    "upstream/ours",
    "single updates/ours",
    "torch/ours",
    "XLA/ours",
)  # how the figures end that should be large
# Why a figure misses its target today.
WHY = {
    bench_deterministic.SCALARS: "XLA sorts 1M integers in 80 ms on a CPU, where a loop of single updates is fast",
    bench_deterministic.ROWS: "rows are gathered and put back, where a CPU adds in place",
    bench_deterministic.SET: "who lands last on a place is found first, in whole numbers",
    "transformer_block: ours/XLA": "the block is 8 wide: what an operation costs by itself counts, and XLA fuses them",
    "check 10,000 ops, s": "the machine takes between 1 and 2 seconds, from day to day",
    bench_drawn.MEDIAN: "half of them move few elements: what a call costs in Python counts",
    bench_corpus.MEAN: "the programs take microseconds, much of it what a call costs in Python",
    bench_corpus.WORST: "what takes microseconds is measured with what else the machine does",
    bench_corpus.FIRST: "XLA compiles the smallest programs in some 20 ms; of ours, reading text is most",
    bench_large.MEAN: "in small recurrent networks, NumPy's products of a row and a matrix are most of a turn",
    **{
        f"{name}: ours/XLA": "NumPy's products of small matrices, one for each head, wait for their threads"
        for name in bench_large.NAMES[:2]
    },
    "ResNet block: ours/XLA": "windows are written out for a product of matrices",
    "NMS of 1,000 boxes: ours/XLA": "maxima that keep NaNs and signs of zeros take several instructions each",
    bench_orders.SANITIZED: "a plain sum into 1,000 elements is one pass; who meets whom takes another two",
    bench_orders.ADMISSIBLE: "a plain sum takes 6 ns an update; elements that are met twice are summed in all orders",
}
_PARSE_ALONE = """
import pathlib, sys
from hlogen.mlir import provider
bindings = provider.find()
bindings.ir.Module.parse(pathlib.Path(sys.argv[1]).read_text(), bindings.context())
"""


def main() -> int:
    options = _options()
    figures: dict[str, dict[str, float]] = {}
    start = time.perf_counter()
    for part, (measure, _) in PARTS.items():
        if options.only in part:
            began = time.perf_counter()
            print(f"\n{part}", flush=True)
            figures[part] = measure(3 if options.quick else ROUNDS)
            print(f"({time.perf_counter() - began:.0f} s)", flush=True)
    minutes = (time.perf_counter() - start) / 60
    if not figures:
        print(f"no part is called {options.only!r}; there are: {', '.join(PARTS)}")
        return 2
    missed = []
    for part, values in figures.items():
        print(f"\n{part}")
        for name, value in values.items():
            print(f"  {name:60} {value:10.3g}   {_target(part, name):16} {_verdict(part, name, value)}")
            missed += [name] if _misses(part, name, value) else []
    print(f"\n{minutes:.1f} minutes; missed: {', '.join(missed) or 'none'}")
    if options.write:
        PAGE.write_text(page(figures, minutes))
    return int(bool(missed))


def gathers_and_scatters(rounds: int) -> dict[str, float]:
    ratios = against_xla(rounds)
    mean = {"geometric mean of ours/XLA": statistics.geometric_mean(ratios.values())}
    return ratios | mean | against_upstream(rounds) | latencies() | command_line(rounds)


# By part: what measures it, and the targets of its figures.
PARTS: dict[str, tuple[Callable[[int], dict[str, float]], dict[str, float]]] = {
    "gathers and scatters": (gathers_and_scatters, TARGETS),
    "operations with regions and windows": (bench_ops.operations, bench_ops.TARGETS),
    "whole programs": (bench_programs.programs, bench_programs.TARGETS),
    "drawn gathers and scatters": (bench_drawn.drawn, bench_drawn.TARGETS),
    "small programs": (bench_corpus.corpus, bench_corpus.TARGETS),
    "larger programs": (bench_large.large, bench_large.TARGETS),
    "machine code": (bench_tier.tiers, bench_tier.TARGETS),
    "derivatives": (bench_autodiff.derivatives, bench_autodiff.TARGETS),
    "linear algebra": (bench_linalg.linear_algebra, bench_linalg.TARGETS),
    "what ways back hold": (bench_checkpoint.checkpoints, bench_checkpoint.TARGETS),
    "estimates of memory": (bench_memory.memory, bench_memory.TARGETS),
    "orders, hazards and proofs": (bench_orders.orders, bench_orders.TARGETS),
    "deterministic scatters": (bench_deterministic.deterministic, bench_deterministic.TARGETS),
    "ONNX models": (bench_onnx.models, bench_onnx.TARGETS),
    "other frameworks": (bench_interop.frameworks, bench_interop.TARGETS),
    "sparse products": (bench_sparse.products, bench_sparse.TARGETS),
    "conformance": (bench_conform.isolation, bench_conform.TARGETS),
}


def page(figures: dict[str, dict[str, float]], minutes: float) -> str:
    """docs/benchmarks.md."""
    packages = ("numpy", "scipy", "jaxlib", "jax", "onnx", "onnxruntime", "torch")
    versions = [f"{name} {version}" for name in packages if (version := _installed(name))]
    lines = [
        "# Benchmarks",
        "",
        "How fast hlogen is beside other tools, as ratios.",
        "",
        f"Written by `make bench` on {datetime.date.today()}, in {minutes:.0f} minutes on {os.cpu_count()} cores"
        f" of {_processor()}: Python {platform.python_version()}, {', '.join(versions)}.",
        "",
        "What is compared takes turns in one process and gives the same results; figures are medians, ratios of",
        "times unless they say otherwise. The programs and the targets are in `tools/bench*.py`.",
    ]
    for part, values in figures.items():
        targets = PARTS[part][1]
        lines += [
            "",
            f"## {part[0].upper()}{part[1:]}",
            "",
            "| figure | value | target | |",
            "| --- | --- | --- | --- |",
        ]
        for name, value in values.items():
            lines.append(f"| {name} | {value:.3g} | {_target(part, name)} | {_verdict(part, name, value)} |")
        lines += [f"| {name} | not measured here | {_target(part, name)} | |" for name in targets if name not in values]
    return "\n".join([*lines, ""])


def against_xla(rounds: int) -> dict[str, float]:
    xla = Xla()
    ratios = {}
    print(f"{'workload':28} {'ours ms':>10} {'XLA ms':>10} {'ours/XLA':>9}   results")
    for workload in WORKLOADS:
        arguments = workload.arguments(np.random.default_rng(0))
        ours = interpreter.load(workload.text, compile="always")
        run_theirs = on_xla(xla, workload.text, arguments)

        def run_ours(ours: Any = ours, arguments: Any = arguments) -> Any:
            return ours(*arguments)

        results = run_ours()
        expected = [
            np.array(output).astype(x.dtype, copy=False) for output, x in zip(run_theirs(), results, strict=True)
        ]
        agree = "equal" if all(map(_equal, results, expected)) else "DIFFER"
        ours_ms, xla_ms = interleaved(run_ours, run_theirs, rounds)
        ratios[f"{workload.name}: ours/XLA"] = ours_ms / xla_ms
        print(f"{workload.name:28} {ours_ms:10.3f} {xla_ms:10.3f} {ours_ms / xla_ms:9.2f}   {agree}", flush=True)
    return ratios


def against_upstream(rounds: int) -> dict[str, float]:
    """A scalar gather and a scatter-add of 100,000 elements, on upstream's interpreter once and on ours."""
    upstream = upstream_in_process()
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
        check = [sys.executable, "-m", "hlogen", "check", "--no-cache"]
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
    out = subprocess.run([sys.executable, "-c", ask, *command], capture_output=True, text=True, check=True, cwd=ROOT)
    return int(out.stdout) * (1 if sys.platform == "darwin" else 1024)


def _median_s(command: list[str], rounds: int) -> float:
    def once() -> None:
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True, cwd=ROOT)

    return median_ms(once, rounds) / 1e3


def _equal(ours: Any, theirs: Any) -> bool:
    if ours.dtype == ml_dtypes.bfloat16:
        ours, theirs = ours.astype(np.float32), theirs.astype(np.float32)
    return bool(np.array_equal(ours, theirs, equal_nan=ours.dtype.kind in "fc"))


def _misses(part: str, name: str, value: float) -> bool:
    target = PARTS[part][1].get(name)
    return target is not None and (value < target if name.endswith(AT_LEAST) else value > target)


def _target(part: str, name: str) -> str:
    target = PARTS[part][1].get(name)
    return "" if target is None else f"at {'least' if name.endswith(AT_LEAST) else 'most'} {target:g}"


def _verdict(part: str, name: str, value: float) -> str:
    if _misses(part, name, value):
        return f"**missed**: {WHY.get(name, 'why is not known')}"
    return "ok" if _target(part, name) else ""


def _installed(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _processor() -> str:
    names = [line.partition(": ")[2] for line in _lines("/proc/cpuinfo") if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _lines(path: str) -> list[str]:
    return Path(path).read_text().splitlines() if Path(path).exists() else []


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help=f"three rounds instead of {ROUNDS}")
    parser.add_argument("--only", metavar="PART", default="", help="only parts with PART in their name")
    parser.add_argument("--write", action="store_true", help="keep the figures in docs/benchmarks.md")
    options = parser.parse_args()
    if options.write and (options.only or options.quick):
        parser.error("docs/benchmarks.md has the figures of all parts, in full")
    return options


if __name__ == "__main__":
    sys.exit(main())
