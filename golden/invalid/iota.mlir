// The rules of iota: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, O1, C1
// upstream: accepts
func.func @main() {
  %output = "stablehlo.iota"() { iota_dimension = 1 : i64 } : () -> tensor<2x3xi32>
  return
}

// -----

// expected: iota.I1
// iota_dimension is a constant of type si64
// spec: iota_dimension: constant of type si64
// upstream: rejects
func.func @main() {
  %output = "stablehlo.iota"() { iota_dimension = 1.0 : f32 } : () -> tensor<2x3xi32>
  return
}

// -----

// expected: iota.O1
// output is a tensor of integer, floating-point, or complex type or per-tensor quantized tensor
// spec: output: tensor of integer, floating-point, or complex type or per-tensor quantized tensor
// upstream: rejects
func.func @main() {
  %output = "stablehlo.iota"() { iota_dimension = 1 : i64 } : () -> tensor<2x3xi1>
  return
}

// -----

// expected: iota.C1
// spec: 0 <= iota_dimension < rank(output)
// upstream: rejects
func.func @main() {
  %output = "stablehlo.iota"() { iota_dimension = 2 : i64 } : () -> tensor<2x3xi32>
  return
}
