"""Quantized types: the spec's examples, limits, ties, per axis."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.one_op import array, dtype, ints, run_op, word

from hlogen.errors import ExecutionError

AXIS = "!quant.uniform<i8:f32:0, {0.1:-30,0.5:-20}>"


def test_the_spec_s_examples() -> None:
    stored = np.array([10, 10], np.int8)
    np.testing.assert_allclose(run_op("stablehlo.uniform_dequantize", [(AXIS, stored)], "2xf32"), [4.0, 15.0])
    result = run_op("stablehlo.uniform_quantize", [("f32", [4.0, 15.0])], f"2x{AXIS}")
    assert result.tolist() == [10, 10]
    other = "!quant.uniform<i8:f32:0, {0.1:-20,0.2:-30}>"
    assert run_op("stablehlo.uniform_quantize", [(AXIS, stored)], f"2x{other}").tolist() == [20, 45]


@pytest.mark.parametrize("expressed", ["f32", "bf16"])
def test_limits_ties_and_infinity(expressed: str) -> None:
    type = f"!quant.uniform<i8<-100:100>:{expressed}, 0.5:1>"
    given = array(expressed, [0.25, 0.75, -0.25, 1000, -1000, np.inf, -np.inf, 0])
    # x / 0.5 + 1 is 1.5, 2.5, 0.5, ...; halves go to even
    assert run_op("stablehlo.uniform_quantize", [(expressed, given)], f"8x{type}").tolist() == [
        2,
        2,
        0,
        100,
        -100,
        100,
        -100,
        1,
    ]
    stored = np.array([-100, 100, 1], np.int8)
    result = run_op("stablehlo.uniform_dequantize", [(type, stored)], f"3x{expressed}").astype(float)
    assert result.tolist() == [-50.5, 49.5, 0]


def test_the_difference_with_the_zero_point_does_not_overflow() -> None:
    type = "!quant.uniform<u8:f32, 2.0:200>"
    stored = np.array([0, 255], np.uint8)
    assert run_op("stablehlo.uniform_dequantize", [(type, stored)], "2xf32").tolist() == [-400, 110]


def test_per_axis_parameters_belong_to_their_dimension() -> None:
    type = "!quant.uniform<i8:f32:1, {1.0, 2.0:1, 4.0:-1}>"
    stored = np.array([[1, 1, 1], [2, 3, 4]], np.int8)
    result = run_op("stablehlo.uniform_dequantize", [(type, stored)], "2x3xf32")
    assert result.tolist() == [[1, 0, 8], [2, 4, 20]]
    assert run_op("stablehlo.uniform_quantize", [("f32", result)], f"2x3x{type}").tolist() == stored.tolist()


def test_four_bits() -> None:
    type = "!quant.uniform<i4:f32, 1.0>"
    result = run_op("stablehlo.uniform_quantize", [("f32", [-20, -3.5, 9])], f"3x{type}")
    assert result.dtype == dtype("i4")
    assert result.astype(int).tolist() == [-8, -4, 7]


def test_moving_quantized_elements_keeps_their_storage() -> None:
    type = "!quant.uniform<i8:f32, 0.5:1>"
    stored = np.array([[1, 2], [3, 4]], np.int8)
    result = run_op("stablehlo.transpose", [(type, stored)], f"2x2x{type}", {"permutation": ints(1, 0)})
    assert result.tolist() == [[1, 3], [2, 4]]


def test_elementwise_operations_dequantize_compute_and_quantize() -> None:
    type, other = "!quant.uniform<i8:f32, 0.5:1>", "!quant.uniform<i8:f32, 0.25:-3>"
    lhs, rhs = np.array([3, -7, 127], np.int8), np.array([1, 9, 100], np.int8)
    left, right = (lhs.astype(float) - 1) * 0.5, (rhs.astype(float) + 3) * 0.25
    total = run_op("stablehlo.add", [(type, lhs), (other, rhs)], f"3x{type}")
    expected = np.clip(np.rint(np.clip((left + right) / 0.5 + 1, -128, 127)), -128, 127)
    assert total.tolist() == expected.tolist()
    less = {"comparison_direction": word("comparison_direction", "LT")}
    assert run_op("stablehlo.compare", [(type, lhs), (other, rhs)], "3xi1", less).tolist() == (left < right).tolist()
    sines = run_op("stablehlo.sine", [(type, lhs)], f"3x{other}")
    assert sines.tolist() == np.rint(np.sin(left) / 0.25 - 3).tolist()
    chosen = run_op("stablehlo.select", [("i1", [True, False, True]), (type, lhs), (type, rhs)], f"3x{type}")
    assert chosen.tolist() == [3, 9, 127]


def test_what_does_not_run_on_quantized_types_says_what_to_do() -> None:
    type = "!quant.uniform<i8:f32, 0.5:1>"
    stored = np.array([1], np.int8)
    message = r"this operation doesn't run on the quantized type .*; use uniform_dequantize"
    with pytest.raises(ExecutionError, match=message):
        run_op("stablehlo.convert", [(type, stored)], "1xf32")
