// The rules of is_finite: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, O1, C1
// upstream: accepts
func.func @main(%x: tensor<2xf32>) {
  %y = "stablehlo.is_finite"(%x) : (tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

// expected: is_finite.I1
// x is a tensor of floating-point type or per-tensor quantized tensor
// spec: x: tensor of floating-point type or per-tensor quantized tensor
// upstream: rejects
func.func @main(%x: tensor<2xi32>) {
  %y = "stablehlo.is_finite"(%x) : (tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

// expected: is_finite.O1
// y is a tensor of boolean type
// spec: y: tensor of boolean type
// upstream: rejects
func.func @main(%x: tensor<2xf32>) {
  %y = "stablehlo.is_finite"(%x) : (tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

// expected: is_finite.C1
// spec: shape(x) = shape(y)
// upstream: rejects
func.func @main(%x: tensor<2xf32>) {
  %y = "stablehlo.is_finite"(%x) : (tensor<2xf32>) -> tensor<3xi1>
  return
}
