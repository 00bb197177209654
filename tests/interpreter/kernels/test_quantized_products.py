"""dot_general and convolution of quantized tensors: per tensor, per axis, hybrid, by sums of exact fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from helpers.one_op import array, dtype, i64, run_op
from helpers.quantized_arrays import Q, T, numbers, values_of
from helpers.quantized_model import Number, Quantized, dequantize, quantize

from hlogen.errors import ExecutionError
from hlogen.ir import Attribute, ConvDimensionNumbers, DenseElements, DotDimensionNumbers, tensor

DOT = {"dot_dimension_numbers": DotDimensionNumbers((), (), (1,), (0,))}
WEIGHTS = [Quantized("i8", "f32", scale) for scale in (Fraction(1, 4), Fraction(3), Fraction(1))]
PER_COLUMN = "!quant.uniform<i8:f32:1, {0.25, 3.0, 1.0}>"
PER_OUTPUT = "!quant.uniform<i8:f32:2, {0.25, 3.0, 1.0}>"


def matrix_product(x: list[list[Number]], y: list[list[Number]]) -> list[list[Fraction]]:
    """Exact; the numbers of these tests have few bits, so that f32 has all partial sums."""
    columns = [[row[i] for row in y] for i in range(len(y[0]))]
    return [[sum((a * b for a, b in zip(row, column, strict=True)), Fraction(0)) for column in columns] for row in x]


def test_dot_general_per_tensor_per_axis_and_hybrid() -> None:
    x, y = values_of(Q, 8).reshape(2, 4), values_of(Q, 12, seed=1).reshape(4, 3)
    lhs = [numbers(row, Q) for row in x]
    wide = Quantized("i32", "f32", Fraction(1, 8), -5)
    rhs = [numbers(row, WEIGHTS[0]) for row in y]
    found = run_op("stablehlo.dot_general", [(str(Q), x), (str(WEIGHTS[0]), y)], f"2x3x{wide}", DOT)
    assert found.tolist() == [[quantize(value, wide) for value in row] for row in matrix_product(lhs, rhs)]

    rhs = [[dequantize(int(value), own) for value, own in zip(row, WEIGHTS, strict=True)] for row in y]
    results = [Quantized("i32", "f32", Fraction(1, 8), i) for i in range(3)]
    result = "!quant.uniform<i32:f32:1, {0.125:0, 0.125:1, 0.125:2}>"
    found = run_op("stablehlo.dot_general", [(str(Q), x), (PER_COLUMN, y)], f"2x3x{result}", DOT)
    expected = matrix_product(lhs, rhs)
    assert found.tolist() == [[quantize(v, own) for v, own in zip(row, results, strict=True)] for row in expected]

    floats = array("f32", [[1.5, -2, 0, 8], [0.25, 1, 1, -1]])
    lhs = [[Fraction(float(value)) for value in row] for row in floats]
    found = run_op("stablehlo.dot_general", [("f32", floats), (PER_COLUMN, y)], "2x3xf32", DOT)
    assert found.tolist() == [[float(value) for value in row] for row in matrix_product(lhs, rhs)]


@pytest.mark.parametrize("name", ["convolution", "dynamic_conv"])
def test_convolution_pads_with_the_number_zero(name: str) -> None:
    """One dimension: batch, spatial, feature; the padding is 0, not the stored integer 0."""
    attributes: dict[str, Attribute] = {
        "dimension_numbers": ConvDimensionNumbers(0, 2, (1,), 1, 2, (0,), 0, 2, (1,)),
        "feature_group_count": i64(1),
        "batch_group_count": i64(1),
    }
    padding, more = np.array([[2, 1]]), []
    if name == "convolution":
        attributes["padding"] = DenseElements(tensor("1x2xi64"), padding)
    else:
        more = [("i64", padding)]
    x, y = values_of(Q, 10).reshape(1, 5, 2), values_of(Q, 12, seed=1).reshape(2, 2, 3)
    rhs = [[[dequantize(int(y[w, i, o]), WEIGHTS[o]) for o in range(3)] for i in range(2)] for w in range(2)]

    def convolved(lhs: list[list[Number]]) -> list[list[Fraction]]:
        zeros: list[Number] = [Fraction(0), Fraction(0)]
        padded = [zeros, zeros, *lhs, zeros]
        return [
            [sum((padded[at + w][i] * rhs[w][i][o] for w in range(2) for i in range(2)), Fraction(0)) for o in range(3)]
            for at in range(7)
        ]

    result = Quantized("i32", "f32", Fraction(1, 8), 9)
    found = run_op(f"stablehlo.{name}", [(str(Q), x), (PER_OUTPUT, y), *more], f"1x7x3x{result}", attributes)
    expected = convolved([numbers(row, Q) for row in x[0]])
    assert found[0].tolist() == [[quantize(value, result) for value in row] for row in expected]
    floats = np.round(x / 8).astype(np.float32)
    found = run_op(f"stablehlo.{name}", [("f32", floats), (PER_OUTPUT, y), *more], "1x7x3xf32", attributes)
    expected = convolved([[Fraction(float(value)) for value in row] for row in floats[0]])
    assert found[0].tolist() == [[float(value) for value in row] for row in expected]


@pytest.mark.parametrize(
    ("types", "message"),
    [
        (["f32", T, T], "takes quantized tensors with quantized ones"),  # C14
        ([T, "f32", T], "takes quantized tensors with quantized ones"),
        ([T, T, "i32"], "takes quantized tensors with quantized ones"),
        ([T, T, "f32"], "takes quantized tensors with quantized ones"),
        (["f64", T, "f64"], "takes tensors of one expressed type"),  # C20
    ],
)
def test_dot_general_of_a_mixture_is_refused(types: list[str], message: str) -> None:
    given = [(type, np.zeros((2, 2), dtype(type))) for type in types[:2]]
    with pytest.raises(ExecutionError, match=message):
        run_op("stablehlo.dot_general", given, f"2x2x{types[2]}", DOT)
