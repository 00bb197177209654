"""The known differences in other operations than gather and scatter, which goldens found, with their smallest cases."""

from __future__ import annotations

import math
from typing import Any

from hlogen.conform.difference import KnownDifference
from hlogen.conform.examples import Example
from hlogen.conform.traits import not_generated

_UPSTREAM: dict[str, Any] = {"backend": "upstream", "versioned_by": "StableHLO", "since": "1.0"}
_COMMON: dict[str, Any] = {"affects": not_generated, "remains": "the operation is the program's own"}

# Operations that the interpreter has no code for.
MISSING_UPSTREAM = (
    *("async_start", "batch_norm_grad", "batch_norm_inference", "batch_norm_training", "cholesky", "rng"),
    "rng_bit_generator",
)


def _on_arguments(op: str, args: list[tuple[str, Any]], result: tuple[str, Any], attributes: str = "") -> Example:
    """One op on the arguments of a program."""
    named = [(f"%x{i}", type) for i, (type, _) in enumerate(args)]
    parameters = ", ".join(f"{name}: {type}" for name, type in named)
    return Example(_program(op, parameters, "", named, result[0], attributes), tuple(args), (result,))


def _on_constants(op: str, args: list[tuple[str, str]], result: tuple[str, Any], attributes: str = "") -> Example:
    """One op on constants, which XLA evaluates when it compiles."""
    named = [(f"%x{i}", type) for i, (type, _) in enumerate(args)]
    constants = "".join(f"  %x{i} = stablehlo.constant dense<{text}> : {t}\n" for i, (t, text) in enumerate(args))
    return Example(_program(op, "", constants, named, result[0], attributes), (), (result,))


def _program(
    op: str, parameters: str, constants: str, operands: list[tuple[str, str]], result: str, attributes: str
) -> str:
    names, types = ", ".join(name for name, _ in operands), ", ".join(type for _, type in operands)
    return (
        f"func.func @main({parameters}) -> {result} {{\n{constants}"
        f'  %0 = "stablehlo.{op}"({names}) {{{attributes}}} : ({types}) -> {result}\n'
        f"  func.return %0 : {result}\n}}\n"
    )


_GREATER = "comparison_direction = #stablehlo<comparison_direction GT>, compare_type = #stablehlo<comparison_type "
_TOTAL_ORDER = f"{_GREATER}TOTALORDER>"
_COMPLEX_PAIR = [("tensor<1xcomplex<f32>>", [1 + 3j]), ("tensor<1xcomplex<f32>>", [1 + 2j])]
_LINES = "left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>"
_CONVOLUTION = (
    "dimension_numbers = #stablehlo.conv<[b, f]x[i, o]->[b, f]>, feature_group_count = 1 : i64, "
    "batch_group_count = 1 : i64"
)
_PROMOTING_REDUCE = Example(
    """
func.func @main(%x: tensor<2xi8>, %init: tensor<i8>) -> tensor<i32> {
  %0 = "stablehlo.reduce"(%x, %init) ({
  ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
    %sum = stablehlo.add %lhs, %rhs : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<2xi8>, tensor<i8>) -> tensor<i32>
  func.return %0 : tensor<i32>
}
""",
    (("tensor<2xi8>", [100, 100]), ("tensor<i8>", 0)),
    (("tensor<i32>", 200),),
)
_DYNAMIC_SHAPE = Example(
    """
func.func @main(%x: tensor<2xi32>) -> tensor<i32> {
  %shape = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %loose = stablehlo.dynamic_reshape %x, %shape : (tensor<2xi32>, tensor<2xi64>) -> tensor<?x?xi32>
  %0 = stablehlo.get_dimension_size %loose, dim = 1 : (tensor<?x?xi32>) -> tensor<i32>
  func.return %0 : tensor<i32>
}
""",
    (("tensor<2xi32>", [1, 2]),),
    (("tensor<i32>", 2),),
)
_RAGGED_DOT = Example(
    """
func.func @main(%lhs: tensor<2x1xf32>, %rhs: tensor<1x1x1xf32>, %group_sizes: tensor<1xi64>) -> tensor<2x1xf32> {
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) {
    ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_batching_dimensions = [], rhs_batching_dimensions = [],
      lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1],
      lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>
  } : (tensor<2x1xf32>, tensor<1x1x1xf32>, tensor<1xi64>) -> tensor<2x1xf32>
  func.return %0 : tensor<2x1xf32>
}
""",
    (("tensor<2x1xf32>", [1.0, 2.0]), ("tensor<1x1x1xf32>", [3.0]), ("tensor<1xi64>", [2])),
    (("tensor<2x1xf32>", [3.0, 6.0]),),
)
_PROCESS_ID = Example(
    """
func.func @main() -> tensor<ui32> {
  %0 = stablehlo.replica_id : tensor<ui32>
  func.return %0 : tensor<ui32>
}
""",
    (),
    (("tensor<ui32>", 0),),
)
_TIES_BESIDE_PADDING = Example(
    """
func.func @main(%x: tensor<2x2xi32>, %source: tensor<1x2xi32>) -> tensor<2x2xi32> {
  %init = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.select_and_scatter"(%x, %source, %init) ({
  ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
    %stays = stablehlo.compare GE, %lhs, %rhs : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %stays : tensor<i1>
  }, {
  ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
    %sum = stablehlo.add %lhs, %rhs : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) {window_dimensions = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 1]]> : tensor<2x2xi64>}
    : (tensor<2x2xi32>, tensor<1x2xi32>, tensor<i32>) -> tensor<2x2xi32>
  func.return %0 : tensor<2x2xi32>
}
""",
    (("tensor<2x2xi32>", [0, 1, 1, 0]), ("tensor<1x2xi32>", [1, 2])),
    (("tensor<2x2xi32>", [0, 3, 0, 0]),),
)

