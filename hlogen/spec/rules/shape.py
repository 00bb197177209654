"""Rules of the operations that move elements and change shapes."""

from dataclasses import replace
from typing import Any

from hlogen.ir.types import ElementType, QuantizedType
from hlogen.spec.formula.functions import element, function, listed
from hlogen.spec.rules.rule import rules

_ANY = "tensor or per-tensor quantized tensor"
_QUANTIZED = "tensor or quantized tensor"
_LIST = "1-dimensional tensor constant of type si64"
_SIZES = "1-dimensional tensor of integer type"
_SCALAR_INDICES = "variadic number of 0-dimensional tensors of integer type"

_TOKEN = "!stablehlo.token"
_ROWS = "tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>"
_COLUMNS = "tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>"


@function("transposed_element_type")
def transposed_element_type(operand: Any, permutation: Any) -> ElementType:
    """That of `operand`; where it is quantized along a dimension, along the one that this becomes."""
    type = element(operand)
    if isinstance(type, QuantizedType) and type.axis is not None:
        places = listed(permutation)
        return replace(type, axis=places.index(type.axis)) if type.axis in places else type
    return type


# Of a tensor that is quantized along a dimension nobody knows which one that becomes.
_USUAL_ELEMENTS = "if not is_per_axis_quantized(operand) then element_type(result) = element_type(operand)"

rules("transpose", f"""
    I1 operand: {_QUANTIZED}
       breaks (tensor<2x3xf32>) => ({_TOKEN})
    I2 permutation: {_LIST}
       breaks array<i64: 1, 0> => 1 : i64
    O1 result: {_QUANTIZED}
       breaks -> tensor<3x2xf32> => -> {_TOKEN}
    C1 moved_element_type(operand, result)
       spec element_type(result) = element_type(operand), except for quantization_dimension where it is quantized per
       axis
       breaks -> tensor<3x2xf32> => -> tensor<3x2xf64>
    C2 is_permutation(permutation, rank(operand))
       spec permutation is a permutation of range(rank(operand))
       breaks array<i64: 1, 0> => array<i64: 1, 1>
    C3 shape(result) = dim(operand, permutation...)
       needs C2
       breaks -> tensor<3x2xf32> => -> tensor<2x3xf32>
    C4 if is_per_axis_quantized(result) then
       quantization_dimension(operand) = permutation[quantization_dimension(result)]
       needs C1, C2
       says operand is quantized along dimension {{quantization_dimension(operand)}}, and the result along dimension
       {{quantization_dimension(result)}}, which is dimension {{permutation[quantization_dimension(result)]}} of operand
       fix quantize the result along the dimension d with permutation[d] = {{quantization_dimension(operand)}}
       breaks (tensor<2x3xf32>) -> tensor<3x2xf32> => ({_ROWS}) -> {_ROWS}
""", usual="element_type(result) = transposed_element_type(operand, permutation)", valid="""
    %result = "OP"(%operand) { permutation = array<i64: 1, 0> } : (tensor<2x3xf32>) -> tensor<3x2xf32>
""")  # fmt: skip

rules("reverse", f"""
    I1 operand: {_ANY}
       breaks (tensor<2x3xf32>) => ({_TOKEN})
    I2 dimensions: {_LIST}
       breaks array<i64: 1> => 1 : i64
    O1 result: {_ANY}
       breaks -> tensor<2x3xf32> => -> {_TOKEN}
    C1 type(operand) = type(result)
       breaks -> tensor<2x3xf32> => -> tensor<2x4xf32>
    C2 is_unique(dimensions)
       breaks array<i64: 1> => array<i64: 1, 1>
    C3 0 <= dimensions < rank(result)
       fix name dimensions that operand has, or none
       breaks array<i64: 1> => array<i64: 2>
""", valid="""
    %result = "OP"(%operand) { dimensions = array<i64: 1> } : (tensor<2x3xf32>) -> tensor<2x3xf32>
""")  # fmt: skip

