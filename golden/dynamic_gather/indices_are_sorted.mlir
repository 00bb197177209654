// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/dynamic_gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// indices_are_sorted: the promise that start_indices are sorted, kept: it changes nothing
//   dynamic_gather.S1: functionally identical to gather
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %start_indices = stablehlo.constant dense<[0, 1, 1, 3]> : tensor<4xi64>
  %slice_sizes = stablehlo.constant dense<[3]> : tensor<1xi64>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      start_index_map = [0],
      index_vector_dim = 1>,
    indices_are_sorted = true
  } : (tensor<6xi32>, tensor<4xi64>, tensor<1xi64>) -> tensor<4x3xi32>
  %expected = stablehlo.constant dense<[[1, 2, 3], [2, 3, 4], [2, 3, 4], [4, 5, 6]]> : tensor<4x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  return
}
