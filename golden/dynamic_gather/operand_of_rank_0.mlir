// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/dynamic_gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// operand_of_rank_0: an operand of rank 0: every batch index reads its only element
//   dynamic_gather.S1: functionally identical to gather
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<7> : tensor<i32>
  %start_indices = stablehlo.constant dense<> : tensor<2x3x0xi64>
  %slice_sizes = stablehlo.constant dense<> : tensor<0xi64>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      index_vector_dim = 2>,
    indices_are_sorted = false
  } : (tensor<i32>, tensor<2x3x0xi64>, tensor<0xi64>) -> tensor<2x3xi32>
  %expected = stablehlo.constant dense<7> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
