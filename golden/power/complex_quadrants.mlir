// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// complex_quadrants: bases of every quadrant
//   power: For complex numbers: complex exponentiation.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0), (2.0, 0.0), (-4.0, 0.0)]> : tensor<6xcomplex<f64>>
  %rhs = stablehlo.constant dense<[(0.5, 0.0), (2.0, 0.0), (0.5, 1.0), (-1.0, 0.0), (0.0, 1.0), (0.5, 0.0)]> : tensor<6xcomplex<f64>>
  %result = "stablehlo.power"(%lhs, %rhs) : (tensor<6xcomplex<f64>>, tensor<6xcomplex<f64>>) -> tensor<6xcomplex<f64>>
  %expected = stablehlo.constant dense<[
      (1.09868411346781, 0.45508986056222733), (0.0, -2.0), (8.453546482573472, -9.271713107110699), (0.5, 0.5),
      (0.7692389013639721, 0.6389612763136348), (0.0, 2.0)
    ]> : tensor<6xcomplex<f64>>
  // within 2 ULPs of the largest number: what cancels in a sum leaves noise
  check.expect_almost_eq %result, %expected, tolerance = 3.552713678800501e-15 : tensor<6xcomplex<f64>>
  return
}
