// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quantized: what is stored is repeated
//   broadcast_in_dim: operand_index[d] = dim(operand, d) = 1 ? 0 : result_index[broadcast_dimensions[d]]
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.quantized: XLA has no quantized types
func.func @main() {
  %operand_storage = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi8>
  %operand = stablehlo.bitcast_convert %operand_storage : (tensor<3xi8>) -> tensor<3x!quant.uniform<i8:f32, 0.5:3>>
  %result = "stablehlo.broadcast_in_dim"(%operand) {
    broadcast_dimensions = array<i64: 1>
  } : (tensor<3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  %result_stored = stablehlo.bitcast_convert %result : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x3xi8>
  %expected = stablehlo.constant dense<[[1, 2, 3], [1, 2, 3]]> : tensor<2x3xi8>
  stablehlo.custom_call @check.expect_eq(%result_stored, %expected) {has_side_effect = true} : (tensor<2x3xi8>, tensor<2x3xi8>) -> ()
  return
}
