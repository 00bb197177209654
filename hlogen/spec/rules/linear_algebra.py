"""Rules of dot_general, convolution and the other operations of linear algebra."""

from hlogen.spec.rules.rule import rules

_ANY = "tensor or per-tensor quantized tensor"
_QUANTIZED = "tensor or quantized tensor"
_INEXACT = "tensor of floating-point or complex type or per-tensor quantized tensor"
_LIST = "1-dimensional tensor constant of type si64"
_NUMBER = "constant of type si64"

rules("dot_general", f"""
    I1 lhs: {_ANY}
    I2 rhs: {_QUANTIZED}
    I3 lhs_batching_dimensions: {_LIST}
    I4 rhs_batching_dimensions: {_LIST}
    I5 lhs_contracting_dimensions: {_LIST}
    I6 rhs_contracting_dimensions: {_LIST}
    I7 precision_config: variadic number of enums of DEFAULT, HIGH, and HIGHEST
    O1 result: {_QUANTIZED}
    C1 size(lhs_batching_dimensions) = size(rhs_batching_dimensions)
    C2 size(lhs_contracting_dimensions) = size(rhs_contracting_dimensions)
    C3 is_unique(concatenate(lhs_batching_dimensions, lhs_contracting_dimensions))
       spec is_unique(lhs_batching_dimensions + lhs_contracting_dimensions)
    C4 is_unique(concatenate(rhs_batching_dimensions, rhs_contracting_dimensions))
       spec is_unique(rhs_batching_dimensions + rhs_contracting_dimensions)
    C5 0 <= lhs_batching_dimensions < rank(lhs)
    C6 0 <= lhs_contracting_dimensions < rank(lhs)
    C7 0 <= rhs_batching_dimensions < rank(rhs)
    C8 0 <= rhs_contracting_dimensions < rank(rhs)
    C9 dim(lhs, lhs_batching_dimensions...) = dim(rhs, rhs_batching_dimensions...)
       needs C1, C5, C7
    C10 dim(lhs, lhs_contracting_dimensions...) = dim(rhs, rhs_contracting_dimensions...)
       needs C2, C6, C8
    C11 size(precision_config) = 2
    C12 shape(result) = concatenate(dim(lhs, lhs_batching_dimensions),
        without(shape(lhs), concatenate(lhs_batching_dimensions, lhs_contracting_dimensions)),
        without(shape(rhs), concatenate(rhs_batching_dimensions, rhs_contracting_dimensions)))
       needs C3, C4, C5, C6, C7, C8
       spec shape(result) = dim(lhs, lhs_batching_dimensions) + dim(lhs, lhs_result_dimensions) + dim(rhs, rhs_result_dimensions)
    C13 if not (is_quantized(lhs) or is_quantized(rhs) or is_quantized(result)) then element_type(lhs) = element_type(rhs)
       spec If the operation uses non-quantized tensors: element_type(lhs) = element_type(rhs)
    C14 if is_quantized(rhs) or is_quantized(lhs) or is_quantized(result) then is_quantized(lhs) = is_quantized(result) and is_quantized(rhs)
       spec If the operation uses quantized tensors: is_quantized(lhs) = is_quantized(result) and is_quantized(rhs)
    C15 zero_points(rhs) = 0
    C16 if is_per_axis_quantized(rhs) then quantization_dimension(rhs) not in rhs_contracting_dimensions
    C17 storage_type(lhs) = storage_type(rhs)
    C18 expressed_type(lhs) = expressed_type(rhs) = expressed_type(result)
    C19 if is_quantized(lhs) and is_per_tensor_quantized(rhs) then is_per_tensor_quantized(result)
    C20 if not is_quantized(lhs) and is_quantized(rhs) then element_type(lhs) = expressed_type(rhs) = element_type(result)
""")  # fmt: skip