_ORDER_OF_COMPLEX: dict[str, Any] = {
    **_COMMON,
    "clause": "compare: For complex element types, lexicographic comparison of (real, imag) pairs",
    "example": _on_arguments(
        "compare", _COMPLEX_PAIR[::-1], ("tensor<1xi1>", [False]), (_GREATER + "FLOAT>").replace("GT", "GE")
    ),
}
_ORDER_OF_COMPLEX_CONSTANTS: dict[str, Any] = {
    **_ORDER_OF_COMPLEX,
    "example": _on_constants(
        "compare",
        [("tensor<1xcomplex<f32>>", "(1.0, 3.0)"), ("tensor<1xcomplex<f32>>", "(1.0, 2.0)")],
        ("tensor<1xi1>", [True]),
        _GREATER + "FLOAT>",
    ),
}
_ROUNDED_OPERANDS = _on_constants(
    "dot_general",
    [("tensor<1x1xf32>", "[[1.001953125]]"), ("tensor<1x1xf32>", "[[1.0]]")],
    ("tensor<1x1xf32>", [[1.0]]),
    "dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, "
    "algorithm = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = "
    "f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, "
    "allow_imprecise_accumulation = false>",
)
_QUANTIZED_ALONG_ROWS = Example(
    """
func.func @main(%x: tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 2.0}>>) -> tensor<2x2xf32> {
  %0 = stablehlo.uniform_dequantize %x : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 2.0}>>) -> tensor<2x2xf32>
  func.return %0 : tensor<2x2xf32>
}
""",
    (("tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 2.0}>>", [[1, 2], [3, 4]]),),
    (("tensor<2x2xf32>", [[0.5, 1], [6, 8]]),),
)
_LARGEST_OF_ZEROS = Example(
    """
func.func @main() -> tensor<f32> {
  %x = stablehlo.constant dense<[-0.0, 0.0, -0.0]> : tensor<3xf32>
  %init = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.maximum across dimensions = [0]
    : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  func.return %0 : tensor<f32>
}
""",
    (),
    (("tensor<f32>", 0.0),),
)

