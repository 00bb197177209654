// The rules of sort: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, O1, C1, C2, C3, C4, C5
// upstream: accepts
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>) {
  %results:2 = "stablehlo.sort"(%input0, %input1) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
    %0 = stablehlo.compare LT, %a0, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: sort.I1
// inputs is a variadic number of tensors or per-tensor quantized tensors
// spec: inputs: variadic number of tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%input0: !stablehlo.token, %input1: tensor<2x3xi32>) {
  %results:2 = "stablehlo.sort"(%input0, %input1) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
    %0 = stablehlo.compare LT, %a0, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }) : (!stablehlo.token, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: sort.I2
// dimension is a constant of type si64
// spec: dimension: constant of type si64
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>) {
  %results:2 = "stablehlo.sort"(%input0, %input1) <{dimension = 1.0 : f32, is_stable = true}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
    %0 = stablehlo.compare LT, %a0, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: sort.I3
// is_stable is a constant of type i1
// spec: is_stable: constant of type i1
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>) {
  %results:2 = "stablehlo.sort"(%input0, %input1) <{dimension = 1 : i64, is_stable = 1 : i64}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
    %0 = stablehlo.compare LT, %a0, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: sort.I4
// comparator is a function
// spec: comparator: function
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>) {
  %results:2 = "stablehlo.sort"(%input0, %input1) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
    %0 = stablehlo.compare LT, %a0, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: sort.O1
// results is a variadic number of tensors or per-tensor quantized tensors
// spec: results: variadic number of tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>) {
  %results:2 = "stablehlo.sort"(%input0, %input1) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
    %0 = stablehlo.compare LT, %a0, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (!stablehlo.token, tensor<2x3xi32>)
  return
}

// -----

// expected: sort.C1
// spec: 0 < size(inputs)
// upstream: rejects
func.func @main() {
  "stablehlo.sort"() <{dimension = 1 : i64, is_stable = true}> ({

    %0 = stablehlo.constant dense<true> : tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }) : () -> ()
  return
}

// -----

// expected: sort.C2
// spec: type(inputs...) = type(results...)
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>) {
  %results:2 = "stablehlo.sort"(%input0, %input1) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
    %0 = stablehlo.compare LT, %a0, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf64>, tensor<2x3xi32>)
  return
}

// -----

// expected: sort.C3
// spec: same(shape(inputs...) + shape(results...))
// upstream: rejects
func.func @main(%input0: tensor<2x4xf32>, %input1: tensor<2x3xi32>) {
  %results:2 = "stablehlo.sort"(%input0, %input1) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
    %0 = stablehlo.compare LT, %a0, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }) : (tensor<2x4xf32>, tensor<2x3xi32>) -> (tensor<2x4xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: sort.C4
// spec: -R <= dimension < R, where R = rank(inputs[0])
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>) {
  %results:2 = "stablehlo.sort"(%input0, %input1) <{dimension = 2 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
    %0 = stablehlo.compare LT, %a0, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: sort.C5
// spec: comparator has type (tensor<E1>, tensor<E1>, ..., tensor<EN-1>, tensor<EN-1>) -> tensor<i1>, where Ei =
//     element_type(inputs[i])
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>) {
  %results:2 = "stablehlo.sort"(%input0, %input1) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
    %0 = stablehlo.compare LT, %a0, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%a0) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}
