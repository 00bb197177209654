// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/element_types.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i4: elements of type i4
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[7, 1, -8, 6, 3]> : tensor<5xi4>
  %source = stablehlo.constant dense<[7, 1]> : tensor<2xi4>
  %init_value = stablehlo.constant dense<-8> : tensor<i4>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<i4>, %rhs: tensor<i4>):
      %0 = stablehlo.compare GE, %lhs, %rhs, SIGNED : (tensor<i4>, tensor<i4>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<i4>, %rhs: tensor<i4>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<i4>
      stablehlo.return %0 : tensor<i4>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 3>
  } : (tensor<5xi4>, tensor<2xi4>, tensor<i4>) -> tensor<5xi4>
  %expected = stablehlo.constant dense<[7, -8, -8, 1, -8]> : tensor<5xi4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi4>, tensor<5xi4>) -> ()
  return
}

// -----

// element_type_i8: elements of type i8
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[127, 1, -128, 126, 51]> : tensor<5xi8>
  %source = stablehlo.constant dense<[127, 1]> : tensor<2xi8>
  %init_value = stablehlo.constant dense<-128> : tensor<i8>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<i8>, %rhs: tensor<i8>):
      %0 = stablehlo.compare GE, %lhs, %rhs, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<i8>, %rhs: tensor<i8>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<i8>
      stablehlo.return %0 : tensor<i8>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 3>
  } : (tensor<5xi8>, tensor<2xi8>, tensor<i8>) -> tensor<5xi8>
  %expected = stablehlo.constant dense<[127, -128, -128, 1, -128]> : tensor<5xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi8>, tensor<5xi8>) -> ()
  return
}

// -----

// element_type_i16: elements of type i16
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[32767, 1, -32768, 32766, 13107]> : tensor<5xi16>
  %source = stablehlo.constant dense<[32767, 1]> : tensor<2xi16>
  %init_value = stablehlo.constant dense<-32768> : tensor<i16>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<i16>, %rhs: tensor<i16>):
      %0 = stablehlo.compare GE, %lhs, %rhs, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<i16>, %rhs: tensor<i16>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<i16>
      stablehlo.return %0 : tensor<i16>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 3>
  } : (tensor<5xi16>, tensor<2xi16>, tensor<i16>) -> tensor<5xi16>
  %expected = stablehlo.constant dense<[32767, -32768, -32768, 1, -32768]> : tensor<5xi16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi16>, tensor<5xi16>) -> ()
  return
}

// -----

// element_type_i32: elements of type i32
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[2147483647, 1, -2147483648, 2147483646, 858993459]> : tensor<5xi32>
  %source = stablehlo.constant dense<[2147483647, 1]> : tensor<2xi32>
  %init_value = stablehlo.constant dense<-2147483648> : tensor<i32>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
      %0 = stablehlo.compare GE, %lhs, %rhs, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 3>
  } : (tensor<5xi32>, tensor<2xi32>, tensor<i32>) -> tensor<5xi32>
  %expected = stablehlo.constant dense<[2147483647, -2147483648, -2147483648, 1, -2147483648]> : tensor<5xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[
      9223372036854775807, 1, -9223372036854775808, 9223372036854775806, 3689348814741910323
    ]> : tensor<5xi64>
  %source = stablehlo.constant dense<[9223372036854775807, 1]> : tensor<2xi64>
  %init_value = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<i64>, %rhs: tensor<i64>):
      %0 = stablehlo.compare GE, %lhs, %rhs, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<i64>, %rhs: tensor<i64>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<i64>
      stablehlo.return %0 : tensor<i64>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 3>
  } : (tensor<5xi64>, tensor<2xi64>, tensor<i64>) -> tensor<5xi64>
  %expected = stablehlo.constant dense<[
      9223372036854775807, -9223372036854775808, -9223372036854775808, 1, -9223372036854775808
    ]> : tensor<5xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi64>, tensor<5xi64>) -> ()
  return
}

// -----

