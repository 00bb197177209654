// expected: scatter.C6
// updates have the inputs' element types
// spec: element_type(updates...) = element_type(inputs...)
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
//
// Written by tools/golden.py. To change it, change the constraint in hlogen/spec/scatter_constraints.py,
// then `make golden`.

func.func @main(%input: tensor<2x3x4x2xf32>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xf64>) -> tensor<2x3x4x2xf32> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<f32>, %new0: tensor<f32>):
    "stablehlo.return"(%new0) : (tensor<f32>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xf32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xf64>) -> tensor<2x3x4x2xf32>
  return %result : tensor<2x3x4x2xf32>
}
