// The rules of reduce: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, O1, C1, C2, C3, C4, C5, C6, C7, C8
// upstream: accepts
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce"(%input0, %input1, %init_value0, %init_value1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

// expected: reduce.I1
// inputs is a variadic number of tensors or per-tensor quantized tensors
// spec: inputs: variadic number of tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%input0: !stablehlo.token, %input1: tensor<2x3xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce"(%input0, %input1, %init_value0, %init_value1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (!stablehlo.token, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

// expected: reduce.I2
// init_values is a variadic number of 0-dimensional tensors or per-tensor quantized tensors
// spec: init_values: variadic number of 0-dimensional tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>, %init_value0: tensor<1xf32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce"(%input0, %input1, %init_value0, %init_value1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<1xf32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

// expected: reduce.I3
// dimensions is a 1-dimensional tensor constant of type si64
// spec: dimensions: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce"(%input0, %input1, %init_value0, %init_value1) <{dimensions = dense<1> : tensor<1x1xi64>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

// expected: reduce.I4
// body is a function
// spec: body: function
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce"(%input0, %input1, %init_value0, %init_value1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

// expected: reduce.O1
// results is a variadic number of tensors or per-tensor quantized tensors
// spec: results: variadic number of tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce"(%input0, %input1, %init_value0, %init_value1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (!stablehlo.token, tensor<2xi32>)
  return
}

// -----

// expected: reduce.C1
// spec: same(shape(inputs...))
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x4xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce"(%input0, %input1, %init_value0, %init_value1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

// expected: reduce.C2
// spec: element_type(inputs...) = element_type(init_values...)
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>, %init_value0: tensor<f64>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce"(%input0, %input1, %init_value0, %init_value1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f64>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

// expected: reduce.C3
// spec: 0 < size(inputs) = size(init_values) = size(results) = N
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results = "stablehlo.reduce"(%input0, %input1, %init_value0, %init_value1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  return
}

// -----

// expected: reduce.C4
// spec: 0 <= dimensions < rank(inputs[0])
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce"(%input0, %input1, %init_value0, %init_value1) <{dimensions = array<i64: 2>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

// expected: reduce.C5
// spec: is_unique(dimensions)
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce"(%input0, %input1, %init_value0, %init_value1) <{dimensions = array<i64: 1, 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

// expected: reduce.C6
// spec: body has type (tensor<E0>, ..., tensor<EN-1>, tensor<E0>, ..., tensor<EN-1>) -> (tensor<E0>, ...,
//     tensor<EN-1>)
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce"(%input0, %input1, %init_value0, %init_value1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return
}

// -----

// expected: reduce.C7
// spec: shape(results...) = shape(inputs...) except that the dimension sizes of inputs... corresponding to
//     dimensions are not included
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce"(%input0, %input1, %init_value0, %init_value1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<2xi32>)
  return
}

// -----

// expected: reduce.C8
// spec: element_type(results[i]) = Ei for all i in [0,N)
// upstream: rejects
func.func @main(%input0: tensor<2x3xf32>, %input1: tensor<2x3xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce"(%input0, %input1, %init_value0, %init_value1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf64>, tensor<2xi32>)
  return
}
