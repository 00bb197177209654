// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// type_i4: halves and what is too large, i4
//   uniform_quantize: quantize: x / scale + zero_point, clamped to the storage's limits, roundToIntegralTiesToEven
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %operand = stablehlo.constant dense<[0.25, 0.75, -9.0, 9.0, 1.25]> : tensor<5xf32>
  %result = "stablehlo.uniform_quantize"(%operand) : (tensor<5xf32>) -> tensor<5x!quant.uniform<i4:f32, 0.5:-2>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<5x!quant.uniform<i4:f32, 0.5:-2>>) -> tensor<5xi4>
  %expected = stablehlo.constant dense<[-2, 0, -8, 7, 0]> : tensor<5xi4>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<5xi4>, tensor<5xi4>) -> ()
  return
}

// -----

// type_u4: halves and what is too large, u4
//   uniform_quantize: quantize: x / scale + zero_point, clamped to the storage's limits, roundToIntegralTiesToEven
// agree: spec model
// XLA CPU differs: xla.quantized: XLA has no quantized types
// upstream interpreter differs: upstream.unsigned-storage: the interpreter computes on stored integers as if all
//     were signed: 200 becomes -56
func.func @main() {
  %operand = stablehlo.constant dense<[0.25, 0.75, -9.0, 9.0, 1.25]> : tensor<5xf32>
  %result = "stablehlo.uniform_quantize"(%operand) : (tensor<5xf32>) -> tensor<5x!quant.uniform<u4:f32, 0.5:3>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<5x!quant.uniform<u4:f32, 0.5:3>>) -> tensor<5xui4>
  %expected = stablehlo.constant dense<[4, 4, 0, 15, 6]> : tensor<5xui4>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<5xui4>, tensor<5xui4>) -> ()
  return
}

// -----

// type_i16: halves and what is too large, i16
//   uniform_quantize: quantize: x / scale + zero_point, clamped to the storage's limits, roundToIntegralTiesToEven
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %operand = stablehlo.constant dense<[0.25, 0.75, -20000.0, 20000.0, 100.25]> : tensor<5xf32>
  %result = "stablehlo.uniform_quantize"(%operand) : (tensor<5xf32>) -> tensor<5x!quant.uniform<i16:f32, 0.5:300>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<5x!quant.uniform<i16:f32, 0.5:300>>) -> tensor<5xi16>
  %expected = stablehlo.constant dense<[300, 302, -32768, 32767, 500]> : tensor<5xi16>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<5xi16>, tensor<5xi16>) -> ()
  return
}

// -----

// type_u16: halves and what is too large, u16
//   uniform_quantize: quantize: x / scale + zero_point, clamped to the storage's limits, roundToIntegralTiesToEven
// agree: spec model
// XLA CPU differs: xla.quantized: XLA has no quantized types
// upstream interpreter differs: upstream.unsigned-storage: the interpreter computes on stored integers as if all
//     were signed: 200 becomes -56
func.func @main() {
  %operand = stablehlo.constant dense<[0.25, 0.75, -20000.0, 20000.0, 100.25]> : tensor<5xf32>
  %result = "stablehlo.uniform_quantize"(%operand) : (tensor<5xf32>) -> tensor<5x!quant.uniform<u16:f32, 0.5:30000>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<5x!quant.uniform<u16:f32, 0.5:30000>>) -> tensor<5xui16>
  %expected = stablehlo.constant dense<[30000, 30002, 0, 65535, 30200]> : tensor<5xui16>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<5xui16>, tensor<5xui16>) -> ()
  return
}

// -----

// type_bf16: halves and what is too large, bf16
//   uniform_quantize: quantize: x / scale + zero_point, clamped to the storage's limits, roundToIntegralTiesToEven
// agree: spec model
// XLA CPU differs: xla.quantized: XLA has no quantized types
// upstream interpreter differs: upstream.expressed-types: the interpreter computes in f32 and has no way back to
//     another expressed type
func.func @main() {
  %operand = stablehlo.constant dense<[0.25, 0.75, -100.0, 100.0, 1.25]> : tensor<5xbf16>
  %result = "stablehlo.uniform_quantize"(%operand) : (tensor<5xbf16>) -> tensor<5x!quant.uniform<i8:bf16, 0.5:3>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<5x!quant.uniform<i8:bf16, 0.5:3>>) -> tensor<5xi8>
  %expected = stablehlo.constant dense<[4, 4, -128, 127, 6]> : tensor<5xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<5xi8>, tensor<5xi8>) -> ()
  return
}

// -----

// type_f16: halves and what is too large, f16
//   uniform_quantize: quantize: x / scale + zero_point, clamped to the storage's limits, roundToIntegralTiesToEven
// agree: spec model
// XLA CPU differs: xla.quantized: XLA has no quantized types
// upstream interpreter differs: upstream.expressed-types: the interpreter computes in f32 and has no way back to
//     another expressed type
func.func @main() {
  %operand = stablehlo.constant dense<[0.25, 0.75, -100.0, 100.0, 1.25]> : tensor<5xf16>
  %result = "stablehlo.uniform_quantize"(%operand) : (tensor<5xf16>) -> tensor<5x!quant.uniform<i8:f16, 0.5:3>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<5x!quant.uniform<i8:f16, 0.5:3>>) -> tensor<5xi8>
  %expected = stablehlo.constant dense<[4, 4, -128, 127, 6]> : tensor<5xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<5xi8>, tensor<5xi8>) -> ()
  return
}

// -----

// type_f64: halves and what is too large, f64
//   uniform_quantize: quantize: x / scale + zero_point, clamped to the storage's limits, roundToIntegralTiesToEven
// agree: spec model
// XLA CPU differs: xla.quantized: XLA has no quantized types
// upstream interpreter differs: upstream.expressed-types: the interpreter computes in f32 and has no way back to
//     another expressed type
func.func @main() {
  %operand = stablehlo.constant dense<[0.25, 0.75, -100.0, 100.0, 1.25]> : tensor<5xf64>
  %result = "stablehlo.uniform_quantize"(%operand) : (tensor<5xf64>) -> tensor<5x!quant.uniform<i8:f64, 0.5:3>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<5x!quant.uniform<i8:f64, 0.5:3>>) -> tensor<5xi8>
  %expected = stablehlo.constant dense<[4, 4, -128, 127, 6]> : tensor<5xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<5xi8>, tensor<5xi8>) -> ()
  return
}
