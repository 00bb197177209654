"""The smallest case of each known difference: a program, its arguments, and what the specification gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from hlogen.ir import TensorType, dtype_of, parse_type


@dataclass(frozen=True)
class Example:
    """`args` and `expected` are pairs of a tensor type and (nested lists of) elements."""

    program: str
    args: tuple[tuple[str, Any], ...]
    expected: tuple[tuple[str, Any], ...]

    def arguments(self) -> tuple[np.ndarray[Any, Any], ...]:
        return tuple(_array(*pair) for pair in self.args)

    def results(self) -> tuple[np.ndarray[Any, Any], ...]:
        return tuple(_array(*pair) for pair in self.expected)


def _array(type_text: str, elements: Any) -> np.ndarray[Any, Any]:
    type = parse_type(type_text)
    assert isinstance(type, TensorType)
    return np.array(elements).astype(dtype_of(type.element_type)).reshape(type.static_shape)


# An operand of 256 elements, each its own index: what is read tells the index that was meant.
UNSIGNED_INDEX = Example(
    """
func.func @main(%operand: tensor<256xi32>, %start_indices: tensor<1xui8>) -> tensor<i32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>,
    slice_sizes = array<i64: 1>
  } : (tensor<256xi32>, tensor<1xui8>) -> tensor<i32>
  func.return %0 : tensor<i32>
}
""",
    (("tensor<256xi32>", list(range(256))), ("tensor<1xui8>", [200])),
    (("tensor<i32>", 200),),
)

PROMOTION = Example(
    """
func.func @main(%input: tensor<2xi8>, %scatter_indices: tensor<1xi64>, %update: tensor<i8>) -> tensor<2xi32> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %sum = stablehlo.add %old, %new : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<2xi8>, tensor<1xi64>, tensor<i8>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}
""",
    (("tensor<2xi8>", [100, 5]), ("tensor<1xi64>", [0]), ("tensor<i8>", 100)),
    (("tensor<2xi32>", [200, 5]),),
)

_QUANTIZED = "!quant.uniform<i8:f32, 0.5:3>"

QUANTIZED_SCATTER = Example(
    f"""
func.func @main(%input: tensor<2x{_QUANTIZED}>, %scatter_indices: tensor<1xi64>, %update: tensor<{_QUANTIZED}>)
    -> tensor<2x{_QUANTIZED}> {{
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({{
  ^bb0(%old: tensor<{_QUANTIZED}>, %new: tensor<{_QUANTIZED}>):
    stablehlo.return %new : tensor<{_QUANTIZED}>
  }}) {{
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  }} : (tensor<2x{_QUANTIZED}>, tensor<1xi64>, tensor<{_QUANTIZED}>) -> tensor<2x{_QUANTIZED}>
  func.return %0 : tensor<2x{_QUANTIZED}>
}}
""",
    ((f"tensor<2x{_QUANTIZED}>", [1, 2]), ("tensor<1xi64>", [1]), (f"tensor<{_QUANTIZED}>", 9)),
    ((f"tensor<2x{_QUANTIZED}>", [1, 9]),),
)

QUANTIZED_GATHER = Example(
    f"""
func.func @main(%operand: tensor<3x{_QUANTIZED}>, %start_indices: tensor<1xi64>) -> tensor<{_QUANTIZED}> {{
  %0 = "stablehlo.gather"(%operand, %start_indices) {{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>,
    slice_sizes = array<i64: 1>
  }} : (tensor<3x{_QUANTIZED}>, tensor<1xi64>) -> tensor<{_QUANTIZED}>
  func.return %0 : tensor<{_QUANTIZED}>
}}
""",
    ((f"tensor<3x{_QUANTIZED}>", [1, 2, 3]), ("tensor<1xi64>", [2])),
    ((f"tensor<{_QUANTIZED}>", 3),),
)

# The window [1, 3) of an input of two elements: element 1 is in bounds, 2 isn't.
PARTIAL_WINDOW = Example(
    """
func.func @main(%input: tensor<2xi32>, %scatter_indices: tensor<1xi64>, %update: tensor<2xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    stablehlo.return %new : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<2xi32>, tensor<1xi64>, tensor<2xi32>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}
""",
    (("tensor<2xi32>", [1, 2]), ("tensor<1xi64>", [1]), ("tensor<2xi32>", [3, 4])),
    (("tensor<2xi32>", [1, 3]),),
)

EMPTY_SLICE = Example(
    """
