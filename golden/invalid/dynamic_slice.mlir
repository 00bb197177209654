// The rules of dynamic_slice: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, O1, C1, C2, C3, C4, C5
// upstream: accepts
func.func @main(%operand: tensor<2x3xf32>, %row: tensor<i64>, %column: tensor<i64>) {
  %result = "stablehlo.dynamic_slice"(%operand, %row, %column) { slice_sizes = array<i64: 1, 2> }
    : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x2xf32>
  return
}

// -----

// expected: dynamic_slice.I1
// operand is a tensor or per-tensor quantized tensor
// spec: operand: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: !stablehlo.token, %row: tensor<i64>, %column: tensor<i64>) {
  %result = "stablehlo.dynamic_slice"(%operand, %row, %column) { slice_sizes = array<i64: 1, 2> }
    : (!stablehlo.token, tensor<i64>, tensor<i64>) -> tensor<1x2xf32>
  return
}

// -----

// expected: dynamic_slice.I2
// start_indices is a variadic number of 0-dimensional tensors of integer type
// spec: start_indices: variadic number of 0-dimensional tensors of integer type
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %row: tensor<i64>, %column: tensor<f32>) {
  %result = "stablehlo.dynamic_slice"(%operand, %row, %column) { slice_sizes = array<i64: 1, 2> }
    : (tensor<2x3xf32>, tensor<i64>, tensor<f32>) -> tensor<1x2xf32>
  return
}

// -----

// expected: dynamic_slice.I3
// slice_sizes is a 1-dimensional tensor constant of type si64
// spec: slice_sizes: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %row: tensor<i64>, %column: tensor<i64>) {
  %result = "stablehlo.dynamic_slice"(%operand, %row, %column) { slice_sizes = 1 : i64 }
    : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x2xf32>
  return
}

// -----

// expected: dynamic_slice.O1
// result is a tensor or per-tensor quantized tensor
// spec: result: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %row: tensor<i64>, %column: tensor<i64>) {
  %result = "stablehlo.dynamic_slice"(%operand, %row, %column) { slice_sizes = array<i64: 1, 2> }
    : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> !stablehlo.token
  return
}

// -----

// expected: dynamic_slice.C1
// spec: element_type(operand) = element_type(result)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %row: tensor<i64>, %column: tensor<i64>) {
  %result = "stablehlo.dynamic_slice"(%operand, %row, %column) { slice_sizes = array<i64: 1, 2> }
    : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x2xf64>
  return
}

// -----

// expected: dynamic_slice.C2
// spec: size(start_indices) = size(slice_sizes) = rank(operand)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %row: tensor<i64>) {
  %result = "stablehlo.dynamic_slice"(%operand, %row) { slice_sizes = array<i64: 1, 2> }
    : (tensor<2x3xf32>, tensor<i64>) -> tensor<1x2xf32>
  return
}

// -----

// expected: dynamic_slice.C3
// spec: same(type(start_indices...))
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %row: tensor<i64>, %column: tensor<i32>) {
  %result = "stablehlo.dynamic_slice"(%operand, %row, %column) { slice_sizes = array<i64: 1, 2> }
    : (tensor<2x3xf32>, tensor<i64>, tensor<i32>) -> tensor<1x2xf32>
  return
}

// -----

// expected: dynamic_slice.C4
// spec: 0 <= slice_sizes <= shape(operand)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %row: tensor<i64>, %column: tensor<i64>) {
  %result = "stablehlo.dynamic_slice"(%operand, %row, %column) { slice_sizes = array<i64: 1, 4> }
    : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x4xf32>
  return
}

// -----

// expected: dynamic_slice.C5
// spec: shape(result) = slice_sizes
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %row: tensor<i64>, %column: tensor<i64>) {
  %result = "stablehlo.dynamic_slice"(%operand, %row, %column) { slice_sizes = array<i64: 1, 2> }
    : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x3xf32>
  return
}
