// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// acosh_f32: acosh in f32
//   chlo.acosh: the function of real numbers, of each element
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, 3.0, 100.0]> : tensor<3xf32>
  %result = "chlo.acosh"(%operand) : (tensor<3xf32>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[0.9624236226081848, 1.7627471685409546, 5.29829216003418]> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

// acosh_f64: acosh in f64
//   chlo.acosh: the function of real numbers, of each element
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.5, 3.0, 100.0]> : tensor<3xf64>
  %result = "chlo.acosh"(%operand) : (tensor<3xf64>) -> tensor<3xf64>
  %expected = stablehlo.constant dense<[0.9624236501192069, 1.762747174039086, 5.298292365610485]> : tensor<3xf64>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<3xf64>, tensor<3xf64>
  return
}
