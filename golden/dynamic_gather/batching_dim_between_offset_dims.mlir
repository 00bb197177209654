// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/dynamic_gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// batching_dim_between_offset_dims: 0 is inserted for a batching dimension that stands between two offset
//     dimensions of the operand
//   dynamic_gather.S1: functionally identical to gather
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      [[1, 2, 3, 4], [5, 6, 7, 8]],
      [[9, 10, 11, 12], [13, 14, 15, 16]],
      [[17, 18, 19, 20], [21, 22, 23, 24]]
    ]> : tensor<3x2x4xi32>
  %start_indices = stablehlo.constant dense<[[1, 2], [0, 1]]> : tensor<2x2xi64>
  %slice_sizes = stablehlo.constant dense<[2, 1, 2]> : tensor<3xi64>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1, 2],
      operand_batching_dims = [1],
      start_indices_batching_dims = [0],
      start_index_map = [0, 2],
      index_vector_dim = 1>,
    indices_are_sorted = false
  } : (tensor<3x2x4xi32>, tensor<2x2xi64>, tensor<3xi64>) -> tensor<2x2x2xi32>
  %expected = stablehlo.constant dense<[[[11, 12], [19, 20]], [[6, 7], [14, 15]]]> : tensor<2x2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2x2xi32>, tensor<2x2x2xi32>) -> ()
  return
}
