// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// overlapping_in_two_dimensions: windows that overlap in rows and columns
//   select_and_scatter: source_indices = [source_index for source_index in indices(source) if
//     selected_index(source_index) = result_index]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 9, 3, 2], [4, 5, 6, 8], [7, 0, 11, 10], [14, 13, 12, 15]]> : tensor<4x4xi32>
  %source = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>
  %init_value = stablehlo.constant dense<0> : tensor<i32>
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) ({
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
      %0 = stablehlo.compare GE, %lhs, %rhs, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
  }, {
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
      %0 = stablehlo.add %lhs, %rhs : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    window_dimensions = array<i64: 2, 2>,
    window_strides = array<i64: 1, 1>
  } : (tensor<4x4xi32>, tensor<3x3xi32>, tensor<i32>) -> tensor<4x4xi32>
  %expected = stablehlo.constant dense<[[0, 3, 0, 0], [0, 0, 0, 3], [4, 0, 11, 0], [7, 8, 0, 9]]> : tensor<4x4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4x4xi32>, tensor<4x4xi32>) -> ()
  return
}
