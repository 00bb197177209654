// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// unsigned_index_in_bounds: unsigned scatter indices with the highest bit set, in bounds: 255 as ui8 is 255
//   scatter.I2-unsigned: scatter_indices: tensor of integer type, unsigned: no value is negative
//   scatter.S5: full_start_index[d_input] = start_index[d_start] if d_input = scatter_dims_to_operand_dims[d_start]
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.unsigned-indices: the interpreter extends the sign of unsigned indices,
//     those of dynamic_slice and dynamic_update_slice too: ui8 200 becomes -56
func.func @main() {
  %inputs = stablehlo.constant dense<0> : tensor<256xi8>
  %scatter_indices = stablehlo.constant dense<[255, 128, 127]> : tensor<3xui8>
  %updates = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi8>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<i8>, %new: tensor<i8>):
      %0 = stablehlo.add %old, %new : tensor<i8>
      stablehlo.return %0 : tensor<i8>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<256xi8>, tensor<3xui8>, tensor<3xi8>) -> tensor<256xi8>
  %expected = stablehlo.constant dense<[
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1
    ]> : tensor<256xi8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<256xi8>, tensor<256xi8>) -> ()
  return
}
