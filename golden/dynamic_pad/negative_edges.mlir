// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// negative_edges: elements are removed
//   dynamic_pad: operand[operand_index] if result_index = edge_padding_low + operand_index * (interior_padding +
//     1), padding_value otherwise
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %padding_value = stablehlo.constant dense<-1> : tensor<i32>
  %edge_padding_low = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %edge_padding_high = stablehlo.constant dense<[-2]> : tensor<1xi64>
  %interior_padding = stablehlo.constant dense<[0]> : tensor<1xi64>
  %result = "stablehlo.dynamic_pad"(%operand, %padding_value, %edge_padding_low, %edge_padding_high, %interior_padding) : (tensor<5xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xi32>
  %expected = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
