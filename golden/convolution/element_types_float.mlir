// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_bf16: elements of type bf16
//   convolution: result[result_shape(:, output_spatial_index, :)] = dot_product of the window and rhs
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[[1.0], [-2.0], [0.5], [4.0]]]> : tensor<1x4x1xbf16>
  %rhs = stablehlo.constant dense<[[[2.0]], [[-8.0]]]> : tensor<2x1x1xbf16>
  %result = "stablehlo.convolution"(%lhs, %rhs) {
    padding = dense<[[1, 0]]> : tensor<1x2xi64>,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  } : (tensor<1x4x1xbf16>, tensor<2x1x1xbf16>) -> tensor<1x4x1xbf16>
  %expected = stablehlo.constant dense<[[[-8.0], [18.0], [-8.0], [-31.0]]]> : tensor<1x4x1xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x4x1xbf16>, tensor<1x4x1xbf16>) -> ()
  return
}

// -----

// element_type_f16: elements of type f16
//   convolution: result[result_shape(:, output_spatial_index, :)] = dot_product of the window and rhs
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[[1.0], [-2.0], [0.5], [4.0]]]> : tensor<1x4x1xf16>
  %rhs = stablehlo.constant dense<[[[2.0]], [[-8.0]]]> : tensor<2x1x1xf16>
  %result = "stablehlo.convolution"(%lhs, %rhs) {
    padding = dense<[[1, 0]]> : tensor<1x2xi64>,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  } : (tensor<1x4x1xf16>, tensor<2x1x1xf16>) -> tensor<1x4x1xf16>
  %expected = stablehlo.constant dense<[[[-8.0], [18.0], [-8.0], [-31.0]]]> : tensor<1x4x1xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x4x1xf16>, tensor<1x4x1xf16>) -> ()
  return
}

// -----

// element_type_f32: elements of type f32
//   convolution: result[result_shape(:, output_spatial_index, :)] = dot_product of the window and rhs
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[[1.0], [-2.0], [0.5], [4.0]]]> : tensor<1x4x1xf32>
  %rhs = stablehlo.constant dense<[[[2.0]], [[-8.0]]]> : tensor<2x1x1xf32>
  %result = "stablehlo.convolution"(%lhs, %rhs) {
    padding = dense<[[1, 0]]> : tensor<1x2xi64>,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  } : (tensor<1x4x1xf32>, tensor<2x1x1xf32>) -> tensor<1x4x1xf32>
  %expected = stablehlo.constant dense<[[[-8.0], [18.0], [-8.0], [-31.0]]]> : tensor<1x4x1xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x4x1xf32>, tensor<1x4x1xf32>) -> ()
  return
}

// -----

// element_type_f64: elements of type f64
//   convolution: result[result_shape(:, output_spatial_index, :)] = dot_product of the window and rhs
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[[1.0], [-2.0], [0.5], [4.0]]]> : tensor<1x4x1xf64>
  %rhs = stablehlo.constant dense<[[[2.0]], [[-8.0]]]> : tensor<2x1x1xf64>
  %result = "stablehlo.convolution"(%lhs, %rhs) {
    padding = dense<[[1, 0]]> : tensor<1x2xi64>,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64,
    batch_group_count = 1 : i64
  } : (tensor<1x4x1xf64>, tensor<2x1x1xf64>) -> tensor<1x4x1xf64>
  %expected = stablehlo.constant dense<[[[-8.0], [18.0], [-8.0], [-31.0]]]> : tensor<1x4x1xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x4x1xf64>, tensor<1x4x1xf64>) -> ()
  return
}
