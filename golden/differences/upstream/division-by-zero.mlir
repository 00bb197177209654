// difference: upstream.division-by-zero
// clause: Errors: error conditions are still possible, e.g. through integer overflows. Unless explicitly called out,
//     all these errors result in implementation-defined behavior
// crash in StableHLO: the interpreter divides integers by zero, and the lowest one by -1, as the processor does, which
//     ends its process
// tracker: openxla/stablehlo#3009, open
// open: divide and remainder say nothing of a divisor that is 0. The section on errors leaves the behavior to the
//     implementation: any value, as earlier drafts had it for divide, or anything at all, the end of the process
//     included
// portable: stays: the operation is the program's own

func.func @main() {
  %c = stablehlo.constant dense<7> : tensor<i32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %0 = call @program(%c, %c_0) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %c_1 = stablehlo.constant dense<true> : tensor<i1>
  stablehlo.custom_call @check.expect_eq(%0, %c_1) {has_side_effect = true} : (tensor<i1>, tensor<i1>) -> ()
  return
}

func.func private @program(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.divide %x, %y : tensor<i32>
  %1 = stablehlo.compare EQ, %0, %0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %1 : tensor<i1>
}
