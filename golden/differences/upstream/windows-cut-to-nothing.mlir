// difference: upstream.windows-cut-to-nothing
// clause: reduce_window C15: is_empty_window = padded_input_shape = 0 || dilated_window_shape > padded_input_shape
// crash in StableHLO: the interpreter pads a tensor whose negative padding is more than it has
// portable: stays: the operation is the program's own

func.func @main() {
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %0 = call @program(%c, %c_0) : (tensor<1xi32>, tensor<i32>) -> tensor<0xi32>
  %c_1 = stablehlo.constant dense<> : tensor<0xi32>
  stablehlo.custom_call @check.expect_eq(%0, %c_1) {has_side_effect = true} : (tensor<0xi32>, tensor<0xi32>) -> ()
  return
}

func.func private @program(%x: tensor<1xi32>, %i: tensor<i32>) -> tensor<0xi32> {
  %0 = "stablehlo.reduce_window"(%x, %i) <{padding = dense<[[-2, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 1>}> ({
  ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<1xi32>, tensor<i32>) -> tensor<0xi32>
  return %0 : tensor<0xi32>
}
