// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// overlapping_windows: an element selected twice gets both
//   select_and_scatter: source_indices = [source_index for source_index in indices(source) if
//     selected_index(source_index) = result_index]
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 5, 2, 4, 3]]> : tensor<1x5xi32>
  %source = stablehlo.constant dense<[[10, 20, 30]]> : tensor<1x3xi32>
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
    window_dimensions = array<i64: 1, 3>,
    window_strides = array<i64: 1, 1>
  } : (tensor<1x5xi32>, tensor<1x3xi32>, tensor<i32>) -> tensor<1x5xi32>
  %expected = stablehlo.constant dense<[[0, 30, 0, 30, 0]]> : tensor<1x5xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x5xi32>, tensor<1x5xi32>) -> ()
  return
}
