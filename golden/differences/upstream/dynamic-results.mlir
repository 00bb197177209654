// difference: upstream.dynamic-results
// clause: StableHLO supports dynamically-shaped tensors
// crash in StableHLO: the interpreter takes arguments of a dynamic type, and no operation's result
// portable: stays: the operation is the program's own

func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %result = func.call @program(%x) : (tensor<2xi32>) -> tensor<i32>
  %expected = stablehlo.constant dense<2> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}

func.func private @program(%x: tensor<2xi32>) -> tensor<i32> {
  %shape = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %loose = stablehlo.dynamic_reshape %x, %shape : (tensor<2xi32>, tensor<2xi64>) -> tensor<?x?xi32>
  %0 = stablehlo.get_dimension_size %loose, dim = 1 : (tensor<?x?xi32>) -> tensor<i32>
  func.return %0 : tensor<i32>
}
