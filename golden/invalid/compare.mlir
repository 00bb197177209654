// The rules of compare: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, I4, O1, C1, C2, C3
// upstream: accepts
func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

// expected: compare.I1
// lhs is a tensor or per-tensor quantized tensor
// spec: lhs: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%lhs: !stablehlo.token, %rhs: tensor<2xf32>) {
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (!stablehlo.token, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

// expected: compare.I2
// rhs is a tensor or per-tensor quantized tensor
// spec: rhs: tensor or per-tensor quantized tensor
// upstream: rejects
func.func @main(%lhs: tensor<2xf32>, %rhs: !stablehlo.token) {
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<2xf32>, !stablehlo.token) -> tensor<2xi1>
  return
}

// -----

// expected: compare.I3
// comparison_direction is an enum of EQ, NE, GE, GT, LE, and LT
// spec: comparison_direction: enum of EQ, NE, GE, GT, LE, and LT
// upstream: rejects
func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  %result = "stablehlo.compare"(%lhs, %rhs) {
    
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

// expected: compare.I4
// compare_type is an enum of FLOAT, TOTALORDER, SIGNED, and UNSIGNED
// spec: compare_type: enum of FLOAT, TOTALORDER, SIGNED, and UNSIGNED
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type NOTYPE>
  } : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

// expected: compare.O1
// result is a tensor of boolean type
// spec: result: tensor of boolean type
// upstream: rejects
func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi32>
  return
}

// -----

// expected: compare.C1
// spec: baseline_element_type(lhs) = baseline_element_type(rhs)
// upstream: rejects
func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) {
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xi1>
  return
}

// -----

// expected: compare.C2
// spec: shape(lhs) = shape(rhs) = shape(result)
// upstream: rejects
func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type FLOAT>
  } : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xi1>
  return
}

// -----

// expected: compare.C3
// spec: compare_type is SIGNED if is_signed_integer(element_type(lhs)), UNSIGNED if
//     is_unsigned_integer(element_type(lhs)) or is_boolean(element_type(lhs)), FLOAT or TOTALORDER if
//     is_float(element_type(lhs)), FLOAT if is_complex(element_type(lhs))
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) {
  %result = "stablehlo.compare"(%lhs, %rhs) {
    comparison_direction = #stablehlo<comparison_direction EQ>,
    compare_type = #stablehlo<comparison_type SIGNED>
  } : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}
