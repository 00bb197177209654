// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_f16: cosine in f16
//   cosine: For floats: `cos` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.25, 3.0, 10.0]> : tensor<4xf16>
  %result = "stablehlo.cosine"(%operand) : (tensor<4xf16>) -> tensor<4xf16>
  %expected = stablehlo.constant dense<[0.87744140625, 0.3154296875, -0.990234375, -0.8388671875]> : tensor<4xf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}

// -----

// element_type_bf16: cosine in bf16
//   cosine: For floats: `cos` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.25, 3.0, 10.0]> : tensor<4xbf16>
  %result = "stablehlo.cosine"(%operand) : (tensor<4xbf16>) -> tensor<4xbf16>
  %expected = stablehlo.constant dense<[0.87890625, 0.314453125, -0.98828125, -0.83984375]> : tensor<4xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xbf16>, tensor<4xbf16>
  return
}

// -----

// element_type_f32: cosine in f32
//   cosine: For floats: `cos` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.25, 3.0, 10.0]> : tensor<4xf32>
  %result = "stablehlo.cosine"(%operand) : (tensor<4xf32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[0.8775825500488281, 0.3153223693370819, -0.9899924993515015, -0.83907151222229]> : tensor<4xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

// element_type_f64: cosine in f64
//   cosine: For floats: `cos` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, -1.25, 3.0, 10.0]> : tensor<4xf64>
  %result = "stablehlo.cosine"(%operand) : (tensor<4xf64>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[0.8775825618903728, 0.3153223623952687, -0.9899924966004454, -0.8390715290764524]> : tensor<4xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}
