// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// wide_storage: stored in i32
//   uniform_quantize: quantize: x / scale + zero_point, clamped to the storage's limits, roundToIntegralTiesToEven
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %operand = stablehlo.constant dense<[0.0, 1.25, -1.25, 3.0, 100.0, -100.0, 0.75]> : tensor<7xf32>
  %result = "stablehlo.uniform_quantize"(%operand) : (tensor<7xf32>) -> tensor<7x!quant.uniform<i32:f32, 0.125:7>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<7x!quant.uniform<i32:f32, 0.125:7>>) -> tensor<7xi32>
  %expected = stablehlo.constant dense<[7, 17, -3, 31, 807, -793, 13]> : tensor<7xi32>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<7xi32>, tensor<7xi32>) -> ()
  return
}
