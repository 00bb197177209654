// The rules of scatter: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I3, I4, I12, C2, C5, C7, C8, C9, C11, C13, C15,
//     C16, C17, C18, C19, C20, C21, C22, O1, C24
// upstream: accepts
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.I1
// inputs are tensors
// spec: inputs: variadic number of tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%input: tensor<*xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<*xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: nothing. The valid neighbour of those that break I2
// upstream: accepts
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xui8>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xui8>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.I2
// scatter_indices is a tensor of integers
// spec: scatter_indices: tensor of integer type
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi1>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi1>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.I3
// updates are tensors
// spec: updates: variadic number of tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<*xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<*xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.I4
// scatter_dimension_numbers says which dimensions correspond
// spec: update_window_dims, inserted_window_dims, input_batching_dims, scatter_indices_batching_dims,
//     scatter_dims_to_operand_dims: 1-dimensional tensor constant of type si64; index_vector_dim: constant of type
//     si64
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: nothing. The valid neighbour of those that break I10
// upstream: accepts
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = true,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.I10
// indices_are_sorted is true or false
// spec: indices_are_sorted: constant of type i1
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = 1 : i32,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: nothing. The valid neighbour of those that break I11
// upstream: accepts
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = true
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.I11
// unique_indices is true or false
// spec: unique_indices: constant of type i1
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = 1 : i32
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.I12
// update_computation is a function: one block that ends in a return
// spec: update_computation: function
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: nothing. The valid neighbour of those that break C1, C3
// upstream: accepts
func.func @main(%input0: tensor<2x3x4x2xi64>, %input1: tensor<2x3x4x2xf32>, %scatter_indices: tensor<2x2x3x2xi64>, %update0: tensor<2x2x3x2x2xi64>, %update1: tensor<2x2x3x2x2xf32>) -> (tensor<2x3x4x2xi64>, tensor<2x3x4x2xf32>) {
  %result:2 = "stablehlo.scatter"(%input0, %input1, %scatter_indices, %update0, %update1) ({
  ^bb0(%old0: tensor<i64>, %old1: tensor<f32>, %new0: tensor<i64>, %new1: tensor<f32>):
    "stablehlo.return"(%new0, %new1) : (tensor<i64>, tensor<f32>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x3x4x2xf32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>, tensor<2x2x3x2x2xf32>) -> (tensor<2x3x4x2xi64>, tensor<2x3x4x2xf32>)
  return %result#0, %result#1 : tensor<2x3x4x2xi64>, tensor<2x3x4x2xf32>
}

// -----

// expected: scatter.C1
// inputs have the same shape
// spec: same(shape(inputs...))
// upstream: rejects
func.func @main(%input0: tensor<2x3x4x2xi64>, %input1: tensor<2x3x4x3xf32>, %scatter_indices: tensor<2x2x3x2xi64>, %update0: tensor<2x2x3x2x2xi64>, %update1: tensor<2x2x3x2x2xf32>) -> (tensor<2x3x4x2xi64>, tensor<2x3x4x3xf32>) {
  %result:2 = "stablehlo.scatter"(%input0, %input1, %scatter_indices, %update0, %update1) ({
  ^bb0(%old0: tensor<i64>, %old1: tensor<f32>, %new0: tensor<i64>, %new1: tensor<f32>):
    "stablehlo.return"(%new0, %new1) : (tensor<i64>, tensor<f32>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x3x4x3xf32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>, tensor<2x2x3x2x2xf32>) -> (tensor<2x3x4x2xi64>, tensor<2x3x4x3xf32>)
  return %result#0, %result#1 : tensor<2x3x4x2xi64>, tensor<2x3x4x3xf32>
}

// -----

// expected: scatter.C2
// every dimension of inputs is a window, an inserted or a batching dimension
// spec: rank(inputs[0]) = size(update_window_dims) + size(inserted_window_dims) + size(input_batching_dims)
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.C3
// updates have the same shape
// spec: same(shape(updates...))
// upstream: rejects
func.func @main(%input0: tensor<2x3x4x2xi64>, %input1: tensor<2x3x4x2xf32>, %scatter_indices: tensor<2x2x3x2xi64>, %update0: tensor<2x2x3x2x2xi64>, %update1: tensor<2x2x3x2x1xf32>) -> (tensor<2x3x4x2xi64>, tensor<2x3x4x2xf32>) {
  %result:2 = "stablehlo.scatter"(%input0, %input1, %scatter_indices, %update0, %update1) ({
  ^bb0(%old0: tensor<i64>, %old1: tensor<f32>, %new0: tensor<i64>, %new1: tensor<f32>):
    "stablehlo.return"(%new0, %new1) : (tensor<i64>, tensor<f32>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x3x4x2xf32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>, tensor<2x2x3x2x1xf32>) -> (tensor<2x3x4x2xi64>, tensor<2x3x4x2xf32>)
  return %result#0, %result#1 : tensor<2x3x4x2xi64>, tensor<2x3x4x2xf32>
}

// -----

// expected: nothing. The valid neighbour of those that break C4
// upstream: accepts
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x1xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x1xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.C4
// the updates' shape follows from scatter_indices and fits into inputs
// spec: shape(updates[0]) = combine(update_scatter_dim_sizes, update_window_dim_sizes) where
//     update_scatter_dim_sizes = shape(scatter_indices) without index_vector_dim and update_window_dim_sizes <=
//     shape(inputs[0]) without inserted_window_dims and input_batching_dims
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x3xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x3xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.C5
// there are as many updates as inputs, at least one
// spec: 0 < size(inputs) = size(updates) = N
// upstream: rejects
func.func @main(%scatter_indices: tensor<2x2x3x2xi64>) -> () {
  "stablehlo.scatter"(%scatter_indices) ({
    "stablehlo.return"() : () -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x2x3x2xi64>) -> ()
  return
}

// -----

// expected: nothing. The valid neighbour of those that break C6
// upstream: accepts
func.func @main(%input: tensor<2x3x4x2xf32>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xf32>) -> tensor<2x3x4x2xf32> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<f32>, %new0: tensor<f32>):
    "stablehlo.return"(%new0) : (tensor<f32>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xf32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xf32>) -> tensor<2x3x4x2xf32>
  return %result : tensor<2x3x4x2xf32>
}

// -----

// expected: scatter.C6
// updates have the inputs' element types
// spec: element_type(updates...) = element_type(inputs...)
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%input: tensor<2x3x4x2xf32>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xf64>) -> tensor<2x3x4x2xf32> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<f32>, %new0: tensor<f32>):
    "stablehlo.return"(%new0) : (tensor<f32>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xf32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xf64>) -> tensor<2x3x4x2xf32>
  return %result : tensor<2x3x4x2xf32>
}

// -----

// expected: scatter.C7
// update_window_dims is sorted and names no dimension twice
// spec: is_unique(update_window_dims) and is_sorted(update_window_dims)
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [4, 3],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.C8
// update_window_dims are dimensions of updates
// spec: 0 <= update_window_dims < rank(updates[0])
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 5],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.C9
// no dimension is inserted or batching twice
// spec: is_unique(concatenate(inserted_window_dims, input_batching_dims))
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [0],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: nothing. The valid neighbour of those that break C10
// upstream: accepts
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3],
      inserted_window_dims = [1, 2],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.C10
