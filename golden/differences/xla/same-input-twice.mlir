// difference: xla.same-input-twice
// clause: scatter: results = exec(schedule, inputs), each of its own input
// value in jaxlib: XLA CPU keeps the results of inputs that are one tensor, or equal constants, in one place

func.func @main() {
  %input = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %scatter_indices = stablehlo.constant dense<[[0], [0]]> : tensor<2x1xi64>
  %update0 = stablehlo.constant dense<[5, 5]> : tensor<2xi32>
  %update1 = stablehlo.constant dense<[6, 6]> : tensor<2xi32>
  %result:2 = func.call @program(%input, %scatter_indices, %update0, %update1) : (tensor<2xi32>, tensor<2x1xi64>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  %expected0 = stablehlo.constant dense<[5, 2]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result#0, %expected0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %expected1 = stablehlo.constant dense<[6, 2]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result#1, %expected1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}

func.func private @program(%input: tensor<2xi32>, %scatter_indices: tensor<2x1xi64>, %update0: tensor<2xi32>,
                %update1: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %0:2 = "stablehlo.scatter"(%input, %input, %scatter_indices, %update0, %update1) ({
  ^bb0(%old0: tensor<i32>, %old1: tensor<i32>, %new0: tensor<i32>, %new1: tensor<i32>):
    stablehlo.return %new0, %new1 : tensor<i32>, tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  } : (tensor<2xi32>, tensor<2xi32>, tensor<2x1xi64>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  func.return %0#0, %0#1 : tensor<2xi32>, tensor<2xi32>
}
