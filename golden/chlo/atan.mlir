// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// atan_f32: atan in f32
//   chlo.atan: the function of real numbers, of each element
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -2.0, 100.0]> : tensor<3xf32>
  %result = "chlo.atan"(%operand) : (tensor<3xf32>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[0.46364760398864746, -1.1071487665176392, 1.5607966184616089]> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

// atan_f64: atan in f64
//   chlo.atan: the function of real numbers, of each element
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -2.0, 100.0]> : tensor<3xf64>
  %result = "chlo.atan"(%operand) : (tensor<3xf64>) -> tensor<3xf64>
  %expected = stablehlo.constant dense<[0.4636476090008061, -1.1071487177940904, 1.5607966601082315]> : tensor<3xf64>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<3xf64>, tensor<3xf64>
  return
}
