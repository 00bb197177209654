// The rules of while: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, O1, C1, C2, C3
// upstream: accepts
func.func @main(%operand: tensor<f32>) {
  %results = "stablehlo.while"(%operand) ({
  ^bb0(%a: tensor<f32>):
    %0 = stablehlo.is_finite %a : (tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b: tensor<f32>):
    %1 = stablehlo.exponential %b : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// expected: while.I1
// spec: operand is a variadic number of values
// upstream: rejects
func.func @main(%operand: f32) {
  %results = "stablehlo.while"(%operand) ({
  ^bb0(%a: tensor<f32>):
    %0 = stablehlo.is_finite %a : (tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b: tensor<f32>):
    %1 = stablehlo.exponential %b : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (f32) -> tensor<f32>
  return
}

// -----

// expected: while.I2
// cond is a function
// spec: cond: function
// upstream: rejects
func.func @main(%operand: tensor<f32>) {
  %results = "stablehlo.while"(%operand) ({
  ^bb0(%a: tensor<f32>):
    %0 = stablehlo.is_finite %a : (tensor<f32>) -> tensor<i1>
    
  }, {
  ^bb0(%b: tensor<f32>):
    %1 = stablehlo.exponential %b : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// expected: while.I3
// body is a function
// spec: body: function
// upstream: rejects
func.func @main(%operand: tensor<f32>) {
  %results = "stablehlo.while"(%operand) ({
  ^bb0(%a: tensor<f32>):
    %0 = stablehlo.is_finite %a : (tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b: tensor<f32>):
    %1 = stablehlo.exponential %b : tensor<f32>
    
  }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// expected: while.O1
// spec: results is a variadic number of values
// upstream: rejects
func.func @main(%operand: tensor<f32>) {
  %results = "stablehlo.while"(%operand) ({
  ^bb0(%a: tensor<f32>):
    %0 = stablehlo.is_finite %a : (tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b: tensor<f32>):
    %1 = stablehlo.exponential %b : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<f32>) -> f32
  return
}

// -----

// expected: while.C1
// spec: cond has type (T0, ..., TN-1) -> tensor<i1>, where Ti = type(operand[i])
// upstream: rejects
func.func @main(%operand: tensor<f32>) {
  %results = "stablehlo.while"(%operand) ({
  ^bb0(%a: tensor<f32>):
    %0 = stablehlo.is_finite %a : (tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%a) : (tensor<f32>) -> ()
  }, {
  ^bb0(%b: tensor<f32>):
    %1 = stablehlo.exponential %b : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// expected: while.C2
// spec: body has type (T0, ..., TN-1) -> (T0, ..., TN-1), where Ti = type(operand[i])
// upstream: rejects
func.func @main(%operand: tensor<f32>) {
  %results = "stablehlo.while"(%operand) ({
  ^bb0(%a: tensor<f32>):
    %0 = stablehlo.is_finite %a : (tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b: tensor<f32>):
    %1 = stablehlo.exponential %b : tensor<f32>
    "stablehlo.return"(%1, %b) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// expected: while.C3
// spec: type(results...) = type(operand...)
// upstream: rejects
func.func @main(%operand: tensor<f32>) {
  %results = "stablehlo.while"(%operand) ({
  ^bb0(%a: tensor<f32>):
    %0 = stablehlo.is_finite %a : (tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }, {
  ^bb0(%b: tensor<f32>):
    %1 = stablehlo.exponential %b : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<f32>) -> tensor<f64>
  return
}
