// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// type_i4: from the lowest to the highest, i4
//   uniform_dequantize: dequantize: (stored - zero_point) * scale
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %operand_storage = stablehlo.constant dense<[-8, -2, 0, 7]> : tensor<4xi4>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<4xi4>) -> tensor<4x!quant.uniform<i4:f32, 0.5:-2>>
  %result = "stablehlo.uniform_dequantize"(%operand) : (tensor<4x!quant.uniform<i4:f32, 0.5:-2>>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[-3.0, 0.0, 1.0, 4.5]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// type_u4: from the lowest to the highest, u4
//   uniform_dequantize: dequantize: (stored - zero_point) * scale
// agree: spec model
// XLA CPU differs: xla.quantized: XLA has no quantized types
// upstream interpreter differs: upstream.unsigned-storage: the interpreter computes on stored integers as if all
//     were signed: 200 becomes -56
func.func @main() {
  %operand_storage = stablehlo.constant dense<[0, 3, 9, 15]> : tensor<4xui4>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<4xui4>) -> tensor<4x!quant.uniform<u4:f32, 0.5:3>>
  %result = "stablehlo.uniform_dequantize"(%operand) : (tensor<4x!quant.uniform<u4:f32, 0.5:3>>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[-1.5, 0.0, 3.0, 6.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// type_i16: from the lowest to the highest, i16
//   uniform_dequantize: dequantize: (stored - zero_point) * scale
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %operand_storage = stablehlo.constant dense<[-32768, 300, 0, 32767]> : tensor<4xi16>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<4xi16>) -> tensor<4x!quant.uniform<i16:f32, 0.5:300>>
  %result = "stablehlo.uniform_dequantize"(%operand) : (tensor<4x!quant.uniform<i16:f32, 0.5:300>>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[-16534.0, 0.0, -150.0, 16233.5]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// type_u16: from the lowest to the highest, u16
//   uniform_dequantize: dequantize: (stored - zero_point) * scale
// agree: spec model
// XLA CPU differs: xla.quantized: XLA has no quantized types
// upstream interpreter differs: upstream.unsigned-storage: the interpreter computes on stored integers as if all
//     were signed: 200 becomes -56
func.func @main() {
  %operand_storage = stablehlo.constant dense<[0, 30000, 40000, 65535]> : tensor<4xui16>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<4xui16>) -> tensor<4x!quant.uniform<u16:f32, 0.5:30000>>
  %result = "stablehlo.uniform_dequantize"(%operand) : (tensor<4x!quant.uniform<u16:f32, 0.5:30000>>) -> tensor<4xf32>
  %expected = stablehlo.constant dense<[-15000.0, 0.0, 5000.0, 17767.5]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

// type_bf16: from the lowest to the highest, bf16
//   uniform_dequantize: dequantize: (stored - zero_point) * scale
// agree: spec model
// XLA CPU differs: xla.quantized: XLA has no quantized types
// upstream interpreter differs: upstream.expressed-types: the interpreter computes in f32 and has no way back to
//     another expressed type
func.func @main() {
  %operand_storage = stablehlo.constant dense<[-125, 3, 0, 127]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:bf16, 0.5:3>>
  %result = "stablehlo.uniform_dequantize"(%operand) : (tensor<4x!quant.uniform<i8:bf16, 0.5:3>>) -> tensor<4xbf16>
  %expected = stablehlo.constant dense<[-64.0, 0.0, -1.5, 62.0]> : tensor<4xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xbf16>, tensor<4xbf16>) -> ()
  return
}

// -----

// type_f16: from the lowest to the highest, f16
//   uniform_dequantize: dequantize: (stored - zero_point) * scale
// agree: spec model
// XLA CPU differs: xla.quantized: XLA has no quantized types
// upstream interpreter differs: upstream.expressed-types: the interpreter computes in f32 and has no way back to
//     another expressed type
func.func @main() {
  %operand_storage = stablehlo.constant dense<[-128, 3, 0, 127]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f16, 0.5:3>>
  %result = "stablehlo.uniform_dequantize"(%operand) : (tensor<4x!quant.uniform<i8:f16, 0.5:3>>) -> tensor<4xf16>
  %expected = stablehlo.constant dense<[-65.5, 0.0, -1.5, 62.0]> : tensor<4xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf16>, tensor<4xf16>) -> ()
  return
}

// -----

// type_f64: from the lowest to the highest, f64
//   uniform_dequantize: dequantize: (stored - zero_point) * scale
// agree: spec model
// XLA CPU differs: xla.quantized: XLA has no quantized types
// upstream interpreter differs: upstream.expressed-types: the interpreter computes in f32 and has no way back to
//     another expressed type
func.func @main() {
  %operand_storage = stablehlo.constant dense<[-128, 3, 0, 127]> : tensor<4xi8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f64, 0.5:3>>
  %result = "stablehlo.uniform_dequantize"(%operand) : (tensor<4x!quant.uniform<i8:f64, 0.5:3>>) -> tensor<4xf64>
  %expected = stablehlo.constant dense<[-65.5, 0.0, -1.5, 62.0]> : tensor<4xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xf64>, tensor<4xf64>) -> ()
  return
}
