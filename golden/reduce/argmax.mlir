// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/reductions.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// argmax: the largest element and its index
//   reduce: results...[j0, ..., jR-1] = reduce(inputs...[j0, ..., :, ..., jR-1]), : inserted at dimensions
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %input0 = stablehlo.constant dense<[[1.0, 7.0, 3.0, 7.0], [-1.0, -3.0, -1.0, -2.0]]> : tensor<2x4xf32>
  %input1 = stablehlo.constant dense<[[0, 1, 2, 3], [0, 1, 2, 3]]> : tensor<2x4xi32>
  %init_value0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %init_value1 = stablehlo.constant dense<2147483647> : tensor<i32>
  %result0, %result1 = "stablehlo.reduce"(%input0, %input1, %init_value0, %init_value1) ({
    ^bb0(%value: tensor<f32>, %index: tensor<i32>, %new_value: tensor<f32>, %new_index: tensor<i32>):
      %larger = stablehlo.compare GT, %value, %new_value, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %equal = stablehlo.compare EQ, %value, %new_value, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %before = stablehlo.compare LT, %index, %new_index, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %first = stablehlo.and %equal, %before : tensor<i1>
      %keep = stablehlo.or %larger, %first : tensor<i1>
      %0 = stablehlo.select %keep, %value, %new_value : tensor<i1>, tensor<f32>
      %1 = stablehlo.select %keep, %index, %new_index : tensor<i1>, tensor<i32>
      stablehlo.return %0, %1 : tensor<f32>, tensor<i32>
  }) {
    dimensions = array<i64: 1>
  } : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  %expected0 = stablehlo.constant dense<[7.0, -1.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%result0, %expected0) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %expected1 = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result1, %expected1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
