// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// interior: between elements
//   pad: operand[operand_index] if result_index = edge_padding_low + operand_index * (interior_padding + 1),
//     padding_value otherwise
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %padding_value = stablehlo.constant dense<-1> : tensor<i32>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 0, 0>,
    edge_padding_high = array<i64: 0, 0>,
    interior_padding = array<i64: 1, 2>
  } : (tensor<2x3xi32>, tensor<i32>) -> tensor<3x7xi32>
  %expected = stablehlo.constant dense<[[1, -1, -1, 2, -1, -1, 3], [-1, -1, -1, -1, -1, -1, -1], [4, -1, -1, 5, -1, -1, 6]]> : tensor<3x7xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x7xi32>, tensor<3x7xi32>) -> ()
  return
}
