// The rules of cholesky: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, O1, C1, C2, C3
// upstream: accepts
func.func @main(%a: tensor<3x3xf32>) {
  %result = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

// expected: cholesky.I1
// a is a tensor of floating-point or complex type or per-tensor quantized tensor
// spec: a: tensor of floating-point or complex type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%a: tensor<3x3xi32>) {
  %result = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<3x3xi32>) -> tensor<3x3xf32>
  return
}

// -----

// expected: cholesky.I2
// lower is a constant of type i1
// spec: lower: constant of type i1
// upstream: rejects
func.func @main(%a: tensor<3x3xf32>) {
  %result = "stablehlo.cholesky"(%a) <{lower = 1 : i64}> : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

// expected: cholesky.O1
// result is a tensor of floating-point or complex type or per-tensor quantized tensor
// spec: result: tensor of floating-point or complex type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%a: tensor<3x3xf32>) {
  %result = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<3x3xf32>) -> tensor<3x3xi32>
  return
}

// -----

// expected: cholesky.C1
// spec: baseline_type(a) = baseline_type(result)
// upstream: rejects
func.func @main(%a: tensor<3x3xf32>) {
  %result = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<3x3xf32>) -> tensor<3x3xf64>
  return
}

// -----

// expected: cholesky.C2
// spec: 2 <= rank(a)
// upstream: rejects
func.func @main(%a: tensor<3xf32>) {
  %result = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

// expected: cholesky.C3
// spec: dim(a, -2) = dim(a, -1)
// upstream: rejects
func.func @main(%a: tensor<3x4xf32>) {
  %result = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}
