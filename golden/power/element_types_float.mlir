// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_f16: powers in f16
//   power: For floats: `pow` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[2.0, -2.0, 3.0, 1.5]> : tensor<4xf16>
  %rhs = stablehlo.constant dense<[0.5, 3.0, -2.0, 7.25]> : tensor<4xf16>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
  %expected = stablehlo.constant dense<[1.4140625, -8.0, 0.111083984375, 18.90625]> : tensor<4xf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}

// -----

// element_type_bf16: powers in bf16
//   power: For floats: `pow` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[2.0, -2.0, 3.0, 1.5]> : tensor<4xbf16>
  %rhs = stablehlo.constant dense<[0.5, 3.0, -2.0, 7.25]> : tensor<4xbf16>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
  %expected = stablehlo.constant dense<[1.4140625, -8.0, 0.111328125, 18.875]> : tensor<4xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xbf16>, tensor<4xbf16>
  return
}

// -----

// element_type_f64: powers in f64
//   power: For floats: `pow` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[2.0, -2.0, 3.0, 1.5]> : tensor<4xf64>
  %rhs = stablehlo.constant dense<[0.5, 3.0, -2.0, 7.25]> : tensor<4xf64>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[1.4142135623730951, -8.0, 0.1111111111111111, 18.908698112379714]> : tensor<4xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}
