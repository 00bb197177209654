"""A gather of two rows of a table: a program that people can follow."""

ROWS = """\
func.func @main(%operand: tensor<3x2xf32>, %start_indices: tensor<2x1xi64>) -> tensor<2x2xf32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 2>
  } : (tensor<3x2xf32>, tensor<2x1xi64>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
"""
