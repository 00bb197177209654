"""batch_norm_* against the specification's formulas element by element in exact rationals, and its examples."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from helpers.one_op import dtype, i64, run_op

from hlogen.backends import backend
from hlogen.errors import ExecutionError
from hlogen.ir import Attribute, FloatAttr, FloatType

Values = dict[tuple[int, ...], Fraction]
EPSILON = 0.125


def root(value: Fraction) -> Fraction:
    return Fraction(math.isqrt(value.numerator * 4**200 // value.denominator), 2**200)


def attributes(epsilon: float, feature_index: int) -> dict[str, Attribute]:
    return {"epsilon": FloatAttr(epsilon, FloatType("f32")), "feature_index": i64(feature_index)}


def text(x: np.ndarray[Any, Any], type: str) -> str:
    return "".join(f"{size}x" for size in x.shape) + type


def exact(x: np.ndarray[Any, Any]) -> Values:
    return {index: Fraction(float(x[index])) for index in np.ndindex(x.shape)}


class Model:
    """The formulas, for one operand and feature_index."""

    def __init__(self, operand: np.ndarray[Any, Any], feature_index: int) -> None:
        self.operand, self.at, self.features = exact(operand), feature_index, operand.shape[feature_index]
        self.count = operand.size // self.features

    def sums(self, values: Values) -> list[Fraction]:
        return [sum(v for i, v in values.items() if i[self.at] == f) for f in range(self.features)]

    def means(self, values: Values) -> list[Fraction]:
        return [total / self.count for total in self.sums(values)]

    def normalized(self, mean: Any, variance: Any) -> Values:
        return {
            i: (x - mean[i[self.at]]) / root(variance[i[self.at]] + Fraction(EPSILON)) for i, x in self.operand.items()
        }

    def inference(self, scale: Any, offset: Any, mean: Any, variance: Any) -> Values:
        at = self.at
        return {i: scale[i[at]] * x + offset[i[at]] for i, x in self.normalized(mean, variance).items()}

    def grad(self, scale: Any, mean: Any, variance: Any, grad_output: Values) -> tuple[Values, Any, Any]:
        at = self.at
        centered = {i: x - mean[i[at]] for i, x in self.operand.items()}
        of_output, products = self.sums(grad_output), self.sums({i: g * centered[i] for i, g in grad_output.items()})
        normalized = self.normalized(mean, variance)
        grad_operand = {
            i: scale[i[at]]
            / root(variance[i[at]] + Fraction(EPSILON))
            / self.count
            * (
                g * self.count
                - of_output[i[at]]
                - products[i[at]] * centered[i] / (variance[i[at]] + Fraction(EPSILON))
            )
            for i, g in grad_output.items()
        }
        return grad_operand, self.sums({i: g * normalized[i] for i, g in grad_output.items()}), of_output


def array(values: Any, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    result = np.empty(shape)
    for index in np.ndindex(shape):
        result[index] = float(values[index] if isinstance(values, dict) else values[index[0]])
    return result


def drawn(shape: tuple[int, ...], type: str, seed: int, low: float = -4) -> np.ndarray[Any, Any]:
    """Multiples of 1/4, which every type here holds."""
    return (np.random.default_rng(seed).integers(int(4 * low), 17, shape) / 4).astype(dtype(type))


def assert_close(actual: np.ndarray[Any, Any], values: Any, type: str) -> None:
    expected = array(values, actual.shape)
    eps = {"f64": 2.0**-52, "f32": 2.0**-23, "f16": 2.0**-10, "bf16": 2.0**-7}[type]
    steps = 1 if type in ("f16", "bf16") else 16  # computed wider and rounded once, or step by step
    np.testing.assert_allclose(actual.astype(np.float64), expected, rtol=steps * eps, atol=steps * eps / 4)


@pytest.mark.parametrize("type", ["f64", "f32", "f16", "bf16"])
@pytest.mark.parametrize(("shape", "feature_index"), [((2, 3, 4), 1), ((5, 2), 0), ((3,), 0), ((2, 3, 2), 2)])
def test_formulas(shape, feature_index, type) -> None:
    n = shape[feature_index]
    operand, grad_output = drawn(shape, type, 1), drawn(shape, type, 2)
    scale, offset, mean, variance = (drawn((n,), type, seed, low) for seed, low in ((3, -4), (4, -4), (5, -4), (6, 0)))
    model, given = Model(operand, feature_index), attributes(EPSILON, feature_index)
    s, o, m, v = ([Fraction(float(x)) for x in row] for row in (scale, offset, mean, variance))

    def run(name: str, operands: list[np.ndarray[Any, Any]], results: Any) -> Any:
        return run_op(f"stablehlo.batch_norm_{name}", [(type, x) for x in operands], results, given)

    result = run("inference", [operand, scale, offset, mean, variance], text(operand, type))
    assert_close(result, model.inference(s, o, m, v), type)

    types = [text(operand, type), f"{n}x{type}", f"{n}x{type}"]
    output, batch_mean, batch_var = run("training", [operand, scale, offset], types)
    own_mean = model.means(model.operand)
    own_variance = model.means({i: (x - own_mean[i[feature_index]]) ** 2 for i, x in model.operand.items()})
    assert_close(batch_mean, own_mean, type)
    assert_close(batch_var, own_variance, type)
    assert_close(output, model.inference(s, o, own_mean, own_variance), type)

    results = run("grad", [operand, scale, mean, variance, grad_output], types)
    for actual, expected in zip(results, model.grad(s, m, v, exact(grad_output)), strict=True):
        expected_array = array(expected, actual.shape)
        eps = {"f64": 2.0**-48, "f32": 2.0**-19, "f16": 2.0**-10, "bf16": 2.0**-7}[type]
        largest = max(1.0, float(np.abs(expected_array).max()))
        np.testing.assert_allclose(actual.astype(np.float64), expected_array, rtol=eps, atol=eps * largest)


def test_no_elements() -> None:
    operand = np.zeros((0, 2), np.float32)
    ones = np.ones(2, np.float32)
    output, mean, variance = run_op(
        "stablehlo.batch_norm_training",
        [("f32", operand), ("f32", ones), ("f32", ones)],
        ["0x2xf32", "2xf32", "2xf32"],
        attributes(0.0, 1),
    )
    assert output.shape == (0, 2)
    assert np.isnan(mean).all()
    assert np.isnan(variance).all()


def test_refused() -> None:
    x = np.ones((2, 2), np.int32)
    with pytest.raises(ExecutionError, match="isn't defined on elements of type i32"):
        run_op("stablehlo.batch_norm_inference", [("i32", x), *[("i32", x[0])] * 4], "2x2xi32", attributes(0.0, 1))
    y = x.astype(np.float32)
    with pytest.raises(ExecutionError, match="feature_index is 2"):
        run_op("stablehlo.batch_norm_inference", [("f32", y), *[("f32", y[0])] * 4], "2x2xf32", attributes(0.0, 2))


def test_xla_agrees() -> None:
    program = """
func.func @main(%x: tensor<3x2x4xf64>, %s: tensor<2xf64>, %g: tensor<3x2x4xf64>)
    -> (tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>, tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>) {
  %y, %m, %v = "stablehlo.batch_norm_training"(%x, %s, %s) {epsilon = 0.001 : f32, feature_index = 1 : i64}
    : (tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>)
  %a, %b, %c = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) {epsilon = 0.001 : f32, feature_index = 1 : i64}
    : (tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<3x2x4xf64>)
    -> (tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>)
  return %y, %m, %v, %a, %b, %c
    : tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>, tensor<3x2x4xf64>, tensor<2xf64>, tensor<2xf64>
}
"""
    draw = np.random.default_rng(0)
    arguments = [draw.standard_normal(shape) for shape in ((3, 2, 4), (2,), (3, 2, 4))]
    ours, theirs = (backend(name).run(program, *arguments) for name in ("interpreter", "xla"))
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-14)
