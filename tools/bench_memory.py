"""Holds what `Executable.memory` says against what runs take, as tracemalloc counts it: goldens in batches, workloads.

    python tools/bench_memory.py [REGEX]     all goldens, or those of folders that match, and what is far off

Goldens are batched until their arguments take 4 MiB, so estimates of the same kernels are held against many shapes.
An estimate is close within a factor of 1.5, 2 MiB more or less. Part of tools/bench.py, with some goldens of each
folder.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [path for path in (str(ROOT), str(ROOT / "tests")) if path not in sys.path]

from helpers.memory_measure import Measured, batched_goldens, measured  # noqa: E402  # sys.path comes first
from helpers.memory_programs import PROGRAMS, arguments_of  # noqa: E402

from tools.bench_workloads import WORKLOADS  # noqa: E402

# Folders whose programs aren't held, as they aren't run or aren't small.
_LEFT_OUT = ("invalid", "differences", "real")
_SIZE = 4 << 20  # bytes of arguments
_OF_A_FOLDER = 3  # goldens
_SHOWN = 10
TARGETS = {
    "estimates within a factor of 1.5, share missing": 0.02,
    "worst estimate, taken/estimated": 1.5,
    "worst estimate, estimated/taken": 2.0,
}


def memory(rounds: int) -> dict[str, float]:
    """The figures by name; `rounds` doesn't matter, as bytes are the same each time."""
    found = [*_of_kernels(), *_of_goldens("", _OF_A_FOLDER)]
    far = show(found)
    counted = [one for one in found if not one.is_small]
    ratios = [one.ratio for one in counted]
    return dict(zip(TARGETS, (far / len(counted), max(ratios), 1 / min(ratios)), strict=True))


def show(found: list[Measured]) -> int:
    """Prints the estimates that are farthest off; how many aren't close."""
    counted = sorted((one for one in found if not one.is_small), key=lambda one: one.ratio)
    far = [one for one in counted if not one.is_close]
    print(
        f"{len(found)} programs, {len(found) - len(counted)} of them too small to say anything; {len(far)} are far off"
    )
    print(f"{'the worst':60} {'taken MiB':>10} {'said MiB':>10} {'ratio':>7}")
    for one in [*counted[:_SHOWN], *counted[-_SHOWN:]] if len(far) <= 2 * _SHOWN else far:
        print(f"{one.name:60} {one.taken / 2**20:10.2f} {one.estimated / 2**20:10.2f} {one.ratio:7.2f}", flush=True)
    return len(far)


def _of_kernels() -> Iterator[Measured]:
    for name, (text, _) in PROGRAMS.items():
        yield measured(name, text, arguments_of(name))
    for workload in WORKLOADS:
        yield measured(workload.name, workload.text, workload.arguments(np.random.default_rng(0)))


def _of_goldens(pattern: str, most: int | None = None) -> Iterator[Measured]:
    """`most` of each folder, drawn evenly from all its files; None for all."""
    for folder in sorted((ROOT / "golden").iterdir()):
        if not folder.is_dir() or folder.name in _LEFT_OUT or not re.search(pattern, folder.name):
            continue
        paths = sorted(folder.glob("*.mlir"))
        step = 1 if most is None else max(1, len(paths) // most)
        goldens = (one for path in paths[::step] for one in batched_goldens(path, _SIZE))
        yield from (measured(*golden) for golden in islice(goldens, most))


if __name__ == "__main__":
    pattern = sys.argv[1] if len(sys.argv) > 1 else ""
    sys.exit(int(show([*([] if pattern else _of_kernels()), *_of_goldens(pattern)]) > 0))
