// The rules of real: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, O1, C1, C2
// upstream: accepts
func.func @main(%operand: tensor<2xcomplex<f32>>) {
  %result = "stablehlo.real"(%operand) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  return
}

// -----

// expected: real.I1
// operand is a tensor of floating-point or complex type
// spec: operand: tensor of floating-point or complex type
// upstream: rejects
func.func @main(%operand: tensor<2xi32>) {
  %result = "stablehlo.real"(%operand) : (tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

// expected: real.O1
// result is a tensor of floating-point type
// spec: result: tensor of floating-point type
// upstream: rejects
func.func @main(%operand: tensor<2xcomplex<f32>>) {
  %result = "stablehlo.real"(%operand) : (tensor<2xcomplex<f32>>) -> tensor<2xi32>
  return
}

// -----

// expected: real.C1
// spec: shape(result) = shape(operand)
// upstream: rejects
func.func @main(%operand: tensor<2xcomplex<f32>>) {
  %result = "stablehlo.real"(%operand) : (tensor<2xcomplex<f32>>) -> tensor<3xf32>
  return
}

// -----

// expected: real.C2
// spec: element_type(result) is complex_element_type(element_type(operand)) if is_complex(operand),
//     element_type(operand) otherwise
// upstream: rejects
func.func @main(%operand: tensor<2xcomplex<f32>>) {
  %result = "stablehlo.real"(%operand) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}
