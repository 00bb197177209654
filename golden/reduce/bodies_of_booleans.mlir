// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// body_add_of_booleans: add of booleans is OR
//   reduce: results...[j0, ..., jR-1] = reduce(inputs...[j0, ..., :, ..., jR-1]), : inserted at dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[[true, false, true], [false, false, false], [true, true, true]]> : tensor<3x3xi1>
  %init_values = stablehlo.constant dense<false> : tensor<i1>
  %result = "stablehlo.reduce"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<i1>, %rhs: tensor<i1>):
      %0 = stablehlo.add %lhs, %rhs : tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }) {
    dimensions = array<i64: 1>
  } : (tensor<3x3xi1>, tensor<i1>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}

// -----

// body_multiply_of_booleans: multiply of booleans is AND
//   reduce: results...[j0, ..., jR-1] = reduce(inputs...[j0, ..., :, ..., jR-1]), : inserted at dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[[true, false, true], [false, false, false], [true, true, true]]> : tensor<3x3xi1>
  %init_values = stablehlo.constant dense<true> : tensor<i1>
  %result = "stablehlo.reduce"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<i1>, %rhs: tensor<i1>):
      %0 = stablehlo.multiply %lhs, %rhs : tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }) {
    dimensions = array<i64: 1>
  } : (tensor<3x3xi1>, tensor<i1>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<[false, false, true]> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}

// -----

// body_maximum_of_booleans: maximum of booleans is OR
//   reduce: results...[j0, ..., jR-1] = reduce(inputs...[j0, ..., :, ..., jR-1]), : inserted at dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[[true, false, true], [false, false, false], [true, true, true]]> : tensor<3x3xi1>
  %init_values = stablehlo.constant dense<false> : tensor<i1>
  %result = "stablehlo.reduce"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<i1>, %rhs: tensor<i1>):
      %0 = stablehlo.maximum %lhs, %rhs : tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }) {
    dimensions = array<i64: 1>
  } : (tensor<3x3xi1>, tensor<i1>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}

// -----

// body_minimum_of_booleans: minimum of booleans is AND
//   reduce: results...[j0, ..., jR-1] = reduce(inputs...[j0, ..., :, ..., jR-1]), : inserted at dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[[true, false, true], [false, false, false], [true, true, true]]> : tensor<3x3xi1>
  %init_values = stablehlo.constant dense<true> : tensor<i1>
  %result = "stablehlo.reduce"(%inputs, %init_values) ({
    ^bb0(%lhs: tensor<i1>, %rhs: tensor<i1>):
      %0 = stablehlo.minimum %lhs, %rhs : tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }) {
    dimensions = array<i64: 1>
  } : (tensor<3x3xi1>, tensor<i1>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<[false, false, true]> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}
