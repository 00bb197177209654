// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_f16: logarithm in f16
//   log: For floats: `log` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, 1.25, 3.0, 2.0]> : tensor<4xf16>
  %result = "stablehlo.log"(%operand) : (tensor<4xf16>) -> tensor<4xf16>
  %expected = stablehlo.constant dense<[-0.693359375, 0.22314453125, 1.0986328125, 0.693359375]> : tensor<4xf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}

// -----

// element_type_bf16: logarithm in bf16
//   log: For floats: `log` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, 1.25, 3.0, 1.0002555517425873e+30]> : tensor<4xbf16>
  %result = "stablehlo.log"(%operand) : (tensor<4xbf16>) -> tensor<4xbf16>
  %expected = stablehlo.constant dense<[-0.69140625, 0.22265625, 1.1015625, 69.0]> : tensor<4xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xbf16>, tensor<4xbf16>
  return
}

// -----

// element_type_f32: logarithm in f32
//   log: For floats: `log` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, 1.25, 3.0, 1.0000000150474662e+30]> : tensor<4xf32>
  %result = "stablehlo.log"(%operand) : (tensor<4xf32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[-0.6931471824645996, 0.2231435477733612, 1.0986123085021973, 69.07755279541016]> : tensor<4xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

// element_type_f64: logarithm in f64
//   log: For floats: `log` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[0.5, 1.25, 3.0, 1.0e+30]> : tensor<4xf64>
  %result = "stablehlo.log"(%operand) : (tensor<4xf64>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[-0.6931471805599453, 0.22314355131420976, 1.0986122886681098, 69.07755278982137]> : tensor<4xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}
