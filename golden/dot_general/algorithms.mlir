// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/linear_algebra.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// algorithm_bf16: operands are rounded to bf16
//   dot_general: lhs_precision_type, rhs_precision_type: what precisions the LHS and RHS are rounded to
// agree: spec model
// XLA CPU differs: xla.dot-algorithm: XLA CPU computes with all bits of the operands, or refuses the algorithm
//     for the shape
// upstream interpreter differs: upstream.dot-algorithm: the interpreter computes with all bits of the operands,
//     whatever the algorithm rounds them to
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.00390625, 1.001953125, 1.00048828125, 1.000244140625]]> : tensor<1x4xf32>
  %rhs = stablehlo.constant dense<[[1.0], [2.0], [4.0], [8.0]]> : tensor<4x1xf32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>,
    algorithm = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>
  } : (tensor<1x4xf32>, tensor<4x1xf32>) -> tensor<1x1xf32>
  %expected = stablehlo.constant dense<[[15.0]]> : tensor<1x1xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x1xf32>, tensor<1x1xf32>) -> ()
  return
}

// -----

// algorithm_tf32: operands are rounded to tf32
//   dot_general: lhs_precision_type, rhs_precision_type: what precisions the LHS and RHS are rounded to
// agree: spec model
// XLA CPU differs: xla.dot-algorithm: XLA CPU computes with all bits of the operands, or refuses the algorithm
//     for the shape
// upstream interpreter differs: upstream.dot-algorithm: the interpreter computes with all bits of the operands,
//     whatever the algorithm rounds them to
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.00390625, 1.001953125, 1.00048828125, 1.000244140625]]> : tensor<1x4xf32>
  %rhs = stablehlo.constant dense<[[1.0], [2.0], [4.0], [8.0]]> : tensor<4x1xf32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>,
    algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>
  } : (tensor<1x4xf32>, tensor<4x1xf32>) -> tensor<1x1xf32>
  %expected = stablehlo.constant dense<[[15.0078125]]> : tensor<1x1xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x1xf32>, tensor<1x1xf32>) -> ()
  return
}

// -----

// algorithm_f16: operands are rounded to f16
//   dot_general: lhs_precision_type, rhs_precision_type: what precisions the LHS and RHS are rounded to
// agree: spec model
// XLA CPU differs: xla.dot-algorithm: XLA CPU computes with all bits of the operands, or refuses the algorithm
//     for the shape
// upstream interpreter differs: upstream.dot-algorithm: the interpreter computes with all bits of the operands,
//     whatever the algorithm rounds them to
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.00390625, 1.001953125, 1.00048828125, 1.000244140625]]> : tensor<1x4xf32>
  %rhs = stablehlo.constant dense<[[1.0], [2.0], [4.0], [8.0]]> : tensor<4x1xf32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>,
    algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f16, rhs_precision_type = f16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>
  } : (tensor<1x4xf32>, tensor<4x1xf32>) -> tensor<1x1xf32>
  %expected = stablehlo.constant dense<[[15.0078125]]> : tensor<1x1xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x1xf32>, tensor<1x1xf32>) -> ()
  return
}

// -----

// algorithm_f32: operands are rounded to f32
//   dot_general: lhs_precision_type, rhs_precision_type: what precisions the LHS and RHS are rounded to
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[[1.00390625, 1.001953125, 1.00048828125, 1.000244140625]]> : tensor<1x4xf32>
  %rhs = stablehlo.constant dense<[[1.0], [2.0], [4.0], [8.0]]> : tensor<4x1xf32>
  %result = "stablehlo.dot_general"(%lhs, %rhs) {
    dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>,
    algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>
  } : (tensor<1x4xf32>, tensor<4x1xf32>) -> tensor<1x1xf32>
  %expected = stablehlo.constant dense<[[15.01171875]]> : tensor<1x1xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x1xf32>, tensor<1x1xf32>) -> ()
  return
}
