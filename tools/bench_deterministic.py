"""Times deterministic scatters beside plain ones on XLA CPU, taking turns: ratios count.

By turns, a scatter is a loop of single updates, of which XLA makes machine code on a CPU; by rounds, it is a sort and
few rounds of much at once, for devices where each turn of a loop starts kernels.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import hlogen as hl
from hlogen.backends.adapters.xla import Xla
from tools.bench_timing import on_xla, taking_turns

SCALARS = "deterministic by rounds/plain, 1M f32 into 100k"
SCALARS_BY_TURNS = "deterministic by turns/plain, 1M f32 into 100k"
ROWS = "deterministic by rounds/plain, 100k rows of 64 into 100k"
ROWS_BY_TURNS = "deterministic by turns/plain, 100k rows of 64 into 100k"
SET = "deterministic/plain, 1M overwriting 100k"
UNIQUE = "deterministic/plain, proved unique"
TARGETS = {SCALARS: 3.0, SCALARS_BY_TURNS: 3.0, ROWS: 3.0, ROWS_BY_TURNS: 3.0, SET: 3.0, UNIQUE: 1.0}


def deterministic(rounds: int) -> dict[str, float]:
    """Prints a line for each, and returns the ratios."""
    return {
        SCALARS: _beside_plain(SCALARS, _scatter(100_000, 1_000_000, 1), rounds),
        SCALARS_BY_TURNS: _beside_plain(SCALARS_BY_TURNS, _scatter(100_000, 1_000_000, 1), rounds, by="turns"),
        ROWS: _beside_plain(ROWS, _scatter(100_000, 100_000, 64), rounds),
        ROWS_BY_TURNS: _beside_plain(ROWS_BY_TURNS, _scatter(100_000, 100_000, 64), rounds, by="turns"),
        SET: _beside_plain(SET, _scatter(100_000, 1_000_000, 1, "set"), rounds),
        UNIQUE: _unique(),
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
