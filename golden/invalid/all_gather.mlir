// The rules of all_gather: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, I5, O1, C1, C2, C3, C4, C5, C6
// upstream: accepts
func.func @main(%operand: tensor<2x3xf32>) {
  %results = "stablehlo.all_gather"(%operand) <{
    all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

// expected: all_gather.I1
// operands is a variadic number of tensors or per-tensor quantized tensors
// spec: operands: variadic number of tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%operand: !stablehlo.token) {
  %results = "stablehlo.all_gather"(%operand) <{
    all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> : (!stablehlo.token) -> tensor<2x6xf32>
  return
}

// -----

// expected: all_gather.I2
// all_gather_dim is a constant of type si64
// spec: all_gather_dim: constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %results = "stablehlo.all_gather"(%operand) <{
    all_gather_dim = 1.0 : f32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

// expected: all_gather.I3
// replica_groups is a 2-dimensional tensor constant of type si64 or ReplicaGroupMeshAxes
// spec: replica_groups: 2-dimensional tensor constant of type si64 or ReplicaGroupMeshAxes
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %results = "stablehlo.all_gather"(%operand) <{
    all_gather_dim = 1 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

// expected: all_gather.I4
// channel_id is a constant of type si64
// spec: channel_id: constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %results = "stablehlo.all_gather"(%operand) <{
    all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = 1 : i64, use_global_device_ids
  }> : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

// expected: all_gather.I5
// use_global_device_ids is a constant of type i1
// spec: use_global_device_ids: constant of type i1
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %results = "stablehlo.all_gather"(%operand) <{
    all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids = 1 : i64
  }> : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

// expected: all_gather.O1
// results is a variadic number of tensors or per-tensor quantized tensors
// spec: results: variadic number of tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %results = "stablehlo.all_gather"(%operand) <{
    all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> : (tensor<2x3xf32>) -> !stablehlo.token
  return
}

// -----

// expected: all_gather.C1
// spec: 0 <= all_gather_dim < rank(operands...)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %results = "stablehlo.all_gather"(%operand) <{
    all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

// expected: all_gather.C2
// spec: is_unique(replica_groups)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %results = "stablehlo.all_gather"(%operand) <{
    all_gather_dim = 1 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

// expected: all_gather.C3
// spec: size(replica_groups) is num_replicas if cross_replica or cross_replica_and_partition is used,
//     num_processes if flattened_ids is used
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %results = "stablehlo.all_gather"(%operand) <{
    all_gather_dim = 1 : i64, replica_groups = dense<> : tensor<0x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

// expected: all_gather.C4
// spec: 0 <= replica_groups < size(replica_groups)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %results = "stablehlo.all_gather"(%operand) <{
    all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

// expected: all_gather.C5
// spec: if use_global_device_ids = true then channel_id > 0
// upstream: accepts. the verifier refuses negative ids only (seen with StableHLO 1.17.0)
func.func @main(%operand: tensor<2x3xf32>) {
  %results = "stablehlo.all_gather"(%operand) <{
    all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, use_global_device_ids
  }> : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

// expected: all_gather.C6
// spec: type(results...) = type(operands...) except: dim(results..., all_gather_dim) = dim(operands...,
//     all_gather_dim) * dim(process_groups, 1)
// upstream: accepts. of the gathered dimension, the verifier only asks that its size is a multiple of that of
//     operands (seen with StableHLO 1.17.0)
func.func @main(%operand: tensor<2x3xf32>) {
  %results = "stablehlo.all_gather"(%operand) <{
    all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> : (tensor<2x3xf32>) -> tensor<2x9xf32>
  return
}