// element_type_ui4: elements of type ui4
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[15, 1, 0, 14, 7]> : tensor<5xui4>
  %source = stablehlo.constant dense<[15, 1]> : tensor<2xui4>
  %init_value = stablehlo.constant dense<0> : tensor<ui4>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<ui4>, %rhs: tensor<ui4>):
      %0 = stablehlo.compare GE, %lhs, %rhs, UNSIGNED : (tensor<ui4>, tensor<ui4>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<ui4>, %rhs: tensor<ui4>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<ui4>
      stablehlo.return %0 : tensor<ui4>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 3>
  } : (tensor<5xui4>, tensor<2xui4>, tensor<ui4>) -> tensor<5xui4>
  %expected = stablehlo.constant dense<[15, 0, 0, 1, 0]> : tensor<5xui4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xui4>, tensor<5xui4>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[255, 1, 0, 254, 103]> : tensor<5xui8>
  %source = stablehlo.constant dense<[255, 1]> : tensor<2xui8>
  %init_value = stablehlo.constant dense<0> : tensor<ui8>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<ui8>, %rhs: tensor<ui8>):
      %0 = stablehlo.compare GE, %lhs, %rhs, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<ui8>, %rhs: tensor<ui8>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<ui8>
      stablehlo.return %0 : tensor<ui8>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 3>
  } : (tensor<5xui8>, tensor<2xui8>, tensor<ui8>) -> tensor<5xui8>
  %expected = stablehlo.constant dense<[255, 0, 0, 1, 0]> : tensor<5xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xui8>, tensor<5xui8>) -> ()
  return
}

// -----

// element_type_ui16: elements of type ui16
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[65535, 1, 0, 65534, 26215]> : tensor<5xui16>
  %source = stablehlo.constant dense<[65535, 1]> : tensor<2xui16>
  %init_value = stablehlo.constant dense<0> : tensor<ui16>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<ui16>, %rhs: tensor<ui16>):
      %0 = stablehlo.compare GE, %lhs, %rhs, UNSIGNED : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<ui16>, %rhs: tensor<ui16>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<ui16>
      stablehlo.return %0 : tensor<ui16>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 3>
  } : (tensor<5xui16>, tensor<2xui16>, tensor<ui16>) -> tensor<5xui16>
  %expected = stablehlo.constant dense<[65535, 0, 0, 1, 0]> : tensor<5xui16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xui16>, tensor<5xui16>) -> ()
  return
}

// -----

// element_type_ui32: elements of type ui32
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[4294967295, 1, 0, 4294967294, 1717986919]> : tensor<5xui32>
  %source = stablehlo.constant dense<[4294967295, 1]> : tensor<2xui32>
  %init_value = stablehlo.constant dense<0> : tensor<ui32>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<ui32>, %rhs: tensor<ui32>):
      %0 = stablehlo.compare GE, %lhs, %rhs, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<ui32>, %rhs: tensor<ui32>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<ui32>
      stablehlo.return %0 : tensor<ui32>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 3>
  } : (tensor<5xui32>, tensor<2xui32>, tensor<ui32>) -> tensor<5xui32>
  %expected = stablehlo.constant dense<[4294967295, 0, 0, 1, 0]> : tensor<5xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()
  return
}

// -----

// element_type_ui64: elements of type ui64
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[18446744073709551615, 1, 0, 18446744073709551614, 7378697629483820647]> : tensor<5xui64>
  %source = stablehlo.constant dense<[18446744073709551615, 1]> : tensor<2xui64>
  %init_value = stablehlo.constant dense<0> : tensor<ui64>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<ui64>, %rhs: tensor<ui64>):
      %0 = stablehlo.compare GE, %lhs, %rhs, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<ui64>, %rhs: tensor<ui64>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<ui64>
      stablehlo.return %0 : tensor<ui64>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 3>
  } : (tensor<5xui64>, tensor<2xui64>, tensor<ui64>) -> tensor<5xui64>
  %expected = stablehlo.constant dense<[18446744073709551615, 0, 0, 1, 0]> : tensor<5xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xui64>, tensor<5xui64>) -> ()
  return
}

// -----

