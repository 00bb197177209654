// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// mulhi_i32: the upper half of a product of i32
//   chlo.mulhi: the upper half of the bits of lhs * rhs
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1073741824, -1073741824, -1]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[6, 6, -1]> : tensor<3xi32>
  %result = "chlo.mulhi"(%lhs, %rhs) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %expected = stablehlo.constant dense<[1, -2, 0]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}

// -----

// mulhi_ui32: the upper half of a product of ui32
//   chlo.mulhi: the upper half of the bits of lhs * rhs
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[2147483648, 4294967295, 1]> : tensor<3xui32>
  %rhs = stablehlo.constant dense<[6, 4294967295, 1]> : tensor<3xui32>
  %result = "chlo.mulhi"(%lhs, %rhs) : (tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
  %expected = stablehlo.constant dense<[3, 4294967294, 0]> : tensor<3xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui32>, tensor<3xui32>) -> ()
  return
}
