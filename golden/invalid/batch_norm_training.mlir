// The rules of batch_norm_training: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, I5, O1, O2, O3, C1, C2, C3, C4, C5,
//     C6, C7
// upstream: accepts
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%operand, %scale, %offset) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_training.I1
// operand is a tensor of floating-point type or per-tensor quantized tensor
// spec: operand: tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x2xi32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%operand, %scale, %offset) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xi32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_training.I2
// scale is a 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// spec: scale: 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2x1xf32>, %offset: tensor<2xf32>) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%operand, %scale, %offset) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2x1xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_training.I3
// offset is a 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// spec: offset: 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2x1xf32>) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%operand, %scale, %offset) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2x1xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_training.I4
// epsilon is a constant of type f32
// spec: epsilon: constant of type f32
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%operand, %scale, %offset) { epsilon = 1 : i64, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_training.I5
// feature_index is a constant of type si64
// spec: feature_index: constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%operand, %scale, %offset) { epsilon = 1.0e-3 : f32, feature_index = 1.0 : f32 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_training.O1
// output is a tensor of floating-point type or per-tensor quantized tensor
// spec: output: tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%operand, %scale, %offset) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xi32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_training.O2
// batch_mean is a 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// spec: batch_mean: 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%operand, %scale, %offset) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2x1xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_training.O3
// batch_var is a 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// spec: batch_var: 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%operand, %scale, %offset) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2x1xf32>)
  return
}

// -----

// expected: batch_norm_training.C1
// spec: 0 <= feature_index < rank(operand)
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%operand, %scale, %offset) { epsilon = 1.0e-3 : f32, feature_index = 2 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_training.C2
// spec: operand, scale, offset, batch_mean, batch_var and output have the same baseline_element_type
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf64>) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%operand, %scale, %offset) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf64>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_training.C3
// spec: size(scale) = dim(operand, feature_index)
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<3xf32>, %offset: tensor<2xf32>) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%operand, %scale, %offset) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<3xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_training.C4
// spec: size(offset) = dim(operand, feature_index)
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<3xf32>) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%operand, %scale, %offset) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<3xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_training.C5
// spec: size(batch_mean) = dim(operand, feature_index)
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%operand, %scale, %offset) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<3xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_training.C6
// spec: size(batch_var) = dim(operand, feature_index)
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%operand, %scale, %offset) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<3xf32>)
  return
}

// -----

// expected: batch_norm_training.C7
// spec: baseline_type(output) = baseline_type(operand)
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %offset: tensor<2xf32>) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%operand, %scale, %offset) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<5x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}
