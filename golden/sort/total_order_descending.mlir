// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/sorting.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// total_order_descending: NaN comes first
//   sort: sort sorts a 1-dimensional slice in non-descending order expecting that comparator returns true if lhs is
//     less than rhs
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.total-order: the interpreter compares as if compare_type were FLOAT
func.func @main() {
  %inputs = stablehlo.constant dense<[1.0, 0x7FC00000, 0xFF800000, 0x7F800000, -2.0]> : tensor<5xf32>
  %result = "stablehlo.sort"(%inputs) ({
    ^bb0(%lhs: tensor<f32>, %rhs: tensor<f32>):
      %0 = stablehlo.compare GT, %lhs, %rhs, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }) {
    dimension = 0 : i64
  } : (tensor<5xf32>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 1.0, -2.0, 0xFF800000]> : tensor<5xf32>
  check.expect_close %result, %expected, max_ulp_difference = 0 : tensor<5xf32>, tensor<5xf32>
  return
}
