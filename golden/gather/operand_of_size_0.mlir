// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// operand_of_size_0: an operand with a dimension of size 0, taken whole
//   gather.C21-zero: 0 <= slice_sizes: a slice size of 0
//   gather.C21-whole: slice_sizes <= shape(operand): a slice as large as the operand
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<> : tensor<0x3xi32>
  %start_indices = stablehlo.constant dense<[0, 5]> : tensor<2xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1, 2],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 0, 3>,
    indices_are_sorted = false
  } : (tensor<0x3xi32>, tensor<2xi64>) -> tensor<2x0x3xi32>
  %expected = stablehlo.constant dense<> : tensor<2x0x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x0x3xi32>, tensor<2x0x3xi32>) -> ()
  return
}
