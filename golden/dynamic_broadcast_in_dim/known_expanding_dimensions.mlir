// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// known_expanding_dimensions: what is known of a dimension changes nothing
//   dynamic_broadcast_in_dim: known_expanding_dimensions, known_nonexpanding_dimensions express static knowledge.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3]]> : tensor<1x3xi32>
  %output_dimensions = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %result = "stablehlo.dynamic_broadcast_in_dim"(%operand, %output_dimensions) {
    broadcast_dimensions = array<i64: 0, 1>,
    known_expanding_dimensions = array<i64: 0>,
    known_nonexpanding_dimensions = array<i64: 1>
  } : (tensor<1x3xi32>, tensor<2xi32>) -> tensor<2x3xi32>
  %expected = stablehlo.constant dense<[[1, 2, 3], [1, 2, 3]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
