// The rules of get_tuple_element: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, O1, C1, C2
// upstream: accepts
func.func @main(%operand: tuple<tensor<f32>, tensor<i32>>) {
  %result = "stablehlo.get_tuple_element"(%operand) <{index = 0 : i32}>
    : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
  return
}

// -----

// expected: get_tuple_element.I1
// operand is a tuple
// spec: operand: tuple
// upstream: rejects
func.func @main(%operand: tensor<f32>) {
  %result = "stablehlo.get_tuple_element"(%operand) <{index = 0 : i32}>
    : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// expected: get_tuple_element.I2
// index is a constant of type si32
// spec: index: constant of type si32
// upstream: rejects
func.func @main(%operand: tuple<tensor<f32>, tensor<i32>>) {
  %result = "stablehlo.get_tuple_element"(%operand) <{index = 0.0 : f32}>
    : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
  return
}

// -----

// expected: get_tuple_element.O1
// result is a value
// spec: result: value
// upstream: rejects
func.func @main(%operand: tuple<tensor<f32>, tensor<i32>>) {
  %result = "stablehlo.get_tuple_element"(%operand) <{index = 0 : i32}>
    : (tuple<tensor<f32>, tensor<i32>>) -> f32
  return
}

// -----

// expected: get_tuple_element.C1
// spec: 0 <= index < size(operand)
// upstream: rejects
func.func @main(%operand: tuple<tensor<f32>, tensor<i32>>) {
  %result = "stablehlo.get_tuple_element"(%operand) <{index = 2 : i32}>
    : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
  return
}

// -----

// expected: get_tuple_element.C2
// spec: type(result) = tuple_element_types(operand)[index]
// upstream: rejects
func.func @main(%operand: tuple<tensor<f32>, tensor<i32>>) {
  %result = "stablehlo.get_tuple_element"(%operand) <{index = 0 : i32}>
    : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f64>
  return
}