func.func @main(%operand: tensor<2xi32>, %start_indices: tensor<2x0xi64>) -> tensor<2xi32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      operand_batching_dims = [0], start_indices_batching_dims = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 0>
  } : (tensor<2xi32>, tensor<2x0xi64>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}
""",
    (("tensor<2xi32>", [5, 6]), ("tensor<2x0xi64>", [])),
    (("tensor<2xi32>", [5, 6]),),
)

SLICE_SIZES_AS_ARGUMENT = Example(
    """
func.func @main(%operand: tensor<3xi32>, %start_indices: tensor<1xi64>, %slice_sizes: tensor<1xi64>) -> tensor<2xi32> {
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>
  } : (tensor<3xi32>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}
""",
    (("tensor<3xi32>", [1, 2, 3]), ("tensor<1xi64>", [1]), ("tensor<1xi64>", [2])),
    (("tensor<2xi32>", [2, 3]),),
)

F6 = Example(
    """
func.func @main(%input: tensor<2xf6E2M3FN>, %scatter_indices: tensor<1xi64>, %update: tensor<f6E2M3FN>)
    -> tensor<2xf6E2M3FN> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<f6E2M3FN>, %new: tensor<f6E2M3FN>):
    %sum = stablehlo.add %old, %new : tensor<f6E2M3FN>
    stablehlo.return %sum : tensor<f6E2M3FN>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<2xf6E2M3FN>, tensor<1xi64>, tensor<f6E2M3FN>) -> tensor<2xf6E2M3FN>
  func.return %0 : tensor<2xf6E2M3FN>
}
""",
    (("tensor<2xf6E2M3FN>", [1, 2]), ("tensor<1xi64>", [1]), ("tensor<f6E2M3FN>", 3)),
    (("tensor<2xf6E2M3FN>", [1, 5]),),
)

MIXED_FLOATS = Example(
    """
func.func @main(%a: tensor<2xf32>, %b: tensor<2xf64>, %scatter_indices: tensor<1xi64>, %c: tensor<f32>, %d: tensor<f64>)
    -> (tensor<2xf32>, tensor<2xf64>) {
  %0:2 = "stablehlo.scatter"(%a, %b, %scatter_indices, %c, %d) ({
  ^bb0(%old_a: tensor<f32>, %old_b: tensor<f64>, %new_a: tensor<f32>, %new_b: tensor<f64>):
    stablehlo.return %new_a, %new_b : tensor<f32>, tensor<f64>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<2xf32>, tensor<2xf64>, tensor<1xi64>, tensor<f32>, tensor<f64>) -> (tensor<2xf32>, tensor<2xf64>)
  func.return %0#0, %0#1 : tensor<2xf32>, tensor<2xf64>
}
""",
    (
        ("tensor<2xf32>", [1, 2]),
        ("tensor<2xf64>", [3, 4]),
        ("tensor<1xi64>", [1]),
        ("tensor<f32>", 5),
        ("tensor<f64>", 6),
    ),
    (("tensor<2xf32>", [1, 5]), ("tensor<2xf64>", [3, 6])),
)

SCATTER_INTO_RANK_0 = Example(
    """
func.func @main(%input: tensor<i32>, %scatter_indices: tensor<2x0xi64>, %updates: tensor<2xi32>) -> tensor<i32> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %updates) ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %sum = stablehlo.add %old, %new : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<index_vector_dim = 1>
  } : (tensor<i32>, tensor<2x0xi64>, tensor<2xi32>) -> tensor<i32>
  func.return %0 : tensor<i32>
}
""",
    (("tensor<i32>", 1), ("tensor<2x0xi64>", []), ("tensor<2xi32>", [2, 3])),
    (("tensor<i32>", 6),),
)

QUANTIZED_DYNAMIC_GATHER = Example(
    f"""
