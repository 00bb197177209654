// The rules of select: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, O1, C1, C2
// upstream: accepts
func.func @main(%pred: tensor<2xi1>, %on_true: tensor<2xf32>, %on_false: tensor<2xf32>) {
  %result = "stablehlo.select"(%pred, %on_true, %on_false) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: select.I1
// pred is a tensor of type i1
// spec: pred: tensor of type i1
// upstream: rejects
func.func @main(%pred: tensor<2xi32>, %on_true: tensor<2xf32>, %on_false: tensor<2xf32>) {
  %result = "stablehlo.select"(%pred, %on_true, %on_false) : (tensor<2xi32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: select.I2
// on_true is a tensor or per-tensor quantized tensor
// spec: on_true: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%pred: tensor<2xi1>, %on_true: !stablehlo.token, %on_false: tensor<2xf32>) {
  %result = "stablehlo.select"(%pred, %on_true, %on_false) : (tensor<2xi1>, !stablehlo.token, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: select.I3
// on_false is a tensor or per-tensor quantized tensor
// spec: on_false: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%pred: tensor<2xi1>, %on_true: tensor<2xf32>, %on_false: !stablehlo.token) {
  %result = "stablehlo.select"(%pred, %on_true, %on_false) : (tensor<2xi1>, tensor<2xf32>, !stablehlo.token) -> tensor<2xf32>
  return
}

// -----

// expected: select.O1
// result is a tensor or per-tensor quantized tensor
// spec: result: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%pred: tensor<2xi1>, %on_true: tensor<2xf32>, %on_false: tensor<2xf32>) {
  %result = "stablehlo.select"(%pred, %on_true, %on_false) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> !stablehlo.token
  return
}

// -----

// expected: select.C1
// spec: rank(pred) = 0 or shape(pred) = shape(on_true)
// upstream: rejects
func.func @main(%pred: tensor<3xi1>, %on_true: tensor<2xf32>, %on_false: tensor<2xf32>) {
  %result = "stablehlo.select"(%pred, %on_true, %on_false) : (tensor<3xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: select.C2
// spec: baseline_type(on_true) = baseline_type(on_false) = baseline_type(result)
// upstream: rejects
func.func @main(%pred: tensor<2xi1>, %on_true: tensor<2xf32>, %on_false: tensor<3xf32>) {
  %result = "stablehlo.select"(%pred, %on_true, %on_false) : (tensor<2xi1>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}
