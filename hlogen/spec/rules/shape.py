"""Rules of the operations that move elements and change shapes."""

from hlogen.spec.rules.rule import rules

_ANY = "tensor or per-tensor quantized tensor"
_QUANTIZED = "tensor or quantized tensor"
_LIST = "1-dimensional tensor constant of type si64"
_SIZES = "1-dimensional tensor of integer type"
_SCALAR_INDICES = "variadic number of 0-dimensional tensors of integer type"

rules("transpose", f"""
    I1 operand: {_QUANTIZED}
    I2 permutation: {_LIST}
    O1 result: {_QUANTIZED}
    C1 moved_element_type(operand, result)
       spec element_type(result) = element_type(operand), except for quantization_dimension where it is quantized per axis
    C2 is_permutation(permutation, rank(operand))
       spec permutation is a permutation of range(rank(operand))
    C3 shape(result) = dim(operand, permutation...)
       needs C2
    C4 if is_per_axis_quantized(result) then quantization_dimension(operand) = permutation[quantization_dimension(result)]
       needs C2
""")  # fmt: skip

rules("reverse", f"""
    I1 operand: {_ANY}
    I2 dimensions: {_LIST}
    O1 result: {_ANY}
    C1 type(operand) = type(result)
    C2 is_unique(dimensions)
    C3 0 <= dimensions < rank(result)
""")  # fmt: skip

rules("reshape", f"""
    I1 operand: {_QUANTIZED}
    O1 result: {_QUANTIZED}
    C1 moved_element_type(operand, result)
       spec element_type(result) = element_type(operand), except for quantization_dimension where it is quantized per axis
    C2 size(operand) = size(result)
    C3 if is_per_axis_quantized(operand) then
       product(shape(operand)[:quantization_dimension(operand)]) = product(shape(result)[:quantization_dimension(result)])
       and dim(operand, quantization_dimension(operand)) = dim(result, quantization_dimension(result))
       needs C2
""")  # fmt: skip

rules("broadcast_in_dim", f"""
    I1 operand: {_QUANTIZED}
    I2 broadcast_dimensions: {_LIST}
    O1 result: {_QUANTIZED}
    C1 moved_element_type(operand, result)
       spec element_type(result) = element_type(operand), except for quantization_dimension, scales and zero_points where it is quantized per axis
    C2 size(broadcast_dimensions) = rank(operand)
    C3 0 <= broadcast_dimensions < rank(result)
    C4 is_unique(broadcast_dimensions)
    C5 all d in axes(operand): dim(operand, d) = 1 or dim(operand, d) = dim(result, broadcast_dimensions[d])
       needs C2
    C6 if is_per_axis_quantized(result) then quantization_dimension(result) = broadcast_dimensions[quantization_dimension(operand)]
""")  # fmt: skip

rules("concatenate", f"""
    I1 inputs: variadic number of tensors or per-tensor quantized tensors
    I2 dimension: constant of type si64
    O1 result: {_ANY}
    C1 same(element_type(inputs...))
    C2 same(without(shape(inputs...), dimension))
       spec same(shape(inputs...)) except for dim(inputs..., dimension)
    C3 0 < size(inputs)
    C4 0 <= dimension < rank(inputs[0])
    C5 element_type(result) = element_type(inputs[0])
    C6 shape(result) = replaced(shape(inputs[0]), dimension, total(dim(inputs..., dimension)))
       needs C2, C4
       spec shape(result) = shape(inputs[0]) except for dim(result, dimension) = dim(inputs[0], dimension) + ...
""")  # fmt: skip

rules("slice", f"""
    I1 operand: {_ANY}
    I2 start_indices: {_LIST}
    I3 limit_indices: {_LIST}
    I4 strides: {_LIST}
    O1 result: {_ANY}
    C1 element_type(operand) = element_type(result)
    C2 size(start_indices) = size(limit_indices) = size(strides) = rank(operand)
    C3 0 <= start_indices <= limit_indices <= shape(operand)
    C4 0 < strides
    C5 shape(result) = quotient_up(limit_indices - start_indices, strides)
       needs C2, C3, C4
       spec shape(result) = ceil((limit_indices - start_indices) / strides)
""")  # fmt: skip

rules("dynamic_slice", f"""
    I1 operand: {_ANY}
    I2 start_indices: {_SCALAR_INDICES}
    I3 slice_sizes: {_LIST}
    O1 result: {_ANY}
    C1 element_type(operand) = element_type(result)
    C2 size(start_indices) = size(slice_sizes) = rank(operand)
    C3 same(type(start_indices...))
    C4 0 <= slice_sizes <= shape(operand)
    C5 shape(result) = slice_sizes
""")  # fmt: skip