# The elements that share a scale, and how many come before and after them, stay the same.
_RESHAPED = """if is_per_axis_quantized(operand) then
       product(shape(operand)[:quantization_dimension(operand)]) =
       product(shape(result)[:quantization_dimension(result)])
       and dim(operand, quantization_dimension(operand)) = dim(result, quantization_dimension(result))
       and product(shape(operand)[quantization_dimension(operand) + 1:]) =
       product(shape(result)[quantization_dimension(result) + 1:])
       needs C1, C2
       spec if is_per_axis_quantized(operand), dim(operand, quantization_dimension(operand)) = dim(result,
       quantization_dimension(result)), and the products of the sizes before it are the same, and of those behind it
       says operand, of shape {shape(operand)}, is quantized along dimension {quantization_dimension(operand)}, and the
       result, of shape {shape(result)}, along dimension {quantization_dimension(result)}, which holds other elements
       fix quantize the result along a dimension of size {dim(operand, quantization_dimension(operand))} with as many
       elements before and behind it as dimension {quantization_dimension(operand)} of operand has
       lax not (is_static(operand) and is_static(result))
"""

rules("reshape", f"""
    I1 operand: {_QUANTIZED}
       breaks (tensor<2x3xf32>) => ({_TOKEN})
    O1 result: {_QUANTIZED}
       breaks -> tensor<3x2xf32> => -> {_TOKEN}
    C1 moved_element_type(operand, result)
       spec element_type(result) = element_type(operand), except for quantization_dimension where it is quantized per
       axis
       breaks -> tensor<3x2xf32> => -> tensor<3x2xf64>
    C2 size(operand) = size(result)
       breaks -> tensor<3x2xf32> => -> tensor<3x3xf32>
    C3 {_RESHAPED}
       breaks (tensor<2x3xf32>) -> tensor<3x2xf32> => ({_ROWS}) -> {_COLUMNS}
""", valid='%result = "OP"(%operand) : (tensor<2x3xf32>) -> tensor<3x2xf32>')  # fmt: skip

# What broadcast_in_dim says of all its inputs but output_dimensions, and dynamic_broadcast_in_dim, too.
_BROADCAST = f"""
    C1 spread_element_type(operand, result)
       spec element_type(result) = element_type(operand), except for quantization_dimension, scales and zero_points
       where it is quantized per axis
       _LAX_
       breaks -> tensor<2x3xf32> => -> tensor<2x3xf64>
    C2 size(broadcast_dimensions) = rank(operand)
       breaks broadcast_dimensions = array<i64: 1> => broadcast_dimensions = array<i64: 0, 1>
    C3 0 <= broadcast_dimensions < rank(result)
       breaks broadcast_dimensions = array<i64: 1> => broadcast_dimensions = array<i64: 2>
    C4 is_unique(broadcast_dimensions)
       breaks broadcast_dimensions = array<i64: 1> => broadcast_dimensions = array<i64: 1, 1>
       ;; (tensor<3xf32> => (tensor<1x3xf32>
    C5 all d in axes(operand): dim(operand, d) = 1 or dim(operand, d) = dim(result, broadcast_dimensions[d])
       needs C2, C3
       breaks -> tensor<2x3xf32> => -> tensor<2x4xf32>
    C6 if is_per_axis_quantized(result) then
       quantization_dimension(result) = broadcast_dimensions[quantization_dimension(operand)]
       and (if dim(operand, quantization_dimension(operand)) = 1 then
       scales(result) = scales(operand)[0] and zero_points(result) = zero_points(operand)[0])
       needs C1, C2, C3
       breaks (tensor<3xf32> => (tensor<2x!quant.uniform<i8:f32:0, {{1.0, 2.0}}>> ;; -> tensor<2x3xf32> => -> {_ROWS}
"""

rules("broadcast_in_dim", f"""
    I1 operand: {_QUANTIZED}
       breaks (tensor<3xf32>) => ({_TOKEN})
    I2 broadcast_dimensions: {_LIST}
       breaks array<i64: 1> => 1 : i64
    O1 result: {_QUANTIZED}
       breaks -> tensor<2x3xf32> => -> {_TOKEN}
    {_BROADCAST.replace("_LAX_", "")}
""", valid="""
    %result = "OP"(%operand) { broadcast_dimensions = array<i64: 1> } : (tensor<3xf32>) -> tensor<2x3xf32>
""")  # fmt: skip

