// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/gather.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i1: elements of type i1 are moved as they are
//   gather.I1: operand: tensor or per-tensor quantized tensor, of every element type
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %operand = stablehlo.constant dense<[true, false, false, true, true]> : tensor<5xi1>
  %start_indices = stablehlo.constant dense<[4, 0, 2, 1, 3, 0]> : tensor<6xi32>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0],
      start_index_map = [0],
      index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<5xi1>, tensor<6xi32>) -> tensor<6xi1>
  %expected = stablehlo.constant dense<[true, true, false, false, true, true]> : tensor<6xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<6xi1>, tensor<6xi1>) -> ()
  return
}
