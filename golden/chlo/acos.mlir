// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// acos_f32: acos in f32
//   chlo.acos: the function of real numbers, of each element
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -0.25, 1.0]> : tensor<3xf32>
  %result = "chlo.acos"(%operand) : (tensor<3xf32>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[1.0471975803375244, 1.8234765529632568, 0.0]> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

// acos_f64: acos in f64
//   chlo.acos: the function of real numbers, of each element
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -0.25, 1.0]> : tensor<3xf64>
  %result = "chlo.acos"(%operand) : (tensor<3xf64>) -> tensor<3xf64>
  %expected = stablehlo.constant dense<[1.0471975511965979, 1.8234765819369754, 0.0]> : tensor<3xf64>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<3xf64>, tensor<3xf64>
  return
}