rules("concatenate", f"""
    I1 inputs: variadic number of tensors or per-tensor quantized tensors
       breaks (tensor<2x3xf32>, => ({_TOKEN},
    I2 dimension: constant of type si64
       breaks 0 : i64 => 0.0 : f32
    O1 result: {_ANY}
       breaks -> tensor<3x3xf32> => -> {_TOKEN}
    C1 same(element_type(inputs...))
       breaks tensor<1x3xf32> => tensor<1x3xf64>
    C2 same(rank(inputs...)) and same(without(shape(inputs...), dimension))
       needs C4
       spec same(shape(inputs...)) except for dim(inputs..., dimension)
       fix pass inputs whose shapes differ along dimension {{dimension}} only
       breaks tensor<1x3xf32> => tensor<1x4xf32>
    C3 0 < size(inputs)
       breaks (%first, %second) => () ;; (tensor<2x3xf32>, tensor<1x3xf32>) => ()
    C4 0 <= dimension < rank(inputs[0])
       breaks 0 : i64 => 2 : i64
    C5 element_type(result) = element_type(inputs[0])
       breaks -> tensor<3x3xf32> => -> tensor<3x3xf64>
    C6 joined = total(dim(inputs..., dimension)): shape(result) = replaced(shape(inputs...), dimension, joined)
       needs C2, C4
       spec shape(result) = shape(inputs[0]) except for dim(result, dimension) = dim(inputs[0], dimension) + ...
       breaks -> tensor<3x3xf32> => -> tensor<4x3xf32>
""", valid="""
    %result = "OP"(%first, %second) { dimension = 0 : i64 } : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>
""")  # fmt: skip

rules("slice", f"""
    I1 operand: {_ANY}
       breaks (tensor<2x3xf32>) => ({_TOKEN})
    I2 start_indices: {_LIST}
       breaks array<i64: 0, 1> => 0 : i64
    I3 limit_indices: {_LIST}
       breaks array<i64: 2, 3> => 2 : i64
    I4 strides: {_LIST}
       breaks array<i64: 1, 1> => 1 : i64
    O1 result: {_ANY}
       breaks -> tensor<2x2xf32> => -> {_TOKEN}
    C1 element_type(operand) = element_type(result)
       breaks -> tensor<2x2xf32> => -> tensor<2x2xf64>
    C2 size(start_indices) = size(limit_indices) = size(strides) = rank(operand)
       breaks array<i64: 1, 1> => array<i64: 1, 1, 1>
    C3 0 <= start_indices <= limit_indices <= shape(operand)
       needs C2
       breaks array<i64: 2, 3> => array<i64: 2, 4>
    C4 0 < strides
       breaks array<i64: 1, 1> => array<i64: 1, 0>
    C5 shape(result) = quotient_up(limit_indices - start_indices, strides)
       needs C2, C3, C4
       spec shape(result) = ceil((limit_indices - start_indices) / strides)
       breaks -> tensor<2x2xf32> => -> tensor<2x3xf32>
""", valid="""
    %result = "OP"(%operand) {
      start_indices = array<i64: 0, 1>, limit_indices = array<i64: 2, 3>, strides = array<i64: 1, 1>
    } : (tensor<2x3xf32>) -> tensor<2x2xf32>
""")  # fmt: skip

rules("dynamic_slice", f"""
    I1 operand: {_ANY}
       breaks (tensor<2x3xf32>, => ({_TOKEN},
    I2 start_indices: {_SCALAR_INDICES}
       breaks tensor<i64>) => tensor<f32>)
    I3 slice_sizes: {_LIST}
       breaks array<i64: 1, 2> => 1 : i64
    O1 result: {_ANY}
       breaks -> tensor<1x2xf32> => -> {_TOKEN}
    C1 element_type(operand) = element_type(result)
       breaks -> tensor<1x2xf32> => -> tensor<1x2xf64>
    C2 size(start_indices) = size(slice_sizes) = rank(operand)
       breaks %row, %column => %row ;; tensor<i64>, tensor<i64> => tensor<i64>
    C3 same(type(start_indices...))
       breaks tensor<i64>) => tensor<i32>)
    C4 0 <= slice_sizes <= shape(operand)
       needs C2
       breaks array<i64: 1, 2> => array<i64: 1, 4> ;; -> tensor<1x2xf32> => -> tensor<1x4xf32>
    C5 shape(result) = slice_sizes
       needs C2
       breaks -> tensor<1x2xf32> => -> tensor<1x3xf32>
""", valid="""
    %result = "OP"(%operand, %row, %column) { slice_sizes = array<i64: 1, 2> }
      : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x2xf32>
""")  # fmt: skip

