// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// iota_dimension_0: along dimension 0
//   dynamic_iota: This operation is functionally identical to iota op, but the result shape is specified
//     dynamically via output_shape.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %output_shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %result = "stablehlo.dynamic_iota"(%output_shape) {
    iota_dimension = 0 : i64
  } : (tensor<2xi64>) -> tensor<2x3xi32>
  %expected = stablehlo.constant dense<[[0, 0, 0], [1, 1, 1]]> : tensor<2x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  return
}
