// difference: verifier.bound-below-a-size
// clause: complex.C1
// laxer in StableHLO: upstream takes ? for any size and doesn't compare its bound with anything, in most
//     operations

// expected: complex.C1
func.func @main(%lhs: tensor<3xf32>, %rhs: tensor<?xf32, #stablehlo.bounds<2>>) -> tensor<3xcomplex<f32>> {
  %0 = "stablehlo.complex"(%lhs, %rhs) : (tensor<3xf32>, tensor<?xf32, #stablehlo.bounds<2>>) -> tensor<3xcomplex<f32>>
  func.return %0 : tensor<3xcomplex<f32>>
}
