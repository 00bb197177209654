// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// body_not_commutative_low: in-order traversal: the ascending order of indices
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %input0 = stablehlo.constant dense<[2, 3, 1, 5]> : tensor<4xi32>
  %input1 = stablehlo.constant dense<[1, 0, 7, 2]> : tensor<4xi32>
  %init_value0 = stablehlo.constant dense<1> : tensor<i32>
  %init_value1 = stablehlo.constant dense<0> : tensor<i32>
  %result0, %result1 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
      %0 = stablehlo.multiply %a, %c : tensor<i32>
      %1 = stablehlo.multiply %c, %b : tensor<i32>
      %2 = stablehlo.add %1, %d : tensor<i32>
      stablehlo.return %0, %2 : tensor<i32>, tensor<i32>
  }) {
    window_dimensions = array<i64: 4>,
    padding = dense<[[3, 0]]> : tensor<1x2xi64>
  } : (tensor<4xi32>, tensor<4xi32>, tensor<i32>, tensor<i32>) -> (tensor<4xi32>, tensor<4xi32>)
  %expected0 = stablehlo.constant dense<[2, 6, 6, 30]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result0, %expected0) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  %expected1 = stablehlo.constant dense<[1, 3, 10, 52]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result1, %expected1) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}

// -----

// body_not_commutative_high: in-order traversal: the ascending order of indices
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %input0 = stablehlo.constant dense<[2, 3, 1, 5]> : tensor<4xi32>
  %input1 = stablehlo.constant dense<[1, 0, 7, 2]> : tensor<4xi32>
  %init_value0 = stablehlo.constant dense<1> : tensor<i32>
  %init_value1 = stablehlo.constant dense<0> : tensor<i32>
  %result0, %result1 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
      %0 = stablehlo.multiply %a, %c : tensor<i32>
      %1 = stablehlo.multiply %c, %b : tensor<i32>
      %2 = stablehlo.add %1, %d : tensor<i32>
      stablehlo.return %0, %2 : tensor<i32>, tensor<i32>
  }) {
    window_dimensions = array<i64: 4>,
    padding = dense<[[0, 3]]> : tensor<1x2xi64>
  } : (tensor<4xi32>, tensor<4xi32>, tensor<i32>, tensor<i32>) -> (tensor<4xi32>, tensor<4xi32>)
  %expected0 = stablehlo.constant dense<[30, 15, 5, 5]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result0, %expected0) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  %expected1 = stablehlo.constant dense<[52, 37, 37, 2]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result1, %expected1) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}

// -----

// body_not_commutative_none: in-order traversal: the ascending order of indices
//   reduce_window: results...[result_index] = reduce(windows, init_values, axes(inputs...), body)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %input0 = stablehlo.constant dense<[2, 3, 1, 5]> : tensor<4xi32>
  %input1 = stablehlo.constant dense<[1, 0, 7, 2]> : tensor<4xi32>
  %init_value0 = stablehlo.constant dense<1> : tensor<i32>
  %init_value1 = stablehlo.constant dense<0> : tensor<i32>
  %result0, %result1 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
      %0 = stablehlo.multiply %a, %c : tensor<i32>
      %1 = stablehlo.multiply %c, %b : tensor<i32>
      %2 = stablehlo.add %1, %d : tensor<i32>
      stablehlo.return %0, %2 : tensor<i32>, tensor<i32>
  }) {
    window_dimensions = array<i64: 2>,
    padding = dense<[[0, 0]]> : tensor<1x2xi64>
  } : (tensor<4xi32>, tensor<4xi32>, tensor<i32>, tensor<i32>) -> (tensor<3xi32>, tensor<3xi32>)
  %expected0 = stablehlo.constant dense<[6, 3, 5]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result0, %expected0) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  %expected1 = stablehlo.constant dense<[3, 7, 37]> : tensor<3xi32>
  stablehlo.custom_call @check.expect_eq(%result1, %expected1) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
