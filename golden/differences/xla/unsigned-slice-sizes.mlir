// difference: xla.unsigned-slice-sizes
// clause: dynamic_gather I3: slice_sizes is a tensor of integer type, so ui8 200 is 200
// refused in jaxlib: XLA's importer extends the sign of unsigned slice sizes: ui8 200 becomes -56

// Computed, because upstream's verifier already reads a constant 200 as -56.
func.func @main() {
  %operand = stablehlo.iota dim = 0 : tensor<201xi32>
  %start_indices = stablehlo.constant dense<[7]> : tensor<1xi64>
  %result = func.call @program(%operand, %start_indices) : (tensor<201xi32>, tensor<1xi64>) -> tensor<200xi32>
  %expected = stablehlo.slice %operand [1:201] : (tensor<201xi32>) -> tensor<200xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<200xi32>, tensor<200xi32>) -> ()
  return
}

func.func private @program(%operand: tensor<201xi32>, %start_indices: tensor<1xi64>) -> tensor<200xi32> {
  %hundred = stablehlo.constant dense<100> : tensor<1xui8>
  %slice_sizes = stablehlo.add %hundred, %hundred : tensor<1xui8>
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>
  } : (tensor<201xi32>, tensor<1xi64>, tensor<1xui8>) -> tensor<200xi32>
  func.return %0 : tensor<200xi32>
}
