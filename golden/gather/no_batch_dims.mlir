// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// no_batch_dims: one index vector and no batch dimension: a dynamic_slice
//   gather.S1: batch_dims = [d for d in axes(result) and d not in offset_dims]
//   gather.S2: batch_index = result_index[batch_dims...]
//   gather.S3: start_index = start_indices[bi0, ..., :, ..., biN], : inserted at the index_vector_dim index, if
//     index_vector_dim < rank(start_indices)
//   gather.S10: offset_index = result_index[offset_dims...]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15], [16, 17, 18, 19, 20]]> : tensor<4x5xi32>
  %start_indices = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [0, 1],
      start_index_map = [0, 1],
      index_vector_dim = 0>,
    slice_sizes = array<i64: 2, 3>,
    indices_are_sorted = false
  } : (tensor<4x5xi32>, tensor<2xi64>) -> tensor<2x3xi32>
  %expected = stablehlo.constant dense<[[8, 9, 10], [13, 14, 15]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
