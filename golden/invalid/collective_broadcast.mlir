// The rules of collective_broadcast: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, O1, C1, C2, C3, C4, C5
// upstream: accepts
func.func @main(%operand: tensor<2x3xf32>) {
  %results = "stablehlo.collective_broadcast"(%operand) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_broadcast.I1
// operands is a variadic number of tensors or per-tensor quantized tensors
// spec: operands: variadic number of tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%operand: !stablehlo.token) {
  %results = "stablehlo.collective_broadcast"(%operand) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (!stablehlo.token) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_broadcast.I2
// replica_groups is a 2-dimensional tensor constant of type si64 or ReplicaGroupMeshAxes
// spec: replica_groups: 2-dimensional tensor constant of type si64 or ReplicaGroupMeshAxes
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %results = "stablehlo.collective_broadcast"(%operand) <{
    replica_groups = dense<[0, 1]> : tensor<2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_broadcast.I3
// channel_id is a constant of type si64
// spec: channel_id: constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %results = "stablehlo.collective_broadcast"(%operand) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = 1 : i64
  }> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_broadcast.I4
// has_dynamic_root is a constant of type i1
// spec: has_dynamic_root: constant of type i1
// upstream: accepts. the bindings don't know roots yet, so that upstream's verifier isn't asked (seen with
//     StableHLO 1.17.0)
func.func @main(%operand: tensor<2x3xf32>, %root: tensor<1xi32>) {
  %results = "stablehlo.collective_broadcast"(%operand, %root) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, has_dynamic_root = 1 : i64
  }> : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_broadcast.O1
// results is a variadic number of tensors or per-tensor quantized tensors
// spec: results: variadic number of tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %results = "stablehlo.collective_broadcast"(%operand) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<2x3xf32>) -> !stablehlo.token
  return
}

// -----

// expected: collective_broadcast.C1
// spec: is_unique(replica_groups)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %results = "stablehlo.collective_broadcast"(%operand) <{
    replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_broadcast.C2
// spec: 0 <= replica_groups < N where N is num_replicas if cross_replica is used, num_partitions if
//     cross_partition is used
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %results = "stablehlo.collective_broadcast"(%operand) <{
    replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_broadcast.C3
// spec: If has_dynamic_root = false: size(operands) >= 1 and type(results[j]) = type(operands[j]) for all j in
//     [0, size(operands))
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %results = "stablehlo.collective_broadcast"(%operand) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

// expected: collective_broadcast.C4
// spec: If has_dynamic_root = true: size(operands) >= 2, type(operands[size(operands)-1]) =
//     tensor<[size(operands)-1]xi32> and type(results[j]) = type(operands[j]) for all j in [0, size(operands)-1)
// upstream: accepts. the bindings don't know roots yet, so that upstream's verifier isn't asked (seen with
//     StableHLO 1.17.0)
func.func @main(%operand: tensor<2x3xf32>, %root: tensor<2xi32>) {
  %results = "stablehlo.collective_broadcast"(%operand, %root) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, has_dynamic_root = true
  }> : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_broadcast.C5
// spec: size(results) = size(operands) - (has_dynamic_root ? 1 : 0)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %results:2 = "stablehlo.collective_broadcast"(%operand) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  return
}
