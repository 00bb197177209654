// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_f16: exponential in f16
//   exponential: For floats: `exp` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.25, 3.0, 10.0]> : tensor<4xf16>
  %result = "stablehlo.exponential"(%operand) : (tensor<4xf16>) -> tensor<4xf16>
  %expected = stablehlo.constant dense<[1.6484375, 0.28662109375, 20.078125, 22032.0]> : tensor<4xf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}

// -----

// element_type_bf16: exponential in bf16
//   exponential: For floats: `exp` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.25, 3.0, 10.0]> : tensor<4xbf16>
  %result = "stablehlo.exponential"(%operand) : (tensor<4xbf16>) -> tensor<4xbf16>
  %expected = stablehlo.constant dense<[1.6484375, 0.287109375, 20.125, 22016.0]> : tensor<4xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xbf16>, tensor<4xbf16>
  return
}

// -----

// element_type_f32: exponential in f32
//   exponential: For floats: `exp` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.25, 3.0, 10.0]> : tensor<4xf32>
  %result = "stablehlo.exponential"(%operand) : (tensor<4xf32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[1.6487212181091309, 0.2865048050880432, 20.08553695678711, 22026.46484375]> : tensor<4xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

// element_type_f64: exponential in f64
//   exponential: For floats: `exp` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.25, 3.0, 10.0]> : tensor<4xf64>
  %result = "stablehlo.exponential"(%operand) : (tensor<4xf64>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[1.6487212707001282, 0.2865047968601901, 20.085536923187668, 22026.465794806718]> : tensor<4xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}
