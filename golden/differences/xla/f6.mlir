// difference: xla.f6
// clause: types: f6E2M3FN and f6E3M2FN are floating-point types
// refused in jaxlib: XLA can't compute with them, and before jaxlib 0.11 not even pass them; some programs end the
//     process
// portable: stays: the program's own arguments and results have these types

func.func @main() {
  %input = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf6E2M3FN>
  %scatter_indices = stablehlo.constant dense<[1]> : tensor<1xi64>
  %update = stablehlo.constant dense<3.0> : tensor<f6E2M3FN>
  %result = func.call @program(%input, %scatter_indices, %update) : (tensor<2xf6E2M3FN>, tensor<1xi64>, tensor<f6E2M3FN>) -> tensor<2xf6E2M3FN>
  %expected = stablehlo.constant dense<[1.0, 5.0]> : tensor<2xf6E2M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xf6E2M3FN>, tensor<2xf6E2M3FN>) -> ()
  return
}

func.func private @program(%input: tensor<2xf6E2M3FN>, %scatter_indices: tensor<1xi64>, %update: tensor<f6E2M3FN>)
    -> tensor<2xf6E2M3FN> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<f6E2M3FN>, %new: tensor<f6E2M3FN>):
    %sum = stablehlo.add %old, %new : tensor<f6E2M3FN>
    stablehlo.return %sum : tensor<f6E2M3FN>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<2xf6E2M3FN>, tensor<1xi64>, tensor<f6E2M3FN>) -> tensor<2xf6E2M3FN>
  func.return %0 : tensor<2xf6E2M3FN>
}
