// difference: xla.narrow-scatter-indices
// clause: scatter: an index in bounds is in bounds, whatever the width of its type
// value in jaxlib before 0.12: XLA compares indices with dim - window size in the indices' own type, where that may
//     not fit
// tracker: openxla/xla#48718, open

func.func @main() {
  %input = stablehlo.constant dense<0> : tensor<256xi32>
  %scatter_indices = stablehlo.constant dense<[1]> : tensor<1xi8>
  %update = stablehlo.constant dense<7> : tensor<i32>
  %result = func.call @program(%input, %scatter_indices, %update) : (tensor<256xi32>, tensor<1xi8>, tensor<i32>) -> tensor<256xi32>
  %first = stablehlo.constant dense<[0, 7]> : tensor<2xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %expected = stablehlo.pad %first, %zero, low = [0], high = [254], interior = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<256xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<256xi32>, tensor<256xi32>) -> ()
  return
}

func.func private @program(%input: tensor<256xi32>, %scatter_indices: tensor<1xi8>, %update: tensor<i32>) -> tensor<256xi32> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    stablehlo.return %new : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<256xi32>, tensor<1xi8>, tensor<i32>) -> tensor<256xi32>
  func.return %0 : tensor<256xi32>
}
