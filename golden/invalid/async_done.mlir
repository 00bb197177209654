// The rules of async_done: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, O1, C1
// upstream: accepts
func.func @main(%operand: !stablehlo.future<tensor<2xi32>>) {
  %result = "stablehlo.async_done"(%operand) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
  return
}

// -----

// expected: async_done.I1
// operand is a tensor future
// spec: operand: a tensor future
// upstream: rejects
func.func @main(%operand: !stablehlo.token) {
  %result = "stablehlo.async_done"(%operand) : (!stablehlo.token) -> tensor<2xi32>
  return
}

// -----

// expected: async_done.O1
// result is a tensor or per-tensor quantized tensor
// spec: result: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: !stablehlo.future<tensor<2xi32>>) {
  %result = "stablehlo.async_done"(%operand) : (!stablehlo.future<tensor<2xi32>>) -> !stablehlo.token
  return
}

// -----

// expected: async_done.C1
// spec: If async_done receives a future<T>, then async_done returns T
// upstream: rejects
func.func @main(%operand: !stablehlo.future<tensor<2xi32>>) {
  %result = "stablehlo.async_done"(%operand) : (!stablehlo.future<tensor<2xi32>>) -> tensor<3xi32>
  return
}
