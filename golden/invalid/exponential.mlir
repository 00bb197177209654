// The rules of exponential: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, O1, C1
// upstream: accepts
func.func @main(%operand: tensor<2xf32>) {
  %result = "stablehlo.exponential"(%operand) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: exponential.I1
// operand is a tensor of floating-point or complex type or per-tensor quantized tensor
// spec: operand: tensor of floating-point or complex type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<2xi32>) {
  %result = "stablehlo.exponential"(%operand) : (tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

// expected: exponential.O1
// result is a tensor of floating-point or complex type or per-tensor quantized tensor
// spec: result: tensor of floating-point or complex type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<2xf32>) {
  %result = "stablehlo.exponential"(%operand) : (tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

// expected: exponential.C1
// spec: baseline_type(operand) = baseline_type(result)
// upstream: rejects
func.func @main(%operand: tensor<2xf32>) {
  %result = "stablehlo.exponential"(%operand) : (tensor<2xf32>) -> tensor<3xf32>
  return
}
