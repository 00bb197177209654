// The rules of rng: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, O1, C1, C2, C3
// upstream: accepts
func.func @main(%a: tensor<f32>, %b: tensor<f32>, %shape: tensor<2xi64>) {
  %result = "stablehlo.rng"(%a, %b, %shape) { rng_distribution = #stablehlo<rng_distribution UNIFORM> }
    : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// expected: rng.I1
// a is a 0-dimensional tensor of integer, boolean, or floating-point type
// spec: a: 0-dimensional tensor of integer, boolean, or floating-point type
// upstream: rejects
func.func @main(%a: tensor<1xf32>, %b: tensor<f32>, %shape: tensor<2xi64>) {
  %result = "stablehlo.rng"(%a, %b, %shape) { rng_distribution = #stablehlo<rng_distribution UNIFORM> }
    : (tensor<1xf32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// expected: rng.I2
// b is a 0-dimensional tensor of integer, boolean, or floating-point type
// spec: b: 0-dimensional tensor of integer, boolean, or floating-point type
// upstream: rejects
func.func @main(%a: tensor<f32>, %b: tensor<1xf32>, %shape: tensor<2xi64>) {
  %result = "stablehlo.rng"(%a, %b, %shape) { rng_distribution = #stablehlo<rng_distribution UNIFORM> }
    : (tensor<f32>, tensor<1xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// expected: rng.I3
// shape is a 1-dimensional tensor of type si64
// spec: shape: 1-dimensional tensor of type si64
// upstream: rejects
func.func @main(%a: tensor<f32>, %b: tensor<f32>, %shape: tensor<2x1xi64>) {
  %result = "stablehlo.rng"(%a, %b, %shape) { rng_distribution = #stablehlo<rng_distribution UNIFORM> }
    : (tensor<f32>, tensor<f32>, tensor<2x1xi64>) -> tensor<?x?xf32>
  return
}

// -----

// expected: rng.I4
// rng_distribution is an enum of UNIFORM and NORMAL
// spec: rng_distribution: enum of UNIFORM and NORMAL
// upstream: rejects
func.func @main(%a: tensor<f32>, %b: tensor<f32>, %shape: tensor<2xi64>) {
  %result = "stablehlo.rng"(%a, %b, %shape) {  }
    : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// expected: rng.O1
// result is a tensor of integer, boolean, or floating-point type
// spec: result: tensor of integer, boolean, or floating-point type
// upstream: rejects
func.func @main(%a: tensor<f32>, %b: tensor<f32>, %shape: tensor<2xi64>) {
  %result = "stablehlo.rng"(%a, %b, %shape) { rng_distribution = #stablehlo<rng_distribution UNIFORM> }
    : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xcomplex<f32>>
  return
}

// -----

// expected: rng.C1
// spec: element_type(a) = element_type(b) = element_type(result)
// upstream: rejects
func.func @main(%a: tensor<f32>, %b: tensor<f64>, %shape: tensor<2xi64>) {
  %result = "stablehlo.rng"(%a, %b, %shape) { rng_distribution = #stablehlo<rng_distribution UNIFORM> }
    : (tensor<f32>, tensor<f64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// expected: rng.C2
// spec: if rng_distribution = NORMAL then is_float(a)
// upstream: rejects
func.func @main(%a: tensor<i32>, %b: tensor<i32>, %shape: tensor<2xi64>) {
  %result = "stablehlo.rng"(%a, %b, %shape) { rng_distribution = #stablehlo<rng_distribution NORMAL> }
    : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<?x?xi32>
  return
}

// -----

// expected: rng.C3
// spec: shape(result) = shape
// upstream: rejects
func.func @main(%a: tensor<f32>, %b: tensor<f32>, %shape: tensor<3xi64>) {
  %result = "stablehlo.rng"(%a, %b, %shape) { rng_distribution = #stablehlo<rng_distribution UNIFORM> }
    : (tensor<f32>, tensor<f32>, tensor<3xi64>) -> tensor<?x?xf32>
  return
}
