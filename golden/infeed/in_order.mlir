// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/distribution.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// in_order: one after the other, in the order of tokens
//   infeed: Reads data from the infeed and produces results.
// agree: spec model, upstream interpreter
// XLA CPU isn't asked: it doesn't know interpreter.run_parallel
func.func @main() {
  %token = stablehlo.after_all : !stablehlo.token
  %first, %second, %done = "interpreter.run_parallel"(%token) {
    infeed = [@queue0, @queue1], programs = [[@infeed]]
  } : (!stablehlo.token) -> (tensor<2xi32>, tensor<2xi32>, !stablehlo.token)
  %first_expected = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%first, %first_expected) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %second_expected = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%second, %second_expected) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
func.func private @infeed(%token: !stablehlo.token) -> (tensor<2xi32>, tensor<2xi32>, !stablehlo.token) {
  %first:2 = "stablehlo.infeed"(%token) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  %second:2 = "stablehlo.infeed"(%first#1) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  return %first#0, %second#0, %second#1 : tensor<2xi32>, tensor<2xi32>, !stablehlo.token
}
func.func private @queue0() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func private @queue1() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  return %0 : tensor<2xi32>
}
