"""JAX programs as ONNX models: networks, graphs, solvers, indexing give on onnxruntime what the lowered text says.

What JAX lowers them to is run by the interpreter to compare with, in its own order of sums.
"""

from __future__ import annotations

from collections.abc import Iterator

import jax
import numpy as np
import pytest
from helpers.jax_corpus import calculating, control, indexing, libraries, models, scattering, windows  # noqa: F401
from helpers.jax_corpus.program import PROGRAMS, Array, Program
from helpers.onnx_runs import as_pairs, from_pairs, run_model

import hlogen as hl
import interpreter
from hlogen.export.onnx import to_onnx

# Programs that compute with f32 in between.
ROUNDED_TO_F32 = {"dot_product_attention"}
# Programs that name f64 themselves, which JAX doesn't mix with f32.
IN_F64 = frozenset(
    {"rounded_to_bits", "reduced_with_a_pair", "solved_by_conjugate_gradients", "root_by_bisection"}
    | {"power_iteration", "conjugate_gradient", "multiply_by_constants"}
)


@pytest.fixture(autouse=True)
def _x64() -> Iterator[None]:
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", True)
    yield
    jax.config.update("jax_enable_x64", before)


def each(without: frozenset[str] = frozenset()) -> list[object]:
    quick = [program for program in PROGRAMS if program.is_quick]
    return [
        pytest.param(program, id=program.name, marks=() if program in quick else pytest.mark.campaign)
        for program in PROGRAMS
        if program.name not in without
    ]


def arguments_of(program: Program, floats: type) -> list[Array]:
    return [x.astype(floats) if x.dtype.kind == "f" else x for x in program.arguments()]


@pytest.mark.share(2)
@pytest.mark.parametrize("program", each())
def test_a_program_of_jax_on_onnxruntime(program: Program) -> None:
    hold(program, arguments_of(program, np.float64), 1e-6 if program.name in ROUNDED_TO_F32 else 1e-9)


@pytest.mark.share(2)
@pytest.mark.parametrize("program", each(without=IN_F64))
def test_a_program_of_jax_in_single_precision(program: Program) -> None:
    hold(program, arguments_of(program, np.float32), 2e-5)


def hold(program: Program, arguments: list[Array], tolerance: float) -> None:
    lowered = jax.jit(program.function, keep_unused=True).lower(*arguments)
    module = hl.parse(lowered.as_text())
    results = run_model(to_onnx(module), *map(as_pairs, arguments))
    for got, want in zip(results, interpreter.run(module, *arguments), strict=True):
        got = from_pairs(got, want.dtype)
        assert (got.dtype, got.shape) == (want.dtype, want.shape)
        if got.dtype.kind in "fc":
            largest = max(1.0, float(np.abs(want[np.isfinite(want)]).max(initial=0)))
            np.testing.assert_allclose(got, want, rtol=tolerance, atol=tolerance * largest)
        else:
            np.testing.assert_array_equal(got, want)


def test_all_of_them_are_models() -> None:
    assert len(PROGRAMS) >= 269
    assert {program.name for program in PROGRAMS} >= IN_F64
