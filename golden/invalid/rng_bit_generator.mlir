// The rules of rng_bit_generator: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, O1, O2, C1, C2
// upstream: accepts
func.func @main(%initial_state: tensor<3xui64>) {
  %output_state, %output = "stablehlo.rng_bit_generator"(%initial_state) { rng_algorithm = #stablehlo<rng_algorithm PHILOX> }
    : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x3xi32>)
  return
}

// -----

// expected: rng_bit_generator.I1
// rng_algorithm is an enum of DEFAULT, THREE_FRY, and PHILOX
// spec: rng_algorithm: enum of DEFAULT, THREE_FRY, and PHILOX
// upstream: rejects
func.func @main(%initial_state: tensor<3xui64>) {
  %output_state, %output = "stablehlo.rng_bit_generator"(%initial_state) {  }
    : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x3xi32>)
  return
}

// -----

// expected: rng_bit_generator.I2
// initial_state is a 1-dimensional tensor of type ui64
// spec: initial_state: 1-dimensional tensor of type ui64
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%initial_state: tensor<3xf64>) {
  %output_state, %output = "stablehlo.rng_bit_generator"(%initial_state) { rng_algorithm = #stablehlo<rng_algorithm PHILOX> }
    : (tensor<3xf64>) -> (tensor<3xui64>, tensor<2x3xi32>)
  return
}

// -----

// expected: rng_bit_generator.O1
// output_state is a 1-dimensional tensor of type ui64
// spec: output_state: 1-dimensional tensor of type ui64
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%initial_state: tensor<3xui64>) {
  %output_state, %output = "stablehlo.rng_bit_generator"(%initial_state) { rng_algorithm = #stablehlo<rng_algorithm PHILOX> }
    : (tensor<3xui64>) -> (tensor<3xf64>, tensor<2x3xi32>)
  return
}

// -----

// expected: rng_bit_generator.O2
// output is a tensor of integer or floating-point type
// spec: output: tensor of integer or floating-point type
// upstream: rejects
func.func @main(%initial_state: tensor<3xui64>) {
  %output_state, %output = "stablehlo.rng_bit_generator"(%initial_state) { rng_algorithm = #stablehlo<rng_algorithm PHILOX> }
    : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x3xcomplex<f32>>)
  return
}

// -----

// expected: rng_bit_generator.C1
// spec: type(initial_state) = type(output_state)
// upstream: rejects
func.func @main(%initial_state: tensor<3xui64>) {
  %output_state, %output = "stablehlo.rng_bit_generator"(%initial_state) { rng_algorithm = #stablehlo<rng_algorithm PHILOX> }
    : (tensor<3xui64>) -> (tensor<2xui64>, tensor<2x3xi32>)
  return
}

// -----

// expected: rng_bit_generator.C2
// spec: size(initial_state) is implementation-defined if rng_algorithm = DEFAULT, 2 if rng_algorithm = THREE_FRY,
//     2 or 3 if rng_algorithm = PHILOX
// upstream: accepts. upstream's verifier accepts this (seen with StableHLO 1.17.0)
func.func @main(%initial_state: tensor<3xui64>) {
  %output_state, %output = "stablehlo.rng_bit_generator"(%initial_state) { rng_algorithm = #stablehlo<rng_algorithm THREE_FRY> }
    : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x3xi32>)
  return
}