func.func @main(%operand: tensor<3x{_QUANTIZED}>, %start_indices: tensor<1xi64>) -> tensor<1x{_QUANTIZED}> {{
  %slice_sizes = stablehlo.constant dense<[1]> : tensor<1xi64>
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {{
    dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>
  }} : (tensor<3x{_QUANTIZED}>, tensor<1xi64>, tensor<1xi64>) -> tensor<1x{_QUANTIZED}>
  func.return %0 : tensor<1x{_QUANTIZED}>
}}
""",
    ((f"tensor<3x{_QUANTIZED}>", [1, 2, 3]), ("tensor<1xi64>", [2])),
    ((f"tensor<1x{_QUANTIZED}>", [3]),),
)

# Both updates go to element 0, the second one after the first.
EMPTY_INDEX_VECTORS = Example(
    """
func.func @main(%input: tensor<2xi32>, %scatter_indices: tensor<2x0xi64>, %updates: tensor<2xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %updates) ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %sum = stablehlo.add %old, %new : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], index_vector_dim = 1>
  } : (tensor<2xi32>, tensor<2x0xi64>, tensor<2xi32>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}
""",
    (("tensor<2xi32>", [1, 2]), ("tensor<2x0xi64>", []), ("tensor<2xi32>", [10, 20])),
    (("tensor<2xi32>", [31, 2]),),
)

CONSTANT_UNSIGNED_INDEX = Example(
    """
func.func @main(%operand: tensor<2xi32>) -> tensor<i32> {
  %start_indices = stablehlo.constant dense<[200]> : tensor<1xui8>
  %0 = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>,
    slice_sizes = array<i64: 1>
  } : (tensor<2xi32>, tensor<1xui8>) -> tensor<i32>
  func.return %0 : tensor<i32>
}
""",
    (("tensor<2xi32>", [5, 6]),),
    (("tensor<i32>", 6),),
)

NARROW_INDEX = Example(
    """
func.func @main(%input: tensor<256xi32>, %scatter_indices: tensor<1xi8>, %update: tensor<i32>) -> tensor<256xi32> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    stablehlo.return %new : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<256xi32>, tensor<1xi8>, tensor<i32>) -> tensor<256xi32>
  func.return %0 : tensor<256xi32>
}
""",
    (("tensor<256xi32>", [0] * 256), ("tensor<1xi8>", [1]), ("tensor<i32>", 7)),
    (("tensor<256xi32>", [0, 7, *[0] * 254]),),
)

# 2 ** -149, the smallest number of f32.
SUBNORMAL = Example(
    """
func.func @main(%input: tensor<1xf32>, %scatter_indices: tensor<1xi64>, %update: tensor<f32>) -> tensor<1xf32> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %sum = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<1xf32>, tensor<1xi64>, tensor<f32>) -> tensor<1xf32>
  func.return %0 : tensor<1xf32>
}
""",
    (("tensor<1xf32>", [0]), ("tensor<1xi64>", [0]), ("tensor<f32>", 2.0**-149)),
    (("tensor<1xf32>", [2.0**-149]),),
)

# (1 + 2^-12)^2 is 1 + 2^-11 + 2^-24, half a unit more than f32 can say: rounded first, the difference is 0.
FUSED_MULTIPLY_ADD = Example(
    """
func.func @main(%input: tensor<1xf32>, %scatter_indices: tensor<1xi64>, %update: tensor<f32>) -> tensor<1xf32> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %square = stablehlo.multiply %new, %new : tensor<f32>
    %difference = stablehlo.subtract %square, %old : tensor<f32>
    stablehlo.return %difference : tensor<f32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<1xf32>, tensor<1xi64>, tensor<f32>) -> tensor<1xf32>
  func.return %0 : tensor<1xf32>
}
""",
    (("tensor<1xf32>", [1 + 2.0**-11]), ("tensor<1xi64>", [0]), ("tensor<f32>", 1 + 2.0**-12)),
    (("tensor<1xf32>", [0]),),
)

SUM_WITH_ZERO = Example(
    """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
  %0 = stablehlo.add %x, %zero : tensor<2xf32>
  func.return %0 : tensor<2xf32>
}
""",
    (("tensor<2xf32>", [-0.0, 1.0]),),
    (("tensor<2xf32>", [0.0, 1.0]),),
)

BOOLEAN_CONSTANT_SUM = Example(
    """
func.func @main() -> tensor<i1> {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %also = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.add %true, %also : tensor<i1>
  func.return %0 : tensor<i1>
}
""",
    (),
    (("tensor<i1>", True),),
)

# 12 * 12 is -112 in i8. What the product is left at when it overflows, its absolute value isn't negative.
ABS_OF_SQUARE = Example(
    """
