// The rules of add: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, O1, C1, C2, C3, C4, C5, C6, C7
// upstream: accepts
func.func @main(%lhs: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %rhs: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

// expected: add.I1
// lhs is a tensor or quantized tensor
// spec: lhs: tensor or quantized tensor
// upstream: rejects
func.func @main(%lhs: !stablehlo.token, %rhs: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  %result = "stablehlo.add"(%lhs, %rhs) : (!stablehlo.token, tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

// expected: add.I2
// rhs is a tensor or quantized tensor
// spec: rhs: tensor or quantized tensor
// upstream: rejects
func.func @main(%lhs: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %rhs: !stablehlo.token) {
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, !stablehlo.token) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

// expected: add.O1
// result is a tensor or quantized tensor
// spec: result: tensor or quantized tensor
// upstream: rejects
func.func @main(%lhs: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %rhs: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> !stablehlo.token
  return
}

// -----

// expected: add.C1
// spec: If the operation uses non-quantized tensors: type(lhs) = type(rhs) = type(result)
// upstream: rejects
func.func @main(%lhs: tensor<2x2xf32>, %rhs: tensor<2x2xf32>) {
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: add.C2
// spec: If the operation uses quantized tensors: is_quantized(lhs) and is_quantized(rhs) and is_quantized(result)
// upstream: rejects
func.func @main(%lhs: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %rhs: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2xf32>
  return
}

// -----

// expected: add.C3
// spec: storage_type(lhs) = storage_type(rhs) = storage_type(result)
// upstream: rejects
func.func @main(%lhs: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %rhs: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i16:f32:0, {1.0, 2.0}>>
  return
}

// -----

// expected: add.C4
// spec: expressed_type(lhs) = expressed_type(rhs) = expressed_type(result)
// upstream: rejects
func.func @main(%lhs: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %rhs: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f64:0, {1.0, 2.0}>>
  return
}

// -----

// expected: add.C5
// spec: (is_per_axis_quantized(lhs) or is_per_axis_quantized(rhs)) = is_per_axis_quantized(result)
// upstream: rejects
func.func @main(%lhs: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %rhs: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

// expected: add.C6
// spec: if is_per_axis_quantized(lhs) then quantization_dimension(lhs) = quantization_dimension(result)
// upstream: rejects
func.func @main(%lhs: tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>, %rhs: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>, tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

// expected: add.C7
// spec: if is_per_axis_quantized(rhs) then quantization_dimension(rhs) = quantization_dimension(result)
// upstream: rejects
func.func @main(%lhs: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %rhs: tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) {
  %result = "stablehlo.add"(%lhs, %rhs) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}
