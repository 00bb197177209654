// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized: what is stored stands side by side
//   concatenate: result[..., i, ...] = inputs[id][..., i - sum of the dimensions of the inputs before it, ...]
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %input0_storage = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
  %input0 = stablehlo.bitcast_convert %input0_storage : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %input1_storage = stablehlo.constant dense<[7]> : tensor<1xi8>
  %input1 = stablehlo.bitcast_convert %input1_storage : (tensor<1xi8>) -> tensor<1x!quant.uniform<i8:f32, 0.5:3>>
  %result = "stablehlo.concatenate"(%input0, %input1) {
    dimension = 0 : i64
  } : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<1x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3x!quant.uniform<i8:f32, 0.5:3>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3xi8>
  %expected = stablehlo.constant dense<[1, 2, 7]> : tensor<3xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
  return
}
