"""Elementwise operations on quantized tensors, what takes them and what doesn't, and programs that hold them.

`dequantize` and `quantize` are the slow model's. What an operation does between them is, where it has a value that
fractions can give, that value, and elsewhere its own result on floats, which other tests are for.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from helpers.one_op import array, dtype, i64, ints, run_op, word
from helpers.quantized_arrays import H, Q, R, S, T, numbers, plain, stored, values_of
from helpers.quantized_model import Number, Quantized, dequantize, product, quantize, quotient, rounded, total

import hlogen
import interpreter
from hlogen.errors import ExecutionError
from hlogen.ir import Attribute, FloatAttr, FloatType
from hlogen.mlir import writer
from hlogen.spec.optable import OPS
from interpreter.kernels.registry import Quantized as Through
from interpreter.kernels.registry import kernels

# The operations of the specification that take tensors quantized per tensor, and those that take them per axis, too.
PER_TENSOR = set(
    """
    abs all_gather all_reduce all_to_all async_done async_start atan2 batch_norm_grad batch_norm_inference
    batch_norm_training cbrt ceil cholesky clamp collective_broadcast collective_permute collective_reduce compare
    concatenate cosine divide dynamic_gather dynamic_iota dynamic_pad dynamic_slice dynamic_update_slice exponential
    exponential_minus_one floor gather iota is_finite log log_plus_one logistic map maximum minimum multiply negate
    optimization_barrier pad power reduce reduce_precision reduce_scatter reduce_window remainder reverse
    round_nearest_afz round_nearest_even rsqrt scatter select select_and_scatter sign sine slice sort sqrt subtract
    tan tanh triangular_solve
    """.split()  # noqa: SIM905  # one long list of words reads best as words
)
ANY = set(
    """
    add bitcast_convert broadcast_in_dim case constant convolution dot_general dynamic_broadcast_in_dim dynamic_conv
    dynamic_reshape get_dimension_size if infeed outfeed recv reshape send transpose uniform_dequantize
    uniform_quantize
    """.split()  # noqa: SIM905  # one long list of words reads best as words
)
# Their operands and results may be anything at all, in the text of their semantics.
ANYTHING = {"composite", "custom_call", "get_tuple_element", "tuple", "while"}


def test_kernels_take_quantized_tensors_where_the_specification_does() -> None:
    taken = {f"stablehlo.{name}" for name in PER_TENSOR | ANY | ANYTHING}
    known = {name: kernel for name, kernel in kernels().items() if name in OPS}
    undefined = {name for name, kernel in known.items() if kernel.quantized is Through.UNDEFINED}
    assert undefined & taken == set()
    assert set(known) - undefined - taken == set()


# Operations on one or two quantized tensors whose value fractions have, rounded once, in the format given.
UNARY: dict[str, Callable[[Fraction, str], Number]] = {
    "abs": lambda x, f: abs(x),
    "negate": lambda x, f: -x,
    "floor": lambda x, f: rounded(Fraction(math.floor(x)), f),
    "ceil": lambda x, f: rounded(Fraction(math.ceil(x)), f),
    "round_nearest_even": lambda x, f: rounded(Fraction(round(x)), f),
    "round_nearest_afz": lambda x, f: rounded(Fraction(math.floor(abs(x) + Fraction(1, 2)) * (1 if x > 0 else -1)), f),
    "sign": lambda x, f: Fraction((x > 0) - (x < 0)),
}
BINARY: dict[str, Callable[[Fraction, Fraction, str], Number]] = {
    "add": total,
    "subtract": lambda x, y, f: total(x, -y, f),
    "multiply": product,
    "divide": quotient,
    "maximum": lambda x, y, f: max(x, y),
    "minimum": lambda x, y, f: min(x, y),
    "remainder": lambda x, y, f: rounded(x - y * math.trunc(x / y), f) if y else math.nan,
}


@pytest.mark.parametrize(("type", "result"), [(Q, Q), (Q, R), (R, S), (S, Q), (H, H)])
@pytest.mark.parametrize("name", UNARY)
def test_dequantize_op_quantize_of_one(name: str, type: Quantized, result: Quantized) -> None:
    given = values_of(type, 40)
    found = run_op(f"stablehlo.{name}", [(str(type), given)], f"40x{result}")
    assert plain(found) == [quantize(UNARY[name](x, type.expressed), result) for x in numbers(given, type)]


@pytest.mark.parametrize(("lhs", "rhs", "result"), [(Q, Q, Q), (Q, R, S), (S, S, R), (H, H, H)])
@pytest.mark.parametrize("name", BINARY)
def test_dequantize_op_quantize_of_two(name: str, lhs: Quantized, rhs: Quantized, result: Quantized) -> None:
    x, y = values_of(lhs, 60), values_of(rhs, 60, seed=1)
    y[5:8], x[5] = rhs.zero_point, lhs.zero_point  # zeros: divided by, and by themselves
    found = run_op(f"stablehlo.{name}", [(str(lhs), x), (str(rhs), y)], f"60x{result}")
    pairs = zip(numbers(x, lhs), numbers(y, rhs), strict=True)
    assert plain(found) == [quantize(BINARY[name](a, b, lhs.expressed), result) for a, b in pairs]


FUNCTIONS = [
    *("cbrt", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic", "rsqrt", "sine"),
    *("sqrt", "tan", "tanh", "atan2", "power"),
]


@pytest.mark.parametrize("name", [*FUNCTIONS, "reduce_precision"])
def test_the_other_elementwise_operations_run_on_the_same_floats(name: str) -> None:
    attributes = {"exponent_bits": i64(5), "mantissa_bits": i64(3)} if name == "reduce_precision" else {}
    count = 2 if name in ("atan2", "power") else 1
    given = [values_of(type, 50, seed) for seed, type in enumerate((Q, S)[:count])]
    types = [Q, S][:count]
    floats = [array("f32", [float(x) for x in numbers(v, t)]) for v, t in zip(given, types, strict=True)]
    of_floats = run_op(f"stablehlo.{name}", [("f32", x) for x in floats], "50xf32", attributes)
    operands = [(str(type), x) for type, x in zip(types, given, strict=True)]
    found = run_op(f"stablehlo.{name}", operands, f"50x{R}", attributes)
    exact = [Fraction(float(x)) if math.isfinite(x) else float(x) for x in of_floats]
    assert plain(found) == [quantize(x, R) for x in exact]


SQUARE = np.array([[103, 43], [43, 63]], np.int8)  # of Q: 50, 20, 20, 30
NORM = {"epsilon": FloatAttr(0.5, FloatType("f32")), "feature_index": i64(1)}
OTHERS: dict[str, tuple[list[Any], int, dict[str, Attribute]]] = {
    "cholesky": ([SQUARE], 1, {"lower": True}),
    "triangular_solve": (
        [SQUARE, SQUARE[::-1]], 1,
        {"left_side": True, "lower": True, "unit_diagonal": False, "transpose_a": word("transpose", "NO_TRANSPOSE")},
    ),
    "batch_norm_inference": ([SQUARE, SQUARE[0], SQUARE[1], SQUARE[0], SQUARE[1]], 1, NORM),
    "batch_norm_training": ([SQUARE, SQUARE[0], SQUARE[1]], 3, NORM),
    "batch_norm_grad": ([SQUARE, SQUARE[0], SQUARE[1], SQUARE[0], SQUARE[::-1]], 3, NORM),
}  # fmt: skip


@pytest.mark.parametrize("name", OTHERS)
def test_other_operations_run_on_the_same_floats_too(name: str) -> None:
    given, count, attributes = OTHERS[name]
    floats = [array("f32", [float(x) for x in numbers(x, Q)]).reshape(x.shape) for x in given]
    shapes = ["2x2x", "2x", "2x"][:count]
    of_floats = run_op(f"stablehlo.{name}", [("f32", x) for x in floats], [f"{d}f32" for d in shapes], attributes)
    found = run_op(f"stablehlo.{name}", [(str(Q), x) for x in given], [f"{d}{S}" for d in shapes], attributes)
    for quantized, plain_result in zip(found, of_floats, strict=True):
        assert plain(quantized) == [quantize(Fraction(float(x)), S) for x in plain_result.ravel()]


def test_clamp_select_compare_is_finite() -> None:
    operand, low, high = values_of(Q, 30), stored(R, 120), stored(S, 60)
    found = run_op(
        "stablehlo.clamp", [(str(R), low.reshape(())), (str(Q), operand), (str(S), high.reshape(()))], f"30x{Q}"
    )
    (least,), (most,) = numbers(low, R), numbers(high, S)
    assert plain(found) == [quantize(min(max(x, least), most), Q) for x in numbers(operand, Q)]

    pred, other = np.arange(30) % 3 == 0, values_of(S, 30)
    found = run_op("stablehlo.select", [("i1", pred), (str(Q), operand), (str(S), other)], f"30x{R}")
    choices = zip(pred, numbers(operand, Q), numbers(other, S), strict=True)
    assert plain(found) == [quantize(x if p else y, R) for p, x, y in choices]

    for direction, compared in (("LT", lambda x, y: x < y), ("EQ", lambda x, y: x == y), ("GE", lambda x, y: x >= y)):
        attributes = {"comparison_direction": word("comparison_direction", direction)}
        same_numbers = stored(S, *(((numbers(operand, Q)[i]) * 10).__round__() - 7 for i in range(30)))
        found = run_op("stablehlo.compare", [(str(Q), operand), (str(S), same_numbers)], "30xi1", attributes)
        pairs = zip(numbers(operand, Q), numbers(same_numbers, S), strict=True)
        assert found.tolist() == [compared(x, y) for x, y in pairs]

    huge = "!quant.uniform<i8:f32, 1.0e38>"  # 100 of them are infinite as f32: finite all the same, by the text
    assert run_op("stablehlo.is_finite", [(huge, stored(Q, 100, 0))], "2xi1").tolist() == [True, True]


def test_iota_counts_in_numbers() -> None:
    found = run_op("stablehlo.iota", [], f"3x300x{R}", {"iota_dimension": i64(1)})
    assert found.tolist() == [[quantize(Fraction(i), R) for i in range(300)]] * 3
    shape = ("i32", array("i32", [4]))
    found = run_op("stablehlo.dynamic_iota", [shape], f"4x{Q}", {"iota_dimension": i64(0)})
    assert found.tolist() == [3, 5, 7, 9]


def test_add_takes_tensors_quantized_per_axis() -> None:
    scales = [Fraction(1, 2), Fraction(1, 4), Fraction(2)]
    slices = [Quantized("i8", "f32", scale, i) for i, scale in enumerate(scales)]
    axis = "!quant.uniform<i8:f32:1, {0.5:0, 0.25:1, 2.0:2}>"
    x, y = values_of(Q, 6).reshape(2, 3), values_of(Q, 6, seed=1).reshape(2, 3)
    found = run_op("stablehlo.add", [(axis, x), (str(Q), y)], f"2x3x{axis}")
    for index in np.ndindex(2, 3):
        own = slices[index[1]]
        sum = total(dequantize(int(x[index]), own), dequantize(int(y[index]), Q), "f32")
        assert found[index] == quantize(sum, own)
    with pytest.raises(
        ExecutionError, match="multiply takes tensors that are quantized per tensor, not per axis: !quant"
    ):
        run_op("stablehlo.multiply", [(axis, x), (axis, y)], f"2x3x{axis}")


UNDEFINED = [
    (
        "stablehlo.convert",
        [T],
        "f32",
        {},
        r"doesn't run on the quantized type tensor<1x!quant.* use uniform_dequantize",
    ),
    ("stablehlo.and", [T, T], T, {}, "doesn't run on the quantized type"),
    ("stablehlo.popcnt", [T], T, {}, "doesn't run on the quantized type"),
    ("stablehlo.add", [T, "i8"], T, {}, "takes quantized tensors with quantized ones, not .*tensor<1xi8>"),
    ("stablehlo.add", [T, "f32"], T, {}, "takes quantized tensors with quantized ones, not .*tensor<1xf32>"),
    ("stablehlo.add", [T, T], "f32", {}, "takes quantized tensors with quantized ones, not .*tensor<1xf32>"),
    ("stablehlo.add", [T, "!quant.uniform<i8:bf16, 0.5>"], T, {}, "takes tensors of one expressed type, not .*bf16"),
    ("stablehlo.reverse", [T], "i8", {"dimensions": ints(0)}, "should be quantized alike, but they are .*tensor<1xi8>"),
]


@pytest.mark.parametrize(("name", "operands", "result", "attributes", "message"), UNDEFINED)
def test_what_the_specification_does_not_define_is_refused(
    name: str, operands: list[str], result: str, attributes: dict[str, Attribute], message: str
) -> None:
    with pytest.raises(ExecutionError, match=message):
        run_op(name, [(type, np.zeros(1, dtype(type))) for type in operands], f"1x{result}", attributes)


PER_AXIS = "!quant.uniform<i8<-100:100>:f32:1, {0.5:1,0.25,2.0:-3}>"
NARROW = "!quant.uniform<u4:bf16, 0.5>"
PROGRAM = f"""func.func @main(%a: tensor<2x3xf32>) -> (tensor<2x3x{PER_AXIS}>, tensor<2x3xf32>, tensor<2x{NARROW}>) {{
  %0 = stablehlo.uniform_quantize %a : (tensor<2x3xf32>) -> tensor<2x3x{PER_AXIS}>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<2x3x{PER_AXIS}>) -> tensor<2x3xf32>
  %2 = stablehlo.constant() <{{value = dense<[1, -1]> : tensor<2xi4>}}> : () -> tensor<2x{NARROW}>
  return %0, %1, %2 : tensor<2x3x{PER_AXIS}>, tensor<2x3xf32>, tensor<2x{NARROW}>
}}"""


@pytest.mark.parametrize("form", ["text", "bytecode", "portable artifact"])
def test_programs_that_hold_quantized_types_are_read_from_every_form(form: str) -> None:
    module = hlogen.parse(PROGRAM)
    if form == "bytecode":
        module = hlogen.parse(writer.to_bytecode(module))
    elif form == "portable artifact":
        module = hlogen.parse(writer.to_portable_artifact(module, "1.8.0"))
    quantized, floats, constant = interpreter.run(module, np.array([[0, 1, 2], [3, 100, -500]], np.float32))
    assert quantized.tolist() == [[1, 4, -2], [7, 100, -100]]
    assert floats.tolist() == [[0, 1, 2], [3, 25, -194]]
    assert constant.astype(int).tolist() == [1, 15]  # unsigned, although MLIR writes it without a sign


@pytest.mark.parametrize(("storage", "signless"), [("u8", "i8"), ("u4", "i4"), ("i4", "i4"), ("u16", "i16")])
def test_bitcast_convert_gives_stored_integers_and_takes_them(storage: str, signless: str) -> None:
    type = Quantized(storage, "f32", Fraction(1, 2))
    given = values_of(type, 20)
    width = int(storage[1:])
    wrapped = [x - (1 << width) if x >= 1 << (width - 1) else x for x in plain(given)]
    bits = run_op("stablehlo.bitcast_convert", [(str(type), given)], f"20x{signless}")
    assert plain(bits) == wrapped
    again = run_op("stablehlo.bitcast_convert", [(signless, bits)], f"20x{type}")
    assert plain(again) == plain(given)


def test_admissible_results_of_quantized_programs() -> None:
    """A sum that saturates on the way depends on the order; one of floats is rounded, and unknown."""
    text = f"""func.func @main(%a: tensor<3x{T}>, %z: tensor<{T}>) -> (tensor<{T}>, tensor<3x{T}>) {{
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0]
      : (tensor<3x{T}>, tensor<{T}>) -> tensor<{T}>
  %1 = stablehlo.sine %a : tensor<3x{T}>
  return %0, %1 : tensor<{T}>, tensor<3x{T}>
}}"""
    zero = np.int8(Q.zero_point)
    quiet = interpreter.admissible(text, stored(Q, 10, 20, 30), zero)
    assert "every order gives the same" in str(quiet)
    loud = str(interpreter.admissible(text, stored(Q, 100, 100, -100), zero))
    assert "one of 94, 24; left open by stablehlo.reduce" in loud, loud
    assert "unknown" in str(interpreter.admissible(text, stored(Q, 10, 20, 30), zero, ulps=2))


def test_a_number_of_four_bits_is_a_constant() -> None:
    text = """"builtin.module"() ({
      "func.func"() ({
        %0 = "stablehlo.constant"() {value = dense<-3> : tensor<i4>} : () -> tensor<!quant.uniform<i4:f32, 2.0:1>>
        %1 = "stablehlo.uniform_dequantize"(%0) : (tensor<!quant.uniform<i4:f32, 2.0:1>>) -> tensor<f32>
        "func.return"(%1) : (tensor<f32>) -> ()
      }) {sym_name = "main", function_type = () -> tensor<f32>} : () -> ()
    }) : () -> ()"""
    assert interpreter.run(text)[0].tolist() == -8.0  # (-3 - 1) * 2
