// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// unknown_result_shape: the result's type has only ?
//   dynamic_reshape: StableHLO supports dynamically-shaped tensors: the shapes are those of the values at run time.
// agree: spec model
// upstream interpreter differs: upstream.dynamic-results: the interpreter takes arguments of a dynamic type, and
//     no operation's result
// XLA CPU differs: xla.unbounded-shapes: XLA wants bounds for dynamic dimensions
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %loose = stablehlo.dynamic_reshape %x, %shape : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  %rows = stablehlo.get_dimension_size %loose, dim = 0 : (tensor<?x?xi32>) -> tensor<i32>
  %doubled = stablehlo.add %loose, %loose : tensor<?x?xi32>
  %result = stablehlo.dynamic_reshape %doubled, %shape : (tensor<?x?xi32>, tensor<2xi32>) -> tensor<3x2xi32>
  %rows_expected = stablehlo.constant dense<3> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%rows, %rows_expected) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %expected = stablehlo.constant dense<[[2, 4], [6, 8], [10, 12]]> : tensor<3x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  return
}
