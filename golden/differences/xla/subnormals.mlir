// difference: xla.subnormals
// clause: add, multiply, minimum, ...: IEEE-754, where subnormal numbers are numbers
// value in jaxlib: XLA CPU takes subnormal numbers for zero when it computes, and when it holds bf16 in f32
// portable: stays: it is arithmetic in general, and other arithmetic has it too
// tracker: jax-ml/jax#16200, closed as intended; openxla/xla#22858 asks for an option, open

// 2 ** -149, the smallest number of f32.
func.func @main() {
  %input = stablehlo.constant dense<[0.0]> : tensor<1xf32>
  %scatter_indices = stablehlo.constant dense<[0]> : tensor<1xi64>
  %update = stablehlo.constant dense<1.401298464324817e-45> : tensor<f32>
  %result = func.call @program(%input, %scatter_indices, %update) : (tensor<1xf32>, tensor<1xi64>, tensor<f32>) -> tensor<1xf32>
  %expected = stablehlo.constant dense<[1.401298464324817e-45]> : tensor<1xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1xf32>, tensor<1xf32>) -> ()
  return
}

func.func private @program(%input: tensor<1xf32>, %scatter_indices: tensor<1xi64>, %update: tensor<f32>) -> tensor<1xf32> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %sum = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<1xf32>, tensor<1xi64>, tensor<f32>) -> tensor<1xf32>
  func.return %0 : tensor<1xf32>
}
