// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_f16: square root in f16
//   sqrt: For floats: `squareRoot` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, 2.0, 9.0, 2.0]> : tensor<4xf16>
  %result = "stablehlo.sqrt"(%operand) : (tensor<4xf16>) -> tensor<4xf16>
  %expected = stablehlo.constant dense<[0.70703125, 1.4140625, 3.0, 1.4140625]> : tensor<4xf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}

// -----

// element_type_bf16: square root in bf16
//   sqrt: For floats: `squareRoot` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, 2.0, 9.0, 1.0002555517425873e+30]> : tensor<4xbf16>
  %result = "stablehlo.sqrt"(%operand) : (tensor<4xbf16>) -> tensor<4xbf16>
  %expected = stablehlo.constant dense<[0.70703125, 1.4140625, 3.0, 998356558020608.0]> : tensor<4xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xbf16>, tensor<4xbf16>
  return
}

// -----

// element_type_f32: square root in f32
//   sqrt: For floats: `squareRoot` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, 2.0, 9.0, 1.0000000150474662e+30]> : tensor<4xf32>
  %result = "stablehlo.sqrt"(%operand) : (tensor<4xf32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[0.7071067690849304, 1.4142135381698608, 3.0, 999999986991104.0]> : tensor<4xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

// element_type_f64: square root in f64
//   sqrt: For floats: `squareRoot` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, 2.0, 9.0, 1.0e+30]> : tensor<4xf64>
  %result = "stablehlo.sqrt"(%operand) : (tensor<4xf64>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[0.7071067811865476, 1.4142135623730951, 3.0, 1000000000000000.0]> : tensor<4xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}
