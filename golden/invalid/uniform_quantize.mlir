// The rules of uniform_quantize: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, O1, C1, C2
// upstream: accepts
func.func @main(%operand: tensor<2xf32>) {
  %result = "stablehlo.uniform_quantize"(%operand) : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

// expected: uniform_quantize.I1
// operand is a tensor of floating-point or quantized type
// spec: operand: tensor of floating-point or quantized type
// upstream: rejects
func.func @main(%operand: tensor<2xi32>) {
  %result = "stablehlo.uniform_quantize"(%operand) : (tensor<2xi32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

// expected: uniform_quantize.O1
// result is a quantized tensor
// spec: result: quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<2xf32>) {
  %result = "stablehlo.uniform_quantize"(%operand) : (tensor<2xf32>) -> tensor<2xi8>
  return
}

// -----

// expected: uniform_quantize.C1
// spec: shape(operand) = shape(result)
// upstream: rejects
func.func @main(%operand: tensor<2xf32>) {
  %result = "stablehlo.uniform_quantize"(%operand) : (tensor<2xf32>) -> tensor<3x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

// expected: uniform_quantize.C2
// spec: expressed_type(result) = (is_float(operand) ? element_type(operand) : expressed_type(operand))
// upstream: rejects
func.func @main(%operand: tensor<2xf64>) {
  %result = "stablehlo.uniform_quantize"(%operand) : (tensor<2xf64>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}
