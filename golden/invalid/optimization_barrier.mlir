// The rules of optimization_barrier: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, O1, C1
// upstream: accepts
func.func @main(%operand0: tensor<2xf32>, %operand1: tensor<i32>) {
  %result:2 = "stablehlo.optimization_barrier"(%operand0, %operand1)
    : (tensor<2xf32>, tensor<i32>) -> (tensor<2xf32>, tensor<i32>)
  return
}

// -----

// expected: optimization_barrier.I1
// operand is a variadic number of values
// spec: operand is a variadic number of tensors, per-tensor quantized tensors or tokens
// upstream: rejects
func.func @main(%operand0: tuple<tensor<f32>>, %operand1: tensor<i32>) {
  %result:2 = "stablehlo.optimization_barrier"(%operand0, %operand1)
    : (tuple<tensor<f32>>, tensor<i32>) -> (tensor<2xf32>, tensor<i32>)
  return
}

// -----

// expected: optimization_barrier.O1
// result is a variadic number of values
// spec: result is a variadic number of tensors, per-tensor quantized tensors or tokens
// upstream: rejects
func.func @main(%operand0: tensor<2xf32>, %operand1: tensor<i32>) {
  %result:2 = "stablehlo.optimization_barrier"(%operand0, %operand1)
    : (tensor<2xf32>, tensor<i32>) -> (tuple<tensor<f32>>, tensor<i32>)
  return
}

// -----

// expected: optimization_barrier.C1
// spec: type(operand...) = type(result...)
// upstream: rejects
func.func @main(%operand0: tensor<2xf32>, %operand1: tensor<i32>) {
  %result:2 = "stablehlo.optimization_barrier"(%operand0, %operand1)
    : (tensor<2xf32>, tensor<i32>) -> (tensor<3xf32>, tensor<i32>)
  return
}
