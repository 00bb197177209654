// The rules of batch_norm_inference: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, I5, I6, I7, O1, C1, C2, C3, C4, C5,
//     C6, C7
// upstream: accepts
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>) {
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>)
  return
}

// -----

// expected: batch_norm_inference.I1
// operand is a tensor of floating-point type or per-tensor quantized tensor
// spec: operand: tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x2xi32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>) {
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xi32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>)
  return
}

// -----

// expected: batch_norm_inference.I2
// scale is a 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// spec: scale: 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2x1xf32>, %offset: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>) {
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2x1xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>)
  return
}

// -----

// expected: batch_norm_inference.I3
// offset is a 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// spec: offset: 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2x1xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>) {
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2x1xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>)
  return
}

// -----

// expected: batch_norm_inference.I4
// mean is a 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// spec: mean: 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>, %mean: tensor<2x1xf32>, %variance: tensor<2xf32>) {
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x1xf32>, tensor<2xf32>) -> (tensor<4x2xf32>)
  return
}

// -----

// expected: batch_norm_inference.I5
// variance is a 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// spec: variance: 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2x1xf32>) {
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x1xf32>) -> (tensor<4x2xf32>)
  return
}

// -----

// expected: batch_norm_inference.I6
// epsilon is a constant of type f32
// spec: epsilon: constant of type f32
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>) {
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) { epsilon = 1 : i64, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>)
  return
}

// -----

// expected: batch_norm_inference.I7
// feature_index is a constant of type si64
// spec: feature_index: constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>) {
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) { epsilon = 1.0e-3 : f32, feature_index = 1.0 : f32 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>)
  return
}

// -----

// expected: batch_norm_inference.O1
// result is a tensor of floating-point type or per-tensor quantized tensor
// spec: result: tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>) {
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xi32>)
  return
}

// -----

// expected: batch_norm_inference.C1
// spec: 0 <= feature_index < rank(operand)
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>) {
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) { epsilon = 1.0e-3 : f32, feature_index = 2 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>)
  return
}

// -----

// expected: batch_norm_inference.C2
// spec: operand, scale, offset, mean, variance and result have the same baseline_element_type
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf64>) {
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf64>) -> (tensor<4x2xf32>)
  return
}

// -----

// expected: batch_norm_inference.C3
// spec: size(scale) = dim(operand, feature_index)
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<3xf32>, %offset: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>) {
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>)
  return
}

// -----

// expected: batch_norm_inference.C4
// spec: size(offset) = dim(operand, feature_index)
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<3xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>) {
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>)
  return
}

// -----

// expected: batch_norm_inference.C5
// spec: size(mean) = dim(operand, feature_index)
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>, %mean: tensor<3xf32>, %variance: tensor<2xf32>) {
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3xf32>, tensor<2xf32>) -> (tensor<4x2xf32>)
  return
}

// -----

// expected: batch_norm_inference.C6
// spec: size(variance) = dim(operand, feature_index)
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<3xf32>) {
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3xf32>) -> (tensor<4x2xf32>)
  return
}

// -----

// expected: batch_norm_inference.C7
// spec: baseline_type(operand) = baseline_type(result)
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>) {
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<5x2xf32>)
  return
}
