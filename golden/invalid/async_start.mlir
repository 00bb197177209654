// The rules of async_start: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, O1, C1, C2, C3, C4
// upstream: accepts
func.func @main(%operand: tensor<4xf32>) {
  %result = "stablehlo.async_start"(%operand) ({
  ^bb0(%x: tensor<4xf32>):
    %part = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    "stablehlo.return"(%part) : (tensor<2xf32>) -> ()
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

// expected: async_start.I1
// operands is a variadic number of tensors or per-tensor quantized tensors
// spec: operands: variadic number of tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%operand: !stablehlo.token) {
  %result = "stablehlo.async_start"(%operand) ({
  ^bb0(%x: tensor<4xf32>):
    %part = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    "stablehlo.return"(%part) : (tensor<2xf32>) -> ()
  }) : (!stablehlo.token) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

// expected: async_start.I2
// body is a function
// spec: body: a region with a single operation
// upstream: rejects
func.func @main(%operand: tensor<4xf32>) {
  %result = "stablehlo.async_start"(%operand) ({
  ^bb0(%x: tensor<4xf32>):
    %part = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

// expected: async_start.O1
// result is a tensor future
// spec: result: a tensor future
// upstream: rejects
func.func @main(%operand: tensor<4xf32>) {
  %result = "stablehlo.async_start"(%operand) ({
  ^bb0(%x: tensor<4xf32>):
    %part = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    "stablehlo.return"(%part) : (tensor<2xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: async_start.C1
// spec: body must contain a single operation and a return
// upstream: rejects
func.func @main(%operand: tensor<4xf32>) {
  %result = "stablehlo.async_start"(%operand) ({
  ^bb0(%x: tensor<4xf32>):
    
    "stablehlo.return"(%x) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

// expected: async_start.C2
// spec: The operation in body can only be a collective (all_reduce, all_gather, all_to_all, collective_permute,
//     reduce_scatter, collective_broadcast) or a slice (slice, dynamic_slice, dynamic_update_slice)
// upstream: rejects
func.func @main(%operand: tensor<4xf32>) {
  %result = "stablehlo.async_start"(%operand) ({
  ^bb0(%x: tensor<4xf32>):
    %part = stablehlo.custom_call @part(%x) : (tensor<4xf32>) -> tensor<2xf32>
    "stablehlo.return"(%part) : (tensor<2xf32>) -> ()
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

// expected: async_start.C3
// spec: The arguments to async_start must match the ones passed to the operation in body
// upstream: rejects
func.func @main(%operand: tensor<4xf32>, %other: tensor<4xf32>) {
  %result = "stablehlo.async_start"(%operand, %other) ({
  ^bb0(%x: tensor<4xf32>):
    %part = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    "stablehlo.return"(%part) : (tensor<2xf32>) -> ()
  }) : (tensor<4xf32>, tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
  return
}

// -----

// expected: async_start.C4
// spec: If the op in body returns type T, then async_start returns future<T>
// upstream: rejects
func.func @main(%operand: tensor<4xf32>) {
  %result = "stablehlo.async_start"(%operand) ({
  ^bb0(%x: tensor<4xf32>):
    %part = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    "stablehlo.return"(%part) : (tensor<2xf32>) -> ()
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<3xf32>>
  return
}
