// The rules of abs: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, O1, C1, C2
// upstream: accepts
func.func @main(%operand: tensor<2xf32>) {
  %result = "stablehlo.abs"(%operand) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: abs.I1
// operand is a tensor of signed integer, floating-point, or complex type or per-tensor quantized tensor
// spec: operand: tensor of signed integer, floating-point, or complex type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<2xui32>) {
  %result = "stablehlo.abs"(%operand) : (tensor<2xui32>) -> tensor<2xf32>
  return
}

// -----

// expected: abs.O1
// result is a tensor of signed integer or floating-point type or per-tensor quantized tensor
// spec: result: tensor of signed integer or floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<2xf32>) {
  %result = "stablehlo.abs"(%operand) : (tensor<2xf32>) -> tensor<2xui32>
  return
}

// -----

// expected: abs.C1
// spec: shape(result) = shape(operand)
// upstream: rejects
func.func @main(%operand: tensor<2xf32>) {
  %result = "stablehlo.abs"(%operand) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// expected: abs.C2
// spec: baseline_element_type(result) is complex_element_type(element_type(operand)) if is_complex(operand),
//     baseline_element_type(operand) otherwise
// upstream: rejects
func.func @main(%operand: tensor<2xf32>) {
  %result = "stablehlo.abs"(%operand) : (tensor<2xf32>) -> tensor<2xf64>
  return
}
