// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_f16: logarithm plus one in f16
//   log_plus_one: For floats: `logp1` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -0.25, 2.0, 2.0]> : tensor<4xf16>
  %result = "stablehlo.log_plus_one"(%operand) : (tensor<4xf16>) -> tensor<4xf16>
  %expected = stablehlo.constant dense<[0.405517578125, -0.28759765625, 1.0986328125, 1.0986328125]> : tensor<4xf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}

// -----

// element_type_bf16: logarithm plus one in bf16
//   log_plus_one: For floats: `logp1` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -0.25, 9.98377799987793e-07, 1.0002555517425873e+30]> : tensor<4xbf16>
  %result = "stablehlo.log_plus_one"(%operand) : (tensor<4xbf16>) -> tensor<4xbf16>
  %expected = stablehlo.constant dense<[0.40625, -0.287109375, 9.98377799987793e-07, 69.0]> : tensor<4xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xbf16>, tensor<4xbf16>
  return
}

// -----

// element_type_f32: logarithm plus one in f32
//   log_plus_one: For floats: `logp1` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -0.25, 9.999999974752427e-07, 1.0000000150474662e+30]> : tensor<4xf32>
  %result = "stablehlo.log_plus_one"(%operand) : (tensor<4xf32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[
      0.40546509623527527, -0.28768208622932434, 9.999995427278918e-07, 69.07755279541016
    ]> : tensor<4xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

// element_type_f64: logarithm plus one in f64
//   log_plus_one: For floats: `logp1` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -0.25, 1.0e-06, 1.0e+30]> : tensor<4xf64>
  %result = "stablehlo.log_plus_one"(%operand) : (tensor<4xf64>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[0.4054651081081644, -0.2876820724517809, 9.999995000003334e-07, 69.07755278982137]> : tensor<4xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}
