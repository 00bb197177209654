// The rules of reduce_window: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, I5, I6, I7, I8, O1, C1, C2, C3, C4,
//     C5, C6, C7, C8, C9, C10, C11, C12, C13, C14, C15, C16
// upstream: accepts
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.I1
// inputs is a variadic number of tensors or per-tensor quantized tensors
// spec: inputs: variadic number of tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%input0: !stablehlo.token, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (!stablehlo.token, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.I2
// init_values is a variadic number of 0-dimensional tensors or per-tensor quantized tensors
// spec: init_values: variadic number of 0-dimensional tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<1xf32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<1xf32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.I3
// window_dimensions is a 1-dimensional tensor constant of type si64
// spec: window_dimensions: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = dense<2> : tensor<1x2xi64>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.I4
// window_strides is a 1-dimensional tensor constant of type si64
// spec: window_strides: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = dense<2> : tensor<1x2xi64>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.I5
// base_dilations is a 1-dimensional tensor constant of type si64
// spec: base_dilations: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
    base_dilations = dense<1> : tensor<1x2xi64>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.I6
// window_dilations is a 1-dimensional tensor constant of type si64
// spec: window_dilations: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1, 1>, window_dilations = dense<1> : tensor<1x2xi64>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.I7
// padding is a 2-dimensional tensor constant of type si64
// spec: padding: 2-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<4xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.I8
// body is a function
// spec: body: function
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.O1
// results is a variadic number of tensors or per-tensor quantized tensors
// spec: results: variadic number of tensors or per-tensor quantized tensors
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (!stablehlo.token, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.C1
// spec: 0 < size(inputs) = size(init_values) = size(results) = N
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

// expected: reduce_window.C2
// spec: same(shape(inputs...))
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x7xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x7xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.C3
// spec: element_type(inputs...) = element_type(init_values...)
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f64>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f64>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.C4
// spec: size(window_dimensions) = rank(inputs[0])
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.C5
// spec: 0 < window_dimensions
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 0>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.C6
// spec: size(window_strides) = rank(inputs[0])
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.C7
// spec: 0 < window_strides
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 0>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.C8
// spec: size(base_dilations) = rank(inputs[0])
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.C9
// spec: 0 < base_dilations
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1, 0>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.C10
// spec: size(window_dilations) = rank(inputs[0])
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.C11
// spec: 0 < window_dilations
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 0>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.C12
// spec: shape(padding) = [rank(inputs[0]), 2]
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<1x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.C13
// spec: body has type (tensor<E0>, ..., tensor<EN-1>, tensor<E0>, ..., tensor<EN-1>) -> (tensor<E0>, ...,
//     tensor<EN-1>)
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}

// -----

// expected: reduce_window.C14
// spec: same(shape(results...))
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x4xi32>)
  return
}

// -----

// expected: reduce_window.C15
// spec: shape(results[0]) = num_windows
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)
  return
}

// -----

// expected: reduce_window.C16
// spec: element_type(results[i]) = Ei for all i in [0,N)
// upstream: rejects
func.func @main(%input0: tensor<4x6xf32>, %input1: tensor<4x6xi32>, %init_value0: tensor<f32>, %init_value1: tensor<i32>) {
  %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
    base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
    %0 = stablehlo.add %a0, %b0 : tensor<f32>
    %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf64>, tensor<2x3xi32>)
  return
}
