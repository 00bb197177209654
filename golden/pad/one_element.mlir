// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// one_element: there is no interior
//   pad: operand[operand_index] if result_index = edge_padding_low + operand_index * (interior_padding + 1),
//     padding_value otherwise
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1]> : tensor<1xi32>
  %padding_value = stablehlo.constant dense<-1> : tensor<i32>
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 1>,
    edge_padding_high = array<i64: 1>,
    interior_padding = array<i64: 3>
  } : (tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  %expected = stablehlo.constant dense<[-1, 1, -1]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
