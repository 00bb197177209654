// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/control_flow.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// nested: a loop in a loop
//   while: results = operand; while (cond(*results)): results = body(*results)
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %x = stablehlo.constant dense<3> : tensor<i32>
  %limit = stablehlo.constant dense<23> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %result = stablehlo.while(%i = %x) : tensor<i32>
  cond {
    %0 = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  } do {
    %inner = stablehlo.while(%j = %i) : tensor<i32>
    cond {
      %0 = stablehlo.compare LT, %j, %ten, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
    } do {
      %0 = stablehlo.add %j, %j : tensor<i32>
      stablehlo.return %0 : tensor<i32>
    }
    %1 = stablehlo.add %inner, %ten : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  %expected = stablehlo.constant dense<32> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}
