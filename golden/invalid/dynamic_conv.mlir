// The rules of dynamic_conv: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, I5, I6, I7, I8, I17, I18, I19, O1,
//     C1, C2, C3, C5, C6, C7, C8, C9, C10, C11, C12, C13, C14, C15, C16, C17, C18, C19, C20, C21, C22, C23, C24, C26,
//     C27, C28, C29, C30, C31, C32, C33, C34, C4, C25
// upstream: accepts
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.I1
// lhs is a tensor or per-tensor quantized tensor
// spec: lhs: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%lhs: !stablehlo.token, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (!stablehlo.token, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.I2
// rhs is a tensor or quantized tensor
// spec: rhs: tensor or quantized tensor
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: !stablehlo.token, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, !stablehlo.token, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.I3
// padding is a 2-dimensional tensor of integer type
// spec: padding: 2-dimensional tensor of integer type
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xf32>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xf32>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.I4
// window_strides is a 1-dimensional tensor constant of type si64
// spec: window_strides: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = dense<1> : tensor<1x2xi64>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.I5
// lhs_dilation is a 1-dimensional tensor constant of type si64
// spec: lhs_dilation: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = dense<1> : tensor<1x2xi64>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.I6
// rhs_dilation is a 1-dimensional tensor constant of type si64
// spec: rhs_dilation: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = dense<1> : tensor<1x2xi64>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.I7
// window_reversal is a 1-dimensional tensor constant of type i1
// spec: window_reversal: 1-dimensional tensor constant of type i1
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = dense<false> : tensor<1x2xi1>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.I8
// input_batch_dimension is a constant of type si64
// spec: input_batch_dimension: constant of type si64
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.I17
// feature_group_count is a constant of type si64
// spec: feature_group_count: constant of type si64
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1.0 : f32, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.I18
// batch_group_count is a constant of type si64
// spec: batch_group_count: constant of type si64
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1.0 : f32,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.I19
// precision_config is a variadic number of enums of DEFAULT, HIGH, and HIGHEST
// spec: precision_config: variadic number of enums of DEFAULT, HIGH, and HIGHEST
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, "FAST"]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.O1
// result is a tensor or quantized tensor
// spec: result: tensor or quantized tensor
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> !stablehlo.token
  return
}

// -----

// expected: dynamic_conv.C1
// spec: N = rank(lhs) = rank(rhs)
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C2
// spec: size(window_strides) = N - 2
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C3
// spec: 0 < window_strides
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 0>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C5
// spec: size(lhs_dilation) = N - 2
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C6
// spec: 0 < lhs_dilation
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 0>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C7
// spec: size(rhs_dilation) = N - 2
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C8
// spec: 0 < rhs_dilation
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 0>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C9
// spec: size(window_reversal) = N - 2
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C10
// spec: dim(lhs, input_batch_dimension) % batch_group_count = 0
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 4 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C11
// spec: dim(lhs, input_feature_dimension) % feature_group_count = 0
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 4 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C12
// spec: size(input_spatial_dimensions) = N - 2
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, 2, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C13
// spec: Given input_dimensions = [input_batch_dimension] + input_spatial_dimensions + [input_feature_dimension]:
//     is_unique(input_dimensions) and 0 <= input_dimensions < N
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 3, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C14
// spec: dim(rhs, kernel_input_feature_dimension) = dim(lhs, input_feature_dimension) / feature_group_count
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x5x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x5x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C15
// spec: dim(rhs, kernel_output_feature_dimension) % batch_group_count = 0
// upstream: rejects
func.func @main(%lhs: tensor<3x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 3 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<3x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<1x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C16
// spec: dim(rhs, kernel_output_feature_dimension) % feature_group_count = 0
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x1x3xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 2 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x1x3xf32>, tensor<2x2xi64>) -> tensor<2x6x6x3xf32>
  return
}

// -----

// expected: dynamic_conv.C17
// spec: size(kernel_spatial_dimensions) = N - 2
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, 2, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C18
// spec: Given kernel_dimensions = kernel_spatial_dimensions + [kernel_input_feature_dimension] +
//     [kernel_output_feature_dimension]: is_unique(kernel_dimensions) and 0 <= kernel_dimensions < N
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 4, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C19
// spec: size(output_spatial_dimensions) = N - 2
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, 2, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C20
// spec: Given output_dimensions = [output_batch_dimension] + output_spatial_dimensions +
//     [output_feature_dimension]: is_unique(output_dimensions) and 0 <= output_dimensions < N
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 3, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C21
// spec: 0 < feature_group_count
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 0 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C22
// spec: 0 < batch_group_count
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 0 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C23
// spec: feature_group_count = 1 or batch_group_count = 1
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x1x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 2 : i64, batch_group_count = 2 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x1x4xf32>, tensor<2x2xi64>) -> tensor<1x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C24
// spec: size(precision_config) = 2
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C26
// spec: rank(result) = N
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6xf32>
  return
}

