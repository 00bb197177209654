// The rules of dynamic_broadcast_in_dim: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, I5, O1, C1, C2, C3, C4, C5, C6, C7,
//     C8, C9, C10
// upstream: accepts
func.func @main(%operand: tensor<3xf32>, %output_dimensions: tensor<2xi64>) {
  %result = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) {
    broadcast_dimensions = array<i64: 1>,
    known_expanding_dimensions = array<i64>,
    known_nonexpanding_dimensions = array<i64: 0>
  } : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

// expected: dynamic_broadcast_in_dim.I1
// operand is a tensor or quantized tensor
// spec: operand: tensor or quantized tensor
// upstream: rejects
func.func @main(%operand: !stablehlo.token, %output_dimensions: tensor<2xi64>) {
  %result = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) {
    broadcast_dimensions = array<i64: 1>,
    known_expanding_dimensions = array<i64>,
    known_nonexpanding_dimensions = array<i64: 0>
  } : (!stablehlo.token, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

// expected: dynamic_broadcast_in_dim.I2
// output_dimensions is a 1-dimensional tensor of integer type
// spec: output_dimensions: 1-dimensional tensor of integer type
// upstream: rejects
func.func @main(%operand: tensor<3xf32>, %output_dimensions: tensor<2xf32>) {
  %result = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) {
    broadcast_dimensions = array<i64: 1>,
    known_expanding_dimensions = array<i64>,
    known_nonexpanding_dimensions = array<i64: 0>
  } : (tensor<3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: dynamic_broadcast_in_dim.I3
// broadcast_dimensions is a 1-dimensional constant tensor of integer type
// spec: broadcast_dimensions: 1-dimensional constant tensor of integer type
// upstream: rejects
func.func @main(%operand: tensor<3xf32>, %output_dimensions: tensor<2xi64>) {
  %result = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) {
    broadcast_dimensions = 1 : i64,
    known_expanding_dimensions = array<i64>,
    known_nonexpanding_dimensions = array<i64: 0>
  } : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

// expected: dynamic_broadcast_in_dim.I4
// known_expanding_dimensions is a 1-dimensional constant tensor of integer type
// spec: known_expanding_dimensions: 1-dimensional constant tensor of integer type
// upstream: rejects
func.func @main(%operand: tensor<3xf32>, %output_dimensions: tensor<2xi64>) {
  %result = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) {
    broadcast_dimensions = array<i64: 1>,
    known_expanding_dimensions = 0 : i64,
    known_nonexpanding_dimensions = array<i64: 0>
  } : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

// expected: dynamic_broadcast_in_dim.I5
// known_nonexpanding_dimensions is a 1-dimensional constant tensor of integer type
// spec: known_nonexpanding_dimensions: 1-dimensional constant tensor of integer type
// upstream: rejects
func.func @main(%operand: tensor<3xf32>, %output_dimensions: tensor<2xi64>) {
  %result = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) {
    broadcast_dimensions = array<i64: 1>,
    known_expanding_dimensions = array<i64>,
    known_nonexpanding_dimensions = 0 : i64
  } : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

// expected: dynamic_broadcast_in_dim.O1
// result is a tensor or quantized tensor
// spec: result: tensor or quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<3xf32>, %output_dimensions: tensor<2xi64>) {
  %result = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) {
    broadcast_dimensions = array<i64: 1>,
    known_expanding_dimensions = array<i64>,
    known_nonexpanding_dimensions = array<i64: 0>
  } : (tensor<3xf32>, tensor<2xi64>) -> !stablehlo.token
  return
}

// -----

// expected: dynamic_broadcast_in_dim.C1
// spec: element_type(result) = element_type(operand), except for quantization_dimension, scales and zero_points
// upstream: rejects
func.func @main(%operand: tensor<3xf32>, %output_dimensions: tensor<2xi64>) {
  %result = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) {
    broadcast_dimensions = array<i64: 1>,
    known_expanding_dimensions = array<i64>,
    known_nonexpanding_dimensions = array<i64: 0>
  } : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf64>
  return
}

// -----

