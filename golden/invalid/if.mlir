// The rules of if: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, O1, C1, C2, C3
// upstream: accepts
func.func @main(%pred: tensor<i1>) {
  %results = "stablehlo.if"(%pred) ({
    %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
    "stablehlo.return"(%0) : (tensor<2xf32>) -> ()
  }, {
    %1 = stablehlo.constant dense<2.0> : tensor<2xf32>
    "stablehlo.return"(%1) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  return
}

// -----

// expected: if.I1
// pred is a 0-dimensional tensor of type i1
// spec: pred: 0-dimensional tensor of type i1
// upstream: rejects
func.func @main(%pred: tensor<2xi1>) {
  %results = "stablehlo.if"(%pred) ({
    %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
    "stablehlo.return"(%0) : (tensor<2xf32>) -> ()
  }, {
    %1 = stablehlo.constant dense<2.0> : tensor<2xf32>
    "stablehlo.return"(%1) : (tensor<2xf32>) -> ()
  }) : (tensor<2xi1>) -> tensor<2xf32>
  return
}

// -----

// expected: if.I2
// true_branch is a function
// spec: true_branch: function
// upstream: rejects
func.func @main(%pred: tensor<i1>) {
  %results = "stablehlo.if"(%pred) ({
    %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
    
  }, {
    %1 = stablehlo.constant dense<2.0> : tensor<2xf32>
    "stablehlo.return"(%1) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  return
}

// -----

// expected: if.I3
// false_branch is a function
// spec: false_branch: function
// upstream: rejects
func.func @main(%pred: tensor<i1>) {
  %results = "stablehlo.if"(%pred) ({
    %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
    "stablehlo.return"(%0) : (tensor<2xf32>) -> ()
  }, {
    %1 = stablehlo.constant dense<2.0> : tensor<2xf32>
    
  }) : (tensor<i1>) -> tensor<2xf32>
  return
}

// -----

// expected: if.O1
// results is a variadic number of values
// spec: results is a variadic number of tensors, quantized tensors or tokens
// upstream: rejects
func.func @main(%pred: tensor<i1>) {
  %results = "stablehlo.if"(%pred) ({
    %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
    "stablehlo.return"(%0) : (tensor<2xf32>) -> ()
  }, {
    %1 = stablehlo.constant dense<2.0> : tensor<2xf32>
    "stablehlo.return"(%1) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tuple<tensor<2xf32>>
  return
}

// -----

// expected: if.C1
// spec: input_types(true_branch) = input_types(false_branch) = []
// upstream: rejects
func.func @main(%pred: tensor<i1>) {
  %results = "stablehlo.if"(%pred) ({
    %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
    "stablehlo.return"(%0) : (tensor<2xf32>) -> ()
  }, { ^bb0(%a: tensor<f32>):
    %1 = stablehlo.constant dense<2.0> : tensor<2xf32>
    "stablehlo.return"(%1) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  return
}

// -----

// expected: if.C2
// spec: output_types(true_branch) = output_types(false_branch)
// upstream: rejects
func.func @main(%pred: tensor<i1>) {
  %results = "stablehlo.if"(%pred) ({
    %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
    "stablehlo.return"(%0) : (tensor<2xf32>) -> ()
  }, {
    %1 = stablehlo.constant dense<2.0> : tensor<2xf32>
    "stablehlo.return"(%1, %1) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<2xf32>
  return
}

// -----

// expected: if.C3
// spec: type(results...) = output_types(true_branch)
// upstream: rejects
func.func @main(%pred: tensor<i1>) {
  %results = "stablehlo.if"(%pred) ({
    %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
    "stablehlo.return"(%0) : (tensor<2xf32>) -> ()
  }, {
    %1 = stablehlo.constant dense<2.0> : tensor<2xf32>
    "stablehlo.return"(%1) : (tensor<2xf32>) -> ()
  }) : (tensor<i1>) -> tensor<3xf32>
  return
}
