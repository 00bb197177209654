// The rules of collective_reduce: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, I5, O1, C1, C2, C3, C4
// upstream: accepts
func.func @main(%operand: tensor<2x3xf32>, %root: tensor<1xi32>) {
  %results = "stablehlo.collective_reduce"(%operand, %root) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, has_dynamic_root = true
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_reduce.I1
// operands is a variadic number of tensors or per-tensor quantized tensors
// spec: operands: variadic number of tensors or per-tensor quantized tensors
// upstream: accepts. the bindings don't know this operation yet, so that upstream's verifier isn't asked (seen
//     with StableHLO 1.17.0)
func.func @main(%operand: !stablehlo.token, %root: tensor<1xi32>) {
  %results = "stablehlo.collective_reduce"(%operand, %root) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, has_dynamic_root = true
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (!stablehlo.token, tensor<1xi32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_reduce.I2
// replica_groups is a 2-dimensional tensor constant of type si64 or ReplicaGroupMeshAxes
// spec: replica_groups: 2-dimensional tensor constant of type si64 or ReplicaGroupMeshAxes
// upstream: accepts. the bindings don't know this operation yet, so that upstream's verifier isn't asked (seen
//     with StableHLO 1.17.0)
func.func @main(%operand: tensor<2x3xf32>, %root: tensor<1xi32>) {
  %results = "stablehlo.collective_reduce"(%operand, %root) <{
    replica_groups = dense<[0, 1]> : tensor<2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, has_dynamic_root = true
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_reduce.I3
// channel_id is a constant of type si64
// spec: channel_id: constant of type si64
// upstream: accepts. the bindings don't know this operation yet, so that upstream's verifier isn't asked (seen
//     with StableHLO 1.17.0)
func.func @main(%operand: tensor<2x3xf32>, %root: tensor<1xi32>) {
  %results = "stablehlo.collective_reduce"(%operand, %root) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = 1 : i64, has_dynamic_root = true
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_reduce.I4
// has_dynamic_root is a constant of type i1
// spec: has_dynamic_root: constant of type i1
// upstream: accepts. the bindings don't know this operation yet, so that upstream's verifier isn't asked (seen
//     with StableHLO 1.17.0)
func.func @main(%operand: tensor<2x3xf32>, %root: tensor<1xi32>) {
  %results = "stablehlo.collective_reduce"(%operand, %root) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, has_dynamic_root = 1 : i64
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_reduce.I5
// computation is a function
// spec: computation: function
// upstream: accepts. the bindings don't know this operation yet, so that upstream's verifier isn't asked (seen
//     with StableHLO 1.17.0)
func.func @main(%operand: tensor<2x3xf32>, %root: tensor<1xi32>) {
  %results = "stablehlo.collective_reduce"(%operand, %root) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, has_dynamic_root = true
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    
  }) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_reduce.O1
// results is a variadic number of tensors or per-tensor quantized tensors
// spec: results: variadic number of tensors or per-tensor quantized tensors
// upstream: accepts. the bindings don't know this operation yet, so that upstream's verifier isn't asked (seen
//     with StableHLO 1.17.0)
func.func @main(%operand: tensor<2x3xf32>, %root: tensor<1xi32>) {
  %results = "stablehlo.collective_reduce"(%operand, %root) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, has_dynamic_root = true
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<1xi32>) -> !stablehlo.token
  return
}

// -----

// expected: collective_reduce.C1
// spec: is_unique(replica_groups)
// upstream: accepts. the bindings don't know this operation yet, so that upstream's verifier isn't asked (seen
//     with StableHLO 1.17.0)
func.func @main(%operand: tensor<2x3xf32>, %root: tensor<1xi32>) {
  %results = "stablehlo.collective_reduce"(%operand, %root) <{
    replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, has_dynamic_root = true
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_reduce.C2
// spec: 0 <= replica_groups < N where N is num_replicas if cross_replica is used, num_partitions if
//     cross_partition is used
// upstream: accepts. the bindings don't know this operation yet, so that upstream's verifier isn't asked (seen
//     with StableHLO 1.17.0)
func.func @main(%operand: tensor<2x3xf32>, %root: tensor<1xi32>) {
  %results = "stablehlo.collective_reduce"(%operand, %root) <{
    replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, has_dynamic_root = true
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_reduce.C3
// spec: if has_dynamic_root == false, shape(results) = shape(operands); else, shape(results) = shape(operands[0,
//     size(operands)-2]), dim(operands[size(operands)-1]) == 1 with num_elements(operands[size(operands)-1]) ==
//     size(operands)-1
// upstream: accepts. the bindings don't know this operation yet, so that upstream's verifier isn't asked (seen
//     with StableHLO 1.17.0)
func.func @main(%operand: tensor<2x3xf32>, %root: tensor<1xi32>) {
  %results = "stablehlo.collective_reduce"(%operand, %root) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, has_dynamic_root = true
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x4xf32>
  return
}

// -----

// expected: collective_reduce.C4
// spec: computation has type (tensor<E>, tensor<E>) -> (tensor<E>) where is_promotable(element_type(operand), E)
// upstream: accepts. the bindings don't know this operation yet, so that upstream's verifier isn't asked (seen
//     with StableHLO 1.17.0)
func.func @main(%operand: tensor<2x3xf32>, %root: tensor<1xi32>) {
  %results = "stablehlo.collective_reduce"(%operand, %root) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, has_dynamic_root = true
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0, %0) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x3xf32>
  return
}
