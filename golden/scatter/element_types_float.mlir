// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/scatter.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_f4E2M1FN: elements of type f4E2M1FN
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf4E2M1FN>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[-1.0, 0.5, -1.0, -2.0]> : tensor<4xf4E2M1FN>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<f4E2M1FN>, %new: tensor<f4E2M1FN>):
      %0 = stablehlo.add %old, %new : tensor<f4E2M1FN>
      stablehlo.return %0 : tensor<f4E2M1FN>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xf4E2M1FN>, tensor<4xi32>, tensor<4xf4E2M1FN>) -> tensor<5xf4E2M1FN>
  %expected = stablehlo.constant dense<[1.0, -2.0, 1.5, -4.0, 2.0]> : tensor<5xf4E2M1FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf4E2M1FN>, tensor<5xf4E2M1FN>) -> ()
  return
}

// -----

// element_type_f6E2M3FN: elements of type f6E2M3FN
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.f6: XLA can't compute with them, and before jaxlib 0.11 not even pass them; some programs
//     end the process
func.func @main() {
  %inputs = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf6E2M3FN>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[-1.0, 0.5, -1.0, -2.0]> : tensor<4xf6E2M3FN>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<f6E2M3FN>, %new: tensor<f6E2M3FN>):
      %0 = stablehlo.add %old, %new : tensor<f6E2M3FN>
      stablehlo.return %0 : tensor<f6E2M3FN>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xf6E2M3FN>, tensor<4xi32>, tensor<4xf6E2M3FN>) -> tensor<5xf6E2M3FN>
  %expected = stablehlo.constant dense<[1.0, -2.0, 1.5, -4.0, 2.0]> : tensor<5xf6E2M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf6E2M3FN>, tensor<5xf6E2M3FN>) -> ()
  return
}

// -----

// element_type_f6E3M2FN: elements of type f6E3M2FN
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter
// XLA CPU differs: xla.f6: XLA can't compute with them, and before jaxlib 0.11 not even pass them; some programs
//     end the process
func.func @main() {
  %inputs = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf6E3M2FN>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[-1.0, 0.5, -1.0, -2.0]> : tensor<4xf6E3M2FN>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<f6E3M2FN>, %new: tensor<f6E3M2FN>):
      %0 = stablehlo.add %old, %new : tensor<f6E3M2FN>
      stablehlo.return %0 : tensor<f6E3M2FN>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xf6E3M2FN>, tensor<4xi32>, tensor<4xf6E3M2FN>) -> tensor<5xf6E3M2FN>
  %expected = stablehlo.constant dense<[1.0, -2.0, 1.5, -4.0, 2.0]> : tensor<5xf6E3M2FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf6E3M2FN>, tensor<5xf6E3M2FN>) -> ()
  return
}

// -----

// element_type_f8E3M4: elements of type f8E3M4
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf8E3M4>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[-1.0, 0.5, -1.0, -2.0]> : tensor<4xf8E3M4>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<f8E3M4>, %new: tensor<f8E3M4>):
      %0 = stablehlo.add %old, %new : tensor<f8E3M4>
      stablehlo.return %0 : tensor<f8E3M4>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xf8E3M4>, tensor<4xi32>, tensor<4xf8E3M4>) -> tensor<5xf8E3M4>
  %expected = stablehlo.constant dense<[1.0, -2.0, 1.5, -4.0, 2.0]> : tensor<5xf8E3M4>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E3M4>, tensor<5xf8E3M4>) -> ()
  return
}

// -----

// element_type_f8E4M3: elements of type f8E4M3
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf8E4M3>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[-1.0, 0.5, -1.0, -2.0]> : tensor<4xf8E4M3>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<f8E4M3>, %new: tensor<f8E4M3>):
      %0 = stablehlo.add %old, %new : tensor<f8E4M3>
      stablehlo.return %0 : tensor<f8E4M3>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xf8E4M3>, tensor<4xi32>, tensor<4xf8E4M3>) -> tensor<5xf8E4M3>
  %expected = stablehlo.constant dense<[1.0, -2.0, 1.5, -4.0, 2.0]> : tensor<5xf8E4M3>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E4M3>, tensor<5xf8E4M3>) -> ()
  return
}

