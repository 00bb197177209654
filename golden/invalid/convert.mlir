// The rules of convert: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, O1, C1
// upstream: accepts
func.func @main(%operand: tensor<2xf32>) {
  %result = "stablehlo.convert"(%operand) : (tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

// expected: convert.I1
// operand is a tensor
// spec: operand: tensor
// upstream: rejects
func.func @main(%operand: tensor<2x!quant.uniform<i8:f32, 1.0>>) {
  %result = "stablehlo.convert"(%operand) : (tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2xi32>
  return
}

// -----

// expected: convert.O1
// result is a tensor
// spec: result: tensor
// upstream: rejects
func.func @main(%operand: tensor<2xf32>) {
  %result = "stablehlo.convert"(%operand) : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

// expected: convert.C1
// spec: shape(operand) = shape(result)
// upstream: rejects
func.func @main(%operand: tensor<2xf32>) {
  %result = "stablehlo.convert"(%operand) : (tensor<2xf32>) -> tensor<3xi32>
  return
}
