// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/dynamic_gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// computed_slice_sizes: slice_sizes is a value that the program computes
//   dynamic_gather.S2: slice_sizes specified dynamically as a value
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %start_indices = stablehlo.constant dense<[-1, 1, 3, 9]> : tensor<4xi64>
  %one = stablehlo.constant dense<[1]> : tensor<1xi64>
  %slice_sizes_minus_one = stablehlo.constant dense<[2]> : tensor<1xi64>
  %slice_sizes = stablehlo.add %slice_sizes_minus_one, %one : tensor<1xi64>
  %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1],
      start_index_map = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false
  } : (tensor<6xi32>, tensor<4xi64>, tensor<1xi64>) -> tensor<4x3xi32>
  %expected = stablehlo.constant dense<[[1, 2, 3], [2, 3, 4], [4, 5, 6], [4, 5, 6]]> : tensor<4x3xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  return
}