// -----

// element_type_f8E4M3FN: elements of type f8E4M3FN
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf8E4M3FN>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[-1.0, 0.5, -1.0, -2.0]> : tensor<4xf8E4M3FN>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<f8E4M3FN>, %new: tensor<f8E4M3FN>):
      %0 = stablehlo.add %old, %new : tensor<f8E4M3FN>
      stablehlo.return %0 : tensor<f8E4M3FN>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xf8E4M3FN>, tensor<4xi32>, tensor<4xf8E4M3FN>) -> tensor<5xf8E4M3FN>
  %expected = stablehlo.constant dense<[1.0, -2.0, 1.5, -4.0, 2.0]> : tensor<5xf8E4M3FN>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E4M3FN>, tensor<5xf8E4M3FN>) -> ()
  return
}

// -----

// element_type_f8E4M3FNUZ: elements of type f8E4M3FNUZ
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf8E4M3FNUZ>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[-1.0, 0.5, -1.0, -2.0]> : tensor<4xf8E4M3FNUZ>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<f8E4M3FNUZ>, %new: tensor<f8E4M3FNUZ>):
      %0 = stablehlo.add %old, %new : tensor<f8E4M3FNUZ>
      stablehlo.return %0 : tensor<f8E4M3FNUZ>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xf8E4M3FNUZ>, tensor<4xi32>, tensor<4xf8E4M3FNUZ>) -> tensor<5xf8E4M3FNUZ>
  %expected = stablehlo.constant dense<[1.0, -2.0, 1.5, -4.0, 2.0]> : tensor<5xf8E4M3FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E4M3FNUZ>, tensor<5xf8E4M3FNUZ>) -> ()
  return
}

// -----

// element_type_f8E4M3B11FNUZ: elements of type f8E4M3B11FNUZ
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf8E4M3B11FNUZ>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[-1.0, 0.5, -1.0, -2.0]> : tensor<4xf8E4M3B11FNUZ>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<f8E4M3B11FNUZ>, %new: tensor<f8E4M3B11FNUZ>):
      %0 = stablehlo.add %old, %new : tensor<f8E4M3B11FNUZ>
      stablehlo.return %0 : tensor<f8E4M3B11FNUZ>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xf8E4M3B11FNUZ>, tensor<4xi32>, tensor<4xf8E4M3B11FNUZ>) -> tensor<5xf8E4M3B11FNUZ>
  %expected = stablehlo.constant dense<[1.0, -2.0, 1.5, -4.0, 2.0]> : tensor<5xf8E4M3B11FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E4M3B11FNUZ>, tensor<5xf8E4M3B11FNUZ>) -> ()
  return
}

// -----

// element_type_f8E5M2: elements of type f8E5M2
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf8E5M2>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[-1.0, 0.5, -1.0, -2.0]> : tensor<4xf8E5M2>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<f8E5M2>, %new: tensor<f8E5M2>):
      %0 = stablehlo.add %old, %new : tensor<f8E5M2>
      stablehlo.return %0 : tensor<f8E5M2>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xf8E5M2>, tensor<4xi32>, tensor<4xf8E5M2>) -> tensor<5xf8E5M2>
  %expected = stablehlo.constant dense<[1.0, -2.0, 1.5, -4.0, 2.0]> : tensor<5xf8E5M2>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E5M2>, tensor<5xf8E5M2>) -> ()
  return
}

// -----

