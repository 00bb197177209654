// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_f16: elements of type f16
//   is_finite: result = operand != inf, -inf or NaN: isFinite of IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 0x7C00, 0xFC00, 0x7E00, 0.0]> : tensor<5xf16>
  %result = "stablehlo.is_finite"(%x) : (tensor<5xf16>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, false, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// element_type_bf16: elements of type bf16
//   is_finite: result = operand != inf, -inf or NaN: isFinite of IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 0x7F80, 0xFF80, 0x7FC0, 0.0]> : tensor<5xbf16>
  %result = "stablehlo.is_finite"(%x) : (tensor<5xbf16>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, false, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}

// -----

// element_type_f64: elements of type f64
//   is_finite: result = operand != inf, -inf or NaN: isFinite of IEEE-754
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %x = stablehlo.constant dense<[1.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0]> : tensor<5xf64>
  %result = "stablehlo.is_finite"(%x) : (tensor<5xf64>) -> tensor<5xi1>
  %expected = stablehlo.constant dense<[true, false, false, false, true]> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  return
}
