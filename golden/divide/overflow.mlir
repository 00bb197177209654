// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// overflow: what is too large becomes an infinity
//   divide: For floats: `division` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0000000150474662e+30]> : tensor<1xf32>
  %rhs = stablehlo.constant dense<[-1.0000000031710769e-30]> : tensor<1xf32>
  %result = "stablehlo.divide"(%lhs, %rhs) : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %expected = stablehlo.constant dense<[0xFF800000]> : tensor<1xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1xf32>, tensor<1xf32>) -> ()
  return
}
