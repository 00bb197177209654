// The rules of quantized_element_type: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break C3, C5, C6, C7, C10, C11, C12, C13
// upstream: accepts
func.func @main(%operand: tensor<4x2x!quant.uniform<i8<-127:127>:f32:1, {0.5:3, 0.25:-4}>>) {
  %result = "stablehlo.uniform_dequantize"(%operand) :
    (tensor<4x2x!quant.uniform<i8<-127:127>:f32:1, {0.5:3, 0.25:-4}>>) -> tensor<4x2xf32>
  return
}

// -----

// expected: quantized_element_type.C3
// spec: min_value(storage_type) <= storage_min < storage_max <= max_value(storage_type)
// upstream: rejects
func.func @main(%operand: tensor<4x2x!quant.uniform<i8<-127:128>:f32:1, {0.5:3, 0.25:-4}>>) {
  %result = "stablehlo.uniform_dequantize"(%operand) :
    (tensor<4x2x!quant.uniform<i8<-127:128>:f32:1, {0.5:3, 0.25:-4}>>) -> tensor<4x2xf32>
  return
}

// -----

// expected: quantized_element_type.C5
// spec: 0 < scales
// upstream: rejects
func.func @main(%operand: tensor<4x2x!quant.uniform<i8<-127:127>:f32:1, {-0.5:3, 0.25:-4}>>) {
  %result = "stablehlo.uniform_dequantize"(%operand) :
    (tensor<4x2x!quant.uniform<i8<-127:127>:f32:1, {-0.5:3, 0.25:-4}>>) -> tensor<4x2xf32>
  return
}

// -----

// expected: quantized_element_type.C6
// spec: is_finite(scales...)
// upstream: rejects
func.func @main(%operand: tensor<4x2x!quant.uniform<i8<-127:127>:f16:1, {100000.0:3, 0.25:-4}>>) {
  %result = "stablehlo.uniform_dequantize"(%operand) :
    (tensor<4x2x!quant.uniform<i8<-127:127>:f16:1, {100000.0:3, 0.25:-4}>>) -> tensor<4x2xf16>
  return
}

// -----

// expected: quantized_element_type.C7
// spec: storage_min <= zero_points <= storage_max
// upstream: rejects
func.func @main(%operand: tensor<4x2x!quant.uniform<i8<-127:127>:f32:1, {0.5:128, 0.25:-4}>>) {
  %result = "stablehlo.uniform_dequantize"(%operand) :
    (tensor<4x2x!quant.uniform<i8<-127:127>:f32:1, {0.5:128, 0.25:-4}>>) -> tensor<4x2xf32>
  return
}

// -----

// expected: quantized_element_type.C10
// spec: If is_empty(quantization_dimension), then size(scales) = 1
// upstream: rejects
func.func @main(%operand: tensor<4x2x!quant.uniform<i8<-127:127>:f32, {0.5:3, 0.25:-4}>>) {
  %result = "stablehlo.uniform_dequantize"(%operand) :
    (tensor<4x2x!quant.uniform<i8<-127:127>:f32, {0.5:3, 0.25:-4}>>) -> tensor<4x2xf32>
  return
}

// -----

// expected: quantized_element_type.C11
// spec: 0 <= quantization_dimension
// upstream: rejects
func.func @main(%operand: tensor<4x2x!quant.uniform<i8<-127:127>:f32:-1, {0.5:3, 0.25:-4}>>) {
  %result = "stablehlo.uniform_dequantize"(%operand) :
    (tensor<4x2x!quant.uniform<i8<-127:127>:f32:-1, {0.5:3, 0.25:-4}>>) -> tensor<4x2xf32>
  return
}

// -----

// expected: quantized_element_type.C12
// spec: quantization_dimension < rank(self)
// upstream: rejects
func.func @main(%operand: tensor<4x2x!quant.uniform<i8<-127:127>:f32:2, {0.5:3, 0.25:-4}>>) {
  %result = "stablehlo.uniform_dequantize"(%operand) :
    (tensor<4x2x!quant.uniform<i8<-127:127>:f32:2, {0.5:3, 0.25:-4}>>) -> tensor<4x2xf32>
  return
}

// -----

// expected: quantized_element_type.C13
// spec: dim(self, quantization_dimension) = size(scales)
// upstream: rejects
func.func @main(%operand: tensor<4x2x!quant.uniform<i8<-127:127>:f32:1, {0.5:3, 0.25:-4, 0.125}>>) {
  %result = "stablehlo.uniform_dequantize"(%operand) :
    (tensor<4x2x!quant.uniform<i8<-127:127>:f32:1, {0.5:3, 0.25:-4, 0.125}>>) -> tensor<4x2xf32>
  return
}
