// The rules of transpose: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, O1, C1, C2, C3, C4
// upstream: accepts
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.transpose"(%operand) { permutation = array<i64: 1, 0> } : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

// expected: transpose.I1
// operand is a tensor or quantized tensor
// spec: operand: tensor or quantized tensor
// upstream: rejects
func.func @main(%operand: !stablehlo.token) {
  %result = "stablehlo.transpose"(%operand) { permutation = array<i64: 1, 0> } : (!stablehlo.token) -> tensor<3x2xf32>
  return
}

// -----

// expected: transpose.I2
// permutation is a 1-dimensional tensor constant of type si64
// spec: permutation: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.transpose"(%operand) { permutation = 1 : i64 } : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

// expected: transpose.O1
// result is a tensor or quantized tensor
// spec: result: tensor or quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.transpose"(%operand) { permutation = array<i64: 1, 0> } : (tensor<2x3xf32>) -> !stablehlo.token
  return
}

// -----

// expected: transpose.C1
// spec: element_type(result) = element_type(operand), except for quantization_dimension where it is quantized per
//     axis
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.transpose"(%operand) { permutation = array<i64: 1, 0> } : (tensor<2x3xf32>) -> tensor<3x2xf64>
  return
}

// -----

// expected: transpose.C2
// spec: permutation is a permutation of range(rank(operand))
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.transpose"(%operand) { permutation = array<i64: 1, 1> } : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

// expected: transpose.C3
// spec: shape(result) = dim(operand, permutation...)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.transpose"(%operand) { permutation = array<i64: 1, 0> } : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: transpose.C4
// spec: if is_per_axis_quantized(result) then quantization_dimension(operand) =
//     permutation[quantization_dimension(result)]
// upstream: rejects
func.func @main(%operand: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  %result = "stablehlo.transpose"(%operand) { permutation = array<i64: 1, 0> } : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}
