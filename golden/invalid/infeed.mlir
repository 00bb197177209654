// The rules of infeed: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, O1, C1, C2, C3
// upstream: accepts
func.func @main(%token: !stablehlo.token) {
  %results:2 = "stablehlo.infeed"(%token) <{infeed_config = ""}>
    : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

// expected: infeed.I1
// token is a token
// spec: token: token
// upstream: rejects
func.func @main(%token: tensor<f32>) {
  %results:2 = "stablehlo.infeed"(%token) <{infeed_config = ""}>
    : (tensor<f32>) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

// expected: infeed.I2
// infeed_config is a constant of type string
// spec: infeed_config: constant of type string
// upstream: rejects
func.func @main(%token: !stablehlo.token) {
  %results:2 = "stablehlo.infeed"(%token) <{infeed_config = 1 : i64}>
    : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// -----

// expected: infeed.O1
// results is a variadic number of values
// spec: results is a variadic number of tensors, quantized tensors or tokens
// upstream: rejects
func.func @main(%token: !stablehlo.token) {
  %results:2 = "stablehlo.infeed"(%token) <{infeed_config = ""}>
    : (!stablehlo.token) -> (tuple<tensor<2x3xf32>>, !stablehlo.token)
  return
}

// -----

// expected: infeed.C1
// spec: 0 < size(results)
// upstream: rejects
func.func @main(%token: !stablehlo.token) {
  "stablehlo.infeed"(%token) <{infeed_config = ""}>
   : (!stablehlo.token) -> ()
  return
}

// -----

// expected: infeed.C2
// spec: is_empty(result[:-1]) or is_tensor(type(results[:-1]))
// upstream: rejects
func.func @main(%token: !stablehlo.token) {
  %results:2 = "stablehlo.infeed"(%token) <{infeed_config = ""}>
    : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

// expected: infeed.C3
// spec: is_token(type(results[-1]))
// upstream: rejects
func.func @main(%token: !stablehlo.token) {
  %results:2 = "stablehlo.infeed"(%token) <{infeed_config = ""}>
    : (!stablehlo.token) -> (tensor<2x3xf32>, tensor<f32>)
  return
}
