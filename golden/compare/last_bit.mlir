// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// last_bit_f8E3M4_FLOAT: FLOAT: to the last bit of f8E3M4
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0625, 1.0, -1.0625, 0.015625, 0.0]> : tensor<5xf8E3M4>
  %rhs = stablehlo.constant dense<[1.0, 1.0625, -1.0, 0.0, -0.015625]> : tensor<5xf8E3M4>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<5xf8E3M4>, tensor<5xf8E3M4>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// last_bit_f8E3M4_TOTALORDER: TOTALORDER: to the last bit of f8E3M4
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0625, 1.0, -1.0625, 0.015625, 0.0]> : tensor<5xf8E3M4>
  %rhs = stablehlo.constant dense<[1.0, 1.0625, -1.0, 0.0, -0.015625]> : tensor<5xf8E3M4>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type TOTALORDER>
  } : (tensor<5xf8E3M4>, tensor<5xf8E3M4>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// last_bit_f8E4M3_FLOAT: FLOAT: to the last bit of f8E4M3
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.125, 1.0, -1.125, 0.001953125, 0.0]> : tensor<5xf8E4M3>
  %rhs = stablehlo.constant dense<[1.0, 1.125, -1.0, 0.0, -0.001953125]> : tensor<5xf8E4M3>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<5xf8E4M3>, tensor<5xf8E4M3>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// last_bit_f8E4M3_TOTALORDER: TOTALORDER: to the last bit of f8E4M3
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.125, 1.0, -1.125, 0.001953125, 0.0]> : tensor<5xf8E4M3>
  %rhs = stablehlo.constant dense<[1.0, 1.125, -1.0, 0.0, -0.001953125]> : tensor<5xf8E4M3>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type TOTALORDER>
  } : (tensor<5xf8E4M3>, tensor<5xf8E4M3>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// last_bit_f8E4M3FN_FLOAT: FLOAT: to the last bit of f8E4M3FN
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.125, 1.0, -1.125, 0.001953125, 0.0]> : tensor<5xf8E4M3FN>
  %rhs = stablehlo.constant dense<[1.0, 1.125, -1.0, 0.0, -0.001953125]> : tensor<5xf8E4M3FN>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<5xf8E4M3FN>, tensor<5xf8E4M3FN>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// last_bit_f8E4M3FN_TOTALORDER: TOTALORDER: to the last bit of f8E4M3FN
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.125, 1.0, -1.125, 0.001953125, 0.0]> : tensor<5xf8E4M3FN>
  %rhs = stablehlo.constant dense<[1.0, 1.125, -1.0, 0.0, -0.001953125]> : tensor<5xf8E4M3FN>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type TOTALORDER>
  } : (tensor<5xf8E4M3FN>, tensor<5xf8E4M3FN>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// last_bit_f8E4M3FNUZ_FLOAT: FLOAT: to the last bit of f8E4M3FNUZ
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.125, 1.0, -1.125, 0.0009765625, 0.0]> : tensor<5xf8E4M3FNUZ>
  %rhs = stablehlo.constant dense<[1.0, 1.125, -1.0, 0.0, -0.0009765625]> : tensor<5xf8E4M3FNUZ>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<5xf8E4M3FNUZ>, tensor<5xf8E4M3FNUZ>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// last_bit_f8E4M3FNUZ_TOTALORDER: TOTALORDER: to the last bit of f8E4M3FNUZ
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.125, 1.0, -1.125, 0.0009765625, 0.0]> : tensor<5xf8E4M3FNUZ>
  %rhs = stablehlo.constant dense<[1.0, 1.125, -1.0, 0.0, -0.0009765625]> : tensor<5xf8E4M3FNUZ>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type TOTALORDER>
  } : (tensor<5xf8E4M3FNUZ>, tensor<5xf8E4M3FNUZ>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// last_bit_f8E4M3B11FNUZ_FLOAT: FLOAT: to the last bit of f8E4M3B11FNUZ
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.125, 1.0, -1.125, 0.0001220703125, 0.0]> : tensor<5xf8E4M3B11FNUZ>
  %rhs = stablehlo.constant dense<[1.0, 1.125, -1.0, 0.0, -0.0001220703125]> : tensor<5xf8E4M3B11FNUZ>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<5xf8E4M3B11FNUZ>, tensor<5xf8E4M3B11FNUZ>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// last_bit_f8E4M3B11FNUZ_TOTALORDER: TOTALORDER: to the last bit of f8E4M3B11FNUZ
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.125, 1.0, -1.125, 0.0001220703125, 0.0]> : tensor<5xf8E4M3B11FNUZ>
  %rhs = stablehlo.constant dense<[1.0, 1.125, -1.0, 0.0, -0.0001220703125]> : tensor<5xf8E4M3B11FNUZ>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type TOTALORDER>
  } : (tensor<5xf8E4M3B11FNUZ>, tensor<5xf8E4M3B11FNUZ>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// last_bit_f8E5M2_FLOAT: FLOAT: to the last bit of f8E5M2
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.25, 1.0, -1.25, 1.52587890625e-05, 0.0]> : tensor<5xf8E5M2>
  %rhs = stablehlo.constant dense<[1.0, 1.25, -1.0, 0.0, -1.52587890625e-05]> : tensor<5xf8E5M2>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<5xf8E5M2>, tensor<5xf8E5M2>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// last_bit_f8E5M2_TOTALORDER: TOTALORDER: to the last bit of f8E5M2
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.25, 1.0, -1.25, 1.52587890625e-05, 0.0]> : tensor<5xf8E5M2>
  %rhs = stablehlo.constant dense<[1.0, 1.25, -1.0, 0.0, -1.52587890625e-05]> : tensor<5xf8E5M2>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type TOTALORDER>
  } : (tensor<5xf8E5M2>, tensor<5xf8E5M2>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// last_bit_f8E5M2FNUZ_FLOAT: FLOAT: to the last bit of f8E5M2FNUZ
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.25, 1.0, -1.25, 7.62939453125e-06, 0.0]> : tensor<5xf8E5M2FNUZ>
  %rhs = stablehlo.constant dense<[1.0, 1.25, -1.0, 0.0, -7.62939453125e-06]> : tensor<5xf8E5M2FNUZ>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<5xf8E5M2FNUZ>, tensor<5xf8E5M2FNUZ>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// last_bit_f8E5M2FNUZ_TOTALORDER: TOTALORDER: to the last bit of f8E5M2FNUZ
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.25, 1.0, -1.25, 7.62939453125e-06, 0.0]> : tensor<5xf8E5M2FNUZ>
  %rhs = stablehlo.constant dense<[1.0, 1.25, -1.0, 0.0, -7.62939453125e-06]> : tensor<5xf8E5M2FNUZ>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type TOTALORDER>
  } : (tensor<5xf8E5M2FNUZ>, tensor<5xf8E5M2FNUZ>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// last_bit_bf16_FLOAT: FLOAT: to the last bit of bf16
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0078125, 1.0, -1.0078125, 9.183549615799121e-41, 0.0]> : tensor<5xbf16>
  %rhs = stablehlo.constant dense<[1.0, 1.0078125, -1.0, 0.0, -9.183549615799121e-41]> : tensor<5xbf16>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<5xbf16>, tensor<5xbf16>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// last_bit_bf16_TOTALORDER: TOTALORDER: to the last bit of bf16
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0078125, 1.0, -1.0078125, 9.183549615799121e-41, 0.0]> : tensor<5xbf16>
  %rhs = stablehlo.constant dense<[1.0, 1.0078125, -1.0, 0.0, -9.183549615799121e-41]> : tensor<5xbf16>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type TOTALORDER>
  } : (tensor<5xbf16>, tensor<5xbf16>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// last_bit_f16_FLOAT: FLOAT: to the last bit of f16
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0009765625, 1.0, -1.0009765625, 5.960464477539063e-08, 0.0]> : tensor<5xf16>
  %rhs = stablehlo.constant dense<[1.0, 1.0009765625, -1.0, 0.0, -5.960464477539063e-08]> : tensor<5xf16>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<5xf16>, tensor<5xf16>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// last_bit_f16_TOTALORDER: TOTALORDER: to the last bit of f16
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0009765625, 1.0, -1.0009765625, 5.960464477539063e-08, 0.0]> : tensor<5xf16>
  %rhs = stablehlo.constant dense<[1.0, 1.0009765625, -1.0, 0.0, -5.960464477539063e-08]> : tensor<5xf16>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type TOTALORDER>
  } : (tensor<5xf16>, tensor<5xf16>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// last_bit_f32_FLOAT: FLOAT: to the last bit of f32
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0000001192092896, 1.0, -1.0000001192092896, 1.401298464324817e-45, 0.0]> : tensor<5xf32>
  %rhs = stablehlo.constant dense<[1.0, 1.0000001192092896, -1.0, 0.0, -1.401298464324817e-45]> : tensor<5xf32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// last_bit_f32_TOTALORDER: TOTALORDER: to the last bit of f32
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0000001192092896, 1.0, -1.0000001192092896, 1.401298464324817e-45, 0.0]> : tensor<5xf32>
  %rhs = stablehlo.constant dense<[1.0, 1.0000001192092896, -1.0, 0.0, -1.401298464324817e-45]> : tensor<5xf32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type TOTALORDER>
  } : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// last_bit_f64_FLOAT: FLOAT: to the last bit of f64
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0000000000000002, 1.0, -1.0000000000000002, 5.0e-324, 0.0]> : tensor<5xf64>
  %rhs = stablehlo.constant dense<[1.0, 1.0000000000000002, -1.0, 0.0, -5.0e-324]> : tensor<5xf64>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// last_bit_f64_TOTALORDER: TOTALORDER: to the last bit of f64
//   compare: compare_type = FLOAT, TOTALORDER: IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0000000000000002, 1.0, -1.0000000000000002, 5.0e-324, 0.0]> : tensor<5xf64>
  %rhs = stablehlo.constant dense<[1.0, 1.0000000000000002, -1.0, 0.0, -5.0e-324]> : tensor<5xf64>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type TOTALORDER>
  } : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}