// inserted_window_dims is sorted
// spec: is_sorted(inserted_window_dims)
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3],
      inserted_window_dims = [2, 1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.C11
// inserted_window_dims are dimensions of inputs
// spec: 0 <= inserted_window_dims < rank(inputs[0])
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [4],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: nothing. The valid neighbour of those that break C12
// upstream: accepts
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      input_batching_dims = [0, 1],
      scatter_indices_batching_dims = [1, 2],
      scatter_dims_to_operand_dims = [2, 3],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.C12
// input_batching_dims is sorted
// spec: is_sorted(input_batching_dims)
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      input_batching_dims = [1, 0],
      scatter_indices_batching_dims = [2, 1],
      scatter_dims_to_operand_dims = [2, 3],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.C13
// input_batching_dims are dimensions of inputs
// spec: 0 <= input_batching_dims < rank(inputs[0])
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [4],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: nothing. The valid neighbour of those that break C14
// upstream: accepts
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3],
      inserted_window_dims = [1],
      input_batching_dims = [0, 3],
      scatter_indices_batching_dims = [1, 0],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.C14
// scatter_indices_batching_dims names no dimension twice
// spec: is_unique(scatter_indices_batching_dims)
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3],
      inserted_window_dims = [1],
      input_batching_dims = [0, 3],
      scatter_indices_batching_dims = [1, 1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.C15
// scatter_indices_batching_dims are dimensions of scatter_indices
// spec: 0 <= scatter_indices_batching_dims < rank(scatter_indices)
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [4],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.C16
// the index vectors' dimension is no batching dimension
// spec: index_vector_dim not in scatter_indices_batching_dims
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [3],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.C17
// inputs and scatter_indices have equally many batching dimensions
// spec: size(input_batching_dims) == size(scatter_indices_batching_dims)
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1, 0],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.C18
// paired batching dimensions have the same size
// spec: dim(inputs[0], input_batching_dims...) = dim(scatter_indices, scatter_indices_batching_dims...)
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [2],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.C19
// scatter_dims_to_operand_dims has one entry for each element of an index vector
// spec: size(scatter_dims_to_operand_dims) = index_vector_dim < rank(scatter_indices) ? dim(scatter_indices,
//     index_vector_dim) : 1
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.C20
// no dimension is indexed twice, or indexed and batching
// spec: is_unique(concatenate(scatter_dims_to_operand_dims, input_batching_dims))
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 0],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.C21
// scatter_dims_to_operand_dims names dimensions of inputs
// spec: 0 <= scatter_dims_to_operand_dims < rank(inputs[0])
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 4],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.C22
// index_vector_dim is a dimension of scatter_indices, or one past the last
// spec: 0 <= index_vector_dim <= rank(scatter_indices)
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 5>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: nothing. The valid neighbour of those that break C23
// upstream: accepts
func.func @main(%input: tensor<2x3x4x2xf32>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xf32>) -> tensor<2x3x4x2xf64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<f64>, %new0: tensor<f64>):
    "stablehlo.return"(%new0) : (tensor<f64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xf32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xf32>) -> tensor<2x3x4x2xf64>
  return %result : tensor<2x3x4x2xf64>
}

