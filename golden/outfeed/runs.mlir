// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/distribution.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// runs: what is written stays as it is, and a token comes back
//   outfeed: Writes inputs to the outfeed and produces a result token.
// agree: spec model, upstream interpreter
// XLA CPU isn't asked: it doesn't know interpreter.run_parallel
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %token = stablehlo.after_all : !stablehlo.token
  %result, %done = "interpreter.run_parallel"(%x, %token) {
    programs = [[@outfeed]]
  } : (tensor<2x2xi32>, !stablehlo.token) -> (tensor<2x2xi32>, !stablehlo.token)
  %expected = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  return
}
func.func private @outfeed(%x: tensor<2x2xi32>, %token: !stablehlo.token)
    -> (tensor<2x2xi32>, !stablehlo.token) {
  %done = "stablehlo.outfeed"(%x, %token) : (tensor<2x2xi32>, !stablehlo.token) -> !stablehlo.token
  return %x, %done : tensor<2x2xi32>, !stablehlo.token
}
