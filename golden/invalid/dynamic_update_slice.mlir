// The rules of dynamic_update_slice: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, O1, C1, C2, C3, C4, C5, C6
// upstream: accepts
func.func @main(%operand: tensor<2x3xf32>, %update: tensor<1x2xf32>, %row: tensor<i64>, %column: tensor<i64>) {
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %row, %column)
    : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
  return
}

// -----

// expected: dynamic_update_slice.I1
// operand is a tensor or per-tensor quantized tensor
// spec: operand: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: !stablehlo.token, %update: tensor<1x2xf32>, %row: tensor<i64>, %column: tensor<i64>) {
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %row, %column)
    : (!stablehlo.token, tensor<1x2xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
  return
}

// -----

// expected: dynamic_update_slice.I2
// update is a tensor or per-tensor quantized tensor
// spec: update: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %update: !stablehlo.token, %row: tensor<i64>, %column: tensor<i64>) {
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %row, %column)
    : (tensor<2x3xf32>, !stablehlo.token, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
  return
}

// -----

// expected: dynamic_update_slice.I3
// start_indices is a variadic number of 0-dimensional tensors of integer type
// spec: start_indices: variadic number of 0-dimensional tensors of integer type
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %update: tensor<1x2xf32>, %row: tensor<i64>, %column: tensor<f32>) {
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %row, %column)
    : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i64>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: dynamic_update_slice.O1
// result is a tensor or per-tensor quantized tensor
// spec: result: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %update: tensor<1x2xf32>, %row: tensor<i64>, %column: tensor<i64>) {
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %row, %column)
    : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i64>, tensor<i64>) -> !stablehlo.token
  return
}

// -----

// expected: dynamic_update_slice.C1
// spec: type(operand) = type(result)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %update: tensor<1x2xf32>, %row: tensor<i64>, %column: tensor<i64>) {
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %row, %column)
    : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i64>, tensor<i64>) -> tensor<2x4xf32>
  return
}

// -----

// expected: dynamic_update_slice.C2
// spec: element_type(update) = element_type(operand)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %update: tensor<1x2xf64>, %row: tensor<i64>, %column: tensor<i64>) {
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %row, %column)
    : (tensor<2x3xf32>, tensor<1x2xf64>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
  return
}

// -----

// expected: dynamic_update_slice.C3
// spec: rank(update) = rank(operand)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %update: tensor<2xf32>, %row: tensor<i64>, %column: tensor<i64>) {
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %row, %column)
    : (tensor<2x3xf32>, tensor<2xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
  return
}

// -----

// expected: dynamic_update_slice.C4
// spec: size(start_indices) = rank(operand)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %update: tensor<1x2xf32>, %row: tensor<i64>) {
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %row)
    : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i64>) -> tensor<2x3xf32>
  return
}

// -----

// expected: dynamic_update_slice.C5
// spec: same(type(start_indices...))
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %update: tensor<1x2xf32>, %row: tensor<i64>, %column: tensor<i32>) {
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %row, %column)
    : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i64>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: dynamic_update_slice.C6
// spec: 0 <= shape(update) <= shape(operand)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %update: tensor<1x4xf32>, %row: tensor<i64>, %column: tensor<i64>) {
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %row, %column)
    : (tensor<2x3xf32>, tensor<1x4xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
  return
}
