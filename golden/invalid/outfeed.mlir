// The rules of outfeed: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, O1
// upstream: accepts
func.func @main(%input: tensor<2x3xf32>, %token: !stablehlo.token) {
  %result = "stablehlo.outfeed"(%input, %token) <{outfeed_config = ""}>
    : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

// expected: outfeed.I1
// inputs is a variadic number of tensors or quantized tensors
// spec: inputs: variadic number of tensors or quantized tensors
// upstream: rejects
func.func @main(%input: tuple<tensor<f32>>, %token: !stablehlo.token) {
  %result = "stablehlo.outfeed"(%input, %token) <{outfeed_config = ""}>
    : (tuple<tensor<f32>>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

// expected: outfeed.I2
// token is a token
// spec: token: token
// upstream: rejects
func.func @main(%input: tensor<2x3xf32>, %token: tensor<f32>) {
  %result = "stablehlo.outfeed"(%input, %token) <{outfeed_config = ""}>
    : (tensor<2x3xf32>, tensor<f32>) -> !stablehlo.token
  return
}

// -----

// expected: outfeed.I3
// outfeed_config is a constant of type string
// spec: outfeed_config: constant of type string
// upstream: rejects
func.func @main(%input: tensor<2x3xf32>, %token: !stablehlo.token) {
  %result = "stablehlo.outfeed"(%input, %token) <{outfeed_config = 1 : i64}>
    : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

// expected: outfeed.O1
// result is a token
// spec: result: token
// upstream: rejects
func.func @main(%input: tensor<2x3xf32>, %token: !stablehlo.token) {
  %result = "stablehlo.outfeed"(%input, %token) <{outfeed_config = ""}>
    : (tensor<2x3xf32>, !stablehlo.token) -> tensor<f32>
  return
}
