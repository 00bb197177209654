// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i8: elements of type i8
//   convolution: result[result_shape(:, output_spatial_index, :)] = dot_product of the window and rhs
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[[20], [12], [8]]]> : tensor<1x3x1xi8>
  %rhs = stablehlo.constant dense<[[[1]], [[2]]]> : tensor<2x1x1xi8>
  %result = "stablehlo.convolution"(%lhs, %rhs) {
    padding = dense<[[1, 0]]> : tensor<1x2xi64>,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  } : (tensor<1x3x1xi8>, tensor<2x1x1xi8>) -> tensor<1x3x1xi8>
  %expected = stablehlo.constant dense<[[[40], [44], [28]]]> : tensor<1x3x1xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x3x1xi8>, tensor<1x3x1xi8>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   convolution: result[result_shape(:, output_spatial_index, :)] = dot_product of the window and rhs
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[[20], [12], [8]]]> : tensor<1x3x1xui8>
  %rhs = stablehlo.constant dense<[[[1]], [[2]]]> : tensor<2x1x1xui8>
  %result = "stablehlo.convolution"(%lhs, %rhs) {
    padding = dense<[[1, 0]]> : tensor<1x2xi64>,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  } : (tensor<1x3x1xui8>, tensor<2x1x1xui8>) -> tensor<1x3x1xui8>
  %expected = stablehlo.constant dense<[[[40], [44], [28]]]> : tensor<1x3x1xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x3x1xui8>, tensor<1x3x1xui8>) -> ()
  return
}

// -----

// element_type_i32: elements of type i32
//   convolution: result[result_shape(:, output_spatial_index, :)] = dot_product of the window and rhs
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[[357913940], [214748364], [153391688]]]> : tensor<1x3x1xi32>
  %rhs = stablehlo.constant dense<[[[1]], [[2]]]> : tensor<2x1x1xi32>
  %result = "stablehlo.convolution"(%lhs, %rhs) {
    padding = dense<[[1, 0]]> : tensor<1x2xi64>,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  } : (tensor<1x3x1xi32>, tensor<2x1x1xi32>) -> tensor<1x3x1xi32>
  %expected = stablehlo.constant dense<[[[715827880], [787410668], [521531740]]]> : tensor<1x3x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x3x1xi32>, tensor<1x3x1xi32>) -> ()
  return
}

// -----

// element_type_i64: elements of type i64
//   convolution: result[result_shape(:, output_spatial_index, :)] = dot_product of the window and rhs
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[[1537228672809129300], [922337203685477580], [658812288346769700]]]> : tensor<1x3x1xi64>
  %rhs = stablehlo.constant dense<[[[1]], [[2]]]> : tensor<2x1x1xi64>
  %result = "stablehlo.convolution"(%lhs, %rhs) {
    padding = dense<[[1, 0]]> : tensor<1x2xi64>,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  } : (tensor<1x3x1xi64>, tensor<2x1x1xi64>) -> tensor<1x3x1xi64>
  %expected = stablehlo.constant dense<[[[3074457345618258600], [3381903080180084460], [2239961780379016980]]]> : tensor<1x3x1xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x3x1xi64>, tensor<1x3x1xi64>) -> ()
  return
}

// -----

// element_type_ui64: elements of type ui64
//   convolution: result[result_shape(:, output_spatial_index, :)] = dot_product of the window and rhs
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[[1537228672809129300], [922337203685477580], [658812288346769700]]]> : tensor<1x3x1xui64>
  %rhs = stablehlo.constant dense<[[[1]], [[2]]]> : tensor<2x1x1xui64>
  %result = "stablehlo.convolution"(%lhs, %rhs) {
    padding = dense<[[1, 0]]> : tensor<1x2xi64>,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  } : (tensor<1x3x1xui64>, tensor<2x1x1xui64>) -> tensor<1x3x1xui64>
  %expected = stablehlo.constant dense<[[[3074457345618258600], [3381903080180084460], [2239961780379016980]]]> : tensor<1x3x1xui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x3x1xui64>, tensor<1x3x1xui64>) -> ()
  return
}
