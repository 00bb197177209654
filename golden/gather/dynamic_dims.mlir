// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// dynamic_dims: sizes that types don't tell: start indices are clamped to those of the values
//   gather.dynamic: StableHLO supports dynamically-shaped tensors: the shapes are those of the values at run time
//   gather.S5-high: full_start_index[d_operand] = clamp(start_index[d_start], ..., dim(operand, d_operand) -
//     slice_sizes[d_operand]): above the upper bound, the upper bound
// agree: spec model
// upstream interpreter differs: upstream.dynamic-results: the interpreter takes arguments of a dynamic type, and
//     no operation's result
// XLA CPU differs: xla.unbounded-shapes: XLA wants bounds for dynamic dimensions
func.func @main() {
  %operand = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]> : tensor<4x3xi32>
  %start_indices = stablehlo.constant dense<[1, 9, 0]> : tensor<3xi64>
  %size = stablehlo.constant dense<[4, 3]> : tensor<2xi64>
  %loose = stablehlo.dynamic_reshape %operand, %size : (tensor<4x3xi32>, tensor<2xi64>) -> tensor<?x3xi32>
  %count = stablehlo.constant dense<3> : tensor<1xi64>
  %starts = stablehlo.dynamic_reshape %start_indices, %count : (tensor<3xi64>, tensor<1xi64>) -> tensor<?xi64>
  %slices = "stablehlo.gather"(%loose, %starts) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1, 2],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 2, 3>,
    indices_are_sorted = false
  } : (tensor<?x3xi32>, tensor<?xi64>) -> tensor<?x2x3xi32>
  %sizes = stablehlo.constant dense<[3, 2, 3]> : tensor<3xi64>
  %result = stablehlo.dynamic_reshape %slices, %sizes : (tensor<?x2x3xi32>, tensor<3xi64>) -> tensor<3x2x3xi32>
  %expected = stablehlo.constant dense<[[[4, 5, 6], [7, 8, 9]], [[7, 8, 9], [10, 11, 12]], [[1, 2, 3], [4, 5, 6]]]> : tensor<3x2x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3x2x3xi32>, tensor<3x2x3xi32>) -> ()
  return
}