// expected: dynamic_broadcast_in_dim.C2
// spec: size(broadcast_dimensions) = rank(operand)
// upstream: rejects
func.func @main(%operand: tensor<3xf32>, %output_dimensions: tensor<2xi64>) {
  %result = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) {
    broadcast_dimensions = array<i64: 0, 1>,
    known_expanding_dimensions = array<i64>,
    known_nonexpanding_dimensions = array<i64: 0>
  } : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

// expected: dynamic_broadcast_in_dim.C3
// spec: 0 <= broadcast_dimensions < rank(result)
// upstream: rejects
func.func @main(%operand: tensor<3xf32>, %output_dimensions: tensor<2xi64>) {
  %result = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) {
    broadcast_dimensions = array<i64: 2>,
    known_expanding_dimensions = array<i64>,
    known_nonexpanding_dimensions = array<i64: 0>
  } : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

// expected: dynamic_broadcast_in_dim.C4
// spec: is_unique(broadcast_dimensions)
// upstream: rejects
func.func @main(%operand: tensor<1x3xf32>, %output_dimensions: tensor<2xi64>) {
  %result = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) {
    broadcast_dimensions = array<i64: 1, 1>,
    known_expanding_dimensions = array<i64>,
    known_nonexpanding_dimensions = array<i64: 0>
  } : (tensor<1x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

// expected: dynamic_broadcast_in_dim.C5
// spec: all d in axes(operand): dim(operand, d) = 1 or dim(operand, d) = dim(result, broadcast_dimensions[d])
// upstream: rejects
func.func @main(%operand: tensor<3xf32>, %output_dimensions: tensor<2xi64>) {
  %result = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) {
    broadcast_dimensions = array<i64: 1>,
    known_expanding_dimensions = array<i64>,
    known_nonexpanding_dimensions = array<i64: 0>
  } : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x4xf32>
  return
}

// -----

// expected: dynamic_broadcast_in_dim.C6
// spec: if is_per_axis_quantized(result) then quantization_dimension(result) =
//     broadcast_dimensions[quantization_dimension(operand)] and (if dim(operand, quantization_dimension(operand)) = 1
//     then scales(result) = scales(operand)[0] and zero_points(result) = zero_points(operand)[0])
// upstream: rejects
func.func @main(%operand: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %output_dimensions: tensor<2xi64>) {
  %result = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) {
    broadcast_dimensions = array<i64: 1>,
    known_expanding_dimensions = array<i64>,
    known_nonexpanding_dimensions = array<i64: 0>
  } : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2xi64>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

// expected: dynamic_broadcast_in_dim.C7
// spec: size(output_dimensions) = rank(result)
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%operand: tensor<3xf32>, %output_dimensions: tensor<3xi64>) {
  %result = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) {
    broadcast_dimensions = array<i64: 1>,
    known_expanding_dimensions = array<i64>,
    known_nonexpanding_dimensions = array<i64: 0>
  } : (tensor<3xf32>, tensor<3xi64>) -> tensor<2x3xf32>
  return
}

// -----

// expected: dynamic_broadcast_in_dim.C8
// spec: is_unique(known_expanding_dimensions + known_nonexpanding_dimensions)
// upstream: rejects
func.func @main(%operand: tensor<3xf32>, %output_dimensions: tensor<2xi64>) {
  %result = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) {
    broadcast_dimensions = array<i64: 1>,
    known_expanding_dimensions = array<i64: 0>,
    known_nonexpanding_dimensions = array<i64: 0>
  } : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

// expected: dynamic_broadcast_in_dim.C9
// spec: 0 <= known_expanding_dimensions < rank(operand)
// upstream: rejects
func.func @main(%operand: tensor<3xf32>, %output_dimensions: tensor<2xi64>) {
  %result = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) {
    broadcast_dimensions = array<i64: 1>,
    known_expanding_dimensions = array<i64: 1>,
    known_nonexpanding_dimensions = array<i64: 0>
  } : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

// expected: dynamic_broadcast_in_dim.C10
// spec: 0 <= known_nonexpanding_dimensions < rank(operand)
// upstream: rejects
func.func @main(%operand: tensor<3xf32>, %output_dimensions: tensor<2xi64>) {
  %result = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) {
    broadcast_dimensions = array<i64: 1>,
    known_expanding_dimensions = array<i64>,
    known_nonexpanding_dimensions = array<i64: 1>
  } : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}
