// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/dynamic_gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// collapsed_dims_around_an_offset_dim: 0 is inserted at two collapsed dimensions with an offset dimension between
//     them
//   dynamic_gather.S1: functionally identical to gather
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]],
      [[13, 14, 15], [16, 17, 18], [19, 20, 21], [22, 23, 24]]
    ]> : tensor<2x4x3xi32>
  %start_indices = stablehlo.constant dense<[[0, 0, 2], [1, 2, 0], [1, 1, 1]]> : tensor<3x3xi64>
  %slice_sizes = stablehlo.constant dense<[1, 2, 1]> : tensor<3xi64>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      collapsed_slice_dims = [0, 2],
      start_index_map = [0, 1, 2],
      index_vector_dim = 1>,
    indices_are_sorted = false
  } : (tensor<2x4x3xi32>, tensor<3x3xi64>, tensor<3xi64>) -> tensor<3x2xi32>
  %expected = stablehlo.constant dense<[[3, 6], [19, 22], [17, 20]]> : tensor<3x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  return
}
