// The rules of clamp: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, O1, C1, C2, C3, C4
// upstream: accepts
func.func @main(%min: tensor<f32>, %operand: tensor<2xf32>, %max: tensor<2xf32>) {
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<f32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: clamp.I1
// min is a tensor or per-tensor quantized tensor
// spec: min: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%min: !stablehlo.token, %operand: tensor<2xf32>, %max: tensor<2xf32>) {
  %result = "stablehlo.clamp"(%min, %operand, %max) : (!stablehlo.token, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: clamp.I2
// operand is a tensor or per-tensor quantized tensor
// spec: operand: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%min: tensor<f32>, %operand: !stablehlo.token, %max: tensor<2xf32>) {
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<f32>, !stablehlo.token, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: clamp.I3
// max is a tensor or per-tensor quantized tensor
// spec: max: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%min: tensor<f32>, %operand: tensor<2xf32>, %max: !stablehlo.token) {
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<f32>, tensor<2xf32>, !stablehlo.token) -> tensor<2xf32>
  return
}

// -----

// expected: clamp.O1
// result is a tensor or per-tensor quantized tensor
// spec: result: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%min: tensor<f32>, %operand: tensor<2xf32>, %max: tensor<2xf32>) {
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<f32>, tensor<2xf32>, tensor<2xf32>) -> !stablehlo.token
  return
}

// -----

// expected: clamp.C1
// spec: rank(min) = 0 or shape(min) = shape(operand)
// upstream: rejects
func.func @main(%min: tensor<3xf32>, %operand: tensor<2xf32>, %max: tensor<2xf32>) {
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: clamp.C2
// spec: rank(max) = 0 or shape(max) = shape(operand)
// upstream: rejects
func.func @main(%min: tensor<f32>, %operand: tensor<2xf32>, %max: tensor<3xf32>) {
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<f32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: clamp.C3
// spec: baseline_element_type(min) = baseline_element_type(operand) = baseline_element_type(max)
// upstream: rejects
func.func @main(%min: tensor<f64>, %operand: tensor<2xf32>, %max: tensor<2xf32>) {
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<f64>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: clamp.C4
// spec: baseline_type(operand) = baseline_type(result)
// upstream: rejects
func.func @main(%min: tensor<f32>, %operand: tensor<2xf32>, %max: tensor<2xf32>) {
  %result = "stablehlo.clamp"(%min, %operand, %max) : (tensor<f32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}
