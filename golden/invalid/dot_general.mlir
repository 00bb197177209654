// The rules of dot_general: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I7, I8, I9, I10, I11, I12, I13, I14, O1,
//     C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11, C12, C13, C14, C15, C16, C17, C18, C19, C20, C21, C22, C23, C24
// upstream: accepts
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.I1
// lhs is a tensor or per-tensor quantized tensor
// spec: lhs: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%lhs: !stablehlo.token, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (!stablehlo.token, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.I2
// rhs is a tensor or quantized tensor
// spec: rhs: tensor or quantized tensor
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: !stablehlo.token) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, !stablehlo.token) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.I3
// lhs_batching_dimensions is a 1-dimensional tensor constant of type si64
// spec: lhs_batching_dimensions: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.I7
// precision_config is a variadic number of enums of DEFAULT, HIGH, and HIGHEST
// spec: precision_config: variadic number of enums of DEFAULT, HIGH, and HIGHEST
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, "FAST"],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.I8
// lhs_precision_type is an any
// spec: lhs_precision_type is a FloatType or TensorFloat32
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = i8, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.I9
// rhs_precision_type is an any
// spec: rhs_precision_type is a FloatType or TensorFloat32
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = i8, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.I10
// accumulation_type is an any
// spec: accumulation_type is a FloatType or TensorFloat32
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = i8,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.I11
// lhs_component_count is a constant of type si32
// spec: lhs_component_count: constant of type si32
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = one, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.I12
// rhs_component_count is a constant of type si32
// spec: rhs_component_count: constant of type si32
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = one, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.I13
// num_primitive_operations is a constant of type si32
// spec: num_primitive_operations: constant of type si32
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = one,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.I14
// allow_imprecise_accumulation is a constant of type bool
// spec: allow_imprecise_accumulation: constant of type bool
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = maybe
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.O1
// result is a tensor or quantized tensor
// spec: result: tensor or quantized tensor
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> !stablehlo.token
  return
}

// -----

// expected: dot_general.C1
// spec: size(lhs_batching_dimensions) = size(rhs_batching_dimensions)
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.C2
// spec: size(lhs_contracting_dimensions) = size(rhs_contracting_dimensions)
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = []
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.C3
// spec: is_unique(lhs_batching_dimensions + lhs_contracting_dimensions)
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x2x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x2x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.C4
// spec: is_unique(rhs_batching_dimensions + rhs_contracting_dimensions)
// upstream: rejects
func.func @main(%lhs: tensor<2x3x2xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x2xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.C5
// spec: 0 <= lhs_batching_dimensions < rank(lhs)
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [3], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.C6
// spec: 0 <= lhs_contracting_dimensions < rank(lhs)
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [3], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.C7
// spec: 0 <= rhs_batching_dimensions < rank(rhs)
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [3],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.C8
// spec: 0 <= rhs_contracting_dimensions < rank(rhs)
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.C9
// spec: dim(lhs, lhs_batching_dimensions...) = dim(rhs, rhs_batching_dimensions...)
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<3x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<3x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.C10
// spec: dim(lhs, lhs_contracting_dimensions...) = dim(rhs, rhs_contracting_dimensions...)
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x6x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x6x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.C11
// spec: size(precision_config) = 2
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.C12
// spec: shape(result) = dim(lhs, lhs_batching_dimensions) + dim(lhs, lhs_result_dimensions) + dim(rhs,
//     rhs_result_dimensions)
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x6xf32>
  return
}

// -----

// expected: dot_general.C13
// spec: If the operation uses non-quantized tensors: element_type(lhs) = element_type(rhs)
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf64>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf64>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.C14
// spec: If the operation uses quantized tensors: is_quantized(lhs) = is_quantized(result) and is_quantized(rhs)
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.C15
// spec: zero_points(rhs) = 0
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, %rhs: tensor<2x4x5x!quant.uniform<i8:f32, 1.0:5>>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x4x5x!quant.uniform<i8:f32, 1.0:5>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 1.0:17>>
  return
}

// -----

// expected: dot_general.C16
// spec: if is_per_axis_quantized(rhs) then quantization_dimension(rhs) not in rhs_contracting_dimensions
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, %rhs: tensor<2x4x5x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0, 4.0}>>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x4x5x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0, 4.0}>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 1.0:17>>
  return
}

// -----

// expected: dot_general.C17
// spec: storage_type(lhs) = storage_type(rhs)
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, %rhs: tensor<2x4x5x!quant.uniform<i16:f32, 1.0>>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x4x5x!quant.uniform<i16:f32, 1.0>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 1.0:17>>
  return
}

// -----

// expected: dot_general.C18
// spec: expressed_type(lhs) = expressed_type(rhs) = expressed_type(result)
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, %rhs: tensor<2x4x5x!quant.uniform<i8:f16, 1.0>>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x4x5x!quant.uniform<i8:f16, 1.0>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 1.0:17>>
  return
}

// -----

// expected: dot_general.C19
// spec: if is_quantized(lhs) and is_per_tensor_quantized(rhs) then is_per_tensor_quantized(result)
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, %rhs: tensor<2x4x5x!quant.uniform<i8:f32, 1.0>>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x4x5x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x3x5x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  return
}

// -----

// expected: dot_general.C20
// spec: If !is_quantized(lhs): element_type(lhs) = expressed_type(rhs) = element_type(result)
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5x!quant.uniform<i8:f32, 1.0>>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x3x5xf64>
  return
}

// -----

// expected: dot_general.C21
// spec: If !is_empty_algorithm(...): precision_config... = DEFAULT
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.C22
// spec: 0 < lhs_component_count
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.C23
// spec: 0 < rhs_component_count
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 0, num_primitive_operations = 1,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// expected: dot_general.C24
// spec: 0 < num_primitive_operations
// upstream: rejects
func.func @main(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %result = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
    >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
    algorithm = #stablehlo.dot_algorithm<
      lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
      lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 0,
      allow_imprecise_accumulation = false
    >
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}
