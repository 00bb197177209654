// The rules of xor: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, O1, C1
// upstream: accepts
func.func @main(%lhs: tensor<2xi32>, %rhs: tensor<2xi32>) {
  %result = "stablehlo.xor"(%lhs, %rhs) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

// expected: xor.I1
// lhs is a tensor of boolean or integer type
// spec: lhs: tensor of boolean or integer type
// upstream: rejects
func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xi32>) {
  %result = "stablehlo.xor"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

// expected: xor.I2
// rhs is a tensor of boolean or integer type
// spec: rhs: tensor of boolean or integer type
// upstream: rejects
func.func @main(%lhs: tensor<2xi32>, %rhs: tensor<2xf32>) {
  %result = "stablehlo.xor"(%lhs, %rhs) : (tensor<2xi32>, tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

// expected: xor.O1
// result is a tensor of boolean or integer type
// spec: result: tensor of boolean or integer type
// upstream: rejects
func.func @main(%lhs: tensor<2xi32>, %rhs: tensor<2xi32>) {
  %result = "stablehlo.xor"(%lhs, %rhs) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

// expected: xor.C1
// spec: type(lhs) = type(rhs) = type(result)
// upstream: rejects
func.func @main(%lhs: tensor<2xi32>, %rhs: tensor<2xi32>) {
  %result = "stablehlo.xor"(%lhs, %rhs) : (tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  return
}
