// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/dynamic_gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// dims_not_in_start_index_map: operand dimensions that start_index_map doesn't name start at 0, whatever their
//     slice size
//   dynamic_gather.S1: functionally identical to gather
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]],
      [[13, 14, 15], [16, 17, 18], [19, 20, 21], [22, 23, 24]],
      [[25, 26, 27], [28, 29, 30], [31, 32, 33], [34, 35, 36]]
    ]> : tensor<3x4x3xi32>
  %start_indices = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi64>
  %slice_sizes = stablehlo.constant dense<[1, 2, 1]> : tensor<3xi64>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1, 2],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false
  } : (tensor<3x4x3xi32>, tensor<2x1xi64>, tensor<3xi64>) -> tensor<2x2x1xi32>
  %expected = stablehlo.constant dense<[[[25], [28]], [[1], [4]]]> : tensor<2x2x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2x1xi32>, tensor<2x2x1xi32>) -> ()
  return
}
