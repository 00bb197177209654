// The rules of broadcast_in_dim: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, O1, C1, C2, C3, C4, C5, C6
// upstream: accepts
func.func @main(%operand: tensor<3xf32>) {
  %result = "stablehlo.broadcast_in_dim"(%operand) { broadcast_dimensions = array<i64: 1> } : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: broadcast_in_dim.I1
// operand is a tensor or quantized tensor
// spec: operand: tensor or quantized tensor
// upstream: rejects
func.func @main(%operand: !stablehlo.token) {
  %result = "stablehlo.broadcast_in_dim"(%operand) { broadcast_dimensions = array<i64: 1> } : (!stablehlo.token) -> tensor<2x3xf32>
  return
}

// -----

// expected: broadcast_in_dim.I2
// broadcast_dimensions is a 1-dimensional tensor constant of type si64
// spec: broadcast_dimensions: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<3xf32>) {
  %result = "stablehlo.broadcast_in_dim"(%operand) { broadcast_dimensions = 1 : i64 } : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: broadcast_in_dim.O1
// result is a tensor or quantized tensor
// spec: result: tensor or quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<3xf32>) {
  %result = "stablehlo.broadcast_in_dim"(%operand) { broadcast_dimensions = array<i64: 1> } : (tensor<3xf32>) -> !stablehlo.token
  return
}

// -----

// expected: broadcast_in_dim.C1
// spec: element_type(result) = element_type(operand), except for quantization_dimension, scales and zero_points
// upstream: rejects
func.func @main(%operand: tensor<3xf32>) {
  %result = "stablehlo.broadcast_in_dim"(%operand) { broadcast_dimensions = array<i64: 1> } : (tensor<3xf32>) -> tensor<2x3xf64>
  return
}

// -----

// expected: broadcast_in_dim.C2
// spec: size(broadcast_dimensions) = rank(operand)
// upstream: rejects
func.func @main(%operand: tensor<3xf32>) {
  %result = "stablehlo.broadcast_in_dim"(%operand) { broadcast_dimensions = array<i64: 0, 1> } : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: broadcast_in_dim.C3
// spec: 0 <= broadcast_dimensions < rank(result)
// upstream: rejects
func.func @main(%operand: tensor<3xf32>) {
  %result = "stablehlo.broadcast_in_dim"(%operand) { broadcast_dimensions = array<i64: 2> } : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: broadcast_in_dim.C4
// spec: is_unique(broadcast_dimensions)
// upstream: rejects
func.func @main(%operand: tensor<1x3xf32>) {
  %result = "stablehlo.broadcast_in_dim"(%operand) { broadcast_dimensions = array<i64: 1, 1> } : (tensor<1x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: broadcast_in_dim.C5
// spec: all d in axes(operand): dim(operand, d) = 1 or dim(operand, d) = dim(result, broadcast_dimensions[d])
// upstream: rejects
func.func @main(%operand: tensor<3xf32>) {
  %result = "stablehlo.broadcast_in_dim"(%operand) { broadcast_dimensions = array<i64: 1> } : (tensor<3xf32>) -> tensor<2x4xf32>
  return
}

// -----

// expected: broadcast_in_dim.C6
// spec: if is_per_axis_quantized(result) then quantization_dimension(result) =
//     broadcast_dimensions[quantization_dimension(operand)] and (if dim(operand, quantization_dimension(operand)) = 1
//     then scales(result) = scales(operand)[0] and zero_points(result) = zero_points(operand)[0])
// upstream: rejects
func.func @main(%operand: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  %result = "stablehlo.broadcast_in_dim"(%operand) { broadcast_dimensions = array<i64: 1> } : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}
