// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// to_4_bits: two numbers of 4 bits in one of 8
//   bitcast_convert: If num_bits(E') < num_bits(E), bits(result[i0, ..., iR-1, :]) = bits(operand[i0, ..., iR-1]).
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.constant-bits: XLA takes numbers of 4 bits for a byte each where it converts the bits of
//     constants (jaxlib before 0.11.1)
func.func @main() {
  %operand = stablehlo.constant dense<[18, 247]> : tensor<2xui8>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<2xui8>) -> tensor<2x2xui4>
  %expected = stablehlo.constant dense<[[2, 1], [7, 15]]> : tensor<2x2xui4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xui4>, tensor<2x2xui4>) -> ()
  return
}
