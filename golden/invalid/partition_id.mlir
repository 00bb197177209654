// The rules of partition_id: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break O1
// upstream: accepts
func.func @main() {
  %result = "stablehlo.partition_id"() : () -> tensor<ui32>
  return
}

// -----

// expected: partition_id.O1
// result is a 0-dimensional tensor of type ui32
// spec: result: 0-dimensional tensor of type ui32
// upstream: rejects
func.func @main() {
  %result = "stablehlo.partition_id"() : () -> tensor<i32>
  return
}