// element_type_f8E5M2FNUZ: elements of type f8E5M2FNUZ
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf8E5M2FNUZ>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[-1.0, 0.5, -1.0, -2.0]> : tensor<4xf8E5M2FNUZ>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<f8E5M2FNUZ>, %new: tensor<f8E5M2FNUZ>):
      %0 = stablehlo.add %old, %new : tensor<f8E5M2FNUZ>
      stablehlo.return %0 : tensor<f8E5M2FNUZ>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xf8E5M2FNUZ>, tensor<4xi32>, tensor<4xf8E5M2FNUZ>) -> tensor<5xf8E5M2FNUZ>
  %expected = stablehlo.constant dense<[1.0, -2.0, 1.5, -4.0, 2.0]> : tensor<5xf8E5M2FNUZ>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E5M2FNUZ>, tensor<5xf8E5M2FNUZ>) -> ()
  return
}

// -----

// element_type_f8E8M0FNU: elements of type f8E8M0FNU
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[0.5, 1.0, 2.0, 4.0, 8.0]> : tensor<5xf8E8M0FNU>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[1.0, 0.5, 1.0, 4.0]> : tensor<4xf8E8M0FNU>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<f8E8M0FNU>, %new: tensor<f8E8M0FNU>):
      stablehlo.return %new : tensor<f8E8M0FNU>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xf8E8M0FNU>, tensor<4xi32>, tensor<4xf8E8M0FNU>) -> tensor<5xf8E8M0FNU>
  %expected = stablehlo.constant dense<[0.5, 1.0, 2.0, 4.0, 1.0]> : tensor<5xf8E8M0FNU>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf8E8M0FNU>, tensor<5xf8E8M0FNU>) -> ()
  return
}

// -----

// element_type_bf16: elements of type bf16
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xbf16>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[-1.0, 0.5, -1.0, -2.0]> : tensor<4xbf16>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<bf16>, %new: tensor<bf16>):
      %0 = stablehlo.add %old, %new : tensor<bf16>
      stablehlo.return %0 : tensor<bf16>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xbf16>, tensor<4xi32>, tensor<4xbf16>) -> tensor<5xbf16>
  %expected = stablehlo.constant dense<[1.0, -2.0, 1.5, -4.0, 2.0]> : tensor<5xbf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xbf16>, tensor<5xbf16>) -> ()
  return
}

// -----

// element_type_f16: elements of type f16
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf16>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[-1.0, 0.5, -1.0, -2.0]> : tensor<4xf16>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<f16>, %new: tensor<f16>):
      %0 = stablehlo.add %old, %new : tensor<f16>
      stablehlo.return %0 : tensor<f16>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xf16>, tensor<4xi32>, tensor<4xf16>) -> tensor<5xf16>
  %expected = stablehlo.constant dense<[1.0, -2.0, 1.5, -4.0, 2.0]> : tensor<5xf16>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf16>, tensor<5xf16>) -> ()
  return
}

// -----

// element_type_f32: elements of type f32
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf32>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[-1.0, 0.5, -1.0, -2.0]> : tensor<4xf32>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      %0 = stablehlo.add %old, %new : tensor<f32>
      stablehlo.return %0 : tensor<f32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xf32>, tensor<4xi32>, tensor<4xf32>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[1.0, -2.0, 1.5, -4.0, 2.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  return
}

// -----

// element_type_f64: elements of type f64
//   scatter.I1: inputs: tensors of every element type
//   scatter.S17: updated_values = update_computation(results...[result_index], updates_converted): old values first
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[0.5, -1.0, 1.5, -2.0, 3.0]> : tensor<5xf64>
  %scatter_indices = stablehlo.constant dense<[4, 0, 1, 3]> : tensor<4xi32>
  %updates = stablehlo.constant dense<[-1.0, 0.5, -1.0, -2.0]> : tensor<4xf64>
  %result = "stablehlo.scatter"(%inputs, %scatter_indices, %updates) ({
    ^bb0(%old: tensor<f64>, %new: tensor<f64>):
      %0 = stablehlo.add %old, %new : tensor<f64>
      stablehlo.return %0 : tensor<f64>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<5xf64>, tensor<4xi32>, tensor<4xf64>) -> tensor<5xf64>
  %expected = stablehlo.constant dense<[1.0, -2.0, 1.5, -4.0, 2.0]> : tensor<5xf64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xf64>, tensor<5xf64>) -> ()
  return
}
