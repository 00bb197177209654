// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/moving.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// dynamic_dimension: the size that a dimension has at run time
//   get_dimension_size: result = dim(operand, dimension)
// agree: spec model
// upstream interpreter differs: upstream.dynamic-results: the interpreter takes arguments of a dynamic type, and
//     no operation's result
// XLA CPU differs: xla.unbounded-shapes: XLA wants bounds for dynamic dimensions
func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %shape = stablehlo.constant dense<[6]> : tensor<1xi64>
  %loose = stablehlo.dynamic_reshape %x, %shape : (tensor<2x3xi32>, tensor<1xi64>) -> tensor<?xi32>
  %result = stablehlo.get_dimension_size %loose, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  %expected = stablehlo.constant dense<6> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