// -----

// expected: scatter.C23
// update_computation takes and returns scalars that inputs are promotable to
// spec: update_computation has type (tensor<E0>, ..., tensor<EN-1>, tensor<E0>, ..., tensor<EN-1>) ->
//     (tensor<E0>, ..., tensor<EN-1>), where is_promotable(element_type(inputs[i]), Ei)
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%input: tensor<2x3x4x2xf64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xf64>) -> tensor<2x3x4x2xf32> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<f32>, %new0: tensor<f32>):
    "stablehlo.return"(%new0) : (tensor<f32>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xf64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xf64>) -> tensor<2x3x4x2xf32>
  return %result : tensor<2x3x4x2xf32>
}

// -----

// expected: scatter.O1
// results are tensors
// spec: results: variadic number of tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<*xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<*xi64>
  return %result : tensor<*xi64>
}

// -----

// expected: scatter.C24
// results have the inputs' shapes
// spec: shape(inputs...) = shape(results...)
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi64>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x3xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi64>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi64>) -> tensor<2x3x4x3xi64>
  return %result : tensor<2x3x4x3xi64>
}

// -----

// expected: nothing. The valid neighbour of those that break C25
// upstream: accepts
func.func @main(%input: tensor<2x3x4x2xi32>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi32>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i64>, %new0: tensor<i64>):
    "stablehlo.return"(%new0) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}

// -----

// expected: scatter.C25
// results have the element types that update_computation returns
// spec: element_type(results[i]) = Ei for all i in [0,N)
// upstream: rejects
func.func @main(%input: tensor<2x3x4x2xi32>, %scatter_indices: tensor<2x2x3x2xi64>, %update: tensor<2x2x3x2x2xi32>) -> tensor<2x3x4x2xi64> {
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old0: tensor<i32>, %new0: tensor<i32>):
    "stablehlo.return"(%new0) : (tensor<i32>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [3, 4],
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [2, 1],
      index_vector_dim = 3>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> tensor<2x3x4x2xi64>
  return %result : tensor<2x3x4x2xi64>
}
