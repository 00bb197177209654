// difference: xla.constant-zeros-reduced
// clause: reduce, scatter: body is maximum or minimum, of IEEE-754, where -0.0 is less than 0.0
// value in jaxlib: XLA takes zeros of either sign for equal where it reduces or scatters constants
// portable: stays: the operation is the program's own

func.func @main() {
  %result = func.call @program() : () -> tensor<f32>
  %bits = stablehlo.bitcast_convert %result : (tensor<f32>) -> tensor<ui32>
  %expected = stablehlo.constant dense<0> : tensor<ui32>
  stablehlo.custom_call @check.expect_eq(%bits, %expected) {has_side_effect = true} : (tensor<ui32>, tensor<ui32>) -> ()
  return
}

func.func private @program() -> tensor<f32> {
  %x = stablehlo.constant dense<[-0.0, 0.0, -0.0]> : tensor<3xf32>
  %init = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.maximum across dimensions = [0]
    : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  func.return %0 : tensor<f32>
}
