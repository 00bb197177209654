// The rules of select_and_scatter: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, I5, I6, I7, I8, O1, C1, C2, C3, C4,
//     C5, C6, C7, C8, C9, C10, C11, C12
// upstream: accepts
func.func @main(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

// expected: select_and_scatter.I1
// operand is a tensor or per-tensor quantized tensor
// spec: operand: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: !stablehlo.token, %source: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (!stablehlo.token, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

// expected: select_and_scatter.I2
// source is a tensor or per-tensor quantized tensor
// spec: source: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x6xf32>, %source: !stablehlo.token, %init_value: tensor<f32>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, !stablehlo.token, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

// expected: select_and_scatter.I3
// init_value is a 0-dimensional tensor or per-tensor quantized tensor
// spec: init_value: 0-dimensional tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init_value: tensor<1xf32>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<1xf32>) -> tensor<4x6xf32>
  return
}

// -----

// expected: select_and_scatter.I4
// window_dimensions is a 1-dimensional tensor constant of type si64
// spec: window_dimensions: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = dense<2> : tensor<1x2xi64>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

// expected: select_and_scatter.I5
// window_strides is a 1-dimensional tensor constant of type si64
// spec: window_strides: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = array<i64: 2, 2>, window_strides = dense<2> : tensor<1x2xi64>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

// expected: select_and_scatter.I6
// padding is a 2-dimensional tensor constant of type si64
// spec: padding: 2-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<4xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

// expected: select_and_scatter.I7
// select is a function
// spec: select: function
// upstream: rejects
func.func @main(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

// expected: select_and_scatter.I8
// scatter is a function
// spec: scatter: function
// upstream: rejects
func.func @main(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

// expected: select_and_scatter.O1
// result is a tensor or per-tensor quantized tensor
// spec: result: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> !stablehlo.token
  return
}

// -----

// expected: select_and_scatter.C1
// spec: element_type(operand) = element_type(source)
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%operand: tensor<4x6xf32>, %source: tensor<2x3xf64>, %init_value: tensor<f32>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf64>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

// expected: select_and_scatter.C2
// spec: shape(source) = num_windows
// upstream: rejects
func.func @main(%operand: tensor<4x6xf32>, %source: tensor<2x4xf32>, %init_value: tensor<f32>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

// expected: select_and_scatter.C3
// spec: element_type(init_value) = element_type(operand)
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init_value: tensor<f64>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f64>) -> tensor<4x6xf32>
  return
}

// -----

// expected: select_and_scatter.C4
// spec: size(window_dimensions) = rank(operand)
// upstream: rejects
func.func @main(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = array<i64: 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

// expected: select_and_scatter.C5
// spec: 0 < window_dimensions
// upstream: rejects
func.func @main(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = array<i64: 2, 0>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

// expected: select_and_scatter.C6
// spec: size(window_strides) = rank(operand)
// upstream: rejects
func.func @main(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

// expected: select_and_scatter.C7
// spec: 0 < window_strides
// upstream: rejects
func.func @main(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 0>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

// expected: select_and_scatter.C8
// spec: shape(padding) = [rank(operand), 2]
// upstream: rejects
func.func @main(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<1x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

// expected: select_and_scatter.C9
// spec: select has type (tensor<E>, tensor<E>) -> tensor<i1> where E = element_type(operand)
// upstream: rejects
func.func @main(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%a) : (tensor<f32>) -> ()
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

// expected: select_and_scatter.C10
// spec: scatter has type (tensor<E>, tensor<E>) -> tensor<E> where is_promotable(element_type(operand), E)
// upstream: rejects
func.func @main(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1, %1) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return
}

// -----

// expected: select_and_scatter.C11
// spec: shape(operand) = shape(result)
// upstream: rejects
func.func @main(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

// expected: select_and_scatter.C12
// spec: element_type(result) = E
// upstream: rejects
func.func @main(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init_value: tensor<f32>) {
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf64>
  return
}
