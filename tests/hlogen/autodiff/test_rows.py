"""Every row of the table of derivatives is proved by examples, and there is a proof for every row."""

import importlib.util
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from helpers import campaign
from helpers.derivatives import Row, agree, check, on_grid

import hlogen as hl
import interpreter
from hlogen.autodiff.registry import rows
from hlogen.ir import dtype_of
from hlogen.program.axes import ALONG_AXES, AXIS_INDEX


@cache
def proofs() -> list[Row]:
    found = []
    for path in sorted((Path(__file__).parent / "rows").glob("*.py")):
        spec = importlib.util.spec_from_file_location(f"rows_{path.stem}", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        found.extend(module.ROWS)
    return found


PROOFS = [(row, element_type) for row in proofs() for element_type in row.element_types]


@campaign.every(2)
@pytest.mark.parametrize(("row", "element_type"), PROOFS, ids=[f"{row.op}-{t}" for row, t in PROOFS])
def test_a_row_agrees_with_differences_and_itself(row, element_type, every):
    for seed in range(0, row.samples, every):
        function, inputs = row.sampler(np.random.default_rng(seed), element_type)
        run = on_grid(row.processes) if row.processes else interpreter.run
        order = 1 if seed else row.order  # the derivative's derivative costs five times as much
        check(function, inputs, order=order, tolerance=row.tolerance, wrt=row.wrt, run=run)


def is_drawn_and_linear(row: Row) -> bool:
    known = rows()[row.op]
    return known.transpose is not None and known.jvp is None and row.samples > 1 and not row.processes


LINEAR = [row for row in proofs() if is_drawn_and_linear(row)]


@campaign.every(3)
@pytest.mark.parametrize("row", LINEAR, ids=[row.op for row in LINEAR])
def test_a_transpose_is_one_wherever_dimensions_go(row, every):
    """What a linear operation does to tangents is itself, and cotangents have to agree with that. Many examples of it
    are cheap; few have only dimensions of one size, or orders that are their own reverse."""
    for seed in range(100, 140, every):
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
    proved = {row.op for row, _ in PROOFS} | (ALONG_AXES - {AXIS_INDEX})  # which run in batches alone: test_axes.py
    assert {name for name, row in rows().items() if not row.is_constant} == proved


def loosened(function: hl.Function) -> hl.ir.Module | None:
    """The same operations on tensors of which a run says all sizes, but for constants; None where that isn't valid."""

    def open_sizes(found: re.Match[str]) -> str:
        return f"tensor<{'?x' * found[1].count('x')}{found[2]}>"

    sized = r"tensor<((?:\d+x)+)([a-z][^>x]*(?:<[^>]*>)?)>"
    lines = [
        line if "stablehlo.constant" in line else re.sub(sized, open_sizes, line) for line in str(function).splitlines()
    ]
    try:
        module = hl.parse("\n".join(lines))
        str(module)  # upstream's verifier has seen it
    except hl.HlogenError:
        return None
    return None if hl.check(module) else module


# One of those that are elementwise, and all that have dimensions; of the others, a run has to say no size.
OF_DYNAMIC_SHAPES = (
    *("multiply", "select", "clamp", "real", "concatenate", "dot_general", "dynamic_gather", "dynamic_slice", "gather"),
    *(
        "dynamic_update_slice",
        "fft",
        "pad",
        "optimization_barrier",
        "reduce",
        "reverse",
        "scatter",
        "transpose",
        "while",
    ),
    *("batch_norm_grad", "batch_norm_inference", "batch_norm_training"),
)


@pytest.mark.parametrize("op", OF_DYNAMIC_SHAPES)
def test_derivatives_of_dynamic_shapes_are_those_of_static_ones(op):
    compared = 0
    for row in proofs_of(f"stablehlo.{op}"):
        for seed in range(min(row.samples, 2)):
            rng = np.random.default_rng(seed)
            function, inputs = row.sampler(rng, row.element_types[0])
            module = loosened(function)
            if module is None:
                continue
            try:
                dynamic = hl.vjp(module, wrt=row.wrt)
            except hl.UsageError as error:
                assert "static shapes" in str(error) or "keeps its size" in str(error)  # noqa: PT017 - others are none
                continue
            static = hl.vjp(function, wrt=row.wrt)
            types = static.type.inputs[len(inputs) :]
            cotangents = [rng.normal(size=type.static_shape).astype(dtype_of(type.element_type)) for type in types]
            results = [interpreter.run(derived, *inputs, *cotangents) for derived in (dynamic, static)]
            for found, wanted in zip(*results, strict=True):
                assert found.shape == wanted.shape
                np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=1e-9)
            compared += 1
    assert compared


@pytest.mark.parametrize("op", [*OF_DYNAMIC_SHAPES, "slice", "sort", "triangular_solve"])
def test_batches_of_dynamic_shapes_are_those_of_static_ones(op):
    """Every second input is batched, those that come first or those between."""
    compared = 0
    for row in proofs_of(f"stablehlo.{op}"):
        for seed in range(1 if op in ("scatter", "reduce") else min(row.samples, 2)):
            function, inputs = row.sampler(np.random.default_rng(seed), row.element_types[0])
            module = loosened(function)
            if module is None:
                continue
            axes = [0 if number % 2 == seed % 2 or len(inputs) == 1 else None for number in range(len(inputs))]
            try:
                batches = [hl.vmap(one, axes, axis_size=2) for one in (module, function)]
            except hl.UsageError as error:
                assert "static shapes" in str(error) or "differ along the batch" in str(error)  # noqa: PT017 - as above
                continue
            pairs = zip(inputs, axes, strict=True)
            given = [value if axis is None else np.stack([value, differing(value)]) for value, axis in pairs]
            for found, wanted in zip(*(interpreter.run(batch, *given) for batch in batches), strict=True):
                assert found.shape == wanted.shape
                np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=1e-9)
            compared += 1
    assert compared


def differing(value: np.ndarray) -> np.ndarray:
    """Other floats near these; the same integers, which may be indices or sizes."""
    return value * np.array(1.25, value.dtype) if value.dtype.kind in "fc" else value


def proofs_of(op: str) -> list[Row]:
    return [row for row in proofs() if row.op == op and not row.processes]
