// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/arithmetic.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// quadrants: every quadrant
//   atan2: For floats: `atan2` from IEEE-754.
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %lhs = stablehlo.constant dense<[1.100000023841858, 1.0, -1.0, -1.0, 2.0]> : tensor<5xf32>
  %rhs = stablehlo.constant dense<[2.700000047683716, -2.0, -2.0, 2.0, 0.0010000000474974513]> : tensor<5xf32>
  %result = "stablehlo.atan2"(%lhs, %rhs) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %expected = stablehlo.constant dense<[
      0.386875718832016, 2.677945137023926, -2.677945137023926, -0.46364760398864746, 1.570296287536621
    ]> : tensor<5xf32>
  check.expect_close %result, %expected, max_ulp_difference = 3 : tensor<5xf32>, tensor<5xf32>
  return
}
