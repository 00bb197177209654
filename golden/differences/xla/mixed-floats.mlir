// difference: xla.mixed-floats
// clause: scatter C6, C23: every input has an element type of its own
// refused in jaxlib: XLA's verifier doesn't allow floating-point types of different widths in one scatter

func.func @main() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf64>
  %scatter_indices = stablehlo.constant dense<[1]> : tensor<1xi64>
  %c = stablehlo.constant dense<5.0> : tensor<f32>
  %d = stablehlo.constant dense<6.0> : tensor<f64>
  %result:2 = func.call @program(%a, %b, %scatter_indices, %c, %d) : (tensor<2xf32>, tensor<2xf64>, tensor<1xi64>, tensor<f32>, tensor<f64>) -> (tensor<2xf32>, tensor<2xf64>)
  %expected0 = stablehlo.constant dense<[1.0, 5.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%result#0, %expected0) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %expected1 = stablehlo.constant dense<[3.0, 6.0]> : tensor<2xf64>
  stablehlo.custom_call @check.expect_eq(%result#1, %expected1) {has_side_effect = true} : (tensor<2xf64>, tensor<2xf64>) -> ()
  return
}

func.func private @program(%a: tensor<2xf32>, %b: tensor<2xf64>, %scatter_indices: tensor<1xi64>, %c: tensor<f32>, %d: tensor<f64>)
    -> (tensor<2xf32>, tensor<2xf64>) {
  %0:2 = "stablehlo.scatter"(%a, %b, %scatter_indices, %c, %d) ({
  ^bb0(%old_a: tensor<f32>, %old_b: tensor<f64>, %new_a: tensor<f32>, %new_b: tensor<f64>):
    stablehlo.return %new_a, %new_b : tensor<f32>, tensor<f64>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<2xf32>, tensor<2xf64>, tensor<1xi64>, tensor<f32>, tensor<f64>) -> (tensor<2xf32>, tensor<2xf64>)
  func.return %0#0, %0#1 : tensor<2xf32>, tensor<2xf64>
}
