// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// all_three: low, high and interior at once
//   dynamic_pad: operand[operand_index] if result_index = edge_padding_low + operand_index * (interior_padding +
//     1), padding_value otherwise
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %padding_value = stablehlo.constant dense<-1> : tensor<i32>
  %edge_padding_low = stablehlo.constant dense<[1, -1]> : tensor<2xi64>
  %edge_padding_high = stablehlo.constant dense<[-1, 2]> : tensor<2xi64>
  %interior_padding = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %result = "stablehlo.dynamic_pad"(%operand, %padding_value, %edge_padding_low, %edge_padding_high, %interior_padding) : (tensor<2x2xi32>, tensor<i32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<3x5xi32>
  %expected = stablehlo.constant dense<[[-1, -1, -1, -1, -1], [-1, -1, 2, -1, -1], [-1, -1, -1, -1, -1]]> : tensor<3x5xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
  return
}
