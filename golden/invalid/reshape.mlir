// The rules of reshape: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, O1, C1, C2, C3
// upstream: accepts
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.reshape"(%operand) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

// expected: reshape.I1
// operand is a tensor or quantized tensor
// spec: operand: tensor or quantized tensor
// upstream: rejects
func.func @main(%operand: !stablehlo.token) {
  %result = "stablehlo.reshape"(%operand) : (!stablehlo.token) -> tensor<3x2xf32>
  return
}

// -----

// expected: reshape.O1
// result is a tensor or quantized tensor
// spec: result: tensor or quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.reshape"(%operand) : (tensor<2x3xf32>) -> !stablehlo.token
  return
}

// -----

// expected: reshape.C1
// spec: element_type(result) = element_type(operand), except for quantization_dimension where it is quantized per
//     axis
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.reshape"(%operand) : (tensor<2x3xf32>) -> tensor<3x2xf64>
  return
}

// -----

// expected: reshape.C2
// spec: size(operand) = size(result)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.reshape"(%operand) : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

// expected: reshape.C3
// spec: if is_per_axis_quantized(operand), dim(operand, quantization_dimension(operand)) = dim(result,
//     quantization_dimension(result)), and the products of the sizes before it are the same, and of those behind it
// upstream: rejects
func.func @main(%operand: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  %result = "stablehlo.reshape"(%operand) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}
