"""Times deterministic scatters beside plain ones and beside a loop of single updates, on XLA CPU, taking turns.

The loop is what XLA's own flag makes of a scatter. On a CPU, machine code runs such a loop at the speed of a plain
scatter; where each turn starts kernels, as on a GPU, it takes microseconds an update. So both are told of, and the
loop on hlogen's interpreter, where a turn costs as much.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import hlogen as hl
import interpreter
from hlogen.backends.adapters.xla import Xla
from tools.bench_timing import on_xla, taking_turns

SCALARS = "deterministic by rounds/plain, 1M f32 into 100k"
SCALARS_BY_TURNS = "deterministic by turns/plain, 1M f32 into 100k"
ROWS = "deterministic/plain, 100k rows of 64 into 100k"
SET = "deterministic/plain, 1M overwriting 100k"
UNIQUE = "deterministic/plain, proved unique"
TURNS = "loop of single updates/deterministic, 100k, interpreter"
TARGETS = {SCALARS: 3.0, SCALARS_BY_TURNS: 3.0, ROWS: 3.0, SET: 3.0, UNIQUE: 1.0, TURNS: 100.0}


def deterministic(rounds: int) -> dict[str, float]:
    """Prints a line for each, and returns the ratios."""
    return {
        SCALARS: _beside_plain(SCALARS, _scatter(100_000, 1_000_000, 1), rounds),
        SCALARS_BY_TURNS: _beside_plain(SCALARS_BY_TURNS, _scatter(100_000, 1_000_000, 1), rounds, by="turns"),
        ROWS: _beside_plain(ROWS, _scatter(100_000, 100_000, 64), rounds),
        SET: _beside_plain(SET, _scatter(100_000, 1_000_000, 1, "set"), rounds),
        UNIQUE: _unique(),
        TURNS: _beside_turns(),
    }


def _scatter(rows: int, updates: int, width: int, body: str = "add") -> tuple[Any, list[Any]]:
    @hl.function(f"{rows}x{width}xf32", f"{updates}x1xi32", f"{updates}x{width}xf32", name="main")
    def program(table: Any, places: Any, values: Any) -> Any:
        return hl.scatter(
            table,
            places,
            values,
            body,
            update_window_dims=[1],
            inserted_window_dims=[0],
            scatter_dims_to_operand_dims=[0],
            index_vector_dim=1,
        )

    rng = np.random.default_rng(0)
    places = rng.integers(0, rows, (updates, 1), np.int32)
    arguments = [np.zeros((rows, width), np.float32), places, rng.normal(size=(updates, width)).astype(np.float32)]
    return program, arguments


def _one_by_one(rows: int, updates: int) -> Any:
    """The sum as a loop whose turns add one update each."""

    @hl.function(f"{rows}x1xf32", f"{updates}x1xi32", f"{updates}x1xf32", name="main")
    def program(table: Any, places: Any, values: Any) -> Any:
        def turn(state: Any) -> Any:
            at, table = state
            place = hl.dynamic_slice(places, [at, 0], slice_sizes=[1, 1]).reshape()
            value = hl.dynamic_slice(values, [at, 0], slice_sizes=[1, 1])
            old = hl.dynamic_slice(table, [place, 0], slice_sizes=[1, 1])
            return at + 1, hl.dynamic_update_slice(table, old + value, [place, 0])

        return hl.while_loop(lambda state: state[0] < updates, turn, (hl.constant(0, "i32"), table))[1]

    return program


def _beside_plain(name: str, case: tuple[Any, list[Any]], rounds: int, by: Any = "rounds") -> float:
    program, arguments = case
    xla = Xla()
    rewritten = hl.transform.deterministic(program, by)
    plain, ours = (on_xla(xla, str(each), arguments) for each in (program, rewritten))
    plain_ms, ours_ms = taking_turns([plain, ours], rounds)
    print(f"{name:55} {plain_ms:9.2f} ms plain {ours_ms:9.2f} ms deterministic {ours_ms / plain_ms:7.1f}")
    return ours_ms / plain_ms


def _unique() -> float:
    """1.0 where the text of a scatter that is proved to be unique stays."""

    @hl.function("1000xf32", "1000xf32", name="main")
    def program(table: Any, values: Any) -> Any:
        return table.at[hl.iota("1000xi32")].add(values)

    return 1.0 if str(hl.transform.deterministic(program)) == str(program) else float("inf")


def _beside_turns() -> float:
    updates = 100_000
    program, arguments = _scatter(10_000, updates, 1)
    loop, rewritten = _one_by_one(10_000, updates), hl.transform.deterministic(program)
    runs: list[Callable[[], Any]] = [
        lambda: interpreter.run(loop, *arguments),
        lambda: interpreter.run(rewritten, *arguments),
    ]
    loop_ms, ours_ms = taking_turns(runs, 1)
    print(f"{TURNS:55} {loop_ms:9.2f} ms loop  {ours_ms:9.2f} ms deterministic {loop_ms / ours_ms:7.1f}")
    xla = Xla()
    fast, ours = (on_xla(xla, str(each), arguments) for each in (loop, rewritten))
    fast_ms, there_ms = taking_turns([fast, ours], 3)
    print(f"{'the same on XLA CPU, which makes machine code of it':55} {fast_ms:9.2f} ms loop  {there_ms:9.2f} ms")
    return loop_ms / ours_ms
