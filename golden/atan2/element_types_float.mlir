// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_f16: angles in f16
//   atan2: For floats: `atan2` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 1.0, -1.0, -1.0]> : tensor<4xf16>
  %rhs = stablehlo.constant dense<[2.0, -2.0, -2.0, 2.0]> : tensor<4xf16>
  %result = "stablehlo.atan2"(%lhs, %rhs) : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
  %expected = stablehlo.constant dense<[0.463623046875, 2.677734375, -2.677734375, -0.463623046875]> : tensor<4xf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}

// -----

// element_type_bf16: angles in bf16
//   atan2: For floats: `atan2` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 1.0, -1.0, -1.0]> : tensor<4xbf16>
  %rhs = stablehlo.constant dense<[2.0, -2.0, -2.0, 2.0]> : tensor<4xbf16>
  %result = "stablehlo.atan2"(%lhs, %rhs) : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
  %expected = stablehlo.constant dense<[0.462890625, 2.671875, -2.671875, -0.462890625]> : tensor<4xbf16>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xbf16>, tensor<4xbf16>
  return
}

// -----

// element_type_f64: angles in f64
//   atan2: For floats: `atan2` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 1.0, -1.0, -1.0]> : tensor<4xf64>
  %rhs = stablehlo.constant dense<[2.0, -2.0, -2.0, 2.0]> : tensor<4xf64>
  %result = "stablehlo.atan2"(%lhs, %rhs) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[0.4636476090008061, 2.677945044588987, -2.677945044588987, -0.4636476090008061]> : tensor<4xf64>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}
