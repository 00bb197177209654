// difference: verifier.tuple-of-unknown-shape
// clause: tuple.C1
// stricter in StableHLO: upstream wants one type on both sides, also where a size isn't known on one of them

// expected: upstream.tuple
func.func @main(%operand: tensor<?xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.tuple"(%operand) : (tensor<?xi32>) -> tuple<tensor<2xi32>>
  %1 = "stablehlo.get_tuple_element"(%0) {index = 0 : i32} : (tuple<tensor<2xi32>>) -> tensor<2xi32>
  func.return %1 : tensor<2xi32>
}
