// The rules of dynamic_iota: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, O1, C1, C2
// upstream: accepts
func.func @main(%output_shape: tensor<2xi64>) {
  %result = "stablehlo.dynamic_iota"(%output_shape) { iota_dimension = 1 : i64 } : (tensor<2xi64>) -> tensor<?x3xi32>
  return
}

// -----

// expected: dynamic_iota.I1
// output_shape is a 1-dimensional tensor of integer type
// spec: output_shape: 1-dimensional tensor of integer type
// upstream: rejects
func.func @main(%output_shape: tensor<2xf32>) {
  %result = "stablehlo.dynamic_iota"(%output_shape) { iota_dimension = 1 : i64 } : (tensor<2xf32>) -> tensor<?x3xi32>
  return
}

// -----

// expected: dynamic_iota.I2
// iota_dimension is a constant of type si64
// spec: iota_dimension: constant of type si64
// upstream: rejects
func.func @main(%output_shape: tensor<2xi64>) {
  %result = "stablehlo.dynamic_iota"(%output_shape) { iota_dimension = 1.0 : f32 } : (tensor<2xi64>) -> tensor<?x3xi32>
  return
}

// -----

// expected: dynamic_iota.O1
// result is a tensor of integer, floating-point, or complex type or per-tensor quantized tensor
// spec: result: tensor of integer, floating-point, or complex type or per-tensor quantized tensor
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%output_shape: tensor<2xi64>) {
  %result = "stablehlo.dynamic_iota"(%output_shape) { iota_dimension = 1 : i64 } : (tensor<2xi64>) -> tensor<?x3xi1>
  return
}

// -----

// expected: dynamic_iota.C1
// spec: 0 <= iota_dimension < size(output_shape)
// upstream: rejects
func.func @main(%output_shape: tensor<2xi64>) {
  %result = "stablehlo.dynamic_iota"(%output_shape) { iota_dimension = 2 : i64 } : (tensor<2xi64>) -> tensor<?x3xi32>
  return
}

// -----

// expected: dynamic_iota.C2
// spec: rank(result) = size(output_shape)
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%output_shape: tensor<2xi64>) {
  %result = "stablehlo.dynamic_iota"(%output_shape) { iota_dimension = 1 : i64 } : (tensor<2xi64>) -> tensor<?x3x4xi32>
  return
}
