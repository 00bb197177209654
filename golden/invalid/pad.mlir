// The rules of pad: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, I5, O1, C1, C2, C3, C4
// upstream: accepts
func.func @main(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>) {
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 0, 1>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 1, 0>
  } : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x5xf32>
  return
}

// -----

// expected: pad.I1
// operand is a tensor or per-tensor quantized tensor
// spec: operand: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: !stablehlo.token, %padding_value: tensor<f32>) {
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 0, 1>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 1, 0>
  } : (!stablehlo.token, tensor<f32>) -> tensor<5x5xf32>
  return
}

// -----

// expected: pad.I2
// padding_value is a 0-dimensional tensor or per-tensor quantized tensor
// spec: padding_value: 0-dimensional tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %padding_value: tensor<1xf32>) {
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 0, 1>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 1, 0>
  } : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<5x5xf32>
  return
}

// -----

// expected: pad.I3
// edge_padding_low is a 1-dimensional tensor constant of type si64
// spec: edge_padding_low: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>) {
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = 0 : i64, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 1, 0>
  } : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x5xf32>
  return
}

// -----

// expected: pad.I4
// edge_padding_high is a 1-dimensional tensor constant of type si64
// spec: edge_padding_high: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>) {
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 0, 1>, edge_padding_high = 2 : i64, interior_padding = array<i64: 1, 0>
  } : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x5xf32>
  return
}

// -----

// expected: pad.I5
// interior_padding is a 1-dimensional tensor constant of type si64
// spec: interior_padding: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>) {
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 0, 1>, edge_padding_high = array<i64: 2, 1>, interior_padding = 1 : i64
  } : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x5xf32>
  return
}

// -----

// expected: pad.O1
// result is a tensor or per-tensor quantized tensor
// spec: result: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>) {
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 0, 1>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 1, 0>
  } : (tensor<2x3xf32>, tensor<f32>) -> !stablehlo.token
  return
}

// -----

// expected: pad.C1
// spec: element_type(operand) = element_type(padding_value) = element_type(result)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %padding_value: tensor<f64>) {
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 0, 1>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 1, 0>
  } : (tensor<2x3xf32>, tensor<f64>) -> tensor<5x5xf32>
  return
}

// -----

// expected: pad.C2
// spec: size(edge_padding_low) = size(edge_padding_high) = size(interior_padding) = rank(operand)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>) {
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 0, 1>, edge_padding_high = array<i64: 2, 1, 0>, interior_padding = array<i64: 1, 0>
  } : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x5xf32>
  return
}

// -----

// expected: pad.C3
// spec: 0 <= interior_padding
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>) {
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 0, 1>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 1, -1>
  } : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x5xf32>
  return
}

// -----

// expected: pad.C4
// spec: shape(result) = shape(operand) + edge_padding_low + max(shape(operand) - 1, 0) * interior_padding +
//     edge_padding_high
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>) {
  %result = "stablehlo.pad"(%operand, %padding_value) {
    edge_padding_low = array<i64: 0, 1>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 1, 0>
  } : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x6xf32>
  return
}
