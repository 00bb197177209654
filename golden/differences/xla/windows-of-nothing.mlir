// difference: xla.windows-of-nothing
// clause: reduce_window: padded_inputs = pad(inputs, init_values, ...) and then reduce(windows, init_values, ...)
// value in jaxlib: XLA gives init_value where the input has no elements, although the windows have padding in them
// portable: stays: it is arithmetic in general, no gather or scatter

// The one window has an element of padding, which is 3, and it is added to 3.
func.func @main() {
  %x = stablehlo.constant dense<> : tensor<0xi32>
  %init = stablehlo.constant dense<3> : tensor<i32>
  %result = func.call @program(%x, %init) : (tensor<0xi32>, tensor<i32>) -> tensor<1xi32>
  %expected = stablehlo.constant dense<6> : tensor<1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1xi32>, tensor<1xi32>) -> ()
  return
}

func.func private @program(%x: tensor<0xi32>, %init: tensor<i32>) -> tensor<1xi32> {
  %0 = "stablehlo.reduce_window"(%x, %init) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) {
    window_dimensions = array<i64: 1>, padding = dense<[[1, 0]]> : tensor<1x2xi64>
  } : (tensor<0xi32>, tensor<i32>) -> tensor<1xi32>
  func.return %0 : tensor<1xi32>
}
