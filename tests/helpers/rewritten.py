"""How a program that a transform made is held against the program that it was made from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import hlogen as hl
import interpreter
from hlogen.errors import ExecutionError
from hlogen.ir import HasModule, Module
from hlogen.ir.printer import generic_text
from hlogen.mlir.reader import read_all
from hlogen.mlir.writer import verify
from tools import golden
from tools.golden_cases.case import AnyOpCase

GOLDEN = Path(__file__).parents[2] / "golden"


def rewritten(transform: Callable[[Module], Module], program: HasModule) -> Module:
    """What `transform` makes of a program, which upstream's verifier accepts, and of which it makes nothing else."""
    before = generic_text(program.module)
    module = transform(program.module)
    text = generic_text(module)
    if text != before:
        assert verify(module) == [], text
        assert generic_text(transform(module)) == text
    assert generic_text(program.module) == before
    return module


def goldens_rewritten(transform: Callable[[Module], Module], op: str, every: int = 1) -> list[tuple[AnyOpCase, Module]]:
    """The goldens of an op, or one in `every`, that a transform changes; as they stand, tests/golden runs them."""
    goldens = [pair for path, cases in golden.files(op).items() for pair in zip(cases, read_all(path), strict=True)]
    return [
        (case, module)
        for case, program in goldens[::every]
        if generic_text(module := rewritten(transform, program)) != generic_text(program)
    ]


def check_same(before: HasModule, after: Module, inputs: Sequence[np.ndarray[Any, Any]] = ()) -> None:
    """`after` breaks no constraint, upstream accepts it, and it gives the same bits; or fails where `before` does."""
    assert not hl.check(after), str(after)
    assert verify(after) == [], str(after)
    try:
        wanted = interpreter.run(before, *inputs)
    except ExecutionError:  # it reads what is undefined
        return
    for result, expected in zip(interpreter.run(after, *inputs), wanted, strict=True):
        assert result.dtype == expected.dtype
        assert result.shape == expected.shape
        assert result.tobytes() == expected.tobytes(), str(after)


def golden_programs() -> list[Path]:
    """All golden programs of gathers and scatters that are valid."""
    return [
        path for op in ("dynamic_gather", "gather", "scatter", "real") for path in sorted((GOLDEN / op).glob("*.mlir"))
    ]


def batching_dims(program: HasModule) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The batching dims of every gather and scatter: (of operand, of the indices)."""
    found = []
    for op in program.module.walk():
        if op.name in ("stablehlo.gather", "stablehlo.dynamic_gather", "stablehlo.scatter"):
            numbers = op.attributes.get("dimension_numbers") or op.attributes.get("scatter_dimension_numbers")
            values = list(vars(numbers).values())
            found.append((values[2], values[3]))
    return found
