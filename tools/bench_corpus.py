"""Times small whole programs on ours and XLA, which both take arrays of NumPy's and give such.

The programs are those of golden/real and some of tests/helpers/jax_corpus, which are taken by a hash of their names:
networks, losses, scans, branches, indexing and more, as JAX lowers them in f32. Ours is compiled and warm. For first
results, ours reads text, plans and runs; XLA has the module parsed, then compiles and runs. Beside XLA's client stands
the function that JAX compiles, which gets into XLA more quickly. Part of tools/bench.py.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [path for path in (str(ROOT), str(ROOT / "tests")) if path not in sys.path]

from helpers.stored import real_inputs  # noqa: E402  # sys.path comes first

import interpreter  # noqa: E402
from hlogen.backends.adapters.xla import Xla  # noqa: E402
from hlogen.backends.entry import prepare  # noqa: E402
from hlogen.mlir import provider  # noqa: E402
from tools.bench_timing import taking_turns  # noqa: E402

COUNT = 120
MEAN = "NumPy in and out: geometric mean of ours/XLA"
WORST = "NumPy in and out: the worst ours/XLA"
OF_JAX = "NumPy in and out: geometric mean of ours/JAX, compiled"
FIRST = "first result: geometric mean of XLA/ours"
TARGETS = {MEAN: 0.4, WORST: 1.5, FIRST: 30.0}

_NARROWED = {"f8": "f4", "i8": "i4", "u8": "u4", "c16": "c8"}  # what JAX makes of wide numbers, if it isn't told else
_SHOWN = 5


@dataclass(frozen=True)
class Program:
    """A program as text, and the same one compiled by JAX, where that has it."""

    name: str
    text: str
    arguments: list[Any]
    by_jax: Callable[..., Any] | None = None


@dataclass(frozen=True)
class Measured:
    """Ratios of times: ours to XLA's and to JAX's, and XLA's to ours of first results."""

    name: str
    of_xla: float
    of_jax: float | None
    first: float


def corpus(rounds: int) -> dict[str, float]:
    """The figures by name; prints the worst programs."""
    xla = Xla()
    found = [_measured(xla, program, rounds) for program in itertools.chain(real_programs(), _of_jax())]
    print(f"{'the worst of ' + str(len(found)):44} {'ours/XLA':>10} {'ours/JAX':>10} {'first: XLA/ours':>16}")
    for one in sorted(found, key=lambda one: -one.of_xla)[:_SHOWN]:
        of_jax = f"{one.of_jax:10.2f}" if one.of_jax else " " * 10
        print(f"{one.name:44} {one.of_xla:10.2f} {of_jax} {one.first:16.1f}", flush=True)
    return figures(found)


def figures(found: list[Measured]) -> dict[str, float]:
    numbers = {
        MEAN: statistics.geometric_mean(one.of_xla for one in found),
        WORST: max(one.of_xla for one in found),
        FIRST: statistics.geometric_mean(one.first for one in found),
    }
    of_jax = [one.of_jax for one in found if one.of_jax is not None]
    return numbers | ({OF_JAX: statistics.geometric_mean(of_jax)} if of_jax else {})


def real_programs() -> Iterator[Program]:
    for path in sorted((ROOT / "golden" / "real").glob("*.mlir")):
        yield Program(path.stem, path.read_text(), real_inputs(path))


def _of_jax() -> Iterator[Program]:
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    try:
        import jax
    except ImportError:
        print("jax isn't installed (the extra `jax`): its programs aren't measured")
        return
    from helpers.jax_corpus import calculating, control, indexing, libraries, models, scattering, windows  # noqa: F401
    from helpers.jax_corpus.program import PROGRAMS

    left = COUNT
    for one in sorted(PROGRAMS, key=lambda one: hashlib.sha256(one.name.encode()).digest()):
        arguments = [_narrowed(x) for x in one.arguments()]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that wide numbers were asked for
            lowered = jax.jit(one.function, keep_unused=True).lower(*arguments)
        if any(np.dtype(x.dtype).kind == "c" for x in (*arguments, *jax.tree.leaves(lowered.out_info))):
            continue  # XLA's client is given real and imaginary parts
        yield Program(one.name, lowered.as_text(), arguments, lowered.compile())
        left -= 1
        if not left:
            return


def _narrowed(x: Any) -> Any:
    kind = _NARROWED.get(x.dtype.str[1:])
    return x.astype(kind) if kind else x


def _measured(xla: Xla, program: Program, rounds: int) -> Measured:
    arguments = program.arguments
    ours = interpreter.load(program.text, compile="always")
    bindings = provider.find()
    prepared = prepare(bindings, bindings.context(), program.text.encode(), "main", arguments)
    compiled = xla.compile(str(prepared.module), prepared.types.signature())
    for _ in range(3):  # machine code is made of what was optimized, in a second run
        _require_close(program.name, ours(*arguments), xla.run(compiled, arguments))
    turns: list[Callable[[], Any]] = [lambda: ours(*arguments), lambda: xla.run(compiled, arguments)]
    if (by_jax := program.by_jax) is not None:
        import jax

        turns.append(lambda: [np.asarray(x) for x in jax.tree.leaves(by_jax(*arguments))])
    ours_ms, xla_ms, *jax_ms = taking_turns(turns, rounds)
    first = _first(xla, program, min(rounds, 3))
    return Measured(program.name, ours_ms / xla_ms, ours_ms / jax_ms[0] if jax_ms else None, first)


_fresh = itertools.count()


def _first(xla: Xla, program: Program, rounds: int) -> float:
    """How much longer it takes from a parsed module to results on XLA than from text on ours, the median."""
    bindings = provider.find()
    prepared = prepare(bindings, bindings.context(), program.text.encode(), "main", program.arguments)
    ours, theirs = [], []
    for _ in range(rounds):
        start = time.perf_counter()
        interpreter.run(f"// corpus {next(_fresh)}\n{program.text}", *program.arguments)
        ours.append(time.perf_counter() - start)
        start = time.perf_counter()
        compiled = xla.compile(str(prepared.module), prepared.types.signature())
        xla.run(compiled, program.arguments)
        theirs.append(time.perf_counter() - start)
    return statistics.median(theirs) / statistics.median(ours)


def _require_close(name: str, ours: Any, theirs: Any) -> None:
    for one, other in zip(ours, theirs, strict=True):
        kind = np.complex128 if one.dtype.kind == "c" else np.float64
        if not np.allclose(one.astype(kind), other.astype(kind), rtol=2e-3, atol=2e-3, equal_nan=True):
            raise SystemExit(f"{name}: the backends give different results")
