// difference: xla.float-promotion
// clause: scatter C23, C25: values are of type Ei from the first update to the result
// value in jaxlib: XLA promotes between floats but keeps the inputs' type in between, and rounds to it

// 1 is half a unit of bf16 at 256: the sum is 259 in f32, and another one where bf16 comes in between.
func.func @main() {
  %input = stablehlo.constant dense<[256.0]> : tensor<1xbf16>
  %scatter_indices = stablehlo.constant dense<[[0], [0], [0]]> : tensor<3x1xi64>
  %updates = stablehlo.constant dense<[1.0, 1.0, 1.0]> : tensor<3xbf16>
  %result = func.call @program(%input, %scatter_indices, %updates) : (tensor<1xbf16>, tensor<3x1xi64>, tensor<3xbf16>) -> tensor<1xf32>
  %expected = stablehlo.constant dense<[259.0]> : tensor<1xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1xf32>, tensor<1xf32>) -> ()
  return
}

func.func private @program(%input: tensor<1xbf16>, %scatter_indices: tensor<3x1xi64>, %updates: tensor<3xbf16>) -> tensor<1xf32> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %updates) ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %sum = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  } : (tensor<1xbf16>, tensor<3x1xi64>, tensor<3xbf16>) -> tensor<1xf32>
  func.return %0 : tensor<1xf32>
}
