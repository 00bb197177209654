// expected: scatter.C1
// inputs have the same shape
// spec: same(shape(inputs...))
// upstream: rejects
//
// Written by tools/golden.py. To change it, change the constraint in hlogen/spec/scatter_constraints.py,
// then `make golden`.

func.func @main(%input0: tensor<2x3x4x2xi64>, %input1: tensor<2x3x4x3xf32>, %scatter_indices: tensor<2x2x3x2xi64>, %update0: tensor<2x2x3x2x2xi64>, %update1: tensor<2x2x3x2x2xf32>) -> (tensor<2x3x4x2xi64>, tensor<2x3x4x3xf32>) {
  %result:2 = "stablehlo.scatter"(%input0, %input1, %scatter_indices, %update0, %update1) ({
  ^bb0(%old0: tensor<i64>, %old1: tensor<f32>, %new0: tensor<i64>, %new1: tensor<f32>):
    "stablehlo.return"(%new0, %new1) : (tensor<i64>, tensor<f32>) -> ()
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
  } : (tensor<2x3x4x2xi64>, tensor<2x3x4x3xf32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>, tensor<2x2x3x2x2xf32>) -> (tensor<2x3x4x2xi64>, tensor<2x3x4x3xf32>)
  return %result#0, %result#1 : tensor<2x3x4x2xi64>, tensor<2x3x4x3xf32>
}
