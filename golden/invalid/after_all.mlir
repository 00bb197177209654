// The rules of after_all: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, O1
// upstream: accepts
func.func @main(%input0: !stablehlo.token, %input1: !stablehlo.token) {
  %result = "stablehlo.after_all"(%input0, %input1) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

// expected: after_all.I1
// inputs is a variadic number of tokens
// spec: inputs: variadic number of tokens
// upstream: rejects
func.func @main(%input0: !stablehlo.token, %input1: tensor<f32>) {
  %result = "stablehlo.after_all"(%input0, %input1) : (!stablehlo.token, tensor<f32>) -> !stablehlo.token
  return
}

// -----

// expected: after_all.O1
// result is a token
// spec: result: token
// upstream: rejects
func.func @main(%input0: !stablehlo.token, %input1: !stablehlo.token) {
  %result = "stablehlo.after_all"(%input0, %input1) : (!stablehlo.token, !stablehlo.token) -> tensor<f32>
  return
}
