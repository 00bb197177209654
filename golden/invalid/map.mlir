// The rules of map: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, O1, C1, C2, C3, C4
// upstream: accepts
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>) {
  %result = "stablehlo.map"(%input0, %input1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>):
    %0 = stablehlo.negate %a : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: map.I1
// inputs is a variadic number of tensors or per-tensor quantized tensors
// spec: inputs: variadic number of tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%input0: !stablehlo.token, %input1: tensor<2x3xi32>) {
  %result = "stablehlo.map"(%input0, %input1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>):
    %0 = stablehlo.negate %a : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (!stablehlo.token, tensor<2x3xi32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: map.I2
// dimensions is a 1-dimensional tensor constant of type si64
// spec: dimensions: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>) {
  %result = "stablehlo.map"(%input0, %input1) <{dimensions = dense<1> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>):
    %0 = stablehlo.negate %a : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: map.I3
// computation is a function
// spec: computation: function
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>) {
  %result = "stablehlo.map"(%input0, %input1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>):
    
    
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: map.O1
// result is a tensor or per-tensor quantized tensor
// spec: result: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>) {
  %result = "stablehlo.map"(%input0, %input1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>):
    %0 = stablehlo.negate %a : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> !stablehlo.token
  return
}

// -----

// expected: map.C1
// spec: shape(inputs...) = shape(result)
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>) {
  %result = "stablehlo.map"(%input0, %input1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>):
    %0 = stablehlo.negate %a : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x4xf32>
  return
}

// -----

// expected: map.C2
// spec: 0 < size(inputs) = N
// upstream: rejects
func.func @main() {
  %result = "stablehlo.map"() <{dimensions = array<i64: 0, 1>}> ({

    %0 = stablehlo.constant dense<1.0> : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : () -> tensor<2x3xf32>
  return
}

// -----

// expected: map.C3
// spec: dimensions = range(rank(inputs[0]))
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>) {
  %result = "stablehlo.map"(%input0, %input1) <{dimensions = array<i64: 1, 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>):
    %0 = stablehlo.negate %a : tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: map.C4
// spec: computation has type (tensor<E0>, ..., tensor<EN-1>) -> tensor<E'> where Ei = element_type(inputs[i]) and
//     E' = element_type(result)
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>) {
  %result = "stablehlo.map"(%input0, %input1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>):
    %0 = stablehlo.negate %a : tensor<f32>
    "stablehlo.return"(%b) : (tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>
  return
}
