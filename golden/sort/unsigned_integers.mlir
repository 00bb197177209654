// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/sorting.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// unsigned_integers: ui8 200 is more than 100
//   sort: sort sorts a 1-dimensional slice in non-descending order expecting that comparator returns true if lhs is
//     less than rhs
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[200, 100, 3]> : tensor<3xui8>
  %result = "stablehlo.sort"(%inputs) ({
    ^bb0(%lhs: tensor<ui8>, %rhs: tensor<ui8>):
      %0 = stablehlo.compare LT, %lhs, %rhs, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }) {
    dimension = 0 : i64
  } : (tensor<3xui8>) -> tensor<3xui8>
  %expected = stablehlo.constant dense<[3, 100, 200]> : tensor<3xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
  return
}
