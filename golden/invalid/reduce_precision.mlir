// The rules of reduce_precision: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, O1, C1, C2, C3
// upstream: accepts
func.func @main(%operand: tensor<2xf32>) {
  %output = "stablehlo.reduce_precision"(%operand) { exponent_bits = 5 : i32, mantissa_bits = 10 : i32 } : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: reduce_precision.I1
// operand is a tensor of floating-point type or per-tensor quantized tensor
// spec: operand: tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<2xi32>) {
  %output = "stablehlo.reduce_precision"(%operand) { exponent_bits = 5 : i32, mantissa_bits = 10 : i32 } : (tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

// expected: reduce_precision.I2
// exponent_bits is a constant of type si32
// spec: exponent_bits: constant of type si32
// upstream: rejects
func.func @main(%operand: tensor<2xf32>) {
  %output = "stablehlo.reduce_precision"(%operand) { exponent_bits = 5.0 : f32, mantissa_bits = 10 : i32 } : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: reduce_precision.I3
// mantissa_bits is a constant of type si32
// spec: mantissa_bits: constant of type si32
// upstream: rejects
func.func @main(%operand: tensor<2xf32>) {
  %output = "stablehlo.reduce_precision"(%operand) { exponent_bits = 5 : i32, mantissa_bits = 10.0 : f32 } : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: reduce_precision.O1
// output is a tensor of floating-point type or per-tensor quantized tensor
// spec: output: tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<2xf32>) {
  %output = "stablehlo.reduce_precision"(%operand) { exponent_bits = 5 : i32, mantissa_bits = 10 : i32 } : (tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

// expected: reduce_precision.C1
// spec: baseline_type(operand) = baseline_type(output)
// upstream: rejects
func.func @main(%operand: tensor<2xf32>) {
  %output = "stablehlo.reduce_precision"(%operand) { exponent_bits = 5 : i32, mantissa_bits = 10 : i32 } : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// expected: reduce_precision.C2
// spec: 1 <= exponent_bits
// upstream: rejects
func.func @main(%operand: tensor<2xf32>) {
  %output = "stablehlo.reduce_precision"(%operand) { exponent_bits = 0 : i32, mantissa_bits = 10 : i32 } : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: reduce_precision.C3
// spec: 0 <= mantissa_bits
// upstream: rejects
func.func @main(%operand: tensor<2xf32>) {
  %output = "stablehlo.reduce_precision"(%operand) { exponent_bits = 5 : i32, mantissa_bits = -1 : i32 } : (tensor<2xf32>) -> tensor<2xf32>
  return
}
