// difference: upstream.dot-algorithm
// clause: dot_general: lhs_precision_type, rhs_precision_type: the precisions that LHS and RHS are rounded to
// value in StableHLO: the interpreter computes with all bits of the operands, whatever the algorithm rounds them to
// portable: stays: the operation is the program's own

func.func @main() {
  %result = func.call @program() : () -> tensor<1x1xf32>
  %expected = stablehlo.constant dense<[[1.0]]> : tensor<1x1xf32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<1x1xf32>, tensor<1x1xf32>) -> ()
  return
}

func.func private @program() -> tensor<1x1xf32> {
  %x0 = stablehlo.constant dense<[[1.001953125]]> : tensor<1x1xf32>
  %x1 = stablehlo.constant dense<[[1.0]]> : tensor<1x1xf32>
  %0 = "stablehlo.dot_general"(%x0, %x1) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>} : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  func.return %0 : tensor<1x1xf32>
}
