// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// square_f32: square in f32
//   chlo.square: the function of real numbers, of each element
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -3.0, 10000000000.0]> : tensor<3xf32>
  %result = "chlo.square"(%operand) : (tensor<3xf32>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[0.25, 9.0, 1.0000000200408773e+20]> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

// square_f64: square in f64
//   chlo.square: the function of real numbers, of each element
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -3.0, 10000000000.0]> : tensor<3xf64>
  %result = "chlo.square"(%operand) : (tensor<3xf64>) -> tensor<3xf64>
  %expected = stablehlo.constant dense<[0.25, 9.0, 1.0e+20]> : tensor<3xf64>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<3xf64>, tensor<3xf64>
  return
}
