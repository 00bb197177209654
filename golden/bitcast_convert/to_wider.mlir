// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// to_wider: the first element in the lowest bits
//   bitcast_convert: If num_bits(E') > num_bits(E), bits(result[i0, ..., iR-2]) = bits(operand[i0, ..., iR-2, :]).
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[17767, 291], [52719, 35243]]> : tensor<2x2xui16>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<2x2xui16>) -> tensor<2xui32>
  %expected = stablehlo.constant dense<[19088743, 2309737967]> : tensor<2xui32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xui32>, tensor<2xui32>) -> ()
  return
}
