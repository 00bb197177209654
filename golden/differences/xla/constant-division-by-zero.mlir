// difference: xla.constant-division-by-zero
// clause: Errors: error conditions are still possible, e.g. through integer overflows. Unless explicitly called out,
//     all these errors result in implementation-defined behavior
// crash in jaxlib before 0.12: XLA's compiler divides constants by zero itself, and ends with SIGFPE
// tracker: openxla/stablehlo#3009, open, of what the text leaves open
// open: divide and remainder say nothing of a divisor that is 0. The section on errors leaves the behavior to the
//     implementation: any value, as earlier drafts had it for divide, or anything at all, the end of the process
//     included
// portable: stays: it is arithmetic in general, no gather or scatter

// Whatever the quotient is, there is one.
func.func @main() {
  %result = func.call @program() : () -> tensor<i32>
  %same = stablehlo.compare EQ, %result, %result : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  stablehlo.custom_call @check.expect_eq(%same, %true) {has_side_effect = true} : (tensor<i1>, tensor<i1>) -> ()
  return
}

func.func private @program() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.divide %zero, %zero : tensor<i32>
  func.return %0 : tensor<i32>
}
