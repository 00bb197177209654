// difference: upstream.order-of-complex-numbers
// clause: compare: For complex element types, lexicographic comparison of (real, imag) pairs
// crash in StableHLO: the interpreter compares complex numbers for equality alone
// portable: stays: the operation is the program's own

func.func @main() {
  %x0 = stablehlo.constant dense<[(1.0, 3.0)]> : tensor<1xcomplex<f32>>
  %x1 = stablehlo.constant dense<[(1.0, 2.0)]> : tensor<1xcomplex<f32>>
  %result = func.call @program(%x0, %x1) : (tensor<1xcomplex<f32>>, tensor<1xcomplex<f32>>) -> tensor<1xi1>
  %expected = stablehlo.constant dense<[true]> : tensor<1xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1xi1>, tensor<1xi1>) -> ()
  return
}

func.func private @program(%x0: tensor<1xcomplex<f32>>, %x1: tensor<1xcomplex<f32>>) -> tensor<1xi1> {
  %0 = "stablehlo.compare"(%x0, %x1) {comparison_direction = #stablehlo<comparison_direction GT>, compare_type = #stablehlo<comparison_type FLOAT>} : (tensor<1xcomplex<f32>>, tensor<1xcomplex<f32>>) -> tensor<1xi1>
  func.return %0 : tensor<1xi1>
}
