// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/dynamic_gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// slice_size_0: a slice of size 0 in an offset dimension: the result has no elements
//   dynamic_gather.S1: functionally identical to gather
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]> : tensor<4x3xi32>
  %start_indices = stablehlo.constant dense<[3, 9]> : tensor<2xi64>
  %slice_sizes = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false
  } : (tensor<4x3xi32>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x0xi32>
  %expected = stablehlo.constant dense<> : tensor<2x0xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x0xi32>, tensor<2x0xi32>) -> ()
  return
}
