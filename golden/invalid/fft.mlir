// The rules of fft: programs that break one alone, each rule's nearest valid neighbour in front of them.
//
// Written by tools/golden.py. To change it, change the rules in hlogen/spec/ or the template
// tools/templates/invalid.mlir.j2, then `make golden`.

// expected: nothing. The valid neighbour of those that break I1, I2, I3, O1, C1, C2, C3, C4, C5
// upstream: accepts
func.func @main(%operand: tensor<3x9xf32>) {
  %result = "stablehlo.fft"(%operand) <{fft_length = array<i64: 9>, fft_type = #stablehlo<fft_type RFFT>}>
    : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>
  return
}

// -----

// expected: fft.I1
// operand is a tensor of floating-point or complex type
// spec: operand: tensor of floating-point or complex type
// upstream: rejects
func.func @main(%operand: tensor<3x9xi32>) {
  %result = "stablehlo.fft"(%operand) <{fft_length = array<i64: 9>, fft_type = #stablehlo<fft_type RFFT>}>
    : (tensor<3x9xi32>) -> tensor<3x5xcomplex<f32>>
  return
}

// -----

// expected: fft.I2
// fft_type is an enum of FFT, IFFT, RFFT, and IRFFT
// spec: fft_type: enum of FFT, IFFT, RFFT, and IRFFT
// upstream: rejects
func.func @main(%operand: tensor<3x9xf32>) {
  %result = "stablehlo.fft"(%operand) <{fft_length = array<i64: 9>, fft_type = "DCT"}>
    : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>
  return
}

// -----

// expected: fft.I3
// fft_length is a 1-dimensional tensor constant of type si64
// spec: fft_length: 1-dimensional tensor constant of type si64
// upstream: rejects
func.func @main(%operand: tensor<3x9xf32>) {
  %result = "stablehlo.fft"(%operand) <{fft_length = dense<9> : tensor<1x1xi64>, fft_type = #stablehlo<fft_type RFFT>}>
    : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>
  return
}

// -----

// expected: fft.O1
// result is a tensor of floating-point or complex type
// spec: result: tensor of floating-point or complex type
// upstream: rejects
func.func @main(%operand: tensor<3x9xf32>) {
  %result = "stablehlo.fft"(%operand) <{fft_length = array<i64: 9>, fft_type = #stablehlo<fft_type RFFT>}>
    : (tensor<3x9xf32>) -> tensor<3x5xi32>
  return
}

// -----

// expected: fft.C1
// spec: size(fft_length) <= rank(operand)
// upstream: rejects
func.func @main(%operand: tensor<3x9xf32>) {
  %result = "stablehlo.fft"(%operand) <{fft_length = array<i64: 1, 3, 9>, fft_type = #stablehlo<fft_type RFFT>}>
    : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>
  return
}

// -----

// expected: fft.C2
// spec: FFT and IFFT take and give one complex type, RFFT takes floats and gives complex numbers of them, IRFFT
//     the reverse
// upstream: rejects
func.func @main(%operand: tensor<3x9xf32>) {
  %result = "stablehlo.fft"(%operand) <{fft_length = array<i64: 9>, fft_type = #stablehlo<fft_type RFFT>}>
    : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f64>>
  return
}

// -----

// expected: fft.C3
// spec: 1 <= size(fft_length) <= 3
// upstream: rejects
func.func @main(%operand: tensor<3x9xf32>) {
  %result = "stablehlo.fft"(%operand) <{fft_length = array<i64>, fft_type = #stablehlo<fft_type RFFT>}>
    : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>
  return
}

// -----

// expected: fft.C4
// spec: If among operand and result, there is a tensor real of a floating-point type, then
//     shape(real)[-size(fft_length):] = fft_length
// upstream: rejects
func.func @main(%operand: tensor<3x9xf32>) {
  %result = "stablehlo.fft"(%operand) <{fft_length = array<i64: 8>, fft_type = #stablehlo<fft_type RFFT>}>
    : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>
  return
}

// -----

// expected: fft.C5
// spec: shape(result) = shape(operand) except for: if fft_type = RFFT, dim(result, -1) = dim(operand, -1) = 0 ? 0
//     : dim(operand, -1) / 2 + 1; if fft_type = IRFFT, dim(operand, -1) = dim(result, -1) = 0 ? 0 : dim(result, -1) /
//     2 + 1
// upstream: rejects
func.func @main(%operand: tensor<3x9xf32>) {
  %result = "stablehlo.fft"(%operand) <{fft_length = array<i64: 9>, fft_type = #stablehlo<fft_type RFFT>}>
    : (tensor<3x9xf32>) -> tensor<3x6xcomplex<f32>>
  return
}
