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
from helpers.onnx_runs import run_model

import hlogen as hl
import interpreter
from hlogen.errors import ExportError
from hlogen.export.onnx import to_onnx

# The programs that compute with complex numbers, of which onnxruntime has none.
COMPLEX = {
    "add_complex_rows",
    "complex_arithmetic",
    "complex_functions",
    "complex_matrices",
    "complex_parts",
    "complex_rows",
    "convolution_complex",
    "discrete_fourier_transform",
    "mixed_types",
    "multiply_complex_rows",
    "quantum_rotations",
}
# Programs that compute with f32 in between.
ROUNDED_TO_F32 = {"dot_product_attention"}


@pytest.fixture(autouse=True)
def _x64() -> Iterator[None]:
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", True)
    yield
    jax.config.update("jax_enable_x64", before)


def each() -> list[object]:
    quick = [program for program in PROGRAMS if program.is_quick]
    return [
        pytest.param(program, id=program.name, marks=() if program in quick else pytest.mark.campaign)
        for program in PROGRAMS
    ]


def arguments_of(program: Program, floats: type) -> list[Array]:
    return [x.astype(floats) if x.dtype.kind == "f" else x for x in program.arguments()]


@pytest.mark.parametrize("program", each())
def test_a_program_of_jax_on_onnxruntime(program: Program) -> None:
    hold(program, arguments_of(program, np.float64), 1e-6 if program.name in ROUNDED_TO_F32 else 1e-9)


@pytest.mark.parametrize("program", each())
def test_a_program_of_jax_in_single_precision(program: Program) -> None:
    try:
        hold(program, arguments_of(program, np.float32), 2e-5)
    except (TypeError, FutureWarning) as error:  # it names f64 itself
        pytest.skip(f"JAX refuses it: {error}")


def hold(program: Program, arguments: list[Array], tolerance: float) -> None:
    lowered = jax.jit(program.function, keep_unused=True).lower(*arguments)
    module = hl.parse(lowered.as_text())
    if program.name in COMPLEX:
        with pytest.raises(ExportError, match="onnxruntime has no complex tensors"):
            to_onnx(module)
        return
    results = run_model(to_onnx(module), *arguments)
    for got, want in zip(results, interpreter.run(module, *arguments), strict=True):
        assert (got.dtype, got.shape) == (want.dtype, want.shape)
        if got.dtype.kind == "f":
            largest = max(1.0, float(np.abs(want[np.isfinite(want)]).max(initial=0)))
            np.testing.assert_allclose(got, want, rtol=tolerance, atol=tolerance * largest)
        else:
            np.testing.assert_array_equal(got, want)


def test_nearly_all_of_them_are_models() -> None:
    assert len(PROGRAMS) - len(COMPLEX) >= 258
    assert {program.name for program in PROGRAMS} >= COMPLEX
