// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// bessel_i1e_f32: bessel_i1e in f32
//   chlo.bessel_i1e: the function of real numbers, of each element
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -2.0, 20.0]> : tensor<3xf32>
  %result = "chlo.bessel_i1e"(%operand) : (tensor<3xf32>) -> tensor<3xf32>
  %expected = stablehlo.constant dense<[0.15642079710960388, -0.2152692824602127, 0.08750621974468231]> : tensor<3xf32>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<3xf32>, tensor<3xf32>
  return
}

// -----

// bessel_i1e_f64: bessel_i1e in f64
//   chlo.bessel_i1e: the function of real numbers, of each element
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -2.0, 20.0]> : tensor<3xf64>
  %result = "chlo.bessel_i1e"(%operand) : (tensor<3xf64>) -> tensor<3xf64>
  %expected = stablehlo.constant dense<[0.1564208031848717, -0.21526928924893765, 0.08750622218328867]> : tensor<3xf64>
  check.expect_close %result, %expected, max_ulp_difference = 64 : tensor<3xf64>, tensor<3xf64>
  return
}
