"""Quantized arithmetic as programs write it: results quantized like the operands, or as `element_type` says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter

P, Q, R = "!quant.uniform<i8:f32, 0.5:3>", "!quant.uniform<i8:f32, 0.25>", "!quant.uniform<i8:f32, 0.0625:-7>"
PER_AXIS = "!quant.uniform<i8:f32:0, {0.5, 0.25:1}>"
X, Y = np.array([5, 9, 4, 7], np.int8), np.array([1, 6, 5, 4], np.int8)
FLOATS_X, FLOATS_Y = (X - 3.0) * 0.5, Y * 0.25


def quantized(values: np.ndarray[Any, Any], scale: float, zero_point: int) -> list[float]:
    """The specification's quantize, in 8 bits: the zero point comes before the rounding."""
    return np.round(np.clip(values / scale + zero_point, -128, 127)).tolist()


UNARY = {
    "abs": np.abs,
    "cbrt": np.cbrt,
    "ceil": np.ceil,
    "cosine": np.cos,
    "exponential": np.exp,
    "exponential_minus_one": np.expm1,
    "floor": np.floor,
    "log": np.log,
    "log_plus_one": np.log1p,
    "logistic": lambda x: 1 / (1 + np.exp(-x)),
    "negate": np.negative,
    "round_nearest_afz": lambda x: np.trunc(x + np.copysign(0.5, x)),
    "round_nearest_even": np.rint,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sign": np.sign,
    "sine": np.sin,
    "sqrt": np.sqrt,
    "tan": np.tan,
    "tanh": np.tanh,
}
BINARY = {
    "add": np.add,
    "atan2": np.arctan2,
    "divide": np.divide,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "multiply": np.multiply,
    "power": np.power,
    "remainder": np.fmod,
    "subtract": np.subtract,
}


@pytest.mark.parametrize("name", [*UNARY, *BINARY])
def test_the_result_is_quantized_as_asked(name: str) -> None:
    is_unary = name in UNARY

    @hl.function(f"4x{P}", f"4x{Q}")
    def f(x, y):
        operands = (x,) if is_unary else (x, y)
        like_operands = (x,) if is_unary else (x, x)
        operation = getattr(hl, name)
        return operation(*operands, element_type=R), operation(*like_operands)

    assert list(map(str, f.type.results)) == [f"tensor<4x{R}>", f"tensor<4x{P}>"]
    str(f)
    asked, like_operands = interpreter.run(f, X, Y)
    exact = UNARY[name](FLOATS_X) if is_unary else BINARY[name](FLOATS_X, FLOATS_Y)
    assert asked.tolist() == quantized(exact, 0.0625, -7)
    exact = UNARY[name](FLOATS_X) if is_unary else BINARY[name](FLOATS_X, FLOATS_X)
    assert like_operands.tolist() == quantized(exact, 0.5, 3)


@pytest.mark.parametrize(
    ("types", "call", "says"),
    [
        (["4xf32", "4xf32"], lambda x, y: hl.add(x, y, element_type=Q), "fix: leave it out, and use hl.convert"),
        ([f"4x{P}", f"4x{P}"], lambda x, y: hl.add(x, y, element_type="f32"), "it is f32, of tensor<4x!quant"),
        ([f"4x{P}", f"4x{Q}"], lambda x, y: x + y, "takes tensors of one element type"),
        (
            [f"4x{P}", "4x!quant.uniform<i4:f32, 0.5>"],
            lambda x, y: hl.add(x, y, element_type=Q),
            "add.C3: rhs has storage type i4, but lhs has storage type i8",
        ),
        (
            [f"4x{P}", f"3x{Q}"],
            lambda x, y: hl.add(x, y, element_type=Q),
            "the result would be of shape [4] and of shape [3]",
        ),
        (
            [f"4x{P}", f"4x{P}"],
            lambda x, y: hl.tanh(x, element_type="!quant.uniform<i16:f32, 0.5>"),
            "tanh.C1: operand is tensor<4x!quant.uniform<i8:f32, 0.5:3>>, but result is",
        ),
    ],
)
def test_refused(types: list[str], call: Callable[..., Any], says: str) -> None:
    with pytest.raises((hl.UsageError, hl.ConstraintError)) as caught:
        hl.function(*types, name="main")(call)
    assert says in str(caught.value)
    assert "test_quantized.py" in str(caught.value)


def test_per_axis_types_and_bounds_are_types_of_arguments() -> None:
    @hl.function(f"2x3x{PER_AXIS}", "tensor<?x3xf32, #stablehlo.bounds<4, ?>>")
    def f(x, bounded):
        return hl.transpose(x, permutation=[1, 0]), hl.get_dimension_size(bounded, dimension=0), bounded + bounded

    assert list(map(str, f.type.results)) == [
        "tensor<3x2x!quant.uniform<i8:f32:1, {0.5, 0.25:1}>>",
        "tensor<i32>",
        "tensor<?x3xf32, #stablehlo.bounds<4, ?>>",
    ]
    str(f)
    moved, size, doubled = interpreter.run(f, np.arange(6, dtype=np.int8).reshape(2, 3), np.ones((3, 3), np.float32))
    assert moved.tolist() == [[0, 3], [1, 4], [2, 5]]
    assert size == 3
    assert doubled.tolist() == [[2] * 3] * 3
