"""Batches of CHLO's ragged_dot, against one product after another."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from helpers.batches import check_batches, every_choice

import hlogen as hl

SPEC = importlib.util.spec_from_file_location("rows_of_ragged_dot", Path(__file__).parent / "rows" / "ragged_dot.py")
rows = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(rows)


@pytest.mark.parametrize("case", [rows.FREE, rows.CONTRACTING, rows.BATCHING], ids=["free", "contracting", "batching"])
def test_batches(case):
    rng = np.random.default_rng(0)
    lhs, rhs, _ = case[1]
    inputs = [rng.normal(size=lhs), rng.normal(size=rhs), np.array([2, 0, 3], np.int32)]
    for which in every_choice(3):
        check_batches(rows.program(case), inputs, which, rng)


@pytest.mark.parametrize("case", [rows.FREE, rows.CONTRACTING, rows.BATCHING], ids=["free", "contracting", "batching"])
def test_what_is_made_is_valid(case):
    text = str(hl.vjp(rows.program(case), wrt=(0, 1)))  # upstream's verifier has seen it
    assert text.count('"chlo.ragged_dot"') == 3
