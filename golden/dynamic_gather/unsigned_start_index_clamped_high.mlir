// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/dynamic_gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// unsigned_start_index_clamped_high: unsigned start indices are never negative: 255 as ui8 is clamped high
//   dynamic_gather.S1: functionally identical to gather
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.unsigned-indices: the interpreter extends the sign of unsigned indices,
//     those of dynamic_slice and dynamic_update_slice too: ui8 200 becomes -56
func.func @main() {
  %operand = stablehlo.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %start_indices = stablehlo.constant dense<[255, 128, 127, 1]> : tensor<4xui8>
  %slice_sizes = stablehlo.constant dense<[3]> : tensor<1xi64>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      start_index_map = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false
  } : (tensor<6xi32>, tensor<4xui8>, tensor<1xi64>) -> tensor<4x3xi32>
  %expected = stablehlo.constant dense<[[4, 5, 6], [4, 5, 6], [4, 5, 6], [2, 3, 4]]> : tensor<4x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  return
}