_CONVOLUTION = f"""
    I8 input_batch_dimension: {_NUMBER}
    I9 input_feature_dimension: {_NUMBER}
    I10 input_spatial_dimensions: {_LIST}
    I11 kernel_input_feature_dimension: {_NUMBER}
    I12 kernel_output_feature_dimension: {_NUMBER}
    I13 kernel_spatial_dimensions: {_LIST}
    I14 output_batch_dimension: {_NUMBER}
    I15 output_feature_dimension: {_NUMBER}
    I16 output_spatial_dimensions: {_LIST}
    I17 feature_group_count: {_NUMBER}
    I18 batch_group_count: {_NUMBER}
    I19 precision_config: variadic number of enums of DEFAULT, HIGH, and HIGHEST
    O1 result: {_QUANTIZED}
    C1 rank(lhs) = rank(rhs)
       spec N = rank(lhs) = rank(rhs)
    C2 size(window_strides) = rank(lhs) - 2
    C3 0 < window_strides
    C4 shape(padding) = [rank(lhs) - 2, 2]
    C5 size(lhs_dilation) = rank(lhs) - 2
    C6 0 < lhs_dilation
    C7 size(rhs_dilation) = rank(lhs) - 2
    C8 0 < rhs_dilation
    C9 size(window_reversal) = rank(lhs) - 2
    C10 dim(lhs, input_batch_dimension) % batch_group_count = 0
       needs C13, C22
    C11 dim(lhs, input_feature_dimension) % feature_group_count = 0
       needs C13, C21
    C12 size(input_spatial_dimensions) = rank(lhs) - 2
    C13 input_dimensions = concatenate([input_batch_dimension], input_spatial_dimensions, [input_feature_dimension]):
        is_unique(input_dimensions) and 0 <= input_dimensions < rank(lhs)
    C14 dim(rhs, kernel_input_feature_dimension) = dim(lhs, input_feature_dimension) / feature_group_count
       needs C11, C13, C18, C21
    C15 dim(rhs, kernel_output_feature_dimension) % batch_group_count = 0
       needs C18, C22
    C16 dim(rhs, kernel_output_feature_dimension) % feature_group_count = 0
       needs C18, C21
    C17 size(kernel_spatial_dimensions) = rank(lhs) - 2
    C18 kernel_dimensions = concatenate(kernel_spatial_dimensions, [kernel_input_feature_dimension], [kernel_output_feature_dimension]):
        is_unique(kernel_dimensions) and 0 <= kernel_dimensions < rank(lhs)
    C19 size(output_spatial_dimensions) = rank(lhs) - 2
    C20 output_dimensions = concatenate([output_batch_dimension], output_spatial_dimensions, [output_feature_dimension]):
        is_unique(output_dimensions) and 0 <= output_dimensions < rank(lhs)
    C21 0 < feature_group_count
    C22 0 < batch_group_count
    C23 feature_group_count = 1 or batch_group_count = 1
    C24 size(precision_config) = 2
    C26 rank(result) = rank(lhs)
    C27 if not (is_quantized(lhs) or is_quantized(rhs) or is_quantized(result)) then element_type(lhs) = element_type(rhs)
       spec If the operation uses non-quantized tensors: element_type(lhs) = element_type(rhs) = element_type(result)
    C28 if is_quantized(rhs) or is_quantized(lhs) or is_quantized(result) then is_quantized(lhs) = is_quantized(result) and is_quantized(rhs)
       spec If the operation uses quantized tensors: is_quantized(lhs) = is_quantized(result) and is_quantized(rhs)
    C29 if is_per_axis_quantized(rhs) then quantization_dimension(rhs) = kernel_output_feature_dimension
    C30 if is_per_axis_quantized(result) then quantization_dimension(result) = output_feature_dimension
    C31 storage_type(lhs) = storage_type(rhs)
    C32 expressed_type(lhs) = expressed_type(rhs) = expressed_type(result)
    C33 if is_quantized(lhs) and is_per_tensor_quantized(rhs) then is_per_tensor_quantized(result)
    C34 if not is_quantized(lhs) and is_quantized(rhs) then element_type(lhs) = expressed_type(rhs) = element_type(result)
"""

