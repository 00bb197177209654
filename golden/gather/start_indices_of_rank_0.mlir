// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// start_indices_of_rank_0: start_indices is a single number and index_vector_dim = rank(start_indices) = 0
//   gather.S4: start_index = [start_indices[batch_index]] otherwise
//   gather.S2: batch_index = result_index[batch_dims...]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %start_indices = stablehlo.constant dense<2> : tensor<i64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [0],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 0>,
    slice_sizes = array<i64: 1, 2>,
    indices_are_sorted = false
  } : (tensor<4x2xi32>, tensor<i64>) -> tensor<2xi32>
  %expected = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