OP_DIFFERENCES: tuple[KnownDifference, ...] = (
    KnownDifference(
        id="upstream.missing-operations",
        kind="crash",
        clause="cholesky, batch_norm_*, rng, ...: operations of the specification",
        reason="the interpreter has no code for " + ", ".join(MISSING_UPSTREAM),
        example=_on_arguments("cholesky", [("tensor<1x1xf32>", [[4.0]])], ("tensor<1x1xf32>", [[2.0]]), "lower = true"),
        **_COMMON,
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.total-order",
        kind="value",
        clause="compare: compare_type = TOTALORDER: NaN is more than any number",
        reason="the interpreter compares as if compare_type were FLOAT",
        example=_on_arguments(
            "compare",
            [("tensor<2xf32>", [math.nan, 1.0]), ("tensor<2xf32>", [1.0, math.nan])],
            ("tensor<2xi1>", [True, False]),
            _TOTAL_ORDER,
        ),
        **_COMMON,
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.order-of-complex-numbers",
        kind="crash",
        clause="compare: For complex element types, lexicographic comparison of (real, imag) pairs",
        reason="the interpreter compares complex numbers for equality alone",
        example=_on_arguments("compare", _COMPLEX_PAIR, ("tensor<1xi1>", [True]), _GREATER + "FLOAT>"),
        **_COMMON,
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.rounding-of-f8E3M4",
        kind="value",
        clause="ceil, floor, round_nearest_afz, round_nearest_even: roundToIntegral of IEEE-754",
        reason="the interpreter gives NaN: it rounds by way of 16, which is more than f8E3M4 has",
        example=_on_arguments("round_nearest_even", [("tensor<2xf8E3M4>", [1.5, 3])], ("tensor<2xf8E3M4>", [2, 3])),
        **_COMMON,
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.irfft-of-odd-length",
        kind="value",
        clause="fft: IRFFT: irfft computes the inverse of rfft",
        reason="the interpreter takes the last element for one of an even length, which has no mirror image",
        example=_on_arguments(
            "fft",
            [("tensor<2xcomplex<f64>>", [0, 3])],
            ("tensor<3xf64>", [2, -1, -1]),
            "fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 3>",
        ),
        **_COMMON,
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.fft-of-single-precision",
        kind="crash",
        clause="fft I1: operand is a tensor of floating-point or complex type",
        reason="the interpreter computes in f64 and aborts where the result is complex<f32>",
        example=_on_arguments(
            "fft",
            [("tensor<1xcomplex<f32>>", [3])],
            ("tensor<1xcomplex<f32>>", [3]),
            "fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 1>",
        ),
        until="1.22.0",
        **_COMMON,
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.empty-contraction",
        kind="crash",
        clause="dot_general: dot_product = reduce(...) with init_values of 0",
        reason="the interpreter reads the first product of none",
        example=_on_arguments(
            "dot_general",
            [("tensor<2x0xi32>", []), ("tensor<0x1xi32>", [])],
            ("tensor<2x1xi32>", [[0], [0]]),
            "dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], "
            "rhs_contracting_dimensions = [0]>",
        ),
        **_COMMON,
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.batches-of-systems",
        kind="crash",
        clause="triangular_solve: result[i0, ..., iR-3, :, :]",
        reason="the interpreter's triangular_solve knows no batch dimensions",
        example=_on_arguments(
            "triangular_solve",
            [("tensor<2x1x1xf32>", [2.0, 4.0]), ("tensor<2x1x1xf32>", [2.0, 4.0])],
            ("tensor<2x1x1xf32>", [1.0, 1.0]),
            _LINES,
        ),
        **_COMMON,
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.promotion-in-reductions",
        kind="crash",
        clause="reduce C6: is_promotable(element_type(inputs[i]), Ei)",
        reason="the interpreter gives the results the inputs' type",
        example=_PROMOTING_REDUCE,
        **_COMMON,
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.dynamic-results",
        kind="crash",
        clause="StableHLO supports dynamically-shaped tensors",
        reason="the interpreter takes arguments of a dynamic type, and no operation's result",
        example=_DYNAMIC_SHAPE,
        **_COMMON,
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.process-ids",
        kind="crash",
        clause="replica_id, partition_id: of the current process",
        reason="outside of run_parallel there is no process in the interpreter",
        example=_PROCESS_ID,
        **_COMMON,
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.dot-algorithm",
        kind="value",
        clause="dot_general: lhs_precision_type, rhs_precision_type: the precisions that LHS and RHS are rounded to",
        reason="the interpreter computes with all bits of the operands, whatever the algorithm rounds them to",
        example=_ROUNDED_OPERANDS,
        **_COMMON,
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.wider-convolution",
        kind="value",
        clause="convolution: element_type(result) may be wider than element_type(lhs)",
        reason="the interpreter multiplies and adds in the operands' type, where sums of i8 wrap",
        example=_on_arguments(
            "convolution",
            [("tensor<1x1xi8>", [[100]]), ("tensor<1x1xi8>", [[100]])],
            ("tensor<1x1xi32>", [[10000]]),
            _CONVOLUTION,
        ),
        until="1.18.0",
        **_COMMON,
        **_UPSTREAM,
    ),
    KnownDifference(
        id="upstream.quantized-along-rows",
        kind="refused",
        clause="types: quantization_dimension is any dimension of the tensor",
        reason="the interpreter rewrites quantized programs first, with scales along the last dimension alone",
        example=_QUANTIZED_ALONG_ROWS,
        **_COMMON,
        **_UPSTREAM,
    ),
    KnownDifference(
        id="xla.constant-total-order",
        backend="xla",
        kind="value",
        clause="compare: compare_type = TOTALORDER: NaN is more than any number",
        reason="XLA compares constants as if compare_type were FLOAT",
        example=_on_constants(
            "compare",
            [("tensor<2xf32>", "[0x7FC00000, 1.0]"), ("tensor<2xf32>", "[1.0, 0x7FC00000]")],
            ("tensor<2xi1>", [True, False]),
            _TOTAL_ORDER,
        ),
        **_COMMON,
    ),
    KnownDifference(
        id="xla.order-of-complex-numbers",
        backend="xla",
        kind="value",
        reason="XLA takes GE and LE for true where the real parts are equal, whatever the imaginary ones",
        until="0.12",
        **_ORDER_OF_COMPLEX,
    ),
    KnownDifference(
        id="xla.order-of-complex-numbers",
        backend="xla",
        kind="refused",
        reason="XLA CPU can't compile it",
        since="0.12",
        **_ORDER_OF_COMPLEX,
    ),
    KnownDifference(
        id="xla.constant-order-of-complex-numbers",
        backend="xla",
        kind="crash",
        reason="XLA's compiler aborts on the order of complex constants",
        until="0.11.1",
        **_ORDER_OF_COMPLEX_CONSTANTS,
    ),
    KnownDifference(
        id="xla.constant-order-of-complex-numbers",
        backend="xla",
        kind="refused",
        reason="XLA CPU can't compile it",
        since="0.12",
        **_ORDER_OF_COMPLEX_CONSTANTS,
    ),
    KnownDifference(
        id="xla.constant-rounding-of-f8E3M4",
        backend="xla",
        kind="value",
        clause="round_nearest_afz, round_nearest_even: roundToIntegral of IEEE-754",
        reason="XLA gives NaN for constants: it rounds by way of 16, which is more than f8E3M4 has",
        example=_on_constants("round_nearest_even", [("tensor<2xf8E3M4>", "[1.5, 3.0]")], ("tensor<2xf8E3M4>", [2, 3])),
        **_COMMON,
    ),
    KnownDifference(
        id="xla.constant-leading-zeros",
        backend="xla",
        kind="value",
        clause="count_leading_zeros: the number of leading zero bits",
        reason="XLA counts the leading zeros of constants in 64 bits",
        example=_on_constants("count_leading_zeros", [("tensor<2xi8>", "[-1, 1]")], ("tensor<2xi8>", [0, 7])),
        until="0.11",
        **_COMMON,
    ),
    KnownDifference(
        id="xla.constant-bit-count",
        backend="xla",
        kind="value",
        clause="popcnt: the number of bits set",
        reason="XLA counts the bits of constants of 4 bits in more than 4, which copies of the sign fill",
        example=_on_constants("popcnt", [("tensor<2xi4>", "[-8, 1]")], ("tensor<2xi4>", [1, 1])),
        **_COMMON,
    ),
    KnownDifference(
        id="xla.constant-zeros-reduced",
        backend="xla",
        kind="value",
        clause="reduce: body is maximum or minimum, of IEEE-754, where -0.0 is less than 0.0",
        reason="XLA takes zeros of either sign for equal where it reduces constants",
        example=_LARGEST_OF_ZEROS,
        **_COMMON,
    ),
    KnownDifference(
        id="xla.constant-sign",
        backend="xla",
        kind="value",
        clause="sign: if compare(x, -0.0, EQ, FLOAT): return -0.0",
        reason="XLA gives 0.0 for the sign of a constant -0.0",
        example=_on_constants("sign", [("tensor<2xf32>", "[-0.0, 1.0]")], ("tensor<2xf32>", [-0.0, 1.0])),
        **_COMMON,
    ),
    KnownDifference(
        id="xla.constant-bits",
        backend="xla",
        kind="value",
        clause="bitcast_convert: bits(result[i0, ..., iR-1, :]) = bits(operand[i0, ..., iR-1])",
        reason="XLA takes numbers of 4 bits for a byte each where it converts the bits of constants",
        example=_on_constants(
            "bitcast_convert", [("tensor<2xui8>", "[18, 247]")], ("tensor<2x2xui4>", [[2, 1], [7, 15]])
        ),
        until="0.11.1",
        **_COMMON,
    ),
    KnownDifference(
        id="xla.complex-extremes",
        backend="xla",
        kind="value",
        clause="maximum, minimum: lexicographic maximum for the (real, imaginary) pair",
        reason="XLA looks at the real parts alone",
        example=_on_arguments(
            "maximum",
            [("tensor<1xcomplex<f32>>", [1 + 2j]), ("tensor<1xcomplex<f32>>", [1 + 3j])],
            ("tensor<1xcomplex<f32>>", [1 + 3j]),
        ),
        **_COMMON,
    ),
    KnownDifference(
        id="xla.complex-cbrt",
        backend="xla",
        kind="refused",
        clause="cbrt: For complex numbers: complex cubic root.",
        reason="XLA has no cbrt of complex numbers",
        example=_on_arguments("cbrt", [("tensor<1xcomplex<f32>>", [8])], ("tensor<1xcomplex<f32>>", [2])),
        **_COMMON,
    ),
    KnownDifference(
        id="xla.dynamic-conv",
        backend="xla",
        kind="refused",
        clause="dynamic_conv: padding is an operand",
        reason="XLA has no dynamic_conv",
        example=_on_arguments(
            "dynamic_conv",
            [("tensor<1x1xf32>", [[2.0]]), ("tensor<1x1xf32>", [[3.0]]), ("tensor<0x2xi64>", [])],
            ("tensor<1x1xf32>", [[6.0]]),
            _CONVOLUTION,
        ),
        **_COMMON,
    ),
    KnownDifference(
        id="xla.unbounded-shapes",
        backend="xla",
        kind="refused",
        clause="StableHLO supports dynamically-shaped tensors",
        reason="XLA wants bounds for dynamic dimensions",
        example=_DYNAMIC_SHAPE,
        **_COMMON,
    ),
    KnownDifference(
        id="xla.promotion-in-reductions",
        backend="xla",
        kind="refused",
        clause="reduce C6: is_promotable(element_type(inputs[i]), Ei)",
        reason="XLA wants the body in the type of the inputs",
        example=_PROMOTING_REDUCE,
        **_COMMON,
    ),
    KnownDifference(
        id="xla.ragged-dot",
        backend="xla",
        kind="refused",
        clause="chlo.ragged_dot: the rows of group i times rhs[i]",
        reason="XLA CPU has no code for ragged products",
        example=_RAGGED_DOT,
        **_COMMON,
    ),
    KnownDifference(
        id="xla.dynamic-slice-of-rank-0",
        backend="xla",
        kind="refused",
        clause="dynamic_slice: slice_sizes and start_indices may be empty",
        reason="what StableHLO prints for it doesn't parse",
        example=_on_arguments(
            "dynamic_slice", [("tensor<f32>", 5.0)], ("tensor<f32>", 5.0), "slice_sizes = array<i64>"
        ),
        **_COMMON,
    ),
    KnownDifference(
        id="xla.ties-beside-padding",
        backend="xla",
        kind="value",
        clause="select_and_scatter, reduce: a window's values are taken in lexicographic order of their indices",
        reason="XLA looks at a padded window in another order, so of equal elements another one is selected",
        example=_TIES_BESIDE_PADDING,
        **_COMMON,
    ),
    KnownDifference(
        id="xla.dot-algorithm",
        backend="xla",
        kind="value",
        clause="dot_general: lhs_precision_type, rhs_precision_type: the precisions that LHS and RHS are rounded to",
        reason="XLA CPU computes with all bits of the operands, or refuses the algorithm for the shape",
        example=_ROUNDED_OPERANDS,
        **_COMMON,
    ),
    KnownDifference(
        id="xla.concatenated-i2",
        backend="xla",
        kind="crash",
        clause="concatenate I1: inputs are tensors, also of 2 bits",
        reason="XLA CPU has no code that writes elements of 2 bits one behind the other",
        example=_on_arguments(
            "concatenate",
            [("tensor<1xi2>", [1]), ("tensor<1xi2>", [-2])],
            ("tensor<2xi2>", [1, -2]),
            "dimension = 0 : i64",
        ),
        **_COMMON,
    ),
)
