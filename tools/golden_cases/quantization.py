"""The goldens of quantized tensors: uniform_quantize, uniform_dequantize, and arithmetic by way of floats.

Scales and values are such that no step of the specification's formulas is rounded but the last: then every way to
compute them, on floats or on stored integers, comes to the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tools.golden_cases.case import AnyOpCase, Region, case
from tools.golden_cases.linear_algebra import MISSING, SIGNALS, dims
from tools.golden_cases.tensors import Tensor, values

HALF, UNIT, QUARTER = "!quant.uniform<i8:f32, 0.5>", "!quant.uniform<i8:f32, 1.0>", "!quant.uniform<i8:f32, 0.25>"
SHIFTED, UNSIGNED = "!quant.uniform<i8:f32, 0.5:-10>", "!quant.uniform<u8:f32, 0.5:128>"
NARROW = "!quant.uniform<i8<-100:100>:f32, 0.5:2>"
PER_AXIS = "!quant.uniform<i8:f32:1, {0.5:1, 0.25:-2, 2.0}>"


def stored_unsigned(type: str) -> dict[str, str]:
    """The known difference of unsigned storage."""
    return {"upstream": "upstream.unsigned-storage"} if type == UNSIGNED else {}


def conversions() -> Iterator[AnyOpCase]:
    says = "quantize: x / scale + zero_point, clamped to the storage's limits, roundToIntegralTiesToEven"
    floats = [0.0, 1.25, -1.25, 3.0, 100.0, -100.0, 0.75]
    for name, title, type in (
        ("per_tensor", "one scale and zero point", SHIFTED),
        ("unsigned_storage", "stored in ui8", UNSIGNED),
        ("storage_limits", "limits narrower than the storage type's", NARROW),
        ("four_bits", "stored in i4", "!quant.uniform<i4:f32, 1.0:1>"),
        ("wide_storage", "stored in i32", "!quant.uniform<i32:f32, 0.125:7>"),
    ):
        yield case(
            "uniform_quantize",
            name,
            title,
            values("7xf32", floats),
            says=says,
            differs=stored_unsigned(type),
            results=f"7x{type}",
        )
    yield case(
        "uniform_quantize",
        "per_axis",
        "a scale and a zero point for each slice",
        values("2x3xf32", [[1.25, 1.25, 1.25], [-40, -40, -40]]),
        says="compute_scales: scales[i] = scales(quantized_type)[i[quantization_dimension]]",
        results=f"2x3x{PER_AXIS}",
    )
    yield case(
        "uniform_quantize",
        "requantize",
        "from one quantized type to another",
        values(f"4x{HALF}", [3, -7, 100, 127]),
        says="dequantize, then quantize",
        results=f"4x{UNIT}",
    )
    says = "dequantize: (stored - zero_point) * scale"
    for name, title, type, stored in (
        ("per_tensor", "one scale and zero point", SHIFTED, [-128, -10, 0, 127]),
        ("unsigned_storage", "ui8 200 isn't negative", UNSIGNED, [0, 128, 200, 255]),
        ("storage_limits", "limits narrower than the storage type's", NARROW, [-100, 2, 0, 100]),
        ("four_bits", "stored in i4", "!quant.uniform<i4:f32, 1.0:1>", [-8, 0, 1, 7]),
    ):
        yield case(
            "uniform_dequantize",
            name,
            title,
            values(f"4x{type}", stored),
            says=says,
            differs=stored_unsigned(type),
            results="4xf32",
        )
    yield case(
        "uniform_dequantize",
        "per_axis",
        "a scale and a zero point for each slice",
        values(f"2x3x{PER_AXIS}", [[4, 4, 4], [-128, 0, 127]]),
        says=says,
        results="2x3xf32",
    )


def arithmetic() -> Iterator[AnyOpCase]:
    def quantized(
        op: str, *operands: Tensor, results: str, title: str = "on dequantized operands", **attributes: Any
    ) -> AnyOpCase:
        names = ", ".join(["lhs", "rhs"] if len(operands) == 2 else ["operand"])
        return case(
            op,
            "quantized",
            title,
            *operands,
            says=f"For quantized types: dequantize_op_quantize({op}, {names}, type(result)).",
            results=results,
            **attributes,
        )

    a, b = values(f"4x{HALF}", [4, -6, 10, 120]), values(f"4x{HALF}", [2, 8, -20, 20])
    for op in ("add", "subtract", "maximum", "minimum"):
        yield quantized(op, a, b, results=f"4x{HALF}", title="what overflows the storage is clamped")
    yield quantized("multiply", a, b, results=f"4x{QUARTER}", title="the scale of the product")
    yield quantized("divide", values(f"3x{HALF}", [8, -12, 3]), values(f"3x{HALF}", [2, 4, 2]), results=f"3x{QUARTER}")
    yield quantized("remainder", values(f"3x{HALF}", [11, -11, 3]), values(f"3x{HALF}", [4, 4, 5]), results=f"3x{HALF}")
    yield quantized("power", values(f"3x{UNIT}", [2, -3, 5]), values(f"3x{UNIT}", [3, 2, 1]), results=f"3x{UNIT}")
    one = values(f"4x{HALF}", [4, -7, 0, 9])
    for op in ("abs", "negate", "sign", "ceil", "floor", "round_nearest_even", "round_nearest_afz"):
        yield quantized(op, one, results=f"4x{HALF}")
    squares = values(f"3x{UNIT}", [4, 16, 64])
    yield quantized("sqrt", squares, results=f"3x{UNIT}")
    yield quantized("rsqrt", squares, results=f"3x{'!quant.uniform<i8:f32, 0.125>'}")
    yield quantized("cbrt", values(f"3x{UNIT}", [8, -27, 64]), results=f"3x{UNIT}")
    for op in ("exponential", "exponential_minus_one", "sine", "cosine", "tan", "tanh", "logistic"):
        yield quantized(op, values(f"4x{HALF}", [-2, 0, 1, 3]), results="4x!quant.uniform<i8:f32, 0.25>")
    yield quantized("log_plus_one", values(f"4x{HALF}", [-1, 0, 1, 3]), results=f"4x{QUARTER}")
    yield quantized("log", values(f"3x{HALF}", [1, 2, 5]), results=f"3x{QUARTER}")
    yield quantized("atan2", a, b, results=f"4x{QUARTER}")
    differs = {"upstream": "upstream.quantized-operations"}
    yield quantized("is_finite", one, results="4xi1", title="a quantized value always is", differs=differs)
    yield case(
        "compare",
        "quantized",
        "values are compared, not what is stored",
        values(f"3x{HALF}", [4, -6, 10]),
        values(f"3x{HALF}", [4, 8, -20]),
        says="dequantize_compare(lhs, rhs, comparison_direction)",
        results="3xi1",
        comparison_direction="GE",
        compare_type="FLOAT",
    )
    yield case(
        "clamp",
        "quantized",
        "bounds of the operand's type",
        values(HALF, -4),
        one,
        values(HALF, 6),
        says="For quantized types, performs dequantize_op_quantize(clamp, min, operand, max, type(result)).",
        results=f"4x{HALF}",
    )
    yield case(
        "reduce_precision",
        "quantized",
        "few mantissa bits",
        one,
        says="For quantized types, performs dequantize_op_quantize of reduce_precision.",
        results=f"4x{HALF}",
        exponent_bits=8,
        mantissa_bits=1,
    )
    lhs, rhs = values(f"2x2x{HALF}", [[2, -4], [6, 8]]), values(f"2x2x{HALF}", [[2, 4], [-6, 10]])
    says = "For quantized types, performs dequantize_op_quantize of dot_general."
    yield case(
        "dot_general",
        "quantized",
        "a product in whole units",
        lhs,
        rhs,
        says=says,
        results=f"2x2x{UNIT}",
        dot_dimension_numbers=dims([1], [0]),
    )
    yield case(
        "dot_general",
        "hybrid_quantized",
        "lhs of floats, rhs quantized",
        values("1x2xf32", [[0.5, 2]]),
        rhs,
        says="hybrid_dequantize_then_op: op(lhs, dequantize(rhs))",
        results="1x2xf32",
        dot_dimension_numbers=dims([1], [0]),
    )
    weights = "!quant.uniform<i8:f32:1, {0.5, 0.25}>"
    yield case(
        "dot_general",
        "quantized_per_axis",
        "a scale for each column of rhs",
        lhs,
        values(f"2x2x{weights}", [[2, 8], [-6, 16]]),
        says=says,
        results=f"2x2x{UNIT}",
        dot_dimension_numbers=dims([1], [0]),
    )
    groups = {"padding": [[1, 0]], "dimension_numbers": SIGNALS, "feature_group_count": 1, "batch_group_count": 1}
    yield case(
        "convolution",
        "quantized",
        "the padding is 0, which is stored as the zero point",
        values(f"1x3x1x{SHIFTED}", [[[-8], [-12], [0]]]),
        values(f"2x1x1x{HALF}", [[[2]], [[4]]]),
        says="For quantized types, performs dequantize_op_quantize of convolution.",
        results=f"1x3x1x{UNIT}",
        **groups,
    )


def factorized() -> Iterator[AnyOpCase]:
    """Ops of linear algebra and normalization, on matrices of one element or exact statistics."""
    four = values(f"1x1x{UNIT}", [[4]])
    says = "For quantized types, performs dequantize_op_quantize of cholesky."
    yield case("cholesky", "quantized", "a root", four, says=says, results=f"1x1x{HALF}", differs=MISSING, lower=True)
    x = values(f"2x2x{HALF}", [[2, -4], [6, 12]])
    vectors = [values(f"2x{HALF}", elements) for elements in ([2, 4], [1, -2], [4, 4], [8, 2])]
    says = "For quantized types, performs dequantize_op_quantize of batch_norm_inference."
    about = {"epsilon": 0.0, "feature_index": 1}
    yield case(
        "batch_norm_inference",
        "quantized",
        "on dequantized operands",
        x,
        *vectors,
        says=says,
        results=f"2x2x{HALF}",
        differs=MISSING,
        **about,
    )
    says = "For quantized types, performs dequantize_batch_norm_grad_or_training_quantize of batch_norm_training."
    types = [f"2x2x{HALF}", f"2x{HALF}", f"2x{HALF}"]
    yield case(
        "batch_norm_training",
        "quantized",
        "three results",
        x,
        *vectors[:2],
        says=says,
        results=types,
        differs=MISSING,
        **about,
    )
    says = "For quantized types, performs dequantize_batch_norm_grad_or_training_quantize of batch_norm_grad."
    grad = values(f"2x2x{HALF}", [[2, 4], [-2, 6]])
    operands = (x, vectors[0], vectors[2], vectors[3], grad)
    yield case(
        "batch_norm_grad", "quantized", "three results", *operands, says=says, results=types, differs=MISSING, **about
    )


def moved() -> Iterator[AnyOpCase]:
    """Ops that move what is stored, and a reduction."""
    a, b = values(f"3x{SHIFTED}", [1, -7, 100]), values(f"3x{SHIFTED}", [5, 6, -128])
    says = "on_true, on_false: tensors or per-tensor quantized tensors"
    pred = values("3xi1", [True, False, True])
    yield case("select", "quantized", "what is stored is chosen", pred, a, b, says=says, results=f"3x{SHIFTED}")
    start = values("i32", 1)
    update = values(f"1x{SHIFTED}", [42])
    says = "operand: tensor or per-tensor quantized tensor"
    yield case(
        "dynamic_update_slice",
        "quantized",
        "what is stored",
        a,
        update,
        start,
        says=says,
        results=f"3x{SHIFTED}",
        differs={"upstream": "upstream.quantized-operations"},
    )
    for name, type, zero, title in (
        ("quantized", HALF, 0, "sums of quantized numbers"),
        ("quantized_with_a_zero_point", SHIFTED, -10, "what is stored isn't summed: it would be off by zero points"),
    ):
        add = Region(
            f"%lhs: tensor<{type}>, %rhs: tensor<{type}>",
            f"%0 = stablehlo.add %lhs, %rhs : tensor<{type}>\nstablehlo.return %0 : tensor<{type}>",
            lambda lhs, rhs: lhs + rhs,
        )
        yield case(
            "reduce",
            name,
            title,
            values(f"2x3x{type}", [[1, 2, 3], [-4, 50, 6]]),
            values(type, zero),
            says="inputs: variadic number of tensors or per-tensor quantized tensors",
            results=f"2x{type}",
            differs={"upstream": "upstream.quantized-operations"},
            dimensions=[1],
            body=add,
        )
    weights = "!quant.uniform<i8:f32:2, {0.5, 0.25}>"
    groups = {"padding": [[0, 0]], "dimension_numbers": SIGNALS, "feature_group_count": 1, "batch_group_count": 1}
    yield case(
        "convolution",
        "quantized_per_axis",
        "a scale for each output feature",
        values(f"1x3x1x{HALF}", [[[2], [-4], [6]]]),
        values(f"2x1x2x{weights}", [[[2, 4]], [[-2, 16]]]),
        says="For quantized types, performs dequantize_op_quantize of convolution.",
        results=f"1x2x2x{UNIT}",
        **groups,
    )
    yield case(
        "convolution",
        "hybrid_quantized",
        "lhs of floats, rhs quantized",
        values("1x3x1xf32", [[[0.5], [2], [-1]]]),
        values(f"2x1x2x{HALF}", [[[2, 4]], [[-3, 16]]]),
        says="hybrid_dequantize_then_op: op(lhs, dequantize(rhs))",
        results="1x2x2xf32",
        **groups,
    )


def other_types() -> Iterator[AnyOpCase]:
    """Storage and expressed types of every kind, and axes that a square tensor can't tell apart by their sizes."""
    says = "quantize: x / scale + zero_point, clamped to the storage's limits, roundToIntegralTiesToEven"
    back = "dequantize: (stored - zero_point) * scale"
    for label, type, floats in (
        ("i4", "!quant.uniform<i4:f32, 0.5:-2>", [0.25, 0.75, -9.0, 9.0, 1.25]),
        ("u4", "!quant.uniform<u4:f32, 0.5:3>", [0.25, 0.75, -9.0, 9.0, 1.25]),
        ("i16", "!quant.uniform<i16:f32, 0.5:300>", [0.25, 0.75, -2e4, 2e4, 100.25]),
        ("u16", "!quant.uniform<u16:f32, 0.5:30000>", [0.25, 0.75, -2e4, 2e4, 100.25]),
        ("bf16", "!quant.uniform<i8:bf16, 0.5:3>", [0.25, 0.75, -100.0, 100.0, 1.25]),
        ("f16", "!quant.uniform<i8:f16, 0.5:3>", [0.25, 0.75, -100.0, 100.0, 1.25]),
        ("f64", "!quant.uniform<i8:f64, 0.5:3>", [0.25, 0.75, -100.0, 100.0, 1.25]),
    ):
        expressed = label if label in ("bf16", "f16", "f64") else "f32"
        differs = {"upstream": "upstream.unsigned-storage"} if label[0] == "u" else None
        differs = {"upstream": "upstream.expressed-types"} if expressed != "f32" else differs
        yield case(
            "uniform_quantize",
            f"type_{label}",
            f"halves and what is too large, {label}",
            values(f"5x{expressed}", floats),
            says=says,
            file="types",
            differs=differs,
            results=f"5x{type}",
        )
        info = QUANTIZED_STORED[label]
        yield case(
            "uniform_dequantize",
            f"type_{label}",
            f"from the lowest to the highest, {label}",
            values(f"4x{type}", info),
            says=back,
            file="types",
            differs=differs,
            results=f"4x{expressed}",
        )
    for axis in (0, 1):
        type = f"!quant.uniform<i8:f32:{axis}, {{0.5:1, 2.0:-3}}>"
        yield case(
            "uniform_quantize",
            f"axis_{axis}",
            f"scales along dimension {axis} of a square",
            values("2x2xf32", [[1.5, 3], [-4, 7]]),
            says="compute_scales: scales[i] = scales(quantized_type)[i[quantization_dimension]]",
            file="axes",
            differs={"upstream": "upstream.quantized-along-rows"} if axis == 0 else None,
            results=f"2x2x{type}",
        )
        yield case(
            "uniform_dequantize",
            f"axis_{axis}",
            f"scales along dimension {axis} of a square",
            values(f"2x2x{type}", [[1, 3], [-4, 7]]),
            says="compute_scales: scales[i] = scales(quantized_type)[i[quantization_dimension]]",
            file="axes",
            differs={"upstream": "upstream.quantized-along-rows"} if axis == 0 else None,
            results="2x2xf32",
        )
    one_by_one = {"dot_dimension_numbers": dims([1], [0])}
    yield case(
        "dot_general",
        "hybrid_quantized_per_axis",
        "lhs of floats, a scale for each column of rhs",
        values("2x2xf32", [[0.5, 2], [-1, 4]]),
        values("2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>", [[2, 8], [-6, 16]]),
        says="hybrid_dequantize_then_op: op(lhs, dequantize(rhs))",
        results="2x2xf32",
        **one_by_one,
    )
    groups = {"padding": [[0, 1]], "dimension_numbers": SIGNALS, "feature_group_count": 1, "batch_group_count": 1}
    yield case(
        "convolution",
        "hybrid_quantized_per_axis",
        "lhs of floats, a scale for each output feature",
        values("1x3x1xf32", [[[0.5], [2], [-1]]]),
        values("2x1x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>", [[[2, 4]], [[-3, 16]]]),
        says="hybrid_dequantize_then_op: op(lhs, dequantize(rhs))",
        results="1x3x2xf32",
        **groups,
    )
    yield case(
        "add",
        "quantized_requantized",
        "operands and result of different scales and zero points, halves to even",
        values(f"5x{HALF}", [4, -6, 10, 1, 3]),
        values(f"5x{SHIFTED}", [-8, -18, 120, -10, -10]),
        says="For quantized types: dequantize_op_quantize(add, lhs, rhs, type(result)).",
        results=f"5x{UNIT}",
    )


# What is stored, by the label of a type above: the lowest, the zero point or near it, and the highest.
QUANTIZED_STORED = {
    "i4": [-8, -2, 0, 7],
    "u4": [0, 3, 9, 15],
    "i16": [-32768, 300, 0, 32767],
    "u16": [0, 30000, 40000, 65535],
    "bf16": [-125, 3, 0, 127],
    "f16": [-128, 3, 0, 127],
    "f64": [-128, 3, 0, 127],
}


CASES: Sequence[AnyOpCase] = [*conversions(), *arithmetic(), *factorized(), *moved(), *other_types()]
