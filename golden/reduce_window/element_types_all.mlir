// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i4: elements of type i4
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[7, 1, -8, 6, 3]> : tensor<5xi4>
  %init_values = stablehlo.constant dense<-8> : tensor<i4>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<i4>, %rhs: tensor<i4>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<i4>
      stablehlo.return %0 : tensor<i4>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<5xi4>, tensor<i4>) -> tensor<4xi4>
  %expected = stablehlo.constant dense<[7, 1, 6, 6]> : tensor<4xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi4>, tensor<4xi4>) -> ()
  return
}

// -----

// element_type_i8: elements of type i8
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[127, 1, -128, 126, 51]> : tensor<5xi8>
  %init_values = stablehlo.constant dense<-128> : tensor<i8>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<i8>, %rhs: tensor<i8>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<i8>
      stablehlo.return %0 : tensor<i8>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<5xi8>, tensor<i8>) -> tensor<4xi8>
  %expected = stablehlo.constant dense<[127, 1, 126, 126]> : tensor<4xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  return
}

// -----

// element_type_i16: elements of type i16
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[32767, 1, -32768, 32766, 13107]> : tensor<5xi16>
  %init_values = stablehlo.constant dense<-32768> : tensor<i16>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<i16>, %rhs: tensor<i16>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<i16>
      stablehlo.return %0 : tensor<i16>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<5xi16>, tensor<i16>) -> tensor<4xi16>
  %expected = stablehlo.constant dense<[32767, 1, 32766, 32766]> : tensor<4xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
  return
}

// -----

// element_type_i32: elements of type i32
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[2147483647, 1, -2147483648, 2147483646, 858993459]> : tensor<5xi32>
  %init_values = stablehlo.constant dense<-2147483648> : tensor<i32>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<5xi32>, tensor<i32>) -> tensor<4xi32>
  %expected = stablehlo.constant dense<[2147483647, 1, 2147483646, 2147483646]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[
      9223372036854775807, 1, -9223372036854775808, 9223372036854775806, 3689348814741910323
    ]> : tensor<5xi64>
  %init_values = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<i64>, %rhs: tensor<i64>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<i64>
      stablehlo.return %0 : tensor<i64>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<5xi64>, tensor<i64>) -> tensor<4xi64>
  %expected = stablehlo.constant dense<[9223372036854775807, 1, 9223372036854775806, 9223372036854775806]> : tensor<4xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi64>, tensor<4xi64>) -> ()
  return
}

// -----

// element_type_ui4: elements of type ui4
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[15, 1, 0, 14, 7]> : tensor<5xui4>
  %init_values = stablehlo.constant dense<0> : tensor<ui4>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<ui4>, %rhs: tensor<ui4>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<ui4>
      stablehlo.return %0 : tensor<ui4>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<5xui4>, tensor<ui4>) -> tensor<4xui4>
  %expected = stablehlo.constant dense<[15, 1, 14, 14]> : tensor<4xui4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui4>, tensor<4xui4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[255, 1, 0, 254, 103]> : tensor<5xui8>
  %init_values = stablehlo.constant dense<0> : tensor<ui8>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<ui8>, %rhs: tensor<ui8>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<ui8>
      stablehlo.return %0 : tensor<ui8>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<5xui8>, tensor<ui8>) -> tensor<4xui8>
  %expected = stablehlo.constant dense<[255, 1, 254, 254]> : tensor<4xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()
  return
}

// -----

// element_type_ui16: elements of type ui16
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[65535, 1, 0, 65534, 26215]> : tensor<5xui16>
  %init_values = stablehlo.constant dense<0> : tensor<ui16>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<ui16>, %rhs: tensor<ui16>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<ui16>
      stablehlo.return %0 : tensor<ui16>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<5xui16>, tensor<ui16>) -> tensor<4xui16>
  %expected = stablehlo.constant dense<[65535, 1, 65534, 65534]> : tensor<4xui16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
  return
}

// -----

// element_type_ui32: elements of type ui32
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[4294967295, 1, 0, 4294967294, 1717986919]> : tensor<5xui32>
  %init_values = stablehlo.constant dense<0> : tensor<ui32>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<ui32>, %rhs: tensor<ui32>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<ui32>
      stablehlo.return %0 : tensor<ui32>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<5xui32>, tensor<ui32>) -> tensor<4xui32>
  %expected = stablehlo.constant dense<[4294967295, 1, 4294967294, 4294967294]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  return
}

