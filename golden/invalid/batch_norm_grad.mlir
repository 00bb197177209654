// The rules of batch_norm_grad: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, I5, I6, I7, O1, O2, O3, C1, C2, C3,
//     C4, C5
// upstream: accepts
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>, %grad_output: tensor<4x2xf32>) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_grad.I1
// operand is a tensor of floating-point type or per-tensor quantized tensor
// spec: operand: tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x2xi32>, %scale: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>, %grad_output: tensor<4x2xf32>) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xi32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_grad.I2
// scale is a 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// spec: scale: 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2x1xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>, %grad_output: tensor<4x2xf32>) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2x1xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_grad.I3
// mean is a 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// spec: mean: 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %mean: tensor<2x1xf32>, %variance: tensor<2xf32>, %grad_output: tensor<4x2xf32>) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2x1xf32>, tensor<2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_grad.I4
// variance is a 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// spec: variance: 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2x1xf32>, %grad_output: tensor<4x2xf32>) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x1xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_grad.I5
// grad_output is a tensor of floating-point type or per-tensor quantized tensor
// spec: grad_output: tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>, %grad_output: tensor<4x2xi32>) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xi32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_grad.I6
// epsilon is a constant of type f32
// spec: epsilon: constant of type f32
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>, %grad_output: tensor<4x2xf32>) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) { epsilon = 1 : i64, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_grad.I7
// feature_index is a constant of type si64
// spec: feature_index: constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>, %grad_output: tensor<4x2xf32>) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) { epsilon = 1.0e-3 : f32, feature_index = 1.0 : f32 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_grad.O1
// grad_operand is a tensor of floating-point type or per-tensor quantized tensor
// spec: grad_operand: tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>, %grad_output: tensor<4x2xf32>) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>) -> (tensor<4x2xi32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_grad.O2
// grad_scale is a 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// spec: grad_scale: 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>, %grad_output: tensor<4x2xf32>) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2x1xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_grad.O3
// grad_offset is a 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// spec: grad_offset: 1-dimensional tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>, %grad_output: tensor<4x2xf32>) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2x1xf32>)
  return
}

// -----

// expected: batch_norm_grad.C1
// spec: 0 <= feature_index < rank(operand)
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>, %grad_output: tensor<4x2xf32>) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) { epsilon = 1.0e-3 : f32, feature_index = 2 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_grad.C2
// spec: operand, scale, mean, variance, grad_output, grad_operand, grad_scale and grad_offset have the same
//     baseline_element_type
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf64>, %grad_output: tensor<4x2xf32>) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf64>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_grad.C3
// spec: operand, grad_output and grad_operand have the same shape
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %mean: tensor<2xf32>, %variance: tensor<2xf32>, %grad_output: tensor<4x2xf32>) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4x2xf32>) -> (tensor<5x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_grad.C4
// spec: scale, mean, variance, grad_scale and grad_offset have the same shape
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<2xf32>, %mean: tensor<3xf32>, %variance: tensor<2xf32>, %grad_output: tensor<4x2xf32>) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<2xf32>, tensor<3xf32>, tensor<2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// expected: batch_norm_grad.C5
// spec: size(scale) = dim(operand, feature_index)
// upstream: rejects
func.func @main(%operand: tensor<4x2xf32>, %scale: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>, %grad_output: tensor<4x2xf32>) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) { epsilon = 1.0e-3 : f32, feature_index = 1 : i64 } : (tensor<4x2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}
