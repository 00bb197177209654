// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_f16: reciprocal square root in f16
//   rsqrt: For floats: `rSqrt` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, 1.25, 4.0, 2.0]> : tensor<4xf16>
  %result = "stablehlo.rsqrt"(%operand) : (tensor<4xf16>) -> tensor<4xf16>
  %expected = stablehlo.constant dense<[1.4140625, 0.89453125, 0.5, 0.70703125]> : tensor<4xf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}

// -----

// element_type_bf16: reciprocal square root in bf16
//   rsqrt: For floats: `rSqrt` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, 1.25, 4.0, 1.0002555517425873e+30]> : tensor<4xbf16>
  %result = "stablehlo.rsqrt"(%operand) : (tensor<4xbf16>) -> tensor<4xbf16>
  %expected = stablehlo.constant dense<[1.4140625, 0.89453125, 0.5, 9.992007221626409e-16]> : tensor<4xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xbf16>, tensor<4xbf16>
  return
}

// -----

// element_type_f32: reciprocal square root in f32
//   rsqrt: For floats: `rSqrt` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, 1.25, 4.0, 1.0000000150474662e+30]> : tensor<4xf32>
  %result = "stablehlo.rsqrt"(%operand) : (tensor<4xf32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[1.4142135381698608, 0.8944271802902222, 0.5, 1.0000000036274937e-15]> : tensor<4xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

// element_type_f64: reciprocal square root in f64
//   rsqrt: For floats: `rSqrt` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, 1.25, 4.0, 1.0e+30]> : tensor<4xf64>
  %result = "stablehlo.rsqrt"(%operand) : (tensor<4xf64>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[1.4142135623730951, 0.8944271909999159, 0.5, 1.0e-15]> : tensor<4xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}