// element_type_f8E3M4: elements of type f8E3M4
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0625, 0.015625, -1.0, 1.0, -1.0625]> : tensor<5xf8E3M4>
  %source = stablehlo.constant dense<[1.0625, 0.015625]> : tensor<2xf8E3M4>
  %init_value = stablehlo.constant dense<-2.0> : tensor<f8E3M4>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<f8E3M4>, %rhs: tensor<f8E3M4>):
      %0 = stablehlo.compare GE, %lhs, %rhs, FLOAT : (tensor<f8E3M4>, tensor<f8E3M4>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<f8E3M4>, %rhs: tensor<f8E3M4>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f8E3M4>
      stablehlo.return %0 : tensor<f8E3M4>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 3>
  } : (tensor<5xf8E3M4>, tensor<2xf8E3M4>, tensor<f8E3M4>) -> tensor<5xf8E3M4>
  %expected = stablehlo.constant dense<[1.0625, -2.0, -2.0, 0.015625, -2.0]> : tensor<5xf8E3M4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E3M4>, tensor<5xf8E3M4>) -> ()
  return
}

// -----

// element_type_f8E4M3: elements of type f8E4M3
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.125, 0.001953125, -1.0, 1.0, -1.125]> : tensor<5xf8E4M3>
  %source = stablehlo.constant dense<[1.125, 0.001953125]> : tensor<2xf8E4M3>
  %init_value = stablehlo.constant dense<-2.0> : tensor<f8E4M3>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<f8E4M3>, %rhs: tensor<f8E4M3>):
      %0 = stablehlo.compare GE, %lhs, %rhs, FLOAT : (tensor<f8E4M3>, tensor<f8E4M3>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<f8E4M3>, %rhs: tensor<f8E4M3>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f8E4M3>
      stablehlo.return %0 : tensor<f8E4M3>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 3>
  } : (tensor<5xf8E4M3>, tensor<2xf8E4M3>, tensor<f8E4M3>) -> tensor<5xf8E4M3>
  %expected = stablehlo.constant dense<[1.125, -2.0, -2.0, 0.001953125, -2.0]> : tensor<5xf8E4M3>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E4M3>, tensor<5xf8E4M3>) -> ()
  return
}

// -----

// element_type_f8E4M3FN: elements of type f8E4M3FN
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.125, 0.001953125, -1.0, 1.0, -1.125]> : tensor<5xf8E4M3FN>
  %source = stablehlo.constant dense<[1.125, 0.001953125]> : tensor<2xf8E4M3FN>
  %init_value = stablehlo.constant dense<-2.0> : tensor<f8E4M3FN>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<f8E4M3FN>, %rhs: tensor<f8E4M3FN>):
      %0 = stablehlo.compare GE, %lhs, %rhs, FLOAT : (tensor<f8E4M3FN>, tensor<f8E4M3FN>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<f8E4M3FN>, %rhs: tensor<f8E4M3FN>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f8E4M3FN>
      stablehlo.return %0 : tensor<f8E4M3FN>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 3>
  } : (tensor<5xf8E4M3FN>, tensor<2xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<5xf8E4M3FN>
  %expected = stablehlo.constant dense<[1.125, -2.0, -2.0, 0.001953125, -2.0]> : tensor<5xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E4M3FN>, tensor<5xf8E4M3FN>) -> ()
  return
}

// -----

// element_type_f8E4M3FNUZ: elements of type f8E4M3FNUZ
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.125, 0.0009765625, -1.0, 1.0, -1.125]> : tensor<5xf8E4M3FNUZ>
  %source = stablehlo.constant dense<[1.125, 0.0009765625]> : tensor<2xf8E4M3FNUZ>
  %init_value = stablehlo.constant dense<-2.0> : tensor<f8E4M3FNUZ>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<f8E4M3FNUZ>, %rhs: tensor<f8E4M3FNUZ>):
      %0 = stablehlo.compare GE, %lhs, %rhs, FLOAT : (tensor<f8E4M3FNUZ>, tensor<f8E4M3FNUZ>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<f8E4M3FNUZ>, %rhs: tensor<f8E4M3FNUZ>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f8E4M3FNUZ>
      stablehlo.return %0 : tensor<f8E4M3FNUZ>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 3>
  } : (tensor<5xf8E4M3FNUZ>, tensor<2xf8E4M3FNUZ>, tensor<f8E4M3FNUZ>) -> tensor<5xf8E4M3FNUZ>
  %expected = stablehlo.constant dense<[1.125, -2.0, -2.0, 0.0009765625, -2.0]> : tensor<5xf8E4M3FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E4M3FNUZ>, tensor<5xf8E4M3FNUZ>) -> ()
  return
}

