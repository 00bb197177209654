// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// dynamic_dims: sizes that types don't tell: an update is in bounds or not for those of the values
//   scatter.dynamic: StableHLO supports dynamically-shaped tensors: the shapes are those of the values at run time
//   scatter.S15: if result_index is in bounds for shape(results...): decided for every element on its own
//   scatter.S19-high: otherwise updated_results = results: result_index at or above the size
// agree: spec model
// upstream interpreter differs: upstream.dynamic-results: the interpreter takes arguments of a dynamic type, and
//     no operation's result
// XLA CPU differs: xla.unbounded-shapes: XLA wants bounds for dynamic dimensions
func.func @main() {
  %inputs = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %scatter_indices = stablehlo.constant dense<[2, 4, 0]> : tensor<3xi64>
  %updates = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %size = stablehlo.constant dense<4> : tensor<1xi64>
  %count = stablehlo.constant dense<3> : tensor<1xi64>
  %loose = stablehlo.dynamic_reshape %inputs, %size : (tensor<4xi32>, tensor<1xi64>) -> tensor<?xi32>
  %places = stablehlo.dynamic_reshape %scatter_indices, %count : (tensor<3xi64>, tensor<1xi64>) -> tensor<?xi64>
  %added = stablehlo.dynamic_reshape %updates, %count : (tensor<3xi32>, tensor<1xi64>) -> tensor<?xi32>
  %sums = "stablehlo.scatter"(%loose, %places, %added) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<?xi32>, tensor<?xi64>, tensor<?xi32>) -> tensor<?xi32>
  %result = stablehlo.dynamic_reshape %sums, %size : (tensor<?xi32>, tensor<1xi64>) -> tensor<4xi32>
  %expected = stablehlo.constant dense<[31, 2, 13, 4]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
