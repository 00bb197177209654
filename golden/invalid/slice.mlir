// The rules of slice: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, O1, C1, C2, C3, C4, C5
// upstream: accepts
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 0, 1>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 1>
  } : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

// expected: slice.I1
// operand is a tensor or per-tensor quantized tensor
// spec: operand: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: !stablehlo.token) {
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 0, 1>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 1>
  } : (!stablehlo.token) -> tensor<2x2xf32>
  return
}

// -----

// expected: slice.I2
// start_indices is a 1-dimensional tensor constant of type si64
// spec: start_indices: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.slice"(%operand) {
    start_indices = 0 : i64, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 1>
  } : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

// expected: slice.I3
// limit_indices is a 1-dimensional tensor constant of type si64
// spec: limit_indices: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 0, 1>, limit_indices = 2 : i64, strides = array<i64: 1, 1>
  } : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

// expected: slice.I4
// strides is a 1-dimensional tensor constant of type si64
// spec: strides: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 0, 1>, limit_indices = array<i64: 2, 3>, strides = 1 : i64
  } : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

// expected: slice.O1
// result is a tensor or per-tensor quantized tensor
// spec: result: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 0, 1>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 1>
  } : (tensor<2x3xf32>) -> !stablehlo.token
  return
}

// -----

// expected: slice.C1
// spec: element_type(operand) = element_type(result)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 0, 1>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 1>
  } : (tensor<2x3xf32>) -> tensor<2x2xf64>
  return
}

// -----

// expected: slice.C2
// spec: size(start_indices) = size(limit_indices) = size(strides) = rank(operand)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 0, 1>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 1, 1>
  } : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

// expected: slice.C3
// spec: 0 <= start_indices <= limit_indices <= shape(operand)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 0, 1>, limit_indices = array<i64: 2, 4>, strides = array<i64: 1, 1>
  } : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

// expected: slice.C4
// spec: 0 < strides
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 0, 1>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 0>
  } : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

// expected: slice.C5
// spec: shape(result) = ceil((limit_indices - start_indices) / strides)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 0, 1>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 1>
  } : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
