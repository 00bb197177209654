// The rules of triangular_solve: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, I5, I6, O1, C1, C2, C3, C4
// upstream: accepts
func.func @main(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  %result = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// expected: triangular_solve.I1
// a is a tensor of floating-point or complex type or per-tensor quantized tensor
// spec: a: tensor of floating-point or complex type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%a: tensor<3x3xi32>, %b: tensor<3x2xf32>) {
  %result = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xi32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// expected: triangular_solve.I2
// b is a tensor of floating-point or complex type or per-tensor quantized tensor
// spec: b: tensor of floating-point or complex type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%a: tensor<3x3xf32>, %b: tensor<3x2xi32>) {
  %result = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<3x2xi32>) -> tensor<3x2xf32>
  return
}

// -----

// expected: triangular_solve.I3
// left_side is a constant of type i1
// spec: left_side: constant of type i1
// upstream: rejects
func.func @main(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  %result = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = 1 : i64, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// expected: triangular_solve.I4
// lower is a constant of type i1
// spec: lower: constant of type i1
// upstream: rejects
func.func @main(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  %result = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = 1 : i64, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// expected: triangular_solve.I5
// unit_diagonal is a constant of type i1
// spec: unit_diagonal: constant of type i1
// upstream: rejects
func.func @main(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  %result = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = 0 : i64, transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// expected: triangular_solve.I6
// transpose_a is an enum of NO_TRANSPOSE, TRANSPOSE, and ADJOINT
// spec: transpose_a: enum of NO_TRANSPOSE, TRANSPOSE, and ADJOINT
// upstream: rejects
func.func @main(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  %result = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>
  }> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// expected: triangular_solve.O1
// result is a tensor of floating-point or complex type or per-tensor quantized tensor
// spec: result: tensor of floating-point or complex type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  %result = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xi32>
  return
}

// -----

// expected: triangular_solve.C1
// spec: baseline_element_type(a) = baseline_element_type(b)
// upstream: rejects
func.func @main(%a: tensor<3x3xf64>, %b: tensor<3x2xf32>) {
  %result = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xf64>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// expected: triangular_solve.C2
// spec: 2 <= rank(a) = rank(b)
// upstream: rejects
func.func @main(%a: tensor<1x3x3xf32>, %b: tensor<3x2xf32>) {
  %result = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<1x3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// expected: triangular_solve.C3
// spec: shape(a)[:-3] = shape(b)[:-3] and dim(a, -2) = dim(a, -1) = dim(b, left_side ? -2 : -1)
// upstream: rejects
func.func @main(%a: tensor<4x4xf32>, %b: tensor<3x2xf32>) {
  %result = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<4x4xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// expected: triangular_solve.C4
// spec: baseline_type(b) = baseline_type(result)
// upstream: rejects
func.func @main(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  %result = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x4xf32>
  return
}