_DEFAULTS = dict(
    window_strides="ones(rank(lhs) - 2)",
    lhs_dilation="ones(rank(lhs) - 2)",
    rhs_dilation="ones(rank(lhs) - 2)",
)

rules("convolution", f"""
    I1 lhs: {_ANY}
    I2 rhs: {_QUANTIZED}
    I3 window_strides: {_LIST}
    I4 padding: 2-dimensional tensor constant of type si64
    I5 lhs_dilation: {_LIST}
    I6 rhs_dilation: {_LIST}
    I7 window_reversal: 1-dimensional tensor constant of type i1
    {_CONVOLUTION}
    C25 shape(result) = convolved(lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation,
        [input_batch_dimension, kernel_output_feature_dimension, output_batch_dimension, output_feature_dimension],
        input_spatial_dimensions, kernel_spatial_dimensions, output_spatial_dimensions, batch_group_count)
       needs C2, C3, C4, C5, C6, C7, C8, C10, C12, C13, C17, C18, C19, C20, C22, C26
       spec dim(result, result_dim) is dim(lhs, input_batch_dimension) / batch_group_count, dim(rhs, kernel_output_feature_dimension) or num_windows
""", defaults={**_DEFAULTS, "padding": "zeros(rank(lhs) - 2, 2)"})  # fmt: skip

rules("dynamic_conv", f"""
    I1 lhs: {_ANY}
    I2 rhs: {_QUANTIZED}
    I3 padding: 2-dimensional tensor of integer type
    I4 window_strides: {_LIST}
    I5 lhs_dilation: {_LIST}
    I6 rhs_dilation: {_LIST}
    I7 window_reversal: 1-dimensional tensor constant of type i1
    {_CONVOLUTION}
""", defaults=_DEFAULTS)  # fmt: skip

rules("cholesky", f"""
    I1 a: {_INEXACT}
    I2 lower: constant of type i1
    O1 result: {_INEXACT}
    C1 baseline_type(a) = baseline_type(result)
    C2 2 <= rank(a)
    C3 dim(a, -2) = dim(a, -1)
""")  # fmt: skip

rules("triangular_solve", f"""
    I1 a: {_INEXACT}
    I2 b: {_INEXACT}
    I3 left_side: constant of type i1
    I4 lower: constant of type i1
    I5 unit_diagonal: constant of type i1
    I6 transpose_a: enum of NO_TRANSPOSE, TRANSPOSE, and ADJOINT
    O1 result: {_INEXACT}
    C1 baseline_element_type(a) = baseline_element_type(b)
    C2 2 <= rank(a) = rank(b)
    C3 shape(a)[:-2] = shape(b)[:-2] and dim(a, -2) = dim(a, -1) = dim(b, left_side ? -2 : -1)
       needs C2
    C4 baseline_type(b) = baseline_type(result)
""")  # fmt: skip

rules("fft", f"""
    I1 operand: tensor of floating-point or complex type
    I2 fft_type: enum of FFT, IFFT, RFFT, and IRFFT
    I3 fft_length: {_LIST}
    O1 result: tensor of floating-point or complex type
    C1 size(fft_length) <= rank(operand)
    C2 is_complex(operand) = (fft_type != RFFT) and is_complex(result) = (fft_type != IRFFT)
       and part_type(operand) = part_type(result)
       spec FFT and IFFT take and give one complex type, RFFT takes floats and gives complex numbers of them, IRFFT the reverse
    C3 1 <= size(fft_length) <= 3
    C4 (fft_type = RFFT) ? ends(operand, fft_length) : (fft_type = IRFFT) ? ends(result, fft_length) : true
       spec shape(real)[-size(fft_length):] = fft_length of the tensor real of a floating-point type
    C5 shape(result) = transformed(operand, result, fft_type)
       spec shape(result) = shape(operand) except for the last dimension of RFFT and IRFFT
""")  # fmt: skip
