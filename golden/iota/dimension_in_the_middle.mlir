// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// dimension_in_the_middle: along dimension 1 of 3
//   iota: Fills an output tensor with values in increasing order starting from zero along the iota_dimension.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %result = "stablehlo.iota"() {
    iota_dimension = 1 : i64
  } : () -> tensor<2x3x2xi32>
  %expected = stablehlo.constant dense<[[[0, 0], [1, 1], [2, 2]], [[0, 0], [1, 1], [2, 2]]]> : tensor<2x3x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x3x2xi32>, tensor<2x3x2xi32>) -> ()
  return
}
