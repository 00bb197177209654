// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_f16: hyperbolic tangent in f16
//   tanh: For floats: `tanh` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.25, 3.0, 2.0]> : tensor<4xf16>
  %result = "stablehlo.tanh"(%operand) : (tensor<4xf16>) -> tensor<4xf16>
  %expected = stablehlo.constant dense<[0.462158203125, -0.84814453125, 0.9951171875, 0.9638671875]> : tensor<4xf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}

// -----

// element_type_bf16: hyperbolic tangent in bf16
//   tanh: For floats: `tanh` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.25, 3.0, 9.98377799987793e-07]> : tensor<4xbf16>
  %result = "stablehlo.tanh"(%operand) : (tensor<4xbf16>) -> tensor<4xbf16>
  %expected = stablehlo.constant dense<[0.462890625, -0.84765625, 0.99609375, 9.98377799987793e-07]> : tensor<4xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xbf16>, tensor<4xbf16>
  return
}

// -----

// element_type_f32: hyperbolic tangent in f32
//   tanh: For floats: `tanh` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.25, 3.0, 9.999999974752427e-07]> : tensor<4xf32>
  %result = "stablehlo.tanh"(%operand) : (tensor<4xf32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[
      0.46211716532707214, -0.8482836484909058, 0.9950547814369202, 9.999999974752427e-07
    ]> : tensor<4xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

// element_type_f64: hyperbolic tangent in f64
//   tanh: For floats: `tanh` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.25, 3.0, 1.0e-06]> : tensor<4xf64>
  %result = "stablehlo.tanh"(%operand) : (tensor<4xf64>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[
      0.46211715726000974, -0.8482836399575129, 0.9950547536867305, 9.999999999996666e-07
    ]> : tensor<4xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}
