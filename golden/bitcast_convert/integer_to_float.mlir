// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// integer_to_float: bits as floats
//   bitcast_convert: If num_bits(E') = num_bits(E), bits(result[i0, ..., iR-1]) = bits(operand[i0, ..., iR-1]).
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[15360, -32768, 31743]> : tensor<3xi16>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<3xi16>) -> tensor<3xf16>
  %expected = stablehlo.constant dense<[1.0, 0x8000, 65504.0]> : tensor<3xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xf16>, tensor<3xf16>) -> ()
  return
}
