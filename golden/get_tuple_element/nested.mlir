// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/control_flow.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// nested: a tuple in a tuple
//   get_tuple_element: result = operand[index]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<1.5> : tensor<f32>
  %inner = stablehlo.tuple %y : tuple<tensor<f32>>
  %pair = stablehlo.tuple %x, %inner : tuple<tensor<2xi32>, tuple<tensor<f32>>>
  %result0 = stablehlo.get_tuple_element %pair[0] : (tuple<tensor<2xi32>, tuple<tensor<f32>>>) -> tensor<2xi32>
  %nested = stablehlo.get_tuple_element %pair[1]
    : (tuple<tensor<2xi32>, tuple<tensor<f32>>>) -> tuple<tensor<f32>>
  %result1 = stablehlo.get_tuple_element %nested[0] : (tuple<tensor<f32>>) -> tensor<f32>
  %expected0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result0, %expected0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %expected1 = stablehlo.constant dense<1.5> : tensor<f32>
  stablehlo.custom_call @check.expect_eq(%result1, %expected1) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  return
}
