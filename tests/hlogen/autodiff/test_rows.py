"""Every row of the table of derivatives is proved by examples, and there is a proof for every row."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from helpers.derivatives import Row, agree, check, on_grid

import hlogen as hl
import interpreter
from hlogen.autodiff.registry import rows
from hlogen.ir import dtype_of


def proofs() -> list[Row]:
    found = []
    for path in sorted((Path(__file__).parent / "rows").glob("*.py")):
        spec = importlib.util.spec_from_file_location(f"rows_{path.stem}", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        found.extend(module.ROWS)
    return found


PROOFS = [(row, element_type) for row in proofs() for element_type in row.element_types]


@pytest.mark.parametrize(("row", "element_type"), PROOFS, ids=[f"{row.op}-{t}" for row, t in PROOFS])
def test_a_row_agrees_with_differences_and_itself(row, element_type):
    for seed in range(row.samples):
        function, inputs = row.sampler(np.random.default_rng(seed), element_type)
        run = on_grid(row.processes) if row.processes else interpreter.run
        order = 1 if seed else row.order  # the derivative's derivative costs five times as much
        check(function, inputs, order=order, tolerance=row.tolerance, wrt=row.wrt, run=run)


def is_drawn_and_linear(row: Row) -> bool:
    known = rows()[row.op]
    return known.transpose is not None and known.jvp is None and row.samples > 1 and not row.processes


LINEAR = [row for row in proofs() if is_drawn_and_linear(row)]


@pytest.mark.parametrize("row", LINEAR, ids=[row.op for row in LINEAR])
def test_a_transpose_is_one_wherever_dimensions_go(row):
    """What a linear operation does to tangents is itself, and cotangents have to agree with that. Many examples of it
    are cheap; few have only dimensions of one size, or orders that are their own reverse."""
    for seed in range(100, 140):
        function, inputs = row.sampler(np.random.default_rng(seed), row.element_types[0])
        agree(function, inputs, tolerance=row.tolerance, wrt=row.wrt)


ONE_OF_EACH = {row.op: row for row in reversed(proofs()) if not row.processes}
BATCHED = [op for op in ONE_OF_EACH if op != "stablehlo.dynamic_gather"]  # which isn't, where a run says its sizes


@pytest.mark.parametrize("op", BATCHED)
def test_a_derivative_of_no_elements_has_none(op):
    function, _ = ONE_OF_EACH[op].sampler(np.random.default_rng(0), ONE_OF_EACH[op].element_types[0])
    pulled = hl.vjp(hl.vmap(function, axis_size=0))
    str(pulled)  # verified by upstream
    types = pulled.type
    results = interpreter.run(pulled, *(np.zeros(type.shape, dtype_of(type.element_type)) for type in types.inputs))
    assert [result.shape for result in results] == [type.shape for type in types.results]
    assert all(result.size == 0 for result in results)


def test_every_derivative_has_a_proof():
    proved = {row.op for row, _ in PROOFS}
    assert {name for name, row in rows().items() if not row.is_constant} == proved
