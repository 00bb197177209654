// The rules of dynamic_pad: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, I5, O1, C1, C2, C4
// upstream: accepts
func.func @main(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>, %edge_padding_low: tensor<2xi64>, %edge_padding_high: tensor<2xi64>, %interior_padding: tensor<2xi64>) {
  %result = "stablehlo.dynamic_pad"(%operand, %padding_value, %edge_padding_low, %edge_padding_high, %interior_padding)
    : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// expected: dynamic_pad.I1
// operand is a tensor or per-tensor quantized tensor
// spec: operand: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: !stablehlo.token, %padding_value: tensor<f32>, %edge_padding_low: tensor<2xi64>, %edge_padding_high: tensor<2xi64>, %interior_padding: tensor<2xi64>) {
  %result = "stablehlo.dynamic_pad"(%operand, %padding_value, %edge_padding_low, %edge_padding_high, %interior_padding)
    : (!stablehlo.token, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// expected: dynamic_pad.I2
// padding_value is a 0-dimensional tensor or per-tensor quantized tensor
// spec: padding_value: 0-dimensional tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %padding_value: tensor<1xf32>, %edge_padding_low: tensor<2xi64>, %edge_padding_high: tensor<2xi64>, %interior_padding: tensor<2xi64>) {
  %result = "stablehlo.dynamic_pad"(%operand, %padding_value, %edge_padding_low, %edge_padding_high, %interior_padding)
    : (tensor<2x3xf32>, tensor<1xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// expected: dynamic_pad.I3
// edge_padding_low is a 1-dimensional tensor of integer type
// spec: edge_padding_low: 1-dimensional tensor of integer type
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>, %edge_padding_low: tensor<2xf32>, %edge_padding_high: tensor<2xi64>, %interior_padding: tensor<2xi64>) {
  %result = "stablehlo.dynamic_pad"(%operand, %padding_value, %edge_padding_low, %edge_padding_high, %interior_padding)
    : (tensor<2x3xf32>, tensor<f32>, tensor<2xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// expected: dynamic_pad.I4
// edge_padding_high is a 1-dimensional tensor of integer type
// spec: edge_padding_high: 1-dimensional tensor of integer type
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>, %edge_padding_low: tensor<2xi64>, %edge_padding_high: tensor<2xf32>, %interior_padding: tensor<2xi64>) {
  %result = "stablehlo.dynamic_pad"(%operand, %padding_value, %edge_padding_low, %edge_padding_high, %interior_padding)
    : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// expected: dynamic_pad.I5
// interior_padding is a 1-dimensional tensor of integer type
// spec: interior_padding: 1-dimensional tensor of integer type
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>, %edge_padding_low: tensor<2xi64>, %edge_padding_high: tensor<2xi64>, %interior_padding: tensor<2xf32>) {
  %result = "stablehlo.dynamic_pad"(%operand, %padding_value, %edge_padding_low, %edge_padding_high, %interior_padding)
    : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xf32>) -> tensor<?x?xf32>
  return
}

// -----

// expected: dynamic_pad.O1
// result is a tensor or per-tensor quantized tensor
// spec: result: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>, %edge_padding_low: tensor<2xi64>, %edge_padding_high: tensor<2xi64>, %interior_padding: tensor<2xi64>) {
  %result = "stablehlo.dynamic_pad"(%operand, %padding_value, %edge_padding_low, %edge_padding_high, %interior_padding)
    : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> !stablehlo.token
  return
}

// -----

// expected: dynamic_pad.C1
// spec: element_type(operand) = element_type(padding_value) = element_type(result)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %padding_value: tensor<f64>, %edge_padding_low: tensor<2xi64>, %edge_padding_high: tensor<2xi64>, %interior_padding: tensor<2xi64>) {
  %result = "stablehlo.dynamic_pad"(%operand, %padding_value, %edge_padding_low, %edge_padding_high, %interior_padding)
    : (tensor<2x3xf32>, tensor<f64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// expected: dynamic_pad.C2
// spec: size(edge_padding_low) = size(edge_padding_high) = size(interior_padding) = rank(operand)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>, %edge_padding_low: tensor<2xi64>, %edge_padding_high: tensor<2xi64>, %interior_padding: tensor<3xi64>) {
  %result = "stablehlo.dynamic_pad"(%operand, %padding_value, %edge_padding_low, %edge_padding_high, %interior_padding)
    : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<3xi64>) -> tensor<?x?xf32>
  return
}

// -----

// expected: dynamic_pad.C4
// spec: shape(result) = shape(operand) + edge_padding_low + max(shape(operand) - 1, 0) * interior_padding +
//     edge_padding_high
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>, %padding_value: tensor<f32>, %edge_padding_low: tensor<2xi64>, %edge_padding_high: tensor<2xi64>, %interior_padding: tensor<2xi64>) {
  %result = "stablehlo.dynamic_pad"(%operand, %padding_value, %edge_padding_low, %edge_padding_high, %interior_padding)
    : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?x?xf32>
  return
}