// -----

// element_type_f8E4M3B11FNUZ: elements of type f8E4M3B11FNUZ
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.125, 0.0001220703125, -1.0, 1.0, -1.125]> : tensor<5xf8E4M3B11FNUZ>
  %source = stablehlo.constant dense<[1.125, 0.0001220703125]> : tensor<2xf8E4M3B11FNUZ>
  %init_value = stablehlo.constant dense<-2.0> : tensor<f8E4M3B11FNUZ>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<f8E4M3B11FNUZ>, %rhs: tensor<f8E4M3B11FNUZ>):
      %0 = stablehlo.compare GE, %lhs, %rhs, FLOAT : (tensor<f8E4M3B11FNUZ>, tensor<f8E4M3B11FNUZ>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<f8E4M3B11FNUZ>, %rhs: tensor<f8E4M3B11FNUZ>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f8E4M3B11FNUZ>
      stablehlo.return %0 : tensor<f8E4M3B11FNUZ>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 3>
  } : (tensor<5xf8E4M3B11FNUZ>, tensor<2xf8E4M3B11FNUZ>, tensor<f8E4M3B11FNUZ>) -> tensor<5xf8E4M3B11FNUZ>
  %expected = stablehlo.constant dense<[1.125, -2.0, -2.0, 0.0001220703125, -2.0]> : tensor<5xf8E4M3B11FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E4M3B11FNUZ>, tensor<5xf8E4M3B11FNUZ>) -> ()
  return
}

// -----

// element_type_f8E5M2: elements of type f8E5M2
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.25, 1.52587890625e-05, -1.0, 1.0, -1.25]> : tensor<5xf8E5M2>
  %source = stablehlo.constant dense<[1.25, 1.52587890625e-05]> : tensor<2xf8E5M2>
  %init_value = stablehlo.constant dense<-2.0> : tensor<f8E5M2>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<f8E5M2>, %rhs: tensor<f8E5M2>):
      %0 = stablehlo.compare GE, %lhs, %rhs, FLOAT : (tensor<f8E5M2>, tensor<f8E5M2>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<f8E5M2>, %rhs: tensor<f8E5M2>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f8E5M2>
      stablehlo.return %0 : tensor<f8E5M2>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 3>
  } : (tensor<5xf8E5M2>, tensor<2xf8E5M2>, tensor<f8E5M2>) -> tensor<5xf8E5M2>
  %expected = stablehlo.constant dense<[1.25, -2.0, -2.0, 1.52587890625e-05, -2.0]> : tensor<5xf8E5M2>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E5M2>, tensor<5xf8E5M2>) -> ()
  return
}

// -----

// element_type_f8E5M2FNUZ: elements of type f8E5M2FNUZ
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.25, 7.62939453125e-06, -1.0, 1.0, -1.25]> : tensor<5xf8E5M2FNUZ>
  %source = stablehlo.constant dense<[1.25, 7.62939453125e-06]> : tensor<2xf8E5M2FNUZ>
  %init_value = stablehlo.constant dense<-2.0> : tensor<f8E5M2FNUZ>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<f8E5M2FNUZ>, %rhs: tensor<f8E5M2FNUZ>):
      %0 = stablehlo.compare GE, %lhs, %rhs, FLOAT : (tensor<f8E5M2FNUZ>, tensor<f8E5M2FNUZ>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<f8E5M2FNUZ>, %rhs: tensor<f8E5M2FNUZ>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f8E5M2FNUZ>
      stablehlo.return %0 : tensor<f8E5M2FNUZ>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 3>
  } : (tensor<5xf8E5M2FNUZ>, tensor<2xf8E5M2FNUZ>, tensor<f8E5M2FNUZ>) -> tensor<5xf8E5M2FNUZ>
  %expected = stablehlo.constant dense<[1.25, -2.0, -2.0, 7.62939453125e-06, -2.0]> : tensor<5xf8E5M2FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E5M2FNUZ>, tensor<5xf8E5M2FNUZ>) -> ()
  return
}

