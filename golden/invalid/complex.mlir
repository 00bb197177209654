// The rules of complex: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, O1, C1, C2, C3
// upstream: accepts
func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  %result = "stablehlo.complex"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
  return
}

// -----

// expected: complex.I1
// lhs is a tensor of type f32 or f64
// spec: lhs: tensor of type f32 or f64
// upstream: rejects
func.func @main(%lhs: tensor<2xf16>, %rhs: tensor<2xf32>) {
  %result = "stablehlo.complex"(%lhs, %rhs) : (tensor<2xf16>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
  return
}

// -----

// expected: complex.I2
// rhs is a tensor of type f32 or f64
// spec: rhs: tensor of type f32 or f64
// upstream: rejects
func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xf16>) {
  %result = "stablehlo.complex"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xcomplex<f32>>
  return
}

// -----

// expected: complex.O1
// result is a tensor of complex type
// spec: result: tensor of complex type
// upstream: rejects
func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  %result = "stablehlo.complex"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: complex.C1
// spec: type(lhs) = type(rhs)
// upstream: rejects
func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  %result = "stablehlo.complex"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xcomplex<f32>>
  return
}

// -----

// expected: complex.C2
// spec: shape(result) = shape(lhs)
// upstream: rejects
func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  %result = "stablehlo.complex"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xcomplex<f32>>
  return
}

// -----

// expected: complex.C3
// spec: element_type(result) has type complex<E> where E = element_type(lhs)
// upstream: rejects
func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  %result = "stablehlo.complex"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f64>>
  return
}
