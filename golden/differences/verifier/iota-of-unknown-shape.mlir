// difference: verifier.iota-of-unknown-shape
// clause: iota.O1
// stricter in StableHLO: upstream wants the shape of what iota, rng_bit_generator and the like give to be known,
//     and the text lets any size be

// expected: upstream.iota
func.func @main() -> tensor<?xi32> {
  %0 = "stablehlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<?xi32>
  func.return %0 : tensor<?xi32>
}
