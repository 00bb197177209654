// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/choices.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// direction_GE_complex: GE of complex numbers: real parts first
//   compare: For complex element types, lexicographic comparison of (real, imag) pairs.
// agree: spec model
// upstream interpreter differs: upstream.order-of-complex-numbers: the interpreter compares complex numbers for
//     equality alone
// XLA CPU differs: xla.constant-order-of-complex-numbers: XLA's compiler aborts on the order of complex constants
//     (jaxlib before 0.11.1); XLA CPU can't compile it (jaxlib 0.12 and newer)
func.func @main() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, -2.0), (3.0, 0.0)]> : tensor<3xcomplex<f32>>
  %rhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (0.0, 3.0)]> : tensor<3xcomplex<f32>>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GE>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}

// -----

// direction_GT_complex: GT of complex numbers: real parts first
//   compare: For complex element types, lexicographic comparison of (real, imag) pairs.
// agree: spec model
// upstream interpreter differs: upstream.order-of-complex-numbers: the interpreter compares complex numbers for
//     equality alone
// XLA CPU differs: xla.constant-order-of-complex-numbers: XLA's compiler aborts on the order of complex constants
//     (jaxlib before 0.11.1); XLA CPU can't compile it (jaxlib 0.12 and newer)
func.func @main() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, -2.0), (3.0, 0.0)]> : tensor<3xcomplex<f32>>
  %rhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (0.0, 3.0)]> : tensor<3xcomplex<f32>>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction GT>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<[false, false, true]> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}

// -----

// direction_LE_complex: LE of complex numbers: real parts first
//   compare: For complex element types, lexicographic comparison of (real, imag) pairs.
// agree: spec model
// upstream interpreter differs: upstream.order-of-complex-numbers: the interpreter compares complex numbers for
//     equality alone
// XLA CPU differs: xla.constant-order-of-complex-numbers: XLA's compiler aborts on the order of complex constants
//     (jaxlib before 0.11.1); XLA CPU can't compile it (jaxlib 0.12 and newer)
func.func @main() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, -2.0), (3.0, 0.0)]> : tensor<3xcomplex<f32>>
  %rhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (0.0, 3.0)]> : tensor<3xcomplex<f32>>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction LE>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<[true, true, false]> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}

// -----

// direction_LT_complex: LT of complex numbers: real parts first
//   compare: For complex element types, lexicographic comparison of (real, imag) pairs.
// agree: spec model
// upstream interpreter differs: upstream.order-of-complex-numbers: the interpreter compares complex numbers for
//     equality alone
// XLA CPU differs: xla.constant-order-of-complex-numbers: XLA's compiler aborts on the order of complex constants
//     (jaxlib before 0.11.1); XLA CPU can't compile it (jaxlib 0.12 and newer)
func.func @main() {
  %lhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, -2.0), (3.0, 0.0)]> : tensor<3xcomplex<f32>>
  %rhs = stablehlo.constant dense<[(1.0, 2.0), (1.0, 2.0), (0.0, 3.0)]> : tensor<3xcomplex<f32>>
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction LT>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xi1>
  %expected = stablehlo.constant dense<[false, true, false]> : tensor<3xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
  return
}
