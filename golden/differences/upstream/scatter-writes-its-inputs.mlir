// difference: upstream.scatter-writes-its-inputs
// clause: scatter: updated_results is a copy of results
// value in StableHLO before 1.18.0: the interpreter's scatter writes into its inputs, which later ops then read

// A scatter that adds in place would change the input, which is returned as well.
func.func @main() {
  %input = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %scatter_indices = stablehlo.constant dense<[0]> : tensor<1xi64>
  %update = stablehlo.constant dense<5> : tensor<i32>
  %result:2 = func.call @program(%input, %scatter_indices, %update) : (tensor<2xi32>, tensor<1xi64>, tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>)
  %expected0 = stablehlo.constant dense<[5, 2]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result#0, %expected0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %expected1 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result#1, %expected1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}

func.func private @program(%input: tensor<2xi32>, %scatter_indices: tensor<1xi64>, %update: tensor<i32>)
    -> (tensor<2xi32>, tensor<2xi32>) {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    stablehlo.return %new : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<2xi32>, tensor<1xi64>, tensor<i32>) -> tensor<2xi32>
  func.return %0, %input : tensor<2xi32>, tensor<2xi32>
}
