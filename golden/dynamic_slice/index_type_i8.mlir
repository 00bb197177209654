// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// index_type_i8: start indices of 8 bits
//   dynamic_slice: adjusted_start_indices = clamp(0, start_indices, shape(operand) - slice_sizes)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %start_index0 = stablehlo.constant dense<1> : tensor<i8>
  %start_index1 = stablehlo.constant dense<-128> : tensor<i8>
  %result = "stablehlo.dynamic_slice"(%operand, %start_index0, %start_index1) {
    slice_sizes = array<i64: 2, 2>
  } : (tensor<3x4xi32>, tensor<i8>, tensor<i8>) -> tensor<2x2xi32>
  %expected = stablehlo.constant dense<[[5, 6], [9, 10]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  return
}
