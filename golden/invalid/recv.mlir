// The rules of recv: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, I5, O1, C1, C2, C3, C4, C5
// upstream: accepts
func.func @main(%token: !stablehlo.token) {
  %results:2 = "stablehlo.recv"(%token) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false,
    source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>
  }> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

// expected: recv.I1
// token is a token
// spec: token: token
// upstream: rejects
func.func @main(%token: tensor<f32>) {
  %results:2 = "stablehlo.recv"(%token) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false,
    source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>
  }> : (tensor<f32>) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

// expected: recv.I2
// channel_id is a constant of type si64
// spec: channel_id: constant of type si64
// upstream: rejects
func.func @main(%token: !stablehlo.token) {
  %results:2 = "stablehlo.recv"(%token) <{
    channel = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false,
    source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>
  }> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

// expected: recv.I3
// channel_type is an enum of DEVICE_TO_DEVICE, DEVICE_TO_HOST, and HOST_TO_DEVICE
// spec: channel_type: enum of DEVICE_TO_DEVICE, DEVICE_TO_HOST, and HOST_TO_DEVICE
// upstream: rejects
func.func @main(%token: !stablehlo.token) {
  %results:2 = "stablehlo.recv"(%token) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, is_host_transfer = false,
    source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>
  }> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

// expected: recv.I4
// is_host_transfer is a constant of type i1
// spec: is_host_transfer: constant of type i1
// upstream: rejects
func.func @main(%token: !stablehlo.token) {
  %results:2 = "stablehlo.recv"(%token) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = 0 : i64,
    source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>
  }> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

// expected: recv.I5
// source_target_pairs is a 2-dimensional tensor constant of type si64
// spec: source_target_pairs: 2-dimensional tensor constant of type si64
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%token: !stablehlo.token) {
  %results:2 = "stablehlo.recv"(%token) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false,
    source_target_pairs = dense<[0, 1]> : tensor<2xi64>
  }> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

// expected: recv.O1
// results is a variadic number of values
// spec: results consist of payload values which come first and a token which comes last
// upstream: rejects
func.func @main(%token: !stablehlo.token) {
  %results:2 = "stablehlo.recv"(%token) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false,
    source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>
  }> : (!stablehlo.token) -> (!stablehlo.token, tensor<2x3xf32>)
  return
}

// -----

// expected: recv.C1
// spec: dim(source_target_pairs, 1) = 2
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%token: !stablehlo.token) {
  %results:2 = "stablehlo.recv"(%token) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false,
    source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>
  }> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

// expected: recv.C2
// spec: is_unique(source_target_pairs[:, 0])
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%token: !stablehlo.token) {
  %results:2 = "stablehlo.recv"(%token) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false,
    source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>
  }> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

// expected: recv.C3
// spec: is_unique(source_target_pairs[:, 1])
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%token: !stablehlo.token) {
  %results:2 = "stablehlo.recv"(%token) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false,
    source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>
  }> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

// expected: recv.C4
// spec: 0 <= source_target_pairs < N, where N is num_replicas if cross_replica is used, num_partitions if
//     cross_partition is used
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%token: !stablehlo.token) {
  %results:2 = "stablehlo.recv"(%token) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false,
    source_target_pairs = dense<[[0, 1], [1, -2]]> : tensor<2x2xi64>
  }> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

// expected: recv.C5
// spec: channel_type is DEVICE_TO_HOST if is_host_transfer = true, DEVICE_TO_DEVICE otherwise
// upstream: rejects
func.func @main(%token: !stablehlo.token) {
  %results:2 = "stablehlo.recv"(%token) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = false,
    source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>
  }> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}
