// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// sum_of_i64: sums of i64
//   reduce: results...[j0, ..., jR-1] = reduce(inputs...[j0, ..., :, ..., jR-1]), : inserted at dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1099511627777, 3298534883331, 5]> : tensor<3xi64>
  %init_values = stablehlo.constant dense<0> : tensor<i64>
  %result = "stablehlo.reduce"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<i64>, %rhs: tensor<i64>):
      %0 = stablehlo.add %lhs, %rhs : tensor<i64>
      stablehlo.return %0 : tensor<i64>
  }) {
    dimensions = array<i64: 0>
  } : (tensor<3xi64>, tensor<i64>) -> tensor<i64>
  %expected = stablehlo.constant dense<4398046511113> : tensor<i64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<i64>, tensor<i64>) -> ()
  return
}

// -----

// sum_of_ui64: sums of ui64
//   reduce: results...[j0, ..., jR-1] = reduce(inputs...[j0, ..., :, ..., jR-1]), : inserted at dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1099511627777, 3298534883331, 5]> : tensor<3xui64>
  %init_values = stablehlo.constant dense<0> : tensor<ui64>
  %result = "stablehlo.reduce"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<ui64>, %rhs: tensor<ui64>):
      %0 = stablehlo.add %lhs, %rhs : tensor<ui64>
      stablehlo.return %0 : tensor<ui64>
  }) {
    dimensions = array<i64: 0>
  } : (tensor<3xui64>, tensor<ui64>) -> tensor<ui64>
  %expected = stablehlo.constant dense<4398046511113> : tensor<ui64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<ui64>, tensor<ui64>) -> ()
  return
}

// -----

// sum_of_f64: sums of f64
//   reduce: results...[j0, ..., jR-1] = reduce(inputs...[j0, ..., :, ..., jR-1]), : inserted at dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1099511627777.0, 3298534883331.0, 5.0]> : tensor<3xf64>
  %init_values = stablehlo.constant dense<0.0> : tensor<f64>
  %result = "stablehlo.reduce"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<f64>, %rhs: tensor<f64>):
      %0 = stablehlo.add %lhs, %rhs : tensor<f64>
      stablehlo.return %0 : tensor<f64>
  }) {
    dimensions = array<i64: 0>
  } : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
  %expected = stablehlo.constant dense<4398046511113.0> : tensor<f64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<f64>, tensor<f64>) -> ()
  return
}