rules("dynamic_update_slice", f"""
    I1 operand: {_ANY}
       breaks (tensor<2x3xf32>, => ({_TOKEN},
    I2 update: {_ANY}
       breaks tensor<1x2xf32> => {_TOKEN}
    I3 start_indices: {_SCALAR_INDICES}
       breaks tensor<i64>) => tensor<f32>)
    O1 result: {_ANY}
       breaks -> tensor<2x3xf32> => -> {_TOKEN}
    C1 type(operand) = type(result)
       breaks -> tensor<2x3xf32> => -> tensor<2x4xf32>
    C2 element_type(update) = element_type(operand)
       breaks tensor<1x2xf32> => tensor<1x2xf64>
    C3 rank(update) = rank(operand)
       breaks tensor<1x2xf32> => tensor<2xf32>
    C4 size(start_indices) = rank(operand)
       breaks %row, %column => %row ;; tensor<i64>, tensor<i64> => tensor<i64>
    C5 same(type(start_indices...))
       breaks tensor<i64>) => tensor<i32>)
    C6 0 <= shape(update) <= shape(operand)
       needs C3
       fix pass an update that fits into operand, whose shape is {{shape(operand)}}
       breaks tensor<1x2xf32> => tensor<1x4xf32>
""", valid="""
    %result = "OP"(%operand, %update, %row, %column)
      : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i64>, tensor<i64>) -> tensor<2x3xf32>
""")  # fmt: skip

rules("pad", f"""
    I1 operand: {_ANY}
       breaks (tensor<2x3xf32>, => ({_TOKEN},
    I2 padding_value: 0-dimensional tensor or per-tensor quantized tensor
       breaks tensor<f32>) => tensor<1xf32>)
    I3 edge_padding_low: {_LIST}
       breaks array<i64: 0, 1> => 0 : i64
    I4 edge_padding_high: {_LIST}
       breaks array<i64: 2, 1> => 2 : i64
    I5 interior_padding: {_LIST}
       breaks array<i64: 1, 0> => 1 : i64
    O1 result: {_ANY}
       breaks -> tensor<5x5xf32> => -> {_TOKEN}
    C1 element_type(operand) = element_type(padding_value) = element_type(result)
       breaks tensor<f32>) => tensor<f64>)
    C2 size(edge_padding_low) = size(edge_padding_high) = size(interior_padding) = rank(operand)
       breaks array<i64: 2, 1> => array<i64: 2, 1, 0>
    C3 0 <= interior_padding
       breaks array<i64: 1, 0> => array<i64: 1, -1>
    C4 padded = shape(operand) + edge_padding_low + max(shape(operand) - 1, 0) * interior_padding + edge_padding_high:
       shape(result) = padded
       needs C2, C3
       spec shape(result) = shape(operand) + edge_padding_low + max(shape(operand) - 1, 0) * interior_padding +
           edge_padding_high
       says operand of shape {{shape(operand)}} has shape {{padded}} with this padding, which isn't that of the result,
           {{shape(result)}}
       breaks -> tensor<5x5xf32> => -> tensor<5x6xf32>
""", valid="""
    %result = "OP"(%operand, %padding_value) {
      edge_padding_low = array<i64: 0, 1>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 1, 0>
    } : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x5xf32>
""")  # fmt: skip

rules("get_dimension_size", f"""
    I1 operand: {_QUANTIZED}
       breaks (tensor<2x?xf32>) => ({_TOKEN})
    I2 dimension: constant of type si64
       breaks 1 : i64 => 1.0 : f32
    O1 result: 0-dimensional tensor of type si32
       breaks -> tensor<i32> => -> tensor<i64>
    C1 0 <= dimension < rank(operand)
       breaks 1 : i64 => 2 : i64
""", valid='%result = "OP"(%operand) { dimension = 1 : i64 } : (tensor<2x?xf32>) -> tensor<i32>')  # fmt: skip

