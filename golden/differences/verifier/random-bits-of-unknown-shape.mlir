// difference: verifier.random-bits-of-unknown-shape
// clause: rng_bit_generator.O2
// stricter in StableHLO: upstream wants the shape of the random bits to be known

// expected: upstream.rng_bit_generator
func.func @main(%state: tensor<2xui64>) -> (tensor<2xui64>, tensor<?xui32>) {
  %0:2 = "stablehlo.rng_bit_generator"(%state) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}
    : (tensor<2xui64>) -> (tensor<2xui64>, tensor<?xui32>)
  func.return %0#0, %0#1 : tensor<2xui64>, tensor<?xui32>
}
