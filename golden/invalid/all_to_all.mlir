// The rules of all_to_all: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, I5, I6, O1, C1, C2, C3, C4, C5, C6,
//     C7, C8, C9
// upstream: accepts
func.func @main(%operand: tensor<4x8xf32>) {
  %results = "stablehlo.all_to_all"(%operand) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// expected: all_to_all.I1
// operands is a variadic number of tensors or per-tensor quantized tensors
// spec: operands: variadic number of tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%operand: !stablehlo.token) {
  %results = "stablehlo.all_to_all"(%operand) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (!stablehlo.token) -> tensor<8x4xf32>
  return
}

// -----

// expected: all_to_all.I2
// split_dimension is a constant of type si64
// spec: split_dimension: constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %results = "stablehlo.all_to_all"(%operand) <{
    split_dimension = 1.0 : f32, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// expected: all_to_all.I3
// concat_dimension is a constant of type si64
// spec: concat_dimension: constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %results = "stablehlo.all_to_all"(%operand) <{
    split_dimension = 1 : i64, concat_dimension = 0.0 : f32, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// expected: all_to_all.I4
// split_count is a constant of type si64
// spec: split_count: constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %results = "stablehlo.all_to_all"(%operand) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2.0 : f32,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// expected: all_to_all.I5
// replica_groups is a 2-dimensional tensor constant of type si64 or ReplicaGroupMeshAxes
// spec: replica_groups: 2-dimensional tensor constant of type si64 or ReplicaGroupMeshAxes
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %results = "stablehlo.all_to_all"(%operand) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[0, 1]> : tensor<2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// expected: all_to_all.I6
// channel_id is a constant of type si64
// spec: channel_id: constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %results = "stablehlo.all_to_all"(%operand) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = 1 : i64
  }> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// expected: all_to_all.O1
// results is a variadic number of tensors or per-tensor quantized tensors
// spec: results: variadic number of tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %results = "stablehlo.all_to_all"(%operand) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<4x8xf32>) -> !stablehlo.token
  return
}

// -----

// expected: all_to_all.C1
// spec: 0 <= split_dimension < rank(operands...)
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %results = "stablehlo.all_to_all"(%operand) <{
    split_dimension = 2 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// expected: all_to_all.C2
// spec: dim(operands..., split_dimension) % split_count = 0
// upstream: rejects
func.func @main(%operand: tensor<4x9xf32>) {
  %results = "stablehlo.all_to_all"(%operand) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<4x9xf32>) -> tensor<8x4xf32>
  return
}

// -----

// expected: all_to_all.C3
// spec: 0 <= concat_dimension < rank(operands...)
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %results = "stablehlo.all_to_all"(%operand) <{
    split_dimension = 1 : i64, concat_dimension = 2 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// expected: all_to_all.C4
// spec: 0 < split_count
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %results = "stablehlo.all_to_all"(%operand) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 0 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// expected: all_to_all.C5
// spec: is_unique(replica_groups)
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %results = "stablehlo.all_to_all"(%operand) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// expected: all_to_all.C6
// spec: size(replica_groups) is num_replicas if cross_replica or cross_replica_and_partition is used,
//     num_processes if flattened_ids is used
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %results = "stablehlo.all_to_all"(%operand) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<> : tensor<0x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// expected: all_to_all.C7
// spec: 0 <= replica_groups < size(replica_groups)
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %results = "stablehlo.all_to_all"(%operand) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// expected: all_to_all.C8
// spec: dim(replica_groups, 1) = split_count
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %results = "stablehlo.all_to_all"(%operand) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// expected: all_to_all.C9
// spec: type(results...) = type(operands...) except, if split_dimension != concat_dimension: dim(results...,
//     split_dimension) = dim(operands..., split_dimension) / split_count and dim(results..., concat_dimension) =
//     dim(operands..., concat_dimension) * split_count
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %results = "stablehlo.all_to_all"(%operand) <{
    split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<4x8xf32>) -> tensor<8x5xf32>
  return
}