rules("dynamic_update_slice", f"""
    I1 operand: {_ANY}
    I2 update: {_ANY}
    I3 start_indices: {_SCALAR_INDICES}
    O1 result: {_ANY}
    C1 type(operand) = type(result)
    C2 element_type(update) = element_type(operand)
    C3 rank(update) = rank(operand)
    C4 size(start_indices) = rank(operand)
    C5 same(type(start_indices...))
    C6 0 <= shape(update) <= shape(operand)
""")  # fmt: skip

rules("pad", f"""
    I1 operand: {_ANY}
    I2 padding_value: 0-dimensional tensor or per-tensor quantized tensor
    I3 edge_padding_low: {_LIST}
    I4 edge_padding_high: {_LIST}
    I5 interior_padding: {_LIST}
    O1 result: {_ANY}
    C1 element_type(operand) = element_type(padding_value) = element_type(result)
    C2 size(edge_padding_low) = size(edge_padding_high) = size(interior_padding) = rank(operand)
    C3 0 <= interior_padding
    C4 shape(result) = shape(operand) + edge_padding_low + max(shape(operand) - 1, 0) * interior_padding + edge_padding_high
       needs C2, C3
""")  # fmt: skip

rules("get_dimension_size", f"""
    I1 operand: {_QUANTIZED}
    I2 dimension: constant of type si64
    O1 result: 0-dimensional tensor of type si32
    C1 0 <= dimension < rank(operand)
""")  # fmt: skip

rules("iota", """
    I1 iota_dimension: constant of type si64
    O1 output: tensor of integer, floating-point, or complex type or per-tensor quantized tensor
    C1 0 <= iota_dimension < rank(output)
""")  # fmt: skip

rules("dynamic_iota", f"""
    I1 output_shape: {_SIZES}
    I2 iota_dimension: constant of type si64
    O1 result: tensor of integer, floating-point, or complex type or per-tensor quantized tensor
    C1 0 <= iota_dimension < dim(output_shape, 0)
       spec 0 <= iota_dimension < size(output_shape)
    C2 rank(result) = dim(output_shape, 0)
       spec rank(result) = size(output_shape)
""")  # fmt: skip

rules("dynamic_reshape", f"""
    I1 operand: {_QUANTIZED}
    I2 output_shape: {_SIZES}
    O1 result: {_QUANTIZED}
    C1 moved_element_type(operand, result)
       spec element_type(result) = element_type(operand), except for quantization_dimension where it is quantized per axis
    C2 size(operand) = size(result)
    C4 dim(output_shape, 0) = rank(result)
       spec size(output_shape) = rank(result)
""")  # fmt: skip

rules("dynamic_broadcast_in_dim", f"""
    I1 operand: {_QUANTIZED}
    I2 output_dimensions: {_SIZES}
    I3 broadcast_dimensions: 1-dimensional constant tensor of integer type
    I4 known_expanding_dimensions: 1-dimensional constant tensor of integer type
    I5 known_nonexpanding_dimensions: 1-dimensional constant tensor of integer type
    O1 result: {_QUANTIZED}
    C1 moved_element_type(operand, result)
       spec element_type(result) = element_type(operand), except for quantization_dimension, scales and zero_points where it is quantized per axis
    C2 size(broadcast_dimensions) = rank(operand)
    C3 0 <= broadcast_dimensions < rank(result)
    C4 is_unique(broadcast_dimensions)
    C5 all d in axes(operand): dim(operand, d) = 1 or dim(operand, d) = dim(result, broadcast_dimensions[d])
       needs C2
    C6 if is_per_axis_quantized(result) then quantization_dimension(result) = broadcast_dimensions[quantization_dimension(operand)]
    C7 dim(output_dimensions, 0) = rank(result)
       spec size(output_dimensions) = rank(result)
    C8 is_unique(concatenate(known_expanding_dimensions, known_nonexpanding_dimensions))
       spec is_unique(known_expanding_dimensions + known_nonexpanding_dimensions)
    C9 0 <= known_expanding_dimensions < rank(operand)
    C10 0 <= known_nonexpanding_dimensions < rank(operand)
""")  # fmt: skip

rules("dynamic_pad", f"""
    I1 operand: {_ANY}
    I2 padding_value: 0-dimensional tensor or per-tensor quantized tensor
    I3 edge_padding_low: {_SIZES}
    I4 edge_padding_high: {_SIZES}
    I5 interior_padding: {_SIZES}
    O1 result: {_ANY}
    C1 element_type(operand) = element_type(padding_value) = element_type(result)
    C2 size(edge_padding_low) = size(edge_padding_high) = size(interior_padding) = rank(operand)
""")  # fmt: skip

rules("bitcast_convert", f"""
    I1 operand: {_QUANTIZED}
    O1 result: {_QUANTIZED}
    C1 shape(result) = bitcast_shape(operand, result)
       spec num_bits(result) = num_bits(operand) or the last dimension is how often the narrower fits into the wider
    C2 if is_complex(operand) or is_complex(result) then is_complex(operand) and is_complex(result)
""")  # fmt: skip
