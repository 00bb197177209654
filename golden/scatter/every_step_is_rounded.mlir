// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// every_step_is_rounded: 256 + 1 is 256 in bf16, at every step: the sum of eight isn't 264
//   scatter.S17-rounding: every application of update_computation gives a value of its own element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[256.0]> : tensor<1xbf16>
  %scatter_indices = stablehlo.constant dense<0> : tensor<8xi64>
  %updates = stablehlo.constant dense<1.0> : tensor<8xbf16>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<bf16>, %new: tensor<bf16>):
      %0 = stablehlo.add %old, %new : tensor<bf16>
      stablehlo.return %0 : tensor<bf16>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<1xbf16>, tensor<8xi64>, tensor<8xbf16>) -> tensor<1xbf16>
  %expected = stablehlo.constant dense<[256.0]> : tensor<1xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1xbf16>, tensor<1xbf16>) -> ()
  return
}
