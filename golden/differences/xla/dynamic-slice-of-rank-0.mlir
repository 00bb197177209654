// difference: xla.dynamic-slice-of-rank-0
// clause: dynamic_slice: slice_sizes and start_indices may be empty
// refused in jaxlib: what StableHLO prints for it doesn't parse
// portable: stays: the operation is the program's own

func.func @main() {
  %x0 = stablehlo.constant dense<5.0> : tensor<f32>
  %result = func.call @program(%x0) : (tensor<f32>) -> tensor<f32>
  %expected = stablehlo.constant dense<5.0> : tensor<f32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  return
}

func.func private @program(%x0: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.dynamic_slice"(%x0) {slice_sizes = array<i64>} : (tensor<f32>) -> tensor<f32>
  func.return %0 : tensor<f32>
}