func.func @main(%x: tensor<2xi8>) -> tensor<2xi8> {
  %square = stablehlo.multiply %x, %x : tensor<2xi8>
  %0 = stablehlo.abs %square : tensor<2xi8>
  func.return %0 : tensor<2xi8>
}
""",
    (("tensor<2xi8>", [12, 3]),),
    (("tensor<2xi8>", [112, 9]),),
)

# A scatter that adds in place would change the input, which is returned as well.
INPUT_USED_AGAIN = Example(
    """
func.func @main(%input: tensor<2xi32>, %scatter_indices: tensor<1xi64>, %update: tensor<i32>)
    -> (tensor<2xi32>, tensor<2xi32>) {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    stablehlo.return %new : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<2xi32>, tensor<1xi64>, tensor<i32>) -> tensor<2xi32>
  func.return %0, %input : tensor<2xi32>, tensor<2xi32>
}
""",
    (("tensor<2xi32>", [1, 2]), ("tensor<1xi64>", [0]), ("tensor<i32>", 5)),
    (("tensor<2xi32>", [5, 2]), ("tensor<2xi32>", [1, 2])),
)

# 2.5 * 3.5 is 8.75, and 2.5 * -64 is -160, which i8 doesn't have.
QUANTIZED_PRODUCT = Example(
    """
func.func @main(%lhs: tensor<1x1x!quant.uniform<i8:f32, 0.5>>, %rhs: tensor<1x2x!quant.uniform<i8:f32, 0.5>>)
    -> tensor<1x2x!quant.uniform<i8:f32, 1.0>> {
  %0 = stablehlo.dot_general %lhs, %rhs, contracting_dims = [1] x [0]
      : (tensor<1x1x!quant.uniform<i8:f32, 0.5>>, tensor<1x2x!quant.uniform<i8:f32, 0.5>>)
      -> tensor<1x2x!quant.uniform<i8:f32, 1.0>>
  func.return %0 : tensor<1x2x!quant.uniform<i8:f32, 1.0>>
}
""",
    (("tensor<1x1x!quant.uniform<i8:f32, 0.5>>", [[5]]), ("tensor<1x2x!quant.uniform<i8:f32, 0.5>>", [[7, -128]])),
    (("tensor<1x2x!quant.uniform<i8:f32, 1.0>>", [[9, -128]]),),
)

# 0.75 + 0.75 is 1.5, three halves; 0.75 alone is nearest to two halves.
QUANTIZED_ADD = Example(
    """
func.func @main(%lhs: tensor<1x!quant.uniform<i8:f32, 0.75>>, %rhs: tensor<1x!quant.uniform<i8:f32, 0.75>>)
    -> tensor<1x!quant.uniform<i8:f32, 0.5>> {
  %0 = stablehlo.add %lhs, %rhs
      : (tensor<1x!quant.uniform<i8:f32, 0.75>>, tensor<1x!quant.uniform<i8:f32, 0.75>>)
      -> tensor<1x!quant.uniform<i8:f32, 0.5>>
  func.return %0 : tensor<1x!quant.uniform<i8:f32, 0.5>>
}
""",
    (("tensor<1x!quant.uniform<i8:f32, 0.75>>", [1]), ("tensor<1x!quant.uniform<i8:f32, 0.75>>", [1])),
    (("tensor<1x!quant.uniform<i8:f32, 0.5>>", [3]),),
)

UNSIGNED_STORAGE = Example(
    """
func.func @main(%operand: tensor<1x!quant.uniform<u8:f32, 1.0>>) -> tensor<1xf32> {
  %0 = stablehlo.uniform_dequantize %operand : (tensor<1x!quant.uniform<u8:f32, 1.0>>) -> tensor<1xf32>
  func.return %0 : tensor<1xf32>
}
""",
    (("tensor<1x!quant.uniform<u8:f32, 1.0>>", [200]),),
    (("tensor<1xf32>", [200]),),
)

EXPRESSED_AS_BF16 = Example(
    """
