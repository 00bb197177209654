"""Special functions on onnxruntime, against the interpreter's own and Python's."""

from __future__ import annotations

import math
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from helpers.onnx_runs import run_model, through_onnx

import interpreter
from hlogen.export.onnx import to_onnx

X = np.array([-np.inf, -30, -3.3, -1, -0.5, -0.0, 0.0, 1e-9, 0.3, 0.9, 1, 1.5, 2, 7.7, 30, 171, np.inf, np.nan])
# Relative to the value, or to 1 where it is small: sums near a root lose digits.
TOLERANCE = {"f64": 1e-13, "f32": 3e-6, "f16": 1e-3, "bf16": 8e-3}
DTYPES: dict[str, Any] = {"f64": np.float64, "f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16}


def program(name: str, type: str, operands: int = 1) -> str:
    arguments = [f"%a{number}" for number in range(operands)]
    tensor = f"tensor<{len(X)}x{type}>"
    return f"""func.func @main({", ".join(f"{a}: {tensor}" for a in arguments)}) -> {tensor} {{
      %0 = "{name}"({", ".join(arguments)}) : ({", ".join([tensor] * operands)}) -> {tensor}
      return %0 : {tensor}
    }}"""


def close(got: np.ndarray, want: np.ndarray, tolerance: float) -> None:
    np.testing.assert_allclose(got.astype(np.float64), want.astype(np.float64), rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("type", DTYPES)
@pytest.mark.parametrize("name", ["erf", "erfc", "erf_inv", "lgamma", "digamma"])
def test_functions_of_one_number(name: str, type: str) -> None:
    text, x = program(f"chlo.{name}", type), X.astype(DTYPES[type])
    model = to_onnx(text)
    assert model.ByteSize() < 20_000
    (got,), (want,) = run_model(model, x), interpreter.run(text, x)
    assert got.dtype == want.dtype
    if name == "digamma":  # NaN or an infinity at the pole, as the bindings' definition has it
        assert not np.isfinite(got[x == 0]).any()
        got, want = got[x != 0], want[x != 0]
    close(got, want, TOLERANCE[type])


@pytest.mark.parametrize(("name", "by_python"), [("erf", math.erf), ("erfc", math.erfc), ("lgamma", math.lgamma)])
def test_functions_that_python_has(name: str, by_python: Any) -> None:
    x = X[np.isfinite(X) & (X > 0)]
    text = program(f"chlo.{name}", "f64").replace(str(len(X)), str(len(x)))
    (got,) = through_onnx(text, x)
    np.testing.assert_allclose(got, [by_python(value) for value in x.tolist()], rtol=1e-13, atol=1e-14)


def test_polygamma() -> None:
    x, orders = np.where(np.isinf(X), 5.0, np.abs(X) + 0.5), np.full(len(X), 1.0)
    text = program("chlo.polygamma", "f64", operands=2)
    (got,), (want,) = through_onnx(text, orders, x), interpreter.run(text, orders, x)
    close(got, want, 1e-12)


def test_inside_of_a_body() -> None:
    text = """
    func.func @main(%x: tensor<4xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<4xf32> {
      %0 = "stablehlo.scatter"(%x, %i, %u) ({
      ^bb0(%old: tensor<f32>, %new: tensor<f32>):
        %1 = "chlo.erf"(%new) : (tensor<f32>) -> tensor<f32>
        %2 = stablehlo.add %old, %1 : tensor<f32>
        stablehlo.return %2 : tensor<f32>
      }) {scatter_dimension_numbers = #stablehlo.scatter<
        inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
      } : (tensor<4xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }"""
    given = np.ones(4, np.float32), np.array([[1], [1], [9]], np.int32), np.array([0.5, 2, 3], np.float32)
    (got,) = through_onnx(text, *given)
    np.testing.assert_allclose(got, [1, 1 + math.erf(0.5) + math.erf(2), 1, 1], rtol=1e-6)
