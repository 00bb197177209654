// The rules of reduce_scatter: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, I5, I6, O1, C1, C2, C3, C4, C5, C6,
//     C7, C8, C9
// upstream: accepts
func.func @main(%operand: tensor<4x8xf32>) {
  %result = "stablehlo.reduce_scatter"(%operand) <{
    scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// expected: reduce_scatter.I1
// operand is a tensor or per-tensor quantized tensor
// spec: operand: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: !stablehlo.token) {
  %result = "stablehlo.reduce_scatter"(%operand) <{
    scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (!stablehlo.token) -> tensor<4x4xf32>
  return
}

// -----

// expected: reduce_scatter.I2
// scatter_dimension is a constant of type si64
// spec: scatter_dimension: constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %result = "stablehlo.reduce_scatter"(%operand) <{
    scatter_dimension = 1.0 : f32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// expected: reduce_scatter.I3
// replica_groups is a 2-dimensional tensor constant of type si64 or ReplicaGroupMeshAxes
// spec: replica_groups: 2-dimensional tensor constant of type si64 or ReplicaGroupMeshAxes
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %result = "stablehlo.reduce_scatter"(%operand) <{
    scatter_dimension = 1 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// expected: reduce_scatter.I4
// channel_id is a constant of type si64
// spec: channel_id: constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %result = "stablehlo.reduce_scatter"(%operand) <{
    scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = 1 : i64, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// expected: reduce_scatter.I5
// use_global_device_ids is a constant of type i1
// spec: use_global_device_ids: constant of type i1
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %result = "stablehlo.reduce_scatter"(%operand) <{
    scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids = 1 : i64
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// expected: reduce_scatter.I6
// computation is a function
// spec: computation: function
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %result = "stablehlo.reduce_scatter"(%operand) <{
    scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    
  }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// expected: reduce_scatter.O1
// result is a tensor or per-tensor quantized tensor
// spec: result: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %result = "stablehlo.reduce_scatter"(%operand) <{
    scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4x8xf32>) -> !stablehlo.token
  return
}

// -----

// expected: reduce_scatter.C1
// spec: dim(operand, scatter_dimension) % dim(process_groups, 1) = 0
// upstream: rejects
func.func @main(%operand: tensor<4x9xf32>) {
  %result = "stablehlo.reduce_scatter"(%operand) <{
    scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4x9xf32>) -> tensor<4x4xf32>
  return
}

// -----

// expected: reduce_scatter.C2
// spec: 0 <= scatter_dimension < rank(operand)
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %result = "stablehlo.reduce_scatter"(%operand) <{
    scatter_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// expected: reduce_scatter.C3
// spec: is_unique(replica_groups)
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %result = "stablehlo.reduce_scatter"(%operand) <{
    scatter_dimension = 1 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// expected: reduce_scatter.C4
// spec: size(replica_groups) is num_replicas if cross_replica or cross_replica_and_partition is used,
//     num_processes if flattened_ids is used
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %result = "stablehlo.reduce_scatter"(%operand) <{
    scatter_dimension = 1 : i64, replica_groups = dense<> : tensor<0x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// expected: reduce_scatter.C5
// spec: 0 <= replica_groups < size(replica_groups)
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %result = "stablehlo.reduce_scatter"(%operand) <{
    scatter_dimension = 1 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// expected: reduce_scatter.C6
// spec: if use_global_device_ids = true then channel_id > 0
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %result = "stablehlo.reduce_scatter"(%operand) <{
    scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// expected: reduce_scatter.C7
// spec: computation has type (tensor<E>, tensor<E>) -> (tensor<E>) where is_promotable(element_type(operand), E)
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %result = "stablehlo.reduce_scatter"(%operand) <{
    scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0, %0) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// expected: reduce_scatter.C8
// spec: shape(result) = shape(operand) except: dim(result, scatter_dimension) = dim(operand, scatter_dimension) /
//     dim(process_groups, 1)
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %result = "stablehlo.reduce_scatter"(%operand) <{
    scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4x8xf32>) -> tensor<4x5xf32>
  return
}

// -----

// expected: reduce_scatter.C9
// spec: element_type(result) = E
// upstream: rejects
func.func @main(%operand: tensor<4x8xf32>) {
  %result = "stablehlo.reduce_scatter"(%operand) <{
    scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4x8xf32>) -> tensor<4x4xf64>
  return
}
