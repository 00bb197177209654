// The rules of tuple: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, O1, C1
// upstream: accepts
func.func @main(%val0: tensor<f32>, %val1: tensor<i32>) {
  %result = "stablehlo.tuple"(%val0, %val1) : (tensor<f32>, tensor<i32>) -> tuple<tensor<f32>, tensor<i32>>
  return
}

// -----

// expected: tuple.I1
// spec: val is a variadic number of values
// upstream: rejects
func.func @main(%val0: f32, %val1: tensor<i32>) {
  %result = "stablehlo.tuple"(%val0, %val1) : (f32, tensor<i32>) -> tuple<tensor<f32>, tensor<i32>>
  return
}

// -----

// expected: tuple.O1
// result is a tuple
// spec: result: tuple
// upstream: rejects
func.func @main(%val0: tensor<f32>, %val1: tensor<i32>) {
  %result = "stablehlo.tuple"(%val0, %val1) : (tensor<f32>, tensor<i32>) -> tensor<f32>
  return
}

// -----

// expected: tuple.C1
// spec: result has type tuple<E0, ..., EN-1> where Ei = type(val[i])
// upstream: rejects
func.func @main(%val0: tensor<f32>, %val1: tensor<i32>) {
  %result = "stablehlo.tuple"(%val0, %val1) : (tensor<f32>, tensor<i32>) -> tuple<tensor<f32>, tensor<i64>>
  return
}
