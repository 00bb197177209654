// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// collapsed_slice_size_0_that_reads_nothing: a collapsed dimension may have slice size 0 where the result has no
//     elements
//   gather.C9-zero: slice_sizes[collapsed_slice_dims...] <= 1: 0 is allowed where nothing is read
//   gather.C22-empty: shape(result) = combine(batch_dim_sizes, offset_dim_sizes): with a batch dimension of size 0
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<> : tensor<0x3xi32>
  %start_indices = stablehlo.constant dense<> : tensor<0xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 0, 3>,
    indices_are_sorted = false
  } : (tensor<0x3xi32>, tensor<0xi64>) -> tensor<0x3xi32>
  %expected = stablehlo.constant dense<> : tensor<0x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<0x3xi32>, tensor<0x3xi32>) -> ()
  return
}
