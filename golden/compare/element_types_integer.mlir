// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i4_GT: GT of i4
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[7, 7, -8, 3, 1]> : tensor<5xi4>
  %rhs = stablehlo.constant dense<[6, -8, -8, 1, 3]> : tensor<5xi4>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type SIGNED>
  } : (tensor<5xi4>, tensor<5xi4>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, true, false, true, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// element_type_i4_EQ: EQ of i4
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[7, 7, -8, 3, 1]> : tensor<5xi4>
  %rhs = stablehlo.constant dense<[6, -8, -8, 1, 3]> : tensor<5xi4>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type SIGNED>
  } : (tensor<5xi4>, tensor<5xi4>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[false, false, true, false, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// element_type_i8_GT: GT of i8
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[127, 127, -128, 51, 18]> : tensor<5xi8>
  %rhs = stablehlo.constant dense<[126, -128, -128, 18, 51]> : tensor<5xi8>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type SIGNED>
  } : (tensor<5xi8>, tensor<5xi8>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, true, false, true, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// element_type_i8_EQ: EQ of i8
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[127, 127, -128, 51, 18]> : tensor<5xi8>
  %rhs = stablehlo.constant dense<[126, -128, -128, 18, 51]> : tensor<5xi8>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type SIGNED>
  } : (tensor<5xi8>, tensor<5xi8>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[false, false, true, false, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// element_type_i16_GT: GT of i16
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[32767, 32767, -32768, 13107, 4681]> : tensor<5xi16>
  %rhs = stablehlo.constant dense<[32766, -32768, -32768, 4681, 13107]> : tensor<5xi16>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type SIGNED>
  } : (tensor<5xi16>, tensor<5xi16>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, true, false, true, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// element_type_i16_EQ: EQ of i16
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[32767, 32767, -32768, 13107, 4681]> : tensor<5xi16>
  %rhs = stablehlo.constant dense<[32766, -32768, -32768, 4681, 13107]> : tensor<5xi16>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type SIGNED>
  } : (tensor<5xi16>, tensor<5xi16>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[false, false, true, false, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// element_type_i32_GT: GT of i32
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[2147483647, 2147483647, -2147483648, 858993459, 306783378]> : tensor<5xi32>
  %rhs = stablehlo.constant dense<[2147483646, -2147483648, -2147483648, 306783378, 858993459]> : tensor<5xi32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type SIGNED>
  } : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, true, false, true, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// element_type_i32_EQ: EQ of i32
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[2147483647, 2147483647, -2147483648, 858993459, 306783378]> : tensor<5xi32>
  %rhs = stablehlo.constant dense<[2147483646, -2147483648, -2147483648, 306783378, 858993459]> : tensor<5xi32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type SIGNED>
  } : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[false, false, true, false, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// element_type_i64_GT: GT of i64
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[
      9223372036854775807, 9223372036854775807, -9223372036854775808, 3689348814741910323, 1317624576693539401
    ]> : tensor<5xi64>
  %rhs = stablehlo.constant dense<[
      9223372036854775806, -9223372036854775808, -9223372036854775808, 1317624576693539401, 3689348814741910323
    ]> : tensor<5xi64>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type SIGNED>
  } : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, true, false, true, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// element_type_i64_EQ: EQ of i64
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[
      9223372036854775807, 9223372036854775807, -9223372036854775808, 3689348814741910323, 1317624576693539401
    ]> : tensor<5xi64>
  %rhs = stablehlo.constant dense<[
      9223372036854775806, -9223372036854775808, -9223372036854775808, 1317624576693539401, 3689348814741910323
    ]> : tensor<5xi64>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type SIGNED>
  } : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[false, false, true, false, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// element_type_ui4_GT: GT of ui4
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[15, 15, 0, 7, 2]> : tensor<5xui4>
  %rhs = stablehlo.constant dense<[14, 0, 0, 2, 7]> : tensor<5xui4>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type UNSIGNED>
  } : (tensor<5xui4>, tensor<5xui4>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, true, false, true, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// element_type_ui4_EQ: EQ of ui4
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[15, 15, 0, 7, 2]> : tensor<5xui4>
  %rhs = stablehlo.constant dense<[14, 0, 0, 2, 7]> : tensor<5xui4>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type UNSIGNED>
  } : (tensor<5xui4>, tensor<5xui4>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[false, false, true, false, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// element_type_ui8_GT: GT of ui8
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[255, 255, 0, 103, 36]> : tensor<5xui8>
  %rhs = stablehlo.constant dense<[254, 0, 0, 36, 103]> : tensor<5xui8>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type UNSIGNED>
  } : (tensor<5xui8>, tensor<5xui8>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, true, false, true, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// element_type_ui8_EQ: EQ of ui8
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[255, 255, 0, 103, 36]> : tensor<5xui8>
  %rhs = stablehlo.constant dense<[254, 0, 0, 36, 103]> : tensor<5xui8>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type UNSIGNED>
  } : (tensor<5xui8>, tensor<5xui8>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[false, false, true, false, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// element_type_ui16_GT: GT of ui16
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[65535, 65535, 0, 26215, 9362]> : tensor<5xui16>
  %rhs = stablehlo.constant dense<[65534, 0, 0, 9362, 26215]> : tensor<5xui16>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type UNSIGNED>
  } : (tensor<5xui16>, tensor<5xui16>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, true, false, true, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// element_type_ui16_EQ: EQ of ui16
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[65535, 65535, 0, 26215, 9362]> : tensor<5xui16>
  %rhs = stablehlo.constant dense<[65534, 0, 0, 9362, 26215]> : tensor<5xui16>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type UNSIGNED>
  } : (tensor<5xui16>, tensor<5xui16>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[false, false, true, false, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// element_type_ui32_GT: GT of ui32
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[4294967295, 4294967295, 0, 1717986919, 613566756]> : tensor<5xui32>
  %rhs = stablehlo.constant dense<[4294967294, 0, 0, 613566756, 1717986919]> : tensor<5xui32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type UNSIGNED>
  } : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, true, false, true, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// element_type_ui32_EQ: EQ of ui32
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[4294967295, 4294967295, 0, 1717986919, 613566756]> : tensor<5xui32>
  %rhs = stablehlo.constant dense<[4294967294, 0, 0, 613566756, 1717986919]> : tensor<5xui32>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type UNSIGNED>
  } : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[false, false, true, false, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// element_type_ui64_GT: GT of ui64
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[
      18446744073709551615, 18446744073709551615, 0, 7378697629483820647, 2635249153387078802
    ]> : tensor<5xui64>
  %rhs = stablehlo.constant dense<[18446744073709551614, 0, 0, 2635249153387078802, 7378697629483820647]> : tensor<5xui64>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type UNSIGNED>
  } : (tensor<5xui64>, tensor<5xui64>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, true, false, true, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// element_type_ui64_EQ: EQ of ui64
//   compare: For boolean and integer element types: lhs op rhs.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[
      18446744073709551615, 18446744073709551615, 0, 7378697629483820647, 2635249153387078802
    ]> : tensor<5xui64>
  %rhs = stablehlo.constant dense<[18446744073709551614, 0, 0, 2635249153387078802, 7378697629483820647]> : tensor<5xui64>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type UNSIGNED>
  } : (tensor<5xui64>, tensor<5xui64>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[false, false, true, false, false]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}
