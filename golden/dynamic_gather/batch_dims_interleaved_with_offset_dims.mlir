// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/dynamic_gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// batch_dims_interleaved_with_offset_dims: batch dimensions stand where offset_dims leaves room: here at 1 and 3,
//     between and behind the offsets
//   dynamic_gather.S1: functionally identical to gather
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15], [16, 17, 18, 19, 20]]> : tensor<4x5xi32>
  %start_indices = stablehlo.constant dense<[[[0, 0], [1, 1], [2, 2]], [[2, 0], [0, 2], [1, 3]]]> : tensor<2x3x2xi64>
  %slice_sizes = stablehlo.constant dense<2> : tensor<2xi64>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [0, 2],
      start_index_map = [0, 1],
      index_vector_dim = 2>,
    indices_are_sorted = false
  } : (tensor<4x5xi32>, tensor<2x3x2xi64>, tensor<2xi64>) -> tensor<2x2x2x3xi32>
  %expected = stablehlo.constant dense<[
      [[[1, 7, 13], [2, 8, 14]], [[11, 3, 9], [12, 4, 10]]],
      [[[6, 12, 18], [7, 13, 19]], [[16, 8, 14], [17, 9, 15]]]
    ]> : tensor<2x2x2x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2x2x3xi32>, tensor<2x2x2x3xi32>) -> ()
  return
}
