// difference: iree.dot-algorithm
// clause: dot_general: lhs_precision_type, rhs_precision_type: the precisions that LHS and RHS are rounded to
// value in iree-base-compiler: IREE computes with all bits of the operands, whatever the algorithm rounds them to
// portable: stays: the operation is the program's own

func.func @main() {
  %cst = stablehlo.constant dense<1.00000095> : tensor<1x1xf32>
  %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<1x1xf32>
  %0 = call @program(%cst, %cst_0) : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<1x1xf32>
  stablehlo.custom_call @check.expect_close(%0, %cst_1) {has_side_effect = true, max_ulp_difference = 0 : i64} : (tensor<1x1xf32>, tensor<1x1xf32>) -> ()
  return
}

func.func private @program(%x: tensor<1x1xf32>, %y: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}
