"""Random programs of every operation, as `hlogen fuzz` draws them: onnxruntime gives what the interpreter does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers import campaign
from helpers.onnx_cases import at_interface
from helpers.onnx_runs import from_pairs, run_model

import interpreter
from hlogen.export.errors import ExportError
from hlogen.export.onnx import to_onnx
from hlogen.fuzz.examine import is_undefined
from hlogen.fuzz.grammar import GRAMMAR
from hlogen.fuzz.program import drawn, planned
from interpreter.values.same import is_same

OPS = sorted(GRAMMAR.rows())
OF_SEVERAL = {"all_gather", "all_reduce", "all_to_all", "collective_broadcast", "collective_permute", "reduce_scatter"}
ULPS = 64
REFUSED = ("it takes several processes", "can't be in an ONNX model", "it isn't exported for elements of type")
MODELS, SEEDS = 2, 8


def compare(op: str, seed: int) -> bool:
    """Whether there is a model; that it gives what it has to."""
    program = drawn(planned(op, seed))
    form = program.form
    try:
        model = to_onnx(form.module)
    except ExportError as error:
        if any(said in str(error) for said in REFUSED):
            return False
        raise
    if is_undefined(program):
        return False
    wanted = form.expected()
    got = run_model(model, *map(at_interface, form.arguments))
    assert [(each.dtype, each.shape) for each in got] == [(x.dtype, x.shape) for x in map(at_interface, wanted)]
    results = [_as(mine, theirs.dtype) for mine, theirs in zip(got, wanted, strict=True)]
    if not all(is_same(mine, theirs).all() for mine, theirs in zip(results, wanted, strict=True)):
        # In another order, or where accuracy is open.
        verdict = interpreter.admissible(form.module, *form.arguments, ulps=ULPS).contains(results)
        assert verdict.status != "inadmissible", f"{op} {seed}: {verdict}\n{form.module}\n{form.arguments}"
    return True


def _as(array: Any, dtype: Any) -> Any:
    return from_pairs(array, dtype) if np.dtype(dtype).kind == "c" else array.astype(dtype)


@pytest.mark.parametrize("op", OPS)
def test_models_of_drawn_programs(op: str) -> None:
    models = 0
    for seed in range(SEEDS):
        models += compare(op, seed)
        if models == MODELS:
            return
    assert op.removeprefix("stablehlo.") in OF_SEVERAL


@pytest.mark.campaign
@pytest.mark.parametrize("first", campaign.seeds(100, 2100, 50))
def test_models_of_many_drawn_programs(first: int) -> None:
    for op in OPS:
        for seed in range(first, first + 50):
            compare(op, seed)
