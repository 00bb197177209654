// The rules of constant: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, O1, C1
// upstream: accepts
func.func @main() {
  %output = "stablehlo.constant"() { value = dense<[1.0, 2.0]> : tensor<2xf32> } : () -> tensor<2xf32>
  return
}

// -----

// expected: constant.I1
// value is a constant
// spec: value: constant
// upstream: rejects
func.func @main() {
  %output = "stablehlo.constant"()  : () -> tensor<2xf32>
  return
}

// -----

// expected: constant.O1
// output is a tensor or quantized tensor
// spec: output: tensor or quantized tensor
// upstream: rejects
func.func @main() {
  %output = "stablehlo.constant"() { value = dense<[1.0, 2.0]> : tensor<2xf32> } : () -> !stablehlo.token
  return
}

// -----

// expected: constant.C1
// spec: type(value) = type(output)
// upstream: rejects
func.func @main() {
  %output = "stablehlo.constant"() { value = dense<[1.0, 2.0]> : tensor<2xf32> } : () -> tensor<3xf32>
  return
}
