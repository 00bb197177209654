// The rules of custom_call: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, I5, I6, I7, O1
// upstream: accepts
func.func @main(%input: tensor<2xf32>) {
  %result = "stablehlo.custom_call"(%input) <{
    call_target_name = "vendor_op", has_side_effect = true, backend_config = "fast", api_version = 2 : i32,
    called_computations = [],
    output_operand_aliases = [
      #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>
    ]
  }> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: custom_call.I1
// inputs is a variadic number of values
// spec: inputs: variadic number of values
// upstream: rejects
func.func @main(%input: f32) {
  %result = "stablehlo.custom_call"(%input) <{
    call_target_name = "vendor_op", has_side_effect = true, backend_config = "fast", api_version = 2 : i32,
    called_computations = [],
    output_operand_aliases = [
      #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>
    ]
  }> : (f32) -> tensor<2xf32>
  return
}

// -----

// expected: custom_call.I2
// call_target_name is a constant of type string
// spec: call_target_name: constant of type string
// upstream: rejects
func.func @main(%input: tensor<2xf32>) {
  %result = "stablehlo.custom_call"(%input) <{
    call_target_name = 1 : i64, has_side_effect = true, backend_config = "fast", api_version = 2 : i32,
    called_computations = [],
    output_operand_aliases = [
      #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>
    ]
  }> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: custom_call.I3
// has_side_effect is a constant of type i1
// spec: has_side_effect: constant of type i1
// upstream: rejects
func.func @main(%input: tensor<2xf32>) {
  %result = "stablehlo.custom_call"(%input) <{
    call_target_name = "vendor_op", has_side_effect = 1 : i64, backend_config = "fast", api_version = 2 : i32,
    called_computations = [],
    output_operand_aliases = [
      #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>
    ]
  }> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: custom_call.I4
// backend_config is a constant of type string or attribute dictionary
// spec: backend_config: constant of type string or attribute dictionary
// upstream: rejects
func.func @main(%input: tensor<2xf32>) {
  %result = "stablehlo.custom_call"(%input) <{
    call_target_name = "vendor_op", has_side_effect = true, backend_config = 1 : i64, api_version = 2 : i32,
    called_computations = [],
    output_operand_aliases = [
      #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>
    ]
  }> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: custom_call.I5
// api_version is a constant of type si32
// spec: api_version: constant of type si32
// upstream: rejects
func.func @main(%input: tensor<2xf32>) {
  %result = "stablehlo.custom_call"(%input) <{
    call_target_name = "vendor_op", has_side_effect = true, backend_config = "fast", api_version = 2 : i64,
    called_computations = [],
    output_operand_aliases = [
      #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>
    ]
  }> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: custom_call.I6
// called_computations is a variadic number of names of functions
// spec: called_computations: variadic number of constants of type string
// upstream: rejects
func.func @main(%input: tensor<2xf32>) {
  %result = "stablehlo.custom_call"(%input) <{
    call_target_name = "vendor_op", has_side_effect = true, backend_config = "fast", api_version = 2 : i32,
    called_computations = ["main"],
    output_operand_aliases = [
      #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>
    ]
  }> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: custom_call.I7
// output_operand_aliases is a variadic number of aliases
// spec: output_operand_aliases: specify the aliasing parts in the outputs and operands
// upstream: rejects
func.func @main(%input: tensor<2xf32>) {
  %result = "stablehlo.custom_call"(%input) <{
    call_target_name = "vendor_op", has_side_effect = true, backend_config = "fast", api_version = 2 : i32,
    called_computations = [],
    output_operand_aliases = [
      #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>
    ]
  }> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected: custom_call.O1
// results is a variadic number of values
// spec: results: variadic number of values
// upstream: rejects
func.func @main(%input: tensor<2xf32>) {
  %result = "stablehlo.custom_call"(%input) <{
    call_target_name = "vendor_op", has_side_effect = true, backend_config = "fast", api_version = 2 : i32,
    called_computations = [],
    output_operand_aliases = [
      #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>
    ]
  }> : (tensor<2xf32>) -> f32
  return
}
