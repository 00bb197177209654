// difference: xla.ties-beside-padding
// clause: select_and_scatter, reduce: a window's values are taken in lexicographic order of their indices
// value in jaxlib: XLA looks at a padded window in another order, so of equal elements another one is selected
// portable: stays: the operation is the program's own

func.func @main() {
  %x = stablehlo.constant dense<[[0, 1], [1, 0]]> : tensor<2x2xi32>
  %source = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi32>
  %result = func.call @program(%x, %source) : (tensor<2x2xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
  %expected = stablehlo.constant dense<[[0, 3], [0, 0]]> : tensor<2x2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  return
}

func.func private @program(%x: tensor<2x2xi32>, %source: tensor<1x2xi32>) -> tensor<2x2xi32> {
  %init = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.select_and_scatter"(%x, %source, %init) ({
  ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
    %stays = stablehlo.compare GE, %lhs, %rhs : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %stays : tensor<i1>
  }, {
  ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
    %sum = stablehlo.add %lhs, %rhs : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) {window_dimensions = array<i64: 2, 2>, padding = dense<[[0, 0], [0, 1]]> : tensor<2x2xi64>}
    : (tensor<2x2xi32>, tensor<1x2xi32>, tensor<i32>) -> tensor<2x2xi32>
  func.return %0 : tensor<2x2xi32>
}
