// The rules of power: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, O1, C1
// upstream: accepts
func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: power.I1
// lhs is a tensor of integer, floating-point or complex type or per-tensor quantized tensor
// spec: lhs: tensor of integer, floating-point or complex type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%lhs: tensor<2xi1>, %rhs: tensor<2xf32>) {
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<2xi1>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: power.I2
// rhs is a tensor of integer, floating-point or complex type or per-tensor quantized tensor
// spec: rhs: tensor of integer, floating-point or complex type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xi1>) {
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xi1>) -> tensor<2xf32>
  return
}

// -----

// expected: power.O1
// result is a tensor of integer, floating-point or complex type or per-tensor quantized tensor
// spec: result: tensor of integer, floating-point or complex type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

// expected: power.C1
// spec: baseline_type(lhs) = baseline_type(rhs) = baseline_type(result)
// upstream: rejects
func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}
