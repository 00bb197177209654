// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// unsigned_index_too_high: scatter indices from 2^63 up are out of bounds, also where the window index is added
//   scatter.I2-unsigned: scatter_indices: tensor of integer type, unsigned: no value is negative
//   scatter.S19-high: otherwise updated_results = results: result_index at or above the size
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.unsigned-indices: the interpreter extends the sign of unsigned indices,
//     those of dynamic_slice and dynamic_update_slice too: ui8 200 becomes -56
func.func @main() {
  %inputs = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %scatter_indices = stablehlo.constant dense<[18446744073709551615, 9223372036854775808, 2]> : tensor<3xui64>
  %updates = stablehlo.constant dense<[[10, 20], [30, 40], [50, 60]]> : tensor<3x2xi32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %0 = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %0 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<4xi32>, tensor<3xui64>, tensor<3x2xi32>) -> tensor<4xi32>
  %expected = stablehlo.constant dense<[1, 2, 53, 64]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
