// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_complex_f32: elements of type complex<f32>
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[(1.5, -2.0), (0.0, 0.5), (3.0, 0.0), (-1.0, 1.0), (2.0, 2.0)]> : tensor<5xcomplex<f32>>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[(0.0, 0.5), (1.5, -2.0), (0.0, 0.5), (-1.0, 1.0)]> : tensor<4xcomplex<f32>>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<complex<f32>>, %new: tensor<complex<f32>>):
      %0 = stablehlo.add %old, %new : tensor<complex<f32>>
      stablehlo.return %0 : tensor<complex<f32>>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xcomplex<f32>>, tensor<4xi32>, tensor<4xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  %expected = stablehlo.constant dense<[(3.0, -4.0), (0.0, 1.0), (3.0, 0.0), (-2.0, 2.0), (2.0, 2.5)]> : tensor<5xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xcomplex<f32>>, tensor<5xcomplex<f32>>) -> ()
  return
}

// -----

// element_type_complex_f64: elements of type complex<f64>
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[(1.5, -2.0), (0.0, 0.5), (3.0, 0.0), (-1.0, 1.0), (2.0, 2.0)]> : tensor<5xcomplex<f64>>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[(0.0, 0.5), (1.5, -2.0), (0.0, 0.5), (-1.0, 1.0)]> : tensor<4xcomplex<f64>>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<complex<f64>>, %new: tensor<complex<f64>>):
      %0 = stablehlo.add %old, %new : tensor<complex<f64>>
      stablehlo.return %0 : tensor<complex<f64>>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xcomplex<f64>>, tensor<4xi32>, tensor<4xcomplex<f64>>) -> tensor<5xcomplex<f64>>
  %expected = stablehlo.constant dense<[(3.0, -4.0), (0.0, 1.0), (3.0, 0.0), (-2.0, 2.0), (2.0, 2.5)]> : tensor<5xcomplex<f64>>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xcomplex<f64>>, tensor<5xcomplex<f64>>) -> ()
  return
}
