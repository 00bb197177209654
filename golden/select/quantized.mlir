// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/quantization.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized: what is stored is chosen
//   select: on_true, on_false: tensors or per-tensor quantized tensors
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %pred = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %on_true_storage = stablehlo.constant dense<[1, -7, 100]> : tensor<3xi8>
  %on_true = stablehlo.bitcast_convert %on_true_storage : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.5:-10>>
  %on_false_storage = stablehlo.constant dense<[5, 6, -128]> : tensor<3xi8>
  %on_false = stablehlo.bitcast_convert %on_false_storage : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.5:-10>>
  %result = "stablehlo.select"(%pred, %on_true, %on_false) : (tensor<3xi1>, tensor<3x!quant.uniform<i8:f32, 0.5:-10>>, tensor<3x!quant.uniform<i8:f32, 0.5:-10>>) -> tensor<3x!quant.uniform<i8:f32, 0.5:-10>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<3x!quant.uniform<i8:f32, 0.5:-10>>) -> tensor<3xi8>
  %expected = stablehlo.constant dense<[1, 6, 100]> : tensor<3xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
  return
}
