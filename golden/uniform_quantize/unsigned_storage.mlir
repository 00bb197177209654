// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// unsigned_storage: stored in ui8
//   uniform_quantize: quantize: x / scale + zero_point, clamped to the storage's limits, roundToIntegralTiesToEven
// agree: spec model
// XLA CPU differs: xla.quantized: XLA has no quantized types
// upstream interpreter differs: upstream.unsigned-storage: the interpreter computes on stored integers as if all
//     were signed: 200 becomes -56
func.func @main() {
  %operand = stablehlo.constant dense<[0.0, 1.25, -1.25, 3.0, 100.0, -100.0, 0.75]> : tensor<7xf32>
  %result = "stablehlo.uniform_quantize"(%operand) : (tensor<7xf32>) -> tensor<7x!quant.uniform<u8:f32, 0.5:128>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<7x!quant.uniform<u8:f32, 0.5:128>>) -> tensor<7xui8>
  %expected = stablehlo.constant dense<[128, 130, 126, 134, 255, 0, 130]> : tensor<7xui8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<7xui8>, tensor<7xui8>) -> ()
  return
}
