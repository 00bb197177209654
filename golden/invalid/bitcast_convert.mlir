// The rules of bitcast_convert: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, O1, C1, C2
// upstream: accepts
func.func @main(%operand: tensor<3x4xi8>) {
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<3x4xi8>) -> tensor<3xi32>
  return
}

// -----

// expected: bitcast_convert.I1
// operand is a tensor or quantized tensor
// spec: operand: tensor or quantized tensor
// upstream: rejects
func.func @main(%operand: !stablehlo.token) {
  %result = "stablehlo.bitcast_convert"(%operand) : (!stablehlo.token) -> tensor<3xi32>
  return
}

// -----

// expected: bitcast_convert.O1
// result is a tensor or quantized tensor
// spec: result: tensor or quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<3x4xi8>) {
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<3x4xi8>) -> !stablehlo.token
  return
}

// -----

// expected: bitcast_convert.C1
// spec: shape(result) = shape(operand) where num_bits(E') = num_bits(E); dim(result, R) * num_bits(E') =
//     num_bits(E)
// upstream: rejects
func.func @main(%operand: tensor<3x4xi8>) {
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<3x4xi8>) -> tensor<3xi16>
  return
}

// -----

// expected: bitcast_convert.C2
// spec: if is_complex(operand) or is_complex(result) then is_complex(operand) and is_complex(result)
// upstream: rejects
func.func @main(%operand: tensor<3xf64>) {
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<3xf64>) -> tensor<3xcomplex<f32>>
  return
}