rules("iota", """
    I1 iota_dimension: constant of type si64
       breaks 1 : i64 => 1.0 : f32
    O1 output: tensor of integer, floating-point, or complex type or per-tensor quantized tensor
       breaks -> tensor<2x3xi32> => -> tensor<2x3xi1>
    C1 0 <= iota_dimension < rank(output)
       breaks 1 : i64 => 2 : i64
""", valid='%output = "OP"() { iota_dimension = 1 : i64 } : () -> tensor<2x3xi32>')  # fmt: skip

rules("dynamic_iota", f"""
    I1 output_shape: {_SIZES}
       breaks (tensor<2xi64>) => (tensor<2xf32>)
    I2 iota_dimension: constant of type si64
       breaks 1 : i64 => 1.0 : f32
    O1 result: tensor of integer, floating-point, or complex type or per-tensor quantized tensor
       breaks -> tensor<?x3xi32> => -> tensor<?x3xi1>
       upstream accepts
    C1 0 <= iota_dimension < size(output_shape)
       lax 0 <= iota_dimension < rank(result)
       breaks 1 : i64 => 2 : i64
    C2 rank(result) = size(output_shape)
       breaks -> tensor<?x3xi32> => -> tensor<?x3x4xi32>
       upstream accepts
""", valid="""
    %result = "OP"(%output_shape) { iota_dimension = 1 : i64 } : (tensor<2xi64>) -> tensor<?x3xi32>
""")  # fmt: skip

rules("dynamic_reshape", f"""
    I1 operand: {_QUANTIZED}
       breaks (tensor<2x3xf32>, => ({_TOKEN},
    I2 output_shape: {_SIZES}
       breaks tensor<2xi64>) => tensor<2xf32>)
    O1 result: {_QUANTIZED}
       breaks -> tensor<3x2xf32> => -> {_TOKEN}
    C1 moved_element_type(operand, result)
       spec element_type(result) = element_type(operand), except for quantization_dimension where it is quantized per
       axis
       lax is_quantized(operand) or is_quantized(result)
       breaks -> tensor<3x2xf32> => -> tensor<3x2xf64>
    C2 size(operand) = size(result)
       lax not (is_static(operand) and is_static(result))
       breaks -> tensor<3x2xf32> => -> tensor<3x3xf32>
    C3 {_RESHAPED}
       breaks (tensor<2x3xf32>, => ({_ROWS}, ;; -> tensor<3x2xf32> => -> {_COLUMNS}
    C4 size(output_shape) = rank(result)
       breaks tensor<2xi64>) => tensor<3xi64>)
""", usual=_USUAL_ELEMENTS, valid="""
    %result = "OP"(%operand, %output_shape) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<3x2xf32>
""")  # fmt: skip

rules("dynamic_broadcast_in_dim", f"""
    I1 operand: {_QUANTIZED}
       breaks (tensor<3xf32>, => ({_TOKEN},
    I2 output_dimensions: {_SIZES}
       breaks tensor<2xi64>) => tensor<2xf32>)
    I3 broadcast_dimensions: 1-dimensional constant tensor of integer type
       breaks broadcast_dimensions = array<i64: 1> => broadcast_dimensions = 1 : i64
    I4 known_expanding_dimensions: 1-dimensional constant tensor of integer type
       breaks known_expanding_dimensions = array<i64> => known_expanding_dimensions = 0 : i64
    I5 known_nonexpanding_dimensions: 1-dimensional constant tensor of integer type
       breaks known_nonexpanding_dimensions = array<i64: 0> => known_nonexpanding_dimensions = 0 : i64
    O1 result: {_QUANTIZED}
       breaks -> tensor<2x3xf32> => -> {_TOKEN}
    {_BROADCAST.replace("_LAX_", "lax is_quantized(operand) or is_quantized(result)")}
    C7 size(output_dimensions) = rank(result)
       breaks tensor<2xi64>) => tensor<3xi64>)
       upstream accepts
    C8 is_unique(concatenate(known_expanding_dimensions, known_nonexpanding_dimensions))
       spec is_unique(known_expanding_dimensions + known_nonexpanding_dimensions)
       breaks known_expanding_dimensions = array<i64> => known_expanding_dimensions = array<i64: 0>
    C9 0 <= known_expanding_dimensions < rank(operand)
       breaks known_expanding_dimensions = array<i64> => known_expanding_dimensions = array<i64: 1>
    C10 0 <= known_nonexpanding_dimensions < rank(operand)
       breaks known_nonexpanding_dimensions = array<i64: 0> => known_nonexpanding_dimensions = array<i64: 1>
""", usual=_USUAL_ELEMENTS, valid="""
    %result = "OP"(%operand, %output_dimensions) {
      broadcast_dimensions = array<i64: 1>,
      known_expanding_dimensions = array<i64>,
      known_nonexpanding_dimensions = array<i64: 0>
    } : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
""", defaults={"known_expanding_dimensions": "[]", "known_nonexpanding_dimensions": "[]"})  # fmt: skip

