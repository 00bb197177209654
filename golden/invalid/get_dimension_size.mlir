// The rules of get_dimension_size: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, O1, C1
// upstream: accepts
func.func @main(%operand: tensor<2x?xf32>) {
  %result = "stablehlo.get_dimension_size"(%operand) { dimension = 1 : i64 } : (tensor<2x?xf32>) -> tensor<i32>
  return
}

// -----

// expected: get_dimension_size.I1
// operand is a tensor or quantized tensor
// spec: operand: tensor or quantized tensor
// upstream: rejects
func.func @main(%operand: !stablehlo.token) {
  %result = "stablehlo.get_dimension_size"(%operand) { dimension = 1 : i64 } : (!stablehlo.token) -> tensor<i32>
  return
}

// -----

// expected: get_dimension_size.I2
// dimension is a constant of type si64
// spec: dimension: constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<2x?xf32>) {
  %result = "stablehlo.get_dimension_size"(%operand) { dimension = 1.0 : f32 } : (tensor<2x?xf32>) -> tensor<i32>
  return
}

// -----

// expected: get_dimension_size.O1
// result is a 0-dimensional tensor of type si32
// spec: result: 0-dimensional tensor of type si32
// upstream: rejects
func.func @main(%operand: tensor<2x?xf32>) {
  %result = "stablehlo.get_dimension_size"(%operand) { dimension = 1 : i64 } : (tensor<2x?xf32>) -> tensor<i64>
  return
}

// -----

// expected: get_dimension_size.C1
// spec: 0 <= dimension < rank(operand)
// upstream: rejects
func.func @main(%operand: tensor<2x?xf32>) {
  %result = "stablehlo.get_dimension_size"(%operand) { dimension = 2 : i64 } : (tensor<2x?xf32>) -> tensor<i32>
  return
}