// -----

// expected: dynamic_conv.C27
// spec: If the operation uses non-quantized tensors: element_type(lhs) = element_type(rhs) = element_type(result)
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf64>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf64>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C28
// spec: If the operation uses quantized tensors: is_quantized(lhs) = is_quantized(result) and is_quantized(rhs)
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2x!quant.uniform<i8:f32, 1.0:17>>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C29
// spec: if is_per_axis_quantized(rhs) then quantization_dimension(rhs) = kernel_output_feature_dimension
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2x!quant.uniform<i8:f32, 1.0:17>>, %rhs: tensor<3x3x2x4x!quant.uniform<i8:f32:2, {1.0, 2.0}>>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x2x4x!quant.uniform<i8:f32:2, {1.0, 2.0}>>, tensor<2x2xi64>) -> tensor<2x6x6x4x!quant.uniform<i8:f32, 1.0:17>>
  return
}

// -----

// expected: dynamic_conv.C30
// spec: if is_per_axis_quantized(result) then quantization_dimension(result) = output_feature_dimension
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2x!quant.uniform<i8:f32, 1.0:17>>, %rhs: tensor<3x3x2x4x!quant.uniform<i8:f32:3, {1.0, 2.0, 3.0, 4.0}>>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x2x4x!quant.uniform<i8:f32:3, {1.0, 2.0, 3.0, 4.0}>>, tensor<2x2xi64>) -> tensor<2x6x6x4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

// expected: dynamic_conv.C31
// spec: storage_type(lhs) = storage_type(rhs)
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2x!quant.uniform<i8:f32, 1.0:17>>, %rhs: tensor<3x3x2x4x!quant.uniform<i16:f32, 1.0>>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x2x4x!quant.uniform<i16:f32, 1.0>>, tensor<2x2xi64>) -> tensor<2x6x6x4x!quant.uniform<i8:f32, 1.0:17>>
  return
}

// -----

// expected: dynamic_conv.C32
// spec: expressed_type(lhs) = expressed_type(rhs) = expressed_type(result)
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2x!quant.uniform<i8:f32, 1.0:17>>, %rhs: tensor<3x3x2x4x!quant.uniform<i8:f16, 1.0>>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x2x4x!quant.uniform<i8:f16, 1.0>>, tensor<2x2xi64>) -> tensor<2x6x6x4x!quant.uniform<i8:f32, 1.0:17>>
  return
}

// -----

// expected: dynamic_conv.C33
// spec: if is_quantized(lhs) and is_per_tensor_quantized(rhs) then is_per_tensor_quantized(result)
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2x!quant.uniform<i8:f32, 1.0:17>>, %rhs: tensor<3x3x2x4x!quant.uniform<i8:f32, 1.0>>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2x!quant.uniform<i8:f32, 1.0:17>>, tensor<3x3x2x4x!quant.uniform<i8:f32, 1.0>>, tensor<2x2xi64>) -> tensor<2x6x6x4x!quant.uniform<i8:f32:3, {1.0, 2.0, 3.0, 4.0}>>
  return
}

// -----

// expected: dynamic_conv.C34
// spec: If !is_quantized(lhs): element_type(lhs) = expressed_type(rhs) = element_type(result)
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4x!quant.uniform<i8:f32, 1.0>>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4x!quant.uniform<i8:f32, 1.0>>, tensor<2x2xi64>) -> tensor<2x6x6x4xf64>
  return
}

// -----

// expected: dynamic_conv.C4
// spec: shape(padding) = [N - 2, 2]
// upstream: rejects
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<1x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<1x2xi64>) -> tensor<2x6x6x4xf32>
  return
}

// -----

// expected: dynamic_conv.C25
// spec: dim(result, result_dim) is dim(lhs, input_batch_dimension) / batch_group_count if result_dim =
//     output_batch_dimension, dim(rhs, kernel_output_feature_dimension) if result_dim = output_feature_dimension,
//     num_windows otherwise
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%lhs: tensor<2x8x8x2xf32>, %rhs: tensor<3x3x2x4xf32>, %padding: tensor<2x2xi64>) {
  %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    window_strides = array<i64: 1, 1>,
    lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
  }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x5xf32>
  return
}
