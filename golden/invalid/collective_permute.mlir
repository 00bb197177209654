// The rules of collective_permute: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, O1, C1, C2, C3, C4, C5
// upstream: accepts
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.collective_permute"(%operand) <{
    source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_permute.I1
// operand is a tensor or per-tensor quantized tensor
// spec: operand: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: !stablehlo.token) {
  %result = "stablehlo.collective_permute"(%operand) <{
    source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (!stablehlo.token) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_permute.I2
// source_target_pairs is a 2-dimensional tensor constant of type si64
// spec: source_target_pairs: 2-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.collective_permute"(%operand) <{
    source_target_pairs = dense<[0, 1]> : tensor<2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_permute.I3
// channel_id is a constant of type si64
// spec: channel_id: constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.collective_permute"(%operand) <{
    source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>,
    channel_handle = 1 : i64
  }> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_permute.O1
// result is a tensor or per-tensor quantized tensor
// spec: result: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.collective_permute"(%operand) <{
    source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<2x3xf32>) -> !stablehlo.token
  return
}

// -----

// expected: collective_permute.C1
// spec: dim(source_target_pairs, 1) = 2
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.collective_permute"(%operand) <{
    source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_permute.C2
// spec: is_unique(source_target_pairs[:, 0])
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.collective_permute"(%operand) <{
    source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_permute.C3
// spec: is_unique(source_target_pairs[:, 1])
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.collective_permute"(%operand) <{
    source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_permute.C4
// spec: 0 <= source_target_pairs < N, where N is num_replicas if cross_replica is used, num_partitions if
//     cross_partition is used
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.collective_permute"(%operand) <{
    source_target_pairs = dense<[[0, 1], [1, -2]]> : tensor<2x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: collective_permute.C5
// spec: type(result) = type(operand)
// upstream: rejects
func.func @main(%operand: tensor<2x3xf32>) {
  %result = "stablehlo.collective_permute"(%operand) <{
    source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
  }> : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}
