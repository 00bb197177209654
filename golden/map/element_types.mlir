// RUN: stablehlo-translate --interpret -split-input-file %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/elementwise.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// element_type_i64: elements of type i64
//   map: result[result_index] = computation(inputs...[result_index])
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[4611686018427387905, 0, 1]> : tensor<3xi64>
  %result = "stablehlo.map"(%inputs) ({
    ^bb0(%x: tensor<i64>):
      stablehlo.return %x : tensor<i64>
  }) {
    dimensions = array<i64: 0>
  } : (tensor<3xi64>) -> tensor<3xi64>
  %expected = stablehlo.constant dense<[4611686018427387905, 0, 1]> : tensor<3xi64>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xi64>, tensor<3xi64>) -> ()
  return
}

// -----

// element_type_ui8: elements of type ui8
//   map: result[result_index] = computation(inputs...[result_index])
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[200, 0, 1]> : tensor<3xui8>
  %result = "stablehlo.map"(%inputs) ({
    ^bb0(%x: tensor<ui8>):
      stablehlo.return %x : tensor<ui8>
  }) {
    dimensions = array<i64: 0>
  } : (tensor<3xui8>) -> tensor<3xui8>
  %expected = stablehlo.constant dense<[200, 0, 1]> : tensor<3xui8>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
  return
}

// -----

// element_type_f64: elements of type f64
//   map: result[result_index] = computation(inputs...[result_index])
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1.0000000000000002, 0x8000000000000000, 0x7FF8000000000000]> : tensor<3xf64>
  %result = "stablehlo.map"(%inputs) ({
    ^bb0(%x: tensor<f64>):
      stablehlo.return %x : tensor<f64>
  }) {
    dimensions = array<i64: 0>
  } : (tensor<3xf64>) -> tensor<3xf64>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<3xf64>) -> tensor<3xui64>
  %expected = stablehlo.constant dense<[4607182418800017409, 9223372036854775808, 9221120237041090560]> : tensor<3xui64>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  return
}

// -----

// element_type_bf16: elements of type bf16
//   map: result[result_index] = computation(inputs...[result_index])
// agree: spec model, upstream interpreter, XLA CPU
func.func @main() {
  %inputs = stablehlo.constant dense<[1.0078125, 0x8000, 0x7FC0]> : tensor<3xbf16>
  %result = "stablehlo.map"(%inputs) ({
    ^bb0(%x: tensor<bf16>):
      stablehlo.return %x : tensor<bf16>
  }) {
    dimensions = array<i64: 0>
  } : (tensor<3xbf16>) -> tensor<3xbf16>
  %result_bits = stablehlo.bitcast_convert %result : (tensor<3xbf16>) -> tensor<3xui16>
  %expected = stablehlo.constant dense<[16257, 32768, 32704]> : tensor<3xui16>
  stablehlo.custom_call @check.expect_eq(%result_bits, %expected) {has_side_effect = true} : (tensor<3xui16>, tensor<3xui16>) -> ()
  return
}
