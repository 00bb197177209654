// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// batch_dims_before_offset_dims: batch dimensions stand where offset_dims leaves room: here in front
//   gather.S1: batch_dims = [d for d in axes(result) and d not in offset_dims]
//   gather.S2: batch_index = result_index[batch_dims...]
//   gather.S10: offset_index = result_index[offset_dims...]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]> : tensor<4x3xi32>
  %start_indices = stablehlo.constant dense<[[3, 0], [1, 2]]> : tensor<2x2xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 3>,
    indices_are_sorted = false
  } : (tensor<4x3xi32>, tensor<2x2xi64>) -> tensor<2x2x3xi32>
  %expected = stablehlo.constant dense<[[[10, 11, 12], [1, 2, 3]], [[4, 5, 6], [7, 8, 9]]]> : tensor<2x2x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2x3xi32>, tensor<2x2x3xi32>) -> ()
  return
}
