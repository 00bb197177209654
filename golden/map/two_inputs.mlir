// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// two_inputs: the inputs in their order
//   map: result[result_index] = computation(inputs...[result_index])
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %input0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %input1 = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %result = "stablehlo.map"(%input0, %input1) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %0 = stablehlo.multiply %x, %y : tensor<i32>
      %1 = stablehlo.subtract %0, %x : tensor<i32>
      stablehlo.return %1 : tensor<i32>
  }) {
    dimensions = array<i64: 0, 1>
  } : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  %expected = stablehlo.constant dense<[[4, 10], [18, 28]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  return
}
