// The rules of popcnt: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, O1, C1
// upstream: accepts
func.func @main(%operand: tensor<2xi32>) {
  %result = "stablehlo.popcnt"(%operand) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

// expected: popcnt.I1
// operand is a tensor of integer type
// spec: operand: tensor of integer type
// upstream: rejects
func.func @main(%operand: tensor<2xi1>) {
  %result = "stablehlo.popcnt"(%operand) : (tensor<2xi1>) -> tensor<2xi32>
  return
}

// -----

// expected: popcnt.O1
// result is a tensor of integer type
// spec: result: tensor of integer type
// upstream: rejects
func.func @main(%operand: tensor<2xi32>) {
  %result = "stablehlo.popcnt"(%operand) : (tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

// expected: popcnt.C1
// spec: type(operand) = type(result)
// upstream: rejects
func.func @main(%operand: tensor<2xi32>) {
  %result = "stablehlo.popcnt"(%operand) : (tensor<2xi32>) -> tensor<3xi32>
  return
}
