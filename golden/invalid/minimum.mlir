// The rules of minimum: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, O1, C1
// upstream: accepts
func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  %result = "stablehlo.minimum"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: minimum.I1
// lhs is a tensor or per-tensor quantized tensor
// spec: lhs: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%lhs: !stablehlo.token, %rhs: tensor<2xf32>) {
  %result = "stablehlo.minimum"(%lhs, %rhs) : (!stablehlo.token, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: minimum.I2
// rhs is a tensor or per-tensor quantized tensor
// spec: rhs: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%lhs: tensor<2xf32>, %rhs: !stablehlo.token) {
  %result = "stablehlo.minimum"(%lhs, %rhs) : (tensor<2xf32>, !stablehlo.token) -> tensor<2xf32>
  return
}

// -----

// expected: minimum.O1
// result is a tensor or per-tensor quantized tensor
// spec: result: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  %result = "stablehlo.minimum"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf32>) -> !stablehlo.token
  return
}

// -----

// expected: minimum.C1
// spec: baseline_type(lhs) = baseline_type(rhs) = baseline_type(result)
// upstream: rejects
func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  %result = "stablehlo.minimum"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}
