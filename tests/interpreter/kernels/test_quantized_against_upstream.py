"""Quantized operations against upstream's interpreter, where it is known to follow the specification.

It doesn't in the ways that `golden/differences/upstream/` lists: so storage is signed here, the expressed type
f32, sums have one type, and products of tensors stand in the wide type that accumulates them.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from helpers.quantized_arrays import values_of
from helpers.quantized_model import Quantized

import interpreter
from hlogen.backends import backend

UNARY = (
    *("abs", "cbrt", "ceil", "cosine", "exponential", "exponential_minus_one", "floor", "log", "log_plus_one"),
    *("logistic", "negate", "round_nearest_afz", "round_nearest_even", "rsqrt", "sign", "sine", "sqrt", "tan", "tanh"),
    "uniform_quantize",
)
BINARY = ("atan2", "divide", "maximum", "minimum", "multiply", "power", "remainder", "subtract")
COARSE = Quantized("i8", "f32", Fraction(1, 2), 3)
FINE = Quantized("i8", "f32", Fraction(float(np.float32(0.3))), -10)
LIMITED = Quantized("i8", "f32", Fraction(1, 4), 5, (-100, 90))
NARROW = Quantized("i8", "f32", Fraction(1, 32), -60, (-100, 90))
LONG = Quantized("i16", "f32", Fraction(float(np.float32(0.01))), 300)
PAIRS = [(COARSE, COARSE), (COARSE, FINE), (LIMITED, NARROW), (LIMITED, LIMITED), (LONG, LONG)]
IDS = ["coarse", "coarse to fine", "limited to narrow", "limited", "long"]


def hold(text: str, *arrays: np.ndarray) -> None:
    (ours,), (theirs,) = interpreter.run(text, *arrays), backend("upstream").run(text, *arrays)
    assert ours.tolist() == np.asarray(theirs).tolist()


@pytest.mark.share(3)
@pytest.mark.parametrize(("type", "result"), PAIRS, ids=IDS)
@pytest.mark.parametrize("name", [*UNARY, *BINARY])
def test_elementwise(name: str, type: Quantized, result: Quantized) -> None:
    operands = [values_of(type, 200, seed) for seed in range(1 if name in UNARY else 2)]
    names = ", ".join(f"%{i}" for i in range(len(operands)))
    types = ", ".join(f"tensor<200x{type}>" for _ in operands)
    arguments = ", ".join(f"%{i}: tensor<200x{type}>" for i in range(len(operands)))
    hold(
        f"""func.func @main({arguments}) -> tensor<200x{result}> {{
  %r = "stablehlo.{name}"({names}) : ({types}) -> tensor<200x{result}>
  return %r : tensor<200x{result}>
}}""",
        *operands,
    )


@pytest.mark.parametrize("type", [COARSE, FINE, LONG], ids=["coarse", "fine", "long"])
def test_sums_of_one_type_and_back_to_floats(type: Quantized) -> None:
    hold(
        f"""func.func @main(%a: tensor<200x{type}>, %b: tensor<200x{type}>) -> tensor<200xf32> {{
  %0 = stablehlo.add %a, %b : tensor<200x{type}>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<200x{type}>) -> tensor<200xf32>
  return %1 : tensor<200xf32>
}}""",
        values_of(type, 200),
        values_of(type, 200, seed=1),
    )


def test_products_in_the_accumulator_s_type() -> None:
    rhs = "!quant.uniform<i8:f32, 0.25>"
    wide = Quantized("i32", "f32", Fraction(1, 8))
    hold(
        f"""func.func @main(%a: tensor<16x16x{COARSE}>, %b: tensor<16x16x{rhs}>) -> tensor<16x16x{wide}> {{
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<16x16x{COARSE}>, tensor<16x16x{rhs}>) -> tensor<16x16x{wide}>
  return %0 : tensor<16x16x{wide}>
}}""",
        values_of(COARSE, 256).reshape(16, 16),
        values_of(COARSE, 256, seed=1).reshape(16, 16),
    )
