// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// empty_index_vector: index vectors of size 0: every slice starts at 0, as many times as there are batch indices
//   gather.C3-empty: size(start_index_map) = dim(start_indices, index_vector_dim) = 0: an empty index vector
//   gather.S3: start_index = start_indices[bi0, ..., :, ..., biN], : inserted at the index_vector_dim index, if
//     index_vector_dim < rank(start_indices)
//   gather.S6: full_start_index[d_operand] = 0 otherwise
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %start_indices = stablehlo.constant dense<> : tensor<3x0xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1, 2],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 2, 2>,
    indices_are_sorted = false
  } : (tensor<3x2xi32>, tensor<3x0xi64>) -> tensor<3x2x2xi32>
  %expected = stablehlo.constant dense<[[[1, 2], [3, 4]], [[1, 2], [3, 4]], [[1, 2], [3, 4]]]> : tensor<3x2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x2x2xi32>, tensor<3x2x2xi32>) -> ()
  return
}
