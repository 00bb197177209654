// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/chlo.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// next_after: the next number on the way to rhs
//   chlo.next_after: nextafter of IEEE-754's library
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.0, 1.0, 0.0, 0.0, -1.0, 2.0]> : tensor<6xf32>
  %rhs = stablehlo.constant dense<[2.0, 0.0, 1.0, -1.0, -2.0, 2.0]> : tensor<6xf32>
  %result = "chlo.next_after"(%lhs, %rhs) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<6xf32>) -> tensor<6xui32>
  %expected = stablehlo.constant dense<[1065353217, 1065353215, 1, 2147483649, 3212836865, 1073741824]> : tensor<6xui32>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<6xui32>, tensor<6xui32>) -> ()
  return
}
