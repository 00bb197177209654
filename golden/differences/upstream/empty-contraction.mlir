// difference: upstream.empty-contraction
// clause: dot_general: dot_product = reduce(...) with init_values of 0
// crash in StableHLO: the interpreter reads the first product of none
// portable: stays: the operation is the program's own

func.func @main() {
  %x0 = stablehlo.constant dense<> : tensor<2x0xi32>
  %x1 = stablehlo.constant dense<> : tensor<0x1xi32>
  %result = func.call @program(%x0, %x1) : (tensor<2x0xi32>, tensor<0x1xi32>) -> tensor<2x1xi32>
  %expected = stablehlo.constant dense<[[0], [0]]> : tensor<2x1xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x1xi32>, tensor<2x1xi32>) -> ()
  return
}

func.func private @program(%x0: tensor<2x0xi32>, %x1: tensor<0x1xi32>) -> tensor<2x1xi32> {
  %0 = "stablehlo.dot_general"(%x0, %x1) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x0xi32>, tensor<0x1xi32>) -> tensor<2x1xi32>
  func.return %0 : tensor<2x1xi32>
}
