// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_f16: exponential minus one in f16
//   exponential_minus_one: For floats: `expm1` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.25, 2.0, 10.0]> : tensor<4xf16>
  %result = "stablehlo.exponential_minus_one"(%operand) : (tensor<4xf16>) -> tensor<4xf16>
  %expected = stablehlo.constant dense<[0.64892578125, -0.71337890625, 6.390625, 22032.0]> : tensor<4xf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}

// -----

// element_type_bf16: exponential minus one in bf16
//   exponential_minus_one: For floats: `expm1` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.25, 9.98377799987793e-07, 10.0]> : tensor<4xbf16>
  %result = "stablehlo.exponential_minus_one"(%operand) : (tensor<4xbf16>) -> tensor<4xbf16>
  %expected = stablehlo.constant dense<[0.6484375, -0.71484375, 9.98377799987793e-07, 22016.0]> : tensor<4xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xbf16>, tensor<4xbf16>
  return
}

// -----

// element_type_f32: exponential minus one in f32
//   exponential_minus_one: For floats: `expm1` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.25, 9.999999974752427e-07, 10.0]> : tensor<4xf32>
  %result = "stablehlo.exponential_minus_one"(%operand) : (tensor<4xf32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[0.6487212777137756, -0.7134951949119568, 1.0000004522225936e-06, 22025.46484375]> : tensor<4xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

// element_type_f64: exponential minus one in f64
//   exponential_minus_one: For floats: `expm1` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.25, 1.0e-06, 10.0]> : tensor<4xf64>
  %result = "stablehlo.exponential_minus_one"(%operand) : (tensor<4xf64>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[
      0.6487212707001282, -0.7134952031398099, 1.0000005000001665e-06, 22025.465794806718
    ]> : tensor<4xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}
