// The rules of concatenate: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, O1, C1, C2, C3, C4, C5, C6
// upstream: accepts
func.func @main(%first: tensor<2x3xf32>, %second: tensor<1x3xf32>) {
  %result = "stablehlo.concatenate"(%first, %second) { dimension = 0 : i64 } : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

// expected: concatenate.I1
// inputs is a variadic number of tensors or per-tensor quantized tensors
// spec: inputs: variadic number of tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%first: !stablehlo.token, %second: tensor<1x3xf32>) {
  %result = "stablehlo.concatenate"(%first, %second) { dimension = 0 : i64 } : (!stablehlo.token, tensor<1x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

// expected: concatenate.I2
// dimension is a constant of type si64
// spec: dimension: constant of type si64
// upstream: rejects
func.func @main(%first: tensor<2x3xf32>, %second: tensor<1x3xf32>) {
  %result = "stablehlo.concatenate"(%first, %second) { dimension = 0.0 : f32 } : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

// expected: concatenate.O1
// result is a tensor or per-tensor quantized tensor
// spec: result: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%first: tensor<2x3xf32>, %second: tensor<1x3xf32>) {
  %result = "stablehlo.concatenate"(%first, %second) { dimension = 0 : i64 } : (tensor<2x3xf32>, tensor<1x3xf32>) -> !stablehlo.token
  return
}

// -----

// expected: concatenate.C1
// spec: same(element_type(inputs...))
// upstream: rejects
func.func @main(%first: tensor<2x3xf32>, %second: tensor<1x3xf64>) {
  %result = "stablehlo.concatenate"(%first, %second) { dimension = 0 : i64 } : (tensor<2x3xf32>, tensor<1x3xf64>) -> tensor<3x3xf32>
  return
}

// -----

// expected: concatenate.C2
// spec: same(shape(inputs...)) except for dim(inputs..., dimension)
// upstream: rejects
func.func @main(%first: tensor<2x3xf32>, %second: tensor<1x4xf32>) {
  %result = "stablehlo.concatenate"(%first, %second) { dimension = 0 : i64 } : (tensor<2x3xf32>, tensor<1x4xf32>) -> tensor<3x3xf32>
  return
}

// -----

// expected: concatenate.C3
// spec: 0 < size(inputs)
// upstream: rejects
func.func @main() {
  %result = "stablehlo.concatenate"() { dimension = 0 : i64 } : () -> tensor<3x3xf32>
  return
}

// -----

// expected: concatenate.C4
// spec: 0 <= dimension < rank(inputs[0])
// upstream: rejects
func.func @main(%first: tensor<2x3xf32>, %second: tensor<1x3xf32>) {
  %result = "stablehlo.concatenate"(%first, %second) { dimension = 2 : i64 } : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

// expected: concatenate.C5
// spec: element_type(result) = element_type(inputs[0])
// upstream: rejects
func.func @main(%first: tensor<2x3xf32>, %second: tensor<1x3xf32>) {
  %result = "stablehlo.concatenate"(%first, %second) { dimension = 0 : i64 } : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf64>
  return
}

// -----

// expected: concatenate.C6
// spec: shape(result) = shape(inputs[0]) except for dim(result, dimension) = dim(inputs[0], dimension) + ...
// upstream: rejects
func.func @main(%first: tensor<2x3xf32>, %second: tensor<1x3xf32>) {
  %result = "stablehlo.concatenate"(%first, %second) { dimension = 0 : i64 } : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
  return
}
