// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// rank_0: there is nothing to pad
//   pad: operand[operand_index] if result_index = edge_padding_low + operand_index * (interior_padding + 1),
//     padding_value otherwise
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<5.0> : tensor<f32>
  %padding_value = stablehlo.constant dense<1.0> : tensor<f32>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64>,
    edge_padding_high = array<i64>,
    interior_padding = array<i64>
  } : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = stablehlo.constant dense<5.0> : tensor<f32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  return
}
