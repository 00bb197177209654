// The rules of all_reduce: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, I5, O1, C1, C2, C3, C4, C5, C6, C7
// upstream: accepts
func.func @main(%operand0: tensor<4xf32>, %operand1: tensor<8xf32>) {
  %results:2 = "stablehlo.all_reduce"(%operand0, %operand1) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf32>)
  return
}

// -----

// expected: all_reduce.I1
// operands is a variadic number of tensors or per-tensor quantized tensors
// spec: operands: variadic number of tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%operand0: !stablehlo.token, %operand1: tensor<8xf32>) {
  %results:2 = "stablehlo.all_reduce"(%operand0, %operand1) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (!stablehlo.token, tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf32>)
  return
}

// -----

// expected: all_reduce.I2
// replica_groups is a 2-dimensional tensor constant of type si64 or ReplicaGroupMeshAxes
// spec: replica_groups: 2-dimensional tensor constant of type si64 or ReplicaGroupMeshAxes
// upstream: rejects
func.func @main(%operand0: tensor<4xf32>, %operand1: tensor<8xf32>) {
  %results:2 = "stablehlo.all_reduce"(%operand0, %operand1) <{
    replica_groups = dense<[0, 1]> : tensor<2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf32>)
  return
}

// -----

// expected: all_reduce.I3
// channel_id is a constant of type si64
// spec: channel_id: constant of type si64
// upstream: rejects
func.func @main(%operand0: tensor<4xf32>, %operand1: tensor<8xf32>) {
  %results:2 = "stablehlo.all_reduce"(%operand0, %operand1) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = 1 : i64, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf32>)
  return
}

// -----

// expected: all_reduce.I4
// use_global_device_ids is a constant of type i1
// spec: use_global_device_ids: constant of type i1
// upstream: rejects
func.func @main(%operand0: tensor<4xf32>, %operand1: tensor<8xf32>) {
  %results:2 = "stablehlo.all_reduce"(%operand0, %operand1) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids = 1 : i64
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf32>)
  return
}

// -----

// expected: all_reduce.I5
// computation is a function
// spec: computation: function
// upstream: rejects
func.func @main(%operand0: tensor<4xf32>, %operand1: tensor<8xf32>) {
  %results:2 = "stablehlo.all_reduce"(%operand0, %operand1) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    
  }) : (tensor<4xf32>, tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf32>)
  return
}

// -----

// expected: all_reduce.O1
// results is a variadic number of tensors or per-tensor quantized tensors
// spec: results: variadic number of tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%operand0: tensor<4xf32>, %operand1: tensor<8xf32>) {
  %results:2 = "stablehlo.all_reduce"(%operand0, %operand1) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<8xf32>) -> (!stablehlo.token, tensor<8xf32>)
  return
}

// -----

// expected: all_reduce.C1
// spec: is_unique(replica_groups)
// upstream: rejects
func.func @main(%operand0: tensor<4xf32>, %operand1: tensor<8xf32>) {
  %results:2 = "stablehlo.all_reduce"(%operand0, %operand1) <{
    replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf32>)
  return
}

// -----

// expected: all_reduce.C2
// spec: size(replica_groups) is num_replicas if cross_replica or cross_replica_and_partition is used,
//     num_processes if flattened_ids is used
// upstream: rejects
func.func @main(%operand0: tensor<4xf32>, %operand1: tensor<8xf32>) {
  %results:2 = "stablehlo.all_reduce"(%operand0, %operand1) <{
    replica_groups = dense<> : tensor<0x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf32>)
  return
}

// -----

// expected: all_reduce.C3
// spec: 0 <= replica_groups < size(replica_groups)
// upstream: rejects
func.func @main(%operand0: tensor<4xf32>, %operand1: tensor<8xf32>) {
  %results:2 = "stablehlo.all_reduce"(%operand0, %operand1) <{
    replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf32>)
  return
}

// -----

// expected: all_reduce.C4
// spec: if use_global_device_ids = true then channel_id > 0
// upstream: rejects
func.func @main(%operand0: tensor<4xf32>, %operand1: tensor<8xf32>) {
  %results:2 = "stablehlo.all_reduce"(%operand0, %operand1) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf32>)
  return
}

// -----

// expected: all_reduce.C5
// spec: computation has type (tensor<E>, tensor<E>) -> (tensor<E>) where is_promotable(element_type(operand), E)
// upstream: rejects
func.func @main(%operand0: tensor<4xf32>, %operand1: tensor<8xf32>) {
  %results:2 = "stablehlo.all_reduce"(%operand0, %operand1) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0, %0) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf32>)
  return
}

// -----

// expected: all_reduce.C6
// spec: shape(results...) = shape(operands...)
// upstream: rejects
func.func @main(%operand0: tensor<4xf32>, %operand1: tensor<8xf32>) {
  %results:2 = "stablehlo.all_reduce"(%operand0, %operand1) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<8xf32>) -> (tensor<5xf32>, tensor<8xf32>)
  return
}

// -----

// expected: all_reduce.C7
// spec: element_type(results...) = E
// upstream: rejects
func.func @main(%operand0: tensor<4xf32>, %operand1: tensor<8xf32>) {
  %results:2 = "stablehlo.all_reduce"(%operand0, %operand1) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<8xf32>) -> (tensor<4xf64>, tensor<8xf32>)
  return
}
