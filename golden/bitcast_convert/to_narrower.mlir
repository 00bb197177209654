// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// to_narrower: the lowest bits first
//   bitcast_convert: If num_bits(E') < num_bits(E), bits(result[i0, ..., iR-1, :]) = bits(operand[i0, ..., iR-1]).
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[19088743, 2309737967]> : tensor<2xui32>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<2xui32>) -> tensor<2x4xui8>
  %expected = stablehlo.constant dense<[[103, 69, 35, 1], [239, 205, 171, 137]]> : tensor<2x4xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x4xui8>, tensor<2x4xui8>) -> ()
  return
}
