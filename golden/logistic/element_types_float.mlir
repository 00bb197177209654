// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_f16: logistic in f16
//   logistic: For floats: `division(1, addition(1, exp(-x)))` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.25, 3.0, -10.0]> : tensor<4xf16>
  %result = "stablehlo.logistic"(%operand) : (tensor<4xf16>) -> tensor<4xf16>
  %expected = stablehlo.constant dense<[0.62255859375, 0.22265625, 0.95263671875, 4.5418739318847656e-05]> : tensor<4xf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}

// -----

// element_type_bf16: logistic in bf16
//   logistic: For floats: `division(1, addition(1, exp(-x)))` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.25, 3.0, -10.0]> : tensor<4xbf16>
  %result = "stablehlo.logistic"(%operand) : (tensor<4xbf16>) -> tensor<4xbf16>
  %expected = stablehlo.constant dense<[0.62109375, 0.22265625, 0.953125, 4.5299530029296875e-05]> : tensor<4xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xbf16>, tensor<4xbf16>
  return
}

// -----

// element_type_f32: logistic in f32
//   logistic: For floats: `division(1, addition(1, exp(-x)))` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.25, 3.0, -10.0]> : tensor<4xf32>
  %result = "stablehlo.logistic"(%operand) : (tensor<4xf32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[0.622459352016449, 0.22270013391971588, 0.9525741338729858, 4.539786823443137e-05]> : tensor<4xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

// element_type_f64: logistic in f64
//   logistic: For floats: `division(1, addition(1, exp(-x)))` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.25, 3.0, -10.0]> : tensor<4xf64>
  %result = "stablehlo.logistic"(%operand) : (tensor<4xf64>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[
      0.6224593312018546, 0.22270013882530884, 0.9525741268224333, 4.5397868702434395e-05
    ]> : tensor<4xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}
