// The rules of composite: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, I5, I6, O1, C1, C2, C3, C4
// upstream: accepts
func.func private @my_op(tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
func.func @main(%input0: tensor<2xf32>, %input1: tensor<f32>) {
  %results = "stablehlo.composite"(%input0, %input1) <{
    name = "my_namespace.my_op", composite_attributes = { my_attribute = "my_value" }, decomposition = @my_op,
    version = 1 : i32
  }> : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// expected: composite.I1
// inputs is a variadic number of values
// spec: inputs: variadic number of values
// upstream: rejects
func.func private @my_op(tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
func.func @main(%input0: f32, %input1: tensor<f32>) {
  %results = "stablehlo.composite"(%input0, %input1) <{
    name = "my_namespace.my_op", composite_attributes = { my_attribute = "my_value" }, decomposition = @my_op,
    version = 1 : i32
  }> : (f32, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// expected: composite.I2
// name is a constant of type string
// spec: name: constant of type string
// upstream: rejects
func.func private @my_op(tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
func.func @main(%input0: tensor<2xf32>, %input1: tensor<f32>) {
  %results = "stablehlo.composite"(%input0, %input1) <{
    name = 1 : i64, composite_attributes = { my_attribute = "my_value" }, decomposition = @my_op,
    version = 1 : i32
  }> : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// expected: composite.I3
// composite_attributes is an attribute dictionary
// spec: composite_attributes: attribute dictionary
// upstream: rejects
func.func private @my_op(tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
func.func @main(%input0: tensor<2xf32>, %input1: tensor<f32>) {
  %results = "stablehlo.composite"(%input0, %input1) <{
    name = "my_namespace.my_op", composite_attributes = "my_value", decomposition = @my_op,
    version = 1 : i32
  }> : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// expected: composite.I4
// decomposition is a name of a function
// spec: decomposition: constant of type string
// upstream: rejects
func.func private @my_op(tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
func.func @main(%input0: tensor<2xf32>, %input1: tensor<f32>) {
  %results = "stablehlo.composite"(%input0, %input1) <{
    name = "my_namespace.my_op", composite_attributes = { my_attribute = "my_value" }, decomposition = "my_op",
    version = 1 : i32
  }> : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// expected: composite.I5
// version is a constant of type si32
// spec: version: constant of type si32
// upstream: rejects
func.func private @my_op(tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
func.func @main(%input0: tensor<2xf32>, %input1: tensor<f32>) {
  %results = "stablehlo.composite"(%input0, %input1) <{
    name = "my_namespace.my_op", composite_attributes = { my_attribute = "my_value" }, decomposition = @my_op,
    version = 1 : i64
  }> : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// expected: composite.I6
// composite_regions is a variadic number of functions
// spec: regions: variadic number of functions
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func private @my_op(tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
func.func @main(%input0: tensor<2xf32>, %input1: tensor<f32>) {
  %results = "stablehlo.composite"(%input0, %input1) <{
    name = "my_namespace.my_op", composite_attributes = { my_attribute = "my_value" }, decomposition = @my_op,
    version = 1 : i32
  }> ({}) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// expected: composite.O1
// results is a variadic number of values
// spec: results: variadic number of values
// upstream: rejects
func.func private @my_op(tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
func.func @main(%input0: tensor<2xf32>, %input1: tensor<f32>) {
  %results = "stablehlo.composite"(%input0, %input1) <{
    name = "my_namespace.my_op", composite_attributes = { my_attribute = "my_value" }, decomposition = @my_op,
    version = 1 : i32
  }> : (tensor<2xf32>, tensor<f32>) -> f32
  return
}

// -----

// expected: composite.C1
// spec: is_namespaced_op_name(name)
// upstream: rejects
func.func private @my_op(tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
func.func @main(%input0: tensor<2xf32>, %input1: tensor<f32>) {
  %results = "stablehlo.composite"(%input0, %input1) <{
    name = "my_op", composite_attributes = { my_attribute = "my_value" }, decomposition = @my_op,
    version = 1 : i32
  }> : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// expected: composite.C2
// spec: is_defined_in_parent_scope(decomposition)
// upstream: rejects
func.func private @my_op(tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
func.func @main(%input0: tensor<2xf32>, %input1: tensor<f32>) {
  %results = "stablehlo.composite"(%input0, %input1) <{
    name = "my_namespace.my_op", composite_attributes = { my_attribute = "my_value" }, decomposition = @your_op,
    version = 1 : i32
  }> : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// expected: composite.C3
// spec: types(inputs...) = input_types(decomposition)
// upstream: rejects
func.func private @my_op(tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
func.func @main(%input0: tensor<3xf32>, %input1: tensor<f32>) {
  %results = "stablehlo.composite"(%input0, %input1) <{
    name = "my_namespace.my_op", composite_attributes = { my_attribute = "my_value" }, decomposition = @my_op,
    version = 1 : i32
  }> : (tensor<3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// expected: composite.C4
// spec: types(results...) = output_types(decomposition)
// upstream: rejects
func.func private @my_op(tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
func.func @main(%input0: tensor<2xf32>, %input1: tensor<f32>) {
  %results = "stablehlo.composite"(%input0, %input1) <{
    name = "my_namespace.my_op", composite_attributes = { my_attribute = "my_value" }, decomposition = @my_op,
    version = 1 : i32
  }> : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  return
}