// -----

// element_type_bf16: elements of type bf16
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0078125, 9.183549615799121e-41, -1.0, 1.0, -1.0078125]> : tensor<5xbf16>
  %source = stablehlo.constant dense<[1.0078125, 9.183549615799121e-41]> : tensor<2xbf16>
  %init_value = stablehlo.constant dense<-2.0> : tensor<bf16>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<bf16>, %rhs: tensor<bf16>):
      %0 = stablehlo.compare GE, %lhs, %rhs, FLOAT : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<bf16>, %rhs: tensor<bf16>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<bf16>
      stablehlo.return %0 : tensor<bf16>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 3>
  } : (tensor<5xbf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<5xbf16>
  %expected = stablehlo.constant dense<[1.0078125, -2.0, -2.0, 9.183549615799121e-41, -2.0]> : tensor<5xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xbf16>, tensor<5xbf16>) -> ()
  return
}

// -----

// element_type_f16: elements of type f16
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0009765625, 5.960464477539063e-08, -1.0, 1.0, -1.0009765625]> : tensor<5xf16>
  %source = stablehlo.constant dense<[1.0009765625, 5.960464477539063e-08]> : tensor<2xf16>
  %init_value = stablehlo.constant dense<-2.0> : tensor<f16>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<f16>, %rhs: tensor<f16>):
      %0 = stablehlo.compare GE, %lhs, %rhs, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<f16>, %rhs: tensor<f16>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f16>
      stablehlo.return %0 : tensor<f16>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 3>
  } : (tensor<5xf16>, tensor<2xf16>, tensor<f16>) -> tensor<5xf16>
  %expected = stablehlo.constant dense<[1.0009765625, -2.0, -2.0, 5.960464477539063e-08, -2.0]> : tensor<5xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf16>, tensor<5xf16>) -> ()
  return
}

// -----

// element_type_f32: elements of type f32
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0000001192092896, 1.401298464324817e-45, -1.0, 1.0, -1.0000001192092896]> : tensor<5xf32>
  %source = stablehlo.constant dense<[1.0000001192092896, 1.401298464324817e-45]> : tensor<2xf32>
  %init_value = stablehlo.constant dense<-2.0> : tensor<f32>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<f32>, %rhs: tensor<f32>):
      %0 = stablehlo.compare GE, %lhs, %rhs, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<f32>, %rhs: tensor<f32>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f32>
      stablehlo.return %0 : tensor<f32>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 3>
  } : (tensor<5xf32>, tensor<2xf32>, tensor<f32>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[1.0000001192092896, -2.0, -2.0, 1.401298464324817e-45, -2.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}

// -----

// element_type_f64: elements of type f64
//   select_and_scatter: result[result_index] = reduce([source_values], [init_value], [0], scatter)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1.0000000000000002, 5.0e-324, -1.0, 1.0, -1.0000000000000002]> : tensor<5xf64>
  %source = stablehlo.constant dense<[1.0000000000000002, 5.0e-324]> : tensor<2xf64>
  %init_value = stablehlo.constant dense<-2.0> : tensor<f64>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<f64>, %rhs: tensor<f64>):
      %0 = stablehlo.compare GE, %lhs, %rhs, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<f64>, %rhs: tensor<f64>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<f64>
      stablehlo.return %0 : tensor<f64>
  }) {
    window_dimensions = array<i64: 2>,
    window_strides = array<i64: 3>
  } : (tensor<5xf64>, tensor<2xf64>, tensor<f64>) -> tensor<5xf64>
  %expected = stablehlo.constant dense<[1.0000000000000002, -2.0, -2.0, 5.0e-324, -2.0]> : tensor<5xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
  return
}
