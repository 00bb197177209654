// difference: xla.constant-division-by-zero
// clause: divide: integer overflow (division by zero or division of signed SINT_MIN with -1) produces an
//     implementation-defined value
// crash in jaxlib before 0.12: XLA's compiler divides constants by zero itself, and ends with SIGFPE
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
