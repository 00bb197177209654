// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/dynamic_gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// whole_slice: a slice as large as the operand can only start at 0
//   dynamic_gather.S1: functionally identical to gather
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %start_indices = stablehlo.constant dense<[0, 2, -2]> : tensor<3xi64>
  %slice_sizes = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1, 2],
      start_index_map = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false
  } : (tensor<3x2xi32>, tensor<3xi64>, tensor<2xi64>) -> tensor<3x3x2xi32>
  %expected = stablehlo.constant dense<[[[1, 2], [3, 4], [5, 6]], [[1, 2], [3, 4], [5, 6]], [[1, 2], [3, 4], [5, 6]]]> : tensor<3x3x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x3x2xi32>, tensor<3x3x2xi32>) -> ()
  return
}
