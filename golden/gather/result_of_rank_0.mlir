// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// result_of_rank_0: one index vector and every dimension collapsed: a single element
//   gather.C22-scalar: shape(result) = combine(batch_dim_sizes, offset_dim_sizes): of rank 0
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %start_indices = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0, 1],
      start_index_map = [0, 1],
      index_vector_dim = 0>,
    slice_sizes = array<i64: 1, 1>,
    indices_are_sorted = false
  } : (tensor<3x4xi32>, tensor<2xi64>) -> tensor<i32>
  %expected = stablehlo.constant dense<7> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
