// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// subnormals: subnormal numbers are numbers
//   multiply: For floats: `multiplication` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[8.271806125530277e-25, 1.401298464324817e-45]> : tensor<2xf32>
  %rhs = stablehlo.constant dense<[1.3552527156068805e-20, 0.5]> : tensor<2xf32>
  %result = "stablehlo.multiply"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<2xf32>) -> tensor<2xui32>
  %expected = stablehlo.constant dense<[8, 0]> : tensor<2xui32>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()
  return
}