rules("dynamic_pad", f"""
    I1 operand: {_ANY}
       breaks (tensor<2x3xf32>, => ({_TOKEN},
    I2 padding_value: 0-dimensional tensor or per-tensor quantized tensor
       breaks tensor<f32>, => tensor<1xf32>,
    I3 edge_padding_low: {_SIZES}
       breaks tensor<f32>, tensor<2xi64> => tensor<f32>, tensor<2xf32>
    I4 edge_padding_high: {_SIZES}
       breaks tensor<f32>, tensor<2xi64>, tensor<2xi64> => tensor<f32>, tensor<2xi64>, tensor<2xf32>
    I5 interior_padding: {_SIZES}
       breaks tensor<2xi64>) => tensor<2xf32>)
    O1 result: {_ANY}
       breaks -> tensor<?x?xf32> => -> {_TOKEN}
    C1 element_type(operand) = element_type(padding_value) = element_type(result)
       breaks tensor<f32>, => tensor<f64>,
    C2 size(edge_padding_low) = size(edge_padding_high) = size(interior_padding) = rank(operand)
       breaks tensor<2xi64>) => tensor<3xi64>)
    C4 rank(result) = rank(operand)
       spec shape(result) = shape(operand) + edge_padding_low + max(shape(operand) - 1, 0) * interior_padding +
       edge_padding_high
       breaks -> tensor<?x?xf32> => -> tensor<?x?x?xf32>
""", valid="""
    %result = "OP"(%operand, %padding_value, %edge_padding_low, %edge_padding_high, %interior_padding)
      : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
""")  # fmt: skip

rules("bitcast_convert", f"""
    I1 operand: {_QUANTIZED}
       breaks (tensor<3x4xi8>) => ({_TOKEN})
    O1 result: {_QUANTIZED}
       breaks -> tensor<3xi32> => -> {_TOKEN}
    C1 (if num_bits(operand) < num_bits(result) then
       0 < rank(operand) and dim(operand, -1) * num_bits(operand) = num_bits(result))
       and shape(result) = bitcast_shape(operand, result)
       spec shape(result) = shape(operand) where num_bits(E') = num_bits(E); dim(result, R) * num_bits(E') = num_bits(E)
       where num_bits(E') < num_bits(E); dim(operand, R - 1) * num_bits(E) = num_bits(E') where num_bits(E') >
       num_bits(E)
       says operand, of shape {{shape(operand)}} and {{num_bits(operand)}} bits for an element, can't be read as shape
       {{shape(result)}} of {{num_bits(result)}} bits
       fix give what has the smaller elements one dimension more, the last, with as many of them as a larger one holds
       lax is_quantized(operand) or is_quantized(result) or not (is_static(operand) and is_static(result))
       or (num_bits(operand) = num_bits(result) and not rank(operand) = rank(result))
       breaks -> tensor<3xi32> => -> tensor<3xi16>
    C2 if is_complex(operand) or is_complex(result) then is_complex(operand) and is_complex(result)
       breaks (tensor<3x4xi8>) => (tensor<3xf64>) ;; -> tensor<3xi32> => -> tensor<3xcomplex<f32>>
""", valid='%result = "OP"(%operand) : (tensor<3x4xi8>) -> tensor<3xi32>')  # fmt: skip
