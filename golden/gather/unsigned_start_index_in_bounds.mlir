// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// unsigned_start_index_in_bounds: unsigned start indices with the highest bit set, in bounds: 200 as ui8 is 200
//   gather.I2-unsigned: start_indices: tensor of integer type, unsigned: no value is negative
//   gather.S5: full_start_index[d_operand] = clamp(start_index[d_start], 0, dim(operand, d_operand) -
//     slice_sizes[d_operand]) if d_operand = start_index_map[d_start]: between the bounds, the start index itself
// agree: spec model, XLA CPU
// upstream interpreter differs: upstream.unsigned-indices: the interpreter extends the sign of unsigned indices,
//     those of dynamic_slice and dynamic_update_slice too: ui8 200 becomes -56
func.func @main() {
  %operand = stablehlo.constant dense<[
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
      30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57,
      58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85,
      86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110,
      111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 132,
      133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154,
      155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176,
      177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 192, 193, 194, 195, 196, 197, 198,
      199, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220,
      221, 222, 223, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240, 241, 242,
      243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255
    ]> : tensor<256xi32>
  %start_indices = stablehlo.constant dense<[200, 128, 255, 127]> : tensor<4xui8>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<256xi32>, tensor<4xui8>) -> tensor<4xi32>
  %expected = stablehlo.constant dense<[200, 128, 255, 127]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}
