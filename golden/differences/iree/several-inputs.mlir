// difference: iree.several-inputs
// clause: scatter C1: 0 < size(inputs)
// refused in iree-base-compiler: IREE scatters into one input alone
// portable: stays: the operation is the program's own

func.func @main() {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %c_0 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %c_1 = stablehlo.constant dense<1> : tensor<1xi64>
  %c_2 = stablehlo.constant dense<5> : tensor<i32>
  %0:2 = call @program(%c, %c_0, %c_1, %c_2) : (tensor<2xi32>, tensor<2xi32>, tensor<1xi64>, tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>)
  %c_3 = stablehlo.constant dense<[1, 5]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%0#0, %c_3) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %c_4 = stablehlo.constant dense<[3, 5]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%0#1, %c_4) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}

func.func private @program(%a: tensor<2xi32>, %b: tensor<2xi32>, %i: tensor<1xi64>, %c: tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %0:2 = "stablehlo.scatter"(%a, %b, %i, %c, %c) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%arg4: tensor<i32>, %arg5: tensor<i32>, %arg6: tensor<i32>, %arg7: tensor<i32>):
    stablehlo.return %arg6, %arg7 : tensor<i32>, tensor<i32>
  }) : (tensor<2xi32>, tensor<2xi32>, tensor<1xi64>, tensor<i32>, tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xi32>, tensor<2xi32>
}
