// The rules of uniform_dequantize: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, O1, C1, C2
// upstream: accepts
func.func @main(%operand: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  %result = "stablehlo.uniform_dequantize"(%operand) : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf32>
  return
}

// -----

// expected: uniform_dequantize.I1
// operand is a quantized tensor
// spec: operand: quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<2xi8>) {
  %result = "stablehlo.uniform_dequantize"(%operand) : (tensor<2xi8>) -> tensor<2xf32>
  return
}

// -----

// expected: uniform_dequantize.O1
// result is a tensor of floating-point type
// spec: result: tensor of floating-point type
// upstream: rejects
func.func @main(%operand: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  %result = "stablehlo.uniform_dequantize"(%operand) : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xi32>
  return
}

// -----

// expected: uniform_dequantize.C1
// spec: shape(operand) = shape(result)
// upstream: rejects
func.func @main(%operand: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  %result = "stablehlo.uniform_dequantize"(%operand) : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<3xf32>
  return
}

// -----

// expected: uniform_dequantize.C2
// spec: element_type(result) = expressed_type(operand)
// upstream: rejects
func.func @main(%operand: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  %result = "stablehlo.uniform_dequantize"(%operand) : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf64>
  return
}
