// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// subnormals: subnormal numbers are numbers
//   divide: For floats: `division` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[7.174648137343064e-43, 4.203895392974451e-45]> : tensor<2xf32>
  %rhs = stablehlo.constant dense<[64.0, 2.0]> : tensor<2xf32>
  %result = "stablehlo.divide"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<2xf32>) -> tensor<2xui32>
  %expected = stablehlo.constant dense<[8, 2]> : tensor<2xui32>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()
  return
}