// -----

// element_type_ui64: elements of type ui64
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[18446744073709551615, 1, 0, 18446744073709551614, 7378697629483820647]> : tensor<5xui64>
  %init_values = stablehlo.constant dense<0> : tensor<ui64>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<ui64>, %rhs: tensor<ui64>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<ui64>
      stablehlo.return %0 : tensor<ui64>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<5xui64>, tensor<ui64>) -> tensor<4xui64>
  %expected = stablehlo.constant dense<[18446744073709551615, 1, 18446744073709551614, 18446744073709551614]> : tensor<4xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xui64>, tensor<4xui64>) -> ()
  return
}

// -----

// element_type_f8E3M4: elements of type f8E3M4
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1.0625, 0.015625, -1.0, 1.0, -1.0625]> : tensor<5xf8E3M4>
  %init_values = stablehlo.constant dense<-2.0> : tensor<f8E3M4>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<f8E3M4>, %rhs: tensor<f8E3M4>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f8E3M4>
      stablehlo.return %0 : tensor<f8E3M4>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<5xf8E3M4>, tensor<f8E3M4>) -> tensor<4xf8E3M4>
  %expected = stablehlo.constant dense<[1.0625, 0.015625, 1.0, 1.0]> : tensor<4xf8E3M4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E3M4>, tensor<4xf8E3M4>) -> ()
  return
}

// -----

// element_type_f8E4M3: elements of type f8E4M3
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1.125, 0.001953125, -1.0, 1.0, -1.125]> : tensor<5xf8E4M3>
  %init_values = stablehlo.constant dense<-2.0> : tensor<f8E4M3>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<f8E4M3>, %rhs: tensor<f8E4M3>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f8E4M3>
      stablehlo.return %0 : tensor<f8E4M3>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<5xf8E4M3>, tensor<f8E4M3>) -> tensor<4xf8E4M3>
  %expected = stablehlo.constant dense<[1.125, 0.001953125, 1.0, 1.0]> : tensor<4xf8E4M3>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E4M3>, tensor<4xf8E4M3>) -> ()
  return
}

// -----

// element_type_f8E4M3FN: elements of type f8E4M3FN
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1.125, 0.001953125, -1.0, 1.0, -1.125]> : tensor<5xf8E4M3FN>
  %init_values = stablehlo.constant dense<-2.0> : tensor<f8E4M3FN>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<f8E4M3FN>, %rhs: tensor<f8E4M3FN>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f8E4M3FN>
      stablehlo.return %0 : tensor<f8E4M3FN>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<5xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<4xf8E4M3FN>
  %expected = stablehlo.constant dense<[1.125, 0.001953125, 1.0, 1.0]> : tensor<4xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E4M3FN>, tensor<4xf8E4M3FN>) -> ()
  return
}

// -----

// element_type_f8E4M3FNUZ: elements of type f8E4M3FNUZ
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1.125, 0.0009765625, -1.0, 1.0, -1.125]> : tensor<5xf8E4M3FNUZ>
  %init_values = stablehlo.constant dense<-2.0> : tensor<f8E4M3FNUZ>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<f8E4M3FNUZ>, %rhs: tensor<f8E4M3FNUZ>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f8E4M3FNUZ>
      stablehlo.return %0 : tensor<f8E4M3FNUZ>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<5xf8E4M3FNUZ>, tensor<f8E4M3FNUZ>) -> tensor<4xf8E4M3FNUZ>
  %expected = stablehlo.constant dense<[1.125, 0.0009765625, 1.0, 1.0]> : tensor<4xf8E4M3FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E4M3FNUZ>, tensor<4xf8E4M3FNUZ>) -> ()
  return
}

// -----

// element_type_f8E4M3B11FNUZ: elements of type f8E4M3B11FNUZ
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1.125, 0.0001220703125, -1.0, 1.0, -1.125]> : tensor<5xf8E4M3B11FNUZ>
  %init_values = stablehlo.constant dense<-2.0> : tensor<f8E4M3B11FNUZ>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<f8E4M3B11FNUZ>, %rhs: tensor<f8E4M3B11FNUZ>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f8E4M3B11FNUZ>
      stablehlo.return %0 : tensor<f8E4M3B11FNUZ>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<5xf8E4M3B11FNUZ>, tensor<f8E4M3B11FNUZ>) -> tensor<4xf8E4M3B11FNUZ>
  %expected = stablehlo.constant dense<[1.125, 0.0001220703125, 1.0, 1.0]> : tensor<4xf8E4M3B11FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E4M3B11FNUZ>, tensor<4xf8E4M3B11FNUZ>) -> ()
  return
}