func.func @main(%operand: tensor<1x!quant.uniform<i8:bf16, 0.5>>) -> tensor<1x!quant.uniform<i8:bf16, 0.5>> {
  %0 = stablehlo.abs %operand : tensor<1x!quant.uniform<i8:bf16, 0.5>>
  func.return %0 : tensor<1x!quant.uniform<i8:bf16, 0.5>>
}
""",
    (("tensor<1x!quant.uniform<i8:bf16, 0.5>>", [-3]),),
    (("tensor<1x!quant.uniform<i8:bf16, 0.5>>", [3]),),
)

QUANTIZED_REVERSE = Example(
    """
func.func @main(%operand: tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>> {
  %0 = stablehlo.reverse %operand, dims = [0] : tensor<2x!quant.uniform<i8:f32, 0.5>>
  func.return %0 : tensor<2x!quant.uniform<i8:f32, 0.5>>
}
""",
    (("tensor<2x!quant.uniform<i8:f32, 0.5>>", [1, 2]),),
    (("tensor<2x!quant.uniform<i8:f32, 0.5>>", [2, 1]),),
)

SAME_INPUT_TWICE = Example(
    """
func.func @main(%input: tensor<2xi32>, %scatter_indices: tensor<2x1xi64>, %update0: tensor<2xi32>,
                %update1: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %0:2 = "stablehlo.scatter"(%input, %input, %scatter_indices, %update0, %update1) ({
  ^bb0(%old0: tensor<i32>, %old1: tensor<i32>, %new0: tensor<i32>, %new1: tensor<i32>):
    stablehlo.return %new0, %new1 : tensor<i32>, tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  } : (tensor<2xi32>, tensor<2xi32>, tensor<2x1xi64>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  func.return %0#0, %0#1 : tensor<2xi32>, tensor<2xi32>
}
""",
    (("tensor<2xi32>", [1, 2]), ("tensor<2x1xi64>", [[0], [0]]), ("tensor<2xi32>", [5, 5]), ("tensor<2xi32>", [6, 6])),
    (("tensor<2xi32>", [5, 2]), ("tensor<2xi32>", [6, 2])),
)

# Computed, because upstream's verifier already reads a constant 200 as -56.
UNSIGNED_SLICE_SIZES = Example(
    """
func.func @main(%operand: tensor<201xi32>, %start_indices: tensor<1xi64>) -> tensor<200xi32> {
  %hundred = stablehlo.constant dense<100> : tensor<1xui8>
  %slice_sizes = stablehlo.add %hundred, %hundred : tensor<1xui8>
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>
  } : (tensor<201xi32>, tensor<1xi64>, tensor<1xui8>) -> tensor<200xi32>
  func.return %0 : tensor<200xi32>
}
""",
    (("tensor<201xi32>", list(range(201))), ("tensor<1xi64>", [7])),
    (("tensor<200xi32>", list(range(1, 201))),),
)

LOOP_IN_BODY = Example(
    """
func.func @main(%input: tensor<2xi32>, %scatter_indices: tensor<1xi64>, %update: tensor<i32>) -> tensor<2xi32> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %two = stablehlo.constant dense<2> : tensor<i32>
    %halved = stablehlo.while(%i = %new) : tensor<i32>
    cond {
      %greater = stablehlo.compare GT, %i, %old : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %greater : tensor<i1>
    } do {
      %half = stablehlo.divide %i, %two : tensor<i32>
      stablehlo.return %half : tensor<i32>
    }
    stablehlo.return %halved : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<2xi32>, tensor<1xi64>, tensor<i32>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}
""",
    (("tensor<2xi32>", [3, 5]), ("tensor<1xi64>", [1]), ("tensor<i32>", 36)),
    (("tensor<2xi32>", [3, 4]),),
)

# 1 is half a unit of bf16 at 256: the sum is 259 in f32, and another one where bf16 comes in between.
FLOAT_PROMOTION = Example(
    """
func.func @main(%input: tensor<1xbf16>, %scatter_indices: tensor<3x1xi64>, %updates: tensor<3xbf16>) -> tensor<1xf32> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %updates) ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %sum = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  } : (tensor<1xbf16>, tensor<3x1xi64>, tensor<3xbf16>) -> tensor<1xf32>
  func.return %0 : tensor<1xf32>
}
""",
    (("tensor<1xbf16>", [256]), ("tensor<3x1xi64>", [0, 0, 0]), ("tensor<3xbf16>", [1, 1, 1])),
    (("tensor<1xf32>", [259]),),
)
