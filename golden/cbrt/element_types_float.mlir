// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_f16: cubic root in f16
//   cbrt: For floats: `rootn(x, 3)` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[8.0, -27.0, 0.0999755859375, 2.0]> : tensor<4xf16>
  %result = "stablehlo.cbrt"(%operand) : (tensor<4xf16>) -> tensor<4xf16>
  %expected = stablehlo.constant dense<[2.0, -3.0, 0.464111328125, 1.259765625]> : tensor<4xf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}

// -----

// element_type_bf16: cubic root in bf16
//   cbrt: For floats: `rootn(x, 3)` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[8.0, -27.0, 0.10009765625, 1.0002555517425873e+30]> : tensor<4xbf16>
  %result = "stablehlo.cbrt"(%operand) : (tensor<4xbf16>) -> tensor<4xbf16>
  %expected = stablehlo.constant dense<[2.0, -3.0, 0.46484375, 9999220736.0]> : tensor<4xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xbf16>, tensor<4xbf16>
  return
}

// -----

// element_type_f32: cubic root in f32
//   cbrt: For floats: `rootn(x, 3)` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[8.0, -27.0, 0.10000000149011612, 1.0000000150474662e+30]> : tensor<4xf32>
  %result = "stablehlo.cbrt"(%operand) : (tensor<4xf32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[2.0, -3.0, 0.46415889263153076, 10000000000.0]> : tensor<4xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

// element_type_f64: cubic root in f64
//   cbrt: For floats: `rootn(x, 3)` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[8.0, -27.0, 0.1, 1.0e+30]> : tensor<4xf64>
  %result = "stablehlo.cbrt"(%operand) : (tensor<4xf64>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[2.0, -3.0, 0.4641588833612779, 10000000000.0]> : tensor<4xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}