// -----

// element_type_f8E5M2: elements of type f8E5M2
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1.25, 1.52587890625e-05, -1.0, 1.0, -1.25]> : tensor<5xf8E5M2>
  %init_values = stablehlo.constant dense<-2.0> : tensor<f8E5M2>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<f8E5M2>, %rhs: tensor<f8E5M2>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f8E5M2>
      stablehlo.return %0 : tensor<f8E5M2>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<5xf8E5M2>, tensor<f8E5M2>) -> tensor<4xf8E5M2>
  %expected = stablehlo.constant dense<[1.25, 1.52587890625e-05, 1.0, 1.0]> : tensor<4xf8E5M2>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E5M2>, tensor<4xf8E5M2>) -> ()
  return
}

// -----

// element_type_f8E5M2FNUZ: elements of type f8E5M2FNUZ
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1.25, 7.62939453125e-06, -1.0, 1.0, -1.25]> : tensor<5xf8E5M2FNUZ>
  %init_values = stablehlo.constant dense<-2.0> : tensor<f8E5M2FNUZ>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<f8E5M2FNUZ>, %rhs: tensor<f8E5M2FNUZ>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f8E5M2FNUZ>
      stablehlo.return %0 : tensor<f8E5M2FNUZ>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<5xf8E5M2FNUZ>, tensor<f8E5M2FNUZ>) -> tensor<4xf8E5M2FNUZ>
  %expected = stablehlo.constant dense<[1.25, 7.62939453125e-06, 1.0, 1.0]> : tensor<4xf8E5M2FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf8E5M2FNUZ>, tensor<4xf8E5M2FNUZ>) -> ()
  return
}

// -----

// element_type_bf16: elements of type bf16
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1.0078125, 9.183549615799121e-41, -1.0, 1.0, -1.0078125]> : tensor<5xbf16>
  %init_values = stablehlo.constant dense<-2.0> : tensor<bf16>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<bf16>, %rhs: tensor<bf16>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<bf16>
      stablehlo.return %0 : tensor<bf16>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<5xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %expected = stablehlo.constant dense<[1.0078125, 9.183549615799121e-41, 1.0, 1.0]> : tensor<4xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xbf16>, tensor<4xbf16>) -> ()
  return
}

// -----

// element_type_f16: elements of type f16
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1.0009765625, 5.960464477539063e-08, -1.0, 1.0, -1.0009765625]> : tensor<5xf16>
  %init_values = stablehlo.constant dense<-2.0> : tensor<f16>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<f16>, %rhs: tensor<f16>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f16>
      stablehlo.return %0 : tensor<f16>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<5xf16>, tensor<f16>) -> tensor<4xf16>
  %expected = stablehlo.constant dense<[1.0009765625, 5.960464477539063e-08, 1.0, 1.0]> : tensor<4xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf16>, tensor<4xf16>) -> ()
  return
}

// -----

// element_type_f32: elements of type f32
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1.0000001192092896, 1.401298464324817e-45, -1.0, 1.0, -1.0000001192092896]> : tensor<5xf32>
  %init_values = stablehlo.constant dense<-2.0> : tensor<f32>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<f32>, %rhs: tensor<f32>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f32>
      stablehlo.return %0 : tensor<f32>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<5xf32>, tensor<f32>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[1.0000001192092896, 1.401298464324817e-45, 1.0, 1.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// element_type_f64: elements of type f64
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1.0000000000000002, 5.0e-324, -1.0, 1.0, -1.0000000000000002]> : tensor<5xf64>
  %init_values = stablehlo.constant dense<-2.0> : tensor<f64>
  %result = "stablehlo.reduce_window"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<f64>, %rhs: tensor<f64>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f64>
      stablehlo.return %0 : tensor<f64>
  }) {
    window_dimensions = array<i64: 2>
  } : (tensor<5xf64>, tensor<f64>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[1.0000000000000002, 5.0e-324, 1.0, 1.0]> : tensor<4xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}
