// The rules of case: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, O1, C1, C2, C3, C4
// upstream: accepts
func.func @main(%index: tensor<i32>) {
  %results = "stablehlo.case"(%index) ({
    %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
    "stablehlo.return"(%0) : (tensor<2xf32>) -> ()
  }, {
    %1 = stablehlo.constant dense<2.0> : tensor<2xf32>
    "stablehlo.return"(%1) : (tensor<2xf32>) -> ()
  }) : (tensor<i32>) -> tensor<2xf32>
  return
}

// -----

// expected: case.I1
// index is a 0-dimensional tensor of type si32
// spec: index: 0-dimensional tensor of type si32
// upstream: rejects
func.func @main(%index: tensor<i64>) {
  %results = "stablehlo.case"(%index) ({
    %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
    "stablehlo.return"(%0) : (tensor<2xf32>) -> ()
  }, {
    %1 = stablehlo.constant dense<2.0> : tensor<2xf32>
    "stablehlo.return"(%1) : (tensor<2xf32>) -> ()
  }) : (tensor<i64>) -> tensor<2xf32>
  return
}

// -----

// expected: case.I2
// branches is a variadic number of functions
// spec: branches: variadic number of functions
// upstream: rejects
func.func @main(%index: tensor<i32>) {
  %results = "stablehlo.case"(%index) ({
    %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
    "stablehlo.return"(%0) : (tensor<2xf32>) -> ()
  }, {
    %1 = stablehlo.constant dense<2.0> : tensor<2xf32>
    
  }) : (tensor<i32>) -> tensor<2xf32>
  return
}

// -----

// expected: case.O1
// results is a variadic number of values
// spec: results is a variadic number of tensors, quantized tensors or tokens
// upstream: rejects
func.func @main(%index: tensor<i32>) {
  %results = "stablehlo.case"(%index) ({
    %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
    "stablehlo.return"(%0) : (tensor<2xf32>) -> ()
  }, {
    %1 = stablehlo.constant dense<2.0> : tensor<2xf32>
    "stablehlo.return"(%1) : (tensor<2xf32>) -> ()
  }) : (tensor<i32>) -> tuple<tensor<2xf32>>
  return
}

// -----

// expected: case.C1
// spec: 0 < size(branches)
// upstream: rejects
func.func @main(%index: tensor<i32>) {
  %results = "stablehlo.case"(%index) 
    
    

    
    
  : (tensor<i32>) -> tensor<2xf32>
  return
}

// -----

// expected: case.C2
// spec: input_types(branches...) = []
// upstream: rejects
func.func @main(%index: tensor<i32>) {
  %results = "stablehlo.case"(%index) ({
    %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
    "stablehlo.return"(%0) : (tensor<2xf32>) -> ()
  }, { ^bb0(%a: tensor<f32>):
    %1 = stablehlo.constant dense<2.0> : tensor<2xf32>
    "stablehlo.return"(%1) : (tensor<2xf32>) -> ()
  }) : (tensor<i32>) -> tensor<2xf32>
  return
}

// -----

// expected: case.C3
// spec: same(output_types(branches...))
// upstream: rejects
func.func @main(%index: tensor<i32>) {
  %results = "stablehlo.case"(%index) ({
    %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
    "stablehlo.return"(%0) : (tensor<2xf32>) -> ()
  }, {
    %1 = stablehlo.constant dense<2.0> : tensor<2xf32>
    "stablehlo.return"(%1, %1) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }) : (tensor<i32>) -> tensor<2xf32>
  return
}

// -----

// expected: case.C4
// spec: type(results...) = output_types(branches[0])
// upstream: rejects
func.func @main(%index: tensor<i32>) {
  %results = "stablehlo.case"(%index) ({
    %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
    "stablehlo.return"(%0) : (tensor<2xf32>) -> ()
  }, {
    %1 = stablehlo.constant dense<2.0> : tensor<2xf32>
    "stablehlo.return"(%1) : (tensor<2xf32>) -> ()
  }) : (tensor<i32>) -> tensor<3xf32>
  return
}
