// The rules of reverse: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, O1, C1, C2, C3
// upstream: accepts
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.reverse"(%operand) { dimensions = array<i64: 1> } : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: reverse.I1
// operand is a tensor or per-tensor quantized tensor
// spec: operand: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: !stablehlo.token) {
  %result = "stablehlo.reverse"(%operand) { dimensions = array<i64: 1> } : (!stablehlo.token) -> tensor<2x3xf32>
  return
}

// -----

// expected: reverse.I2
// dimensions is a 1-dimensional tensor constant of type si64
// spec: dimensions: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.reverse"(%operand) { dimensions = 1 : i64 } : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: reverse.O1
// result is a tensor or per-tensor quantized tensor
// spec: result: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.reverse"(%operand) { dimensions = array<i64: 1> } : (tensor<2x3xf32>) -> !stablehlo.token
  return
}

// -----

// expected: reverse.C1
// spec: type(operand) = type(result)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.reverse"(%operand) { dimensions = array<i64: 1> } : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

// expected: reverse.C2
// spec: is_unique(dimensions)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.reverse"(%operand) { dimensions = array<i64: 1, 1> } : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: reverse.C3
// spec: 0 <= dimensions < rank(result)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.reverse"(%operand) { dimensions = array<i64: 2> } : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
