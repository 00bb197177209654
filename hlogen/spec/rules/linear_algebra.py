"""Rules of dot_general, convolution and the other operations of linear algebra."""

from typing import Any

from hlogen.ir.types import FLOAT_WIDTHS
from hlogen.spec.formula.functions import function
from hlogen.spec.rules.rule import rules

_ANY = "tensor or per-tensor quantized tensor"
_QUANTIZED = "tensor or quantized tensor"
_INEXACT = "tensor of floating-point or complex type or per-tensor quantized tensor"
# A product may have wider elements than what it is of; where nobody says so it has the same.
_USUAL_ELEMENTS = "if not is_quantized(lhs) then element_type(result) = element_type(lhs)"
_LIST = "1-dimensional tensor constant of type si64"
_NUMBER = "constant of type si64"
_PRECISIONS = "variadic number of enums of DEFAULT, HIGH, and HIGHEST"

_DOT = "needs I3\n       breaks never it stands in dot_dimension_numbers, as lhs_batching_dimensions does"
_PRECISION = """any
       where is_precision({name})
       spec {name} is a FloatType or TensorFloat32
       says {name} of algorithm is {{{name}}}, no floating-point type and not tf32
       fix write a floating-point type or tf32 as {name} in algorithm
       breaks {name} = {type} => {name} = i8"""
_COUNT = "constant of type si32\n       needs I8"
_DOT_SHAPE = """concatenate(dim(lhs, lhs_batching_dimensions),
        without(shape(lhs), concatenate(lhs_batching_dimensions, lhs_contracting_dimensions)),
        without(shape(rhs), concatenate(rhs_batching_dimensions, rhs_contracting_dimensions)))"""

_LHS = "tensor<2x3x4xf32> => tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>"
_RHS = "tensor<2x4x5xf32> => tensor<2x4x5x!quant.uniform<i8:f32, 1.0>>"
_RESULT = "tensor<2x3x5xf32> => tensor<2x3x5x!quant.uniform<i8:f32, 1.0:17>>"


@function("is_precision")
def is_precision(name: Any) -> bool:
    """Whether it is a type that dot_general may compute in: TensorFloat32 is none of tensors."""
    return name == "tf32" or name in FLOAT_WIDTHS


rules("dot_general", f"""
    I1 lhs: {_ANY}
       breaks (tensor<2x3x4xf32>, => (!stablehlo.token,
    I2 rhs: {_QUANTIZED}
       breaks tensor<2x4x5xf32> => !stablehlo.token
    I3 lhs_batching_dimensions: {_LIST}
       says dot_dimension_numbers {{misread_numbers}}
       fix write dot_dimension_numbers = #stablehlo.dot<...> with the dimensions to batch and to contract
       breaks dot_dimension_numbers = => numbers =
    I4 rhs_batching_dimensions: {_LIST}
       {_DOT}
    I5 lhs_contracting_dimensions: {_LIST}
       {_DOT}
    I6 rhs_contracting_dimensions: {_LIST}
       {_DOT}
    I7 precision_config: {_PRECISIONS}
       breaks [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>] => [#stablehlo<precision DEFAULT>, "FAST"]
    I8 lhs_precision_type: {_PRECISION.format(name="lhs_precision_type", type="tf32")}
    I9 rhs_precision_type: {_PRECISION.format(name="rhs_precision_type", type="tf32")}
       needs I8
    I10 accumulation_type: {_PRECISION.format(name="accumulation_type", type="f32")}
       needs I8
    I11 lhs_component_count: {_COUNT}
       breaks lhs_component_count = 1 => lhs_component_count = one
    I12 rhs_component_count: {_COUNT}
       breaks rhs_component_count = 1 => rhs_component_count = one
    I13 num_primitive_operations: {_COUNT}
       breaks num_primitive_operations = 1 => num_primitive_operations = one
    I14 allow_imprecise_accumulation: constant of type bool
       needs I8
       breaks allow_imprecise_accumulation = false => allow_imprecise_accumulation = maybe
    O1 result: {_QUANTIZED}
       breaks -> tensor<2x3x5xf32> => -> !stablehlo.token
    C1 size(lhs_batching_dimensions) = size(rhs_batching_dimensions)
       breaks rhs_batching_dimensions = [0], => rhs_batching_dimensions = [],
    C2 size(lhs_contracting_dimensions) = size(rhs_contracting_dimensions)
       breaks rhs_contracting_dimensions = [1] => rhs_contracting_dimensions = []
    C3 is_unique(concatenate(lhs_batching_dimensions, lhs_contracting_dimensions))
       spec is_unique(lhs_batching_dimensions + lhs_contracting_dimensions)
       breaks lhs_contracting_dimensions = [2] => lhs_contracting_dimensions = [0] ;;
           tensor<2x4x5xf32> => tensor<2x2x5xf32>
    C4 is_unique(concatenate(rhs_batching_dimensions, rhs_contracting_dimensions))
       spec is_unique(rhs_batching_dimensions + rhs_contracting_dimensions)
       breaks rhs_contracting_dimensions = [1] => rhs_contracting_dimensions = [0] ;;
           tensor<2x3x4xf32> => tensor<2x3x2xf32>
    C5 0 <= lhs_batching_dimensions < rank(lhs)
       breaks lhs_batching_dimensions = [0] => lhs_batching_dimensions = [3]
    C6 0 <= lhs_contracting_dimensions < rank(lhs)
       breaks lhs_contracting_dimensions = [2] => lhs_contracting_dimensions = [3]
    C7 0 <= rhs_batching_dimensions < rank(rhs)
       breaks rhs_batching_dimensions = [0] => rhs_batching_dimensions = [3]
    C8 0 <= rhs_contracting_dimensions < rank(rhs)
       breaks rhs_contracting_dimensions = [1] => rhs_contracting_dimensions = [3]
    C9 dim(lhs, lhs_batching_dimensions...) = dim(rhs, rhs_batching_dimensions...)
       needs C1, C5, C7
       says lhs has sizes {{dim(lhs, lhs_batching_dimensions)}} along lhs_batching_dimensions, but rhs has
           {{dim(rhs, rhs_batching_dimensions)}} along rhs_batching_dimensions
       fix name batching dimensions of equal sizes
       breaks tensor<2x4x5xf32> => tensor<3x4x5xf32>
    C10 dim(lhs, lhs_contracting_dimensions...) = dim(rhs, rhs_contracting_dimensions...)
       needs C2, C6, C8
       says lhs has sizes {{dim(lhs, lhs_contracting_dimensions)}} along lhs_contracting_dimensions, but rhs has
           {{dim(rhs, rhs_contracting_dimensions)}} along rhs_contracting_dimensions
       fix name contracting dimensions of equal sizes
       breaks tensor<2x4x5xf32> => tensor<2x6x5xf32>
    C11 size(precision_config) = 2
       upstream accepts
       breaks [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>] => [#stablehlo<precision DEFAULT>]
    C12 shape(result) = {_DOT_SHAPE}
       needs C1, C2, C3, C4, C5, C6, C7, C8
       spec shape(result) = dim(lhs, lhs_batching_dimensions) + dim(lhs, lhs_result_dimensions) +
           dim(rhs, rhs_result_dimensions)
       lax not (is_static(lhs) and is_static(rhs) and is_static(result))
       breaks tensor<2x3x5xf32> => tensor<2x3x6xf32>
    C13 if not (is_quantized(lhs) or is_quantized(rhs) or is_quantized(result))
        then element_type(lhs) = element_type(rhs)
       spec If the operation uses non-quantized tensors: element_type(lhs) = element_type(rhs)
       fix pass lhs and rhs with elements of the same type
       upstream accepts
       breaks tensor<2x4x5xf32> => tensor<2x4x5xf64>
    C14 if is_quantized(rhs) or is_quantized(lhs) or is_quantized(result)
        then is_quantized(lhs) = is_quantized(result) and is_quantized(rhs)
       spec If the operation uses quantized tensors: is_quantized(lhs) = is_quantized(result) and is_quantized(rhs)
       fix let rhs be quantized, and lhs and the result both or neither
       breaks tensor<2x3x4xf32> => tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>
    C15 zero_points(rhs) = 0
       fix pass rhs with zero points of 0
       breaks {_LHS} ;; tensor<2x4x5xf32> => tensor<2x4x5x!quant.uniform<i8:f32, 1.0:5>> ;; {_RESULT}
    C16 if is_per_axis_quantized(rhs) then quantization_dimension(rhs) not in rhs_contracting_dimensions
       says rhs is quantized along dimension {{quantization_dimension(rhs)}}, which is one of
           rhs_contracting_dimensions = {{rhs_contracting_dimensions}}
       fix pass rhs quantized along a dimension that isn't contracted
       breaks {_LHS} ;; {_RESULT} ;;
           tensor<2x4x5xf32> => tensor<2x4x5x!quant.uniform<i8:f32:1, {{1.0, 2.0, 3.0, 4.0}}>>
    C17 storage_type(lhs) = storage_type(rhs)
       needs C14
       breaks {_LHS} ;; tensor<2x4x5xf32> => tensor<2x4x5x!quant.uniform<i16:f32, 1.0>> ;; {_RESULT}
    C18 expressed_type(lhs) = expressed_type(rhs) = expressed_type(result)
       needs C14
       breaks {_LHS} ;; tensor<2x4x5xf32> => tensor<2x4x5x!quant.uniform<i8:f16, 1.0>> ;; {_RESULT}
    C19 if is_quantized(lhs) and is_per_tensor_quantized(rhs) then is_per_tensor_quantized(result)
       needs C14
       breaks {_LHS} ;; {_RHS} ;;
           tensor<2x3x5xf32> => tensor<2x3x5x!quant.uniform<i8:f32:0, {{1.0, 2.0}}>>
    C20 if not is_quantized(lhs) and is_quantized(rhs)
        then element_type(lhs) = expressed_type(rhs) = element_type(result)
       needs C14
       spec If !is_quantized(lhs): element_type(lhs) = expressed_type(rhs) = element_type(result)
       breaks {_RHS} ;; tensor<2x3x5xf32> => tensor<2x3x5xf64>
    C21 if is_empty_algorithm = false then precision_config... = DEFAULT
       spec If !is_empty_algorithm(...): precision_config... = DEFAULT
       says precision_config = {{precision_config}}, but there is an algorithm
       fix write DEFAULT twice as precision_config, or leave out algorithm
       breaks #stablehlo<precision DEFAULT>] => #stablehlo<precision HIGHEST>]
    C22 0 < lhs_component_count
       fix write at least 1 as lhs_component_count in algorithm
       breaks lhs_component_count = 1 => lhs_component_count = 0
    C23 0 < rhs_component_count
       fix write at least 1 as rhs_component_count in algorithm
       breaks rhs_component_count = 1 => rhs_component_count = 0
    C24 0 < num_primitive_operations
       fix write at least 1 as num_primitive_operations in algorithm
       breaks num_primitive_operations = 1 => num_primitive_operations = 0
""", usual=_USUAL_ELEMENTS, valid="""
    %result = "stablehlo.dot_general"(%lhs, %rhs) <{
      dot_dimension_numbers = #stablehlo.dot<
        lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
        lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]
      >, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>],
      algorithm = #stablehlo.dot_algorithm<
        lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32,
        lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
        allow_imprecise_accumulation = false
      >
    }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
""")  # fmt: skip

_LABELS = "#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>"
_RAW = """#stablehlo.conv<raw
           input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2],
           kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1],
           output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>"""
_NUMBERS = "needs I8\n       breaks never it stands in dimension_numbers, as input_batch_dimension does"

_STRIDES = "breaks window_strides = array<i64: 1, 1> => window_strides = dense<1> : tensor<1x2xi64>"
_LHS_DILATION = "breaks lhs_dilation = array<i64: 1, 1> => lhs_dilation = dense<1> : tensor<1x2xi64>"
_RHS_DILATION = "breaks rhs_dilation = array<i64: 1, 1> => rhs_dilation = dense<1> : tensor<1x2xi64>"
_REVERSAL = "breaks array<i1: false, true> => dense<false> : tensor<1x2xi1>"
_LHS = "tensor<2x8x8x2xf32> => tensor<2x8x8x2x!quant.uniform<i8:f32, 1.0:17>>"
_RHS = "tensor<3x3x2x4xf32> => tensor<3x3x2x4x!quant.uniform<i8:f32, 1.0>>"
_RESULT = "tensor<2x6x6x4xf32> => tensor<2x6x6x4x!quant.uniform<i8:f32, 1.0:17>>"

# C27 leaves out the result, whose elements every producer and backend takes wider than those that are multiplied.
# LAXER stands where upstream's verifier of dynamic_conv accepts what it refuses of a convolution.
_CONVOLUTION = f"""
    I8 input_batch_dimension: {_NUMBER}
       says dimension_numbers {{misread_numbers}}
       fix write dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]> or likewise
       breaks dimension_numbers = => numbers =
    I9 input_feature_dimension: {_NUMBER}
       {_NUMBERS}
    I10 input_spatial_dimensions: {_LIST}
       {_NUMBERS}
    I11 kernel_input_feature_dimension: {_NUMBER}
       {_NUMBERS}
    I12 kernel_output_feature_dimension: {_NUMBER}
       {_NUMBERS}
    I13 kernel_spatial_dimensions: {_LIST}
       {_NUMBERS}
    I14 output_batch_dimension: {_NUMBER}
       {_NUMBERS}
    I15 output_feature_dimension: {_NUMBER}
       {_NUMBERS}
    I16 output_spatial_dimensions: {_LIST}
       {_NUMBERS}
    I17 feature_group_count: {_NUMBER}
       breaks feature_group_count = 1 : i64 => feature_group_count = 1.0 : f32
    I18 batch_group_count: {_NUMBER}
       breaks batch_group_count = 1 : i64 => batch_group_count = 1.0 : f32
    I19 precision_config: {_PRECISIONS}
       breaks [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>] => [#stablehlo<precision DEFAULT>, "FAST"]
    O1 result: {_QUANTIZED}
       breaks -> tensor<2x6x6x4xf32> => -> !stablehlo.token
    C1 rank(lhs) = rank(rhs)
       spec N = rank(lhs) = rank(rhs)
       breaks tensor<3x3x2x4xf32> => tensor<3x2x4xf32>
    C2 size(window_strides) = rank(lhs) - 2
       needs C1
       spec size(window_strides) = N - 2
       LAXER
       breaks window_strides = array<i64: 1, 1> => window_strides = array<i64: 1>
    C3 0 < window_strides
       LAXER
       breaks window_strides = array<i64: 1, 1> => window_strides = array<i64: 1, 0>
    C5 size(lhs_dilation) = rank(lhs) - 2
       needs C1
       spec size(lhs_dilation) = N - 2
       LAXER
       breaks lhs_dilation = array<i64: 1, 1> => lhs_dilation = array<i64: 1>
    C6 0 < lhs_dilation
       LAXER
       breaks lhs_dilation = array<i64: 1, 1> => lhs_dilation = array<i64: 1, 0>
    C7 size(rhs_dilation) = rank(lhs) - 2
       needs C1
       spec size(rhs_dilation) = N - 2
       LAXER
       breaks rhs_dilation = array<i64: 1, 1> => rhs_dilation = array<i64: 1>
    C8 0 < rhs_dilation
       LAXER
       breaks rhs_dilation = array<i64: 1, 1> => rhs_dilation = array<i64: 1, 0>
    C9 size(window_reversal) = rank(lhs) - 2
       needs C1
       spec size(window_reversal) = N - 2
       LAXER
       breaks array<i1: false, true> => array<i1: false>
    C10 dim(lhs, input_batch_dimension) % batch_group_count = 0
       needs C13, C22
       says lhs has {{dim(lhs, input_batch_dimension)}} batches, which aren't {{batch_group_count}} groups of one size
       fix write a batch_group_count that divides {{dim(lhs, input_batch_dimension)}}
       breaks batch_group_count = 1 => batch_group_count = 4
    C11 dim(lhs, input_feature_dimension) % feature_group_count = 0
       needs C13, C21
       says lhs has {{dim(lhs, input_feature_dimension)}} features, which aren't {{feature_group_count}} groups of one
           size
       fix write a feature_group_count that divides {{dim(lhs, input_feature_dimension)}}
       breaks feature_group_count = 1 => feature_group_count = 4
    C12 size(input_spatial_dimensions) = rank(lhs) - 2
       needs C1
       spec size(input_spatial_dimensions) = N - 2
       breaks <[b, 0, 1, f]x => <[b, 0, 1, 2, f]x
    C13 input_dimensions = concatenate([input_batch_dimension], input_spatial_dimensions, [input_feature_dimension]):
        is_unique(input_dimensions) and 0 <= input_dimensions < rank(lhs)
       needs C12
       spec Given input_dimensions = [input_batch_dimension] + input_spatial_dimensions + [input_feature_dimension]:
           is_unique(input_dimensions) and 0 <= input_dimensions < N
       fix give each of the dimensions 0 to {{rank(lhs) - 1}} one meaning in dimension_numbers
       breaks {_LABELS} => {_RAW.replace("input_batch_dimension = 0", "input_batch_dimension = 3")}
    C14 dim(rhs, kernel_input_feature_dimension) = dim(lhs, input_feature_dimension) / feature_group_count
       needs C11, C13, C18, C21
       says rhs takes {{dim(rhs, kernel_input_feature_dimension)}} features, but lhs has
           {{dim(lhs, input_feature_dimension)}}, where feature_group_count = {{feature_group_count}}
       fix pass rhs with a size of {{dim(lhs, input_feature_dimension) / feature_group_count}} along dimension
           {{kernel_input_feature_dimension}}
       breaks tensor<3x3x2x4xf32> => tensor<3x3x5x4xf32>
    C15 dim(rhs, kernel_output_feature_dimension) % batch_group_count = 0
       needs C18, C22
       says rhs gives {{dim(rhs, kernel_output_feature_dimension)}} features, which aren't {{batch_group_count}} groups
           of one size
       fix write a batch_group_count that divides {{dim(rhs, kernel_output_feature_dimension)}}
       breaks batch_group_count = 1 => batch_group_count = 3 ;; tensor<2x8x8x2xf32> => tensor<3x8x8x2xf32> ;;
           tensor<2x6x6x4xf32> => tensor<1x6x6x4xf32>
    C16 dim(rhs, kernel_output_feature_dimension) % feature_group_count = 0
       needs C18, C21
       says rhs gives {{dim(rhs, kernel_output_feature_dimension)}} features, which aren't {{feature_group_count}}
           groups of one size
       fix write a feature_group_count that divides {{dim(rhs, kernel_output_feature_dimension)}}
       breaks feature_group_count = 1 => feature_group_count = 2 ;; tensor<3x3x2x4xf32> => tensor<3x3x1x3xf32> ;;
           tensor<2x6x6x4xf32> => tensor<2x6x6x3xf32>
    C17 size(kernel_spatial_dimensions) = rank(lhs) - 2
       needs C1
       spec size(kernel_spatial_dimensions) = N - 2
       breaks x[0, 1, i, o]-> => x[0, 1, 2, i, o]->
    C18 kernel_dimensions = concatenate(kernel_spatial_dimensions, [kernel_input_feature_dimension],
        [kernel_output_feature_dimension]): is_unique(kernel_dimensions) and 0 <= kernel_dimensions < rank(lhs)
       needs C1, C17
       spec Given kernel_dimensions = kernel_spatial_dimensions + [kernel_input_feature_dimension] +
           [kernel_output_feature_dimension]: is_unique(kernel_dimensions) and 0 <= kernel_dimensions < N
       fix give each of the dimensions 0 to {{rank(lhs) - 1}} one meaning in dimension_numbers
       breaks {_LABELS} => {_RAW.replace("kernel_output_feature_dimension = 3", "kernel_output_feature_dimension = 4")}
    C19 size(output_spatial_dimensions) = rank(lhs) - 2
       needs C1
       spec size(output_spatial_dimensions) = N - 2
       breaks ->[b, 0, 1, f]> => ->[b, 0, 1, 2, f]>
    C20 output_dimensions = concatenate([output_batch_dimension], output_spatial_dimensions,
        [output_feature_dimension]): is_unique(output_dimensions) and 0 <= output_dimensions < rank(lhs)
       needs C1, C19
       spec Given output_dimensions = [output_batch_dimension] + output_spatial_dimensions +
           [output_feature_dimension]: is_unique(output_dimensions) and 0 <= output_dimensions < N
       fix give each of the dimensions 0 to {{rank(lhs) - 1}} one meaning in dimension_numbers
       breaks {_LABELS} => {_RAW.replace("output_batch_dimension = 0", "output_batch_dimension = 3")}
    C21 0 < feature_group_count
       breaks feature_group_count = 1 => feature_group_count = 0
    C22 0 < batch_group_count
       breaks batch_group_count = 1 => batch_group_count = 0
    C23 feature_group_count = 1 or batch_group_count = 1
       says feature_group_count = {{feature_group_count}} and batch_group_count = {{batch_group_count}}, and only one of
           them may be above 1
       fix write 1 as one of them
       breaks feature_group_count = 1 => feature_group_count = 2 ;; batch_group_count = 1 => batch_group_count = 2 ;;
           tensor<3x3x2x4xf32> => tensor<3x3x1x4xf32> ;; tensor<2x6x6x4xf32> => tensor<1x6x6x4xf32>
    C24 size(precision_config) = 2
       upstream accepts
       breaks [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>] => [#stablehlo<precision DEFAULT>]
    C26 rank(result) = rank(lhs)
       needs C1
       spec rank(result) = N
       LAXER
       breaks tensor<2x6x6x4xf32> => tensor<2x6x6xf32>
    C27 if not (is_quantized(lhs) or is_quantized(rhs) or is_quantized(result))
        then element_type(lhs) = element_type(rhs)
       spec If the operation uses non-quantized tensors: element_type(lhs) = element_type(rhs) = element_type(result)
       fix pass lhs and rhs with elements of the same type
       breaks tensor<3x3x2x4xf32> => tensor<3x3x2x4xf64>
    C28 if is_quantized(rhs) or is_quantized(lhs) or is_quantized(result)
        then is_quantized(lhs) = is_quantized(result) and is_quantized(rhs)
       spec If the operation uses quantized tensors: is_quantized(lhs) = is_quantized(result) and is_quantized(rhs)
       fix let rhs be quantized, and lhs and the result both or neither
       breaks tensor<2x8x8x2xf32> => tensor<2x8x8x2x!quant.uniform<i8:f32, 1.0:17>>
    C29 if is_per_axis_quantized(rhs) then quantization_dimension(rhs) = kernel_output_feature_dimension
       fix pass rhs quantized along dimension {{kernel_output_feature_dimension}}
       breaks {_LHS} ;; {_RESULT} ;; tensor<3x3x2x4xf32> => tensor<3x3x2x4x!quant.uniform<i8:f32:2, {{1.0, 2.0}}>>
    C30 if is_per_axis_quantized(result) then quantization_dimension(result) = output_feature_dimension
       fix declare the result as quantized along dimension {{output_feature_dimension}}
       breaks {_LHS} ;; tensor<2x6x6x4xf32> => tensor<2x6x6x4x!quant.uniform<i8:f32:0, {{1.0, 2.0}}>> ;;
           tensor<3x3x2x4xf32> => tensor<3x3x2x4x!quant.uniform<i8:f32:3, {{1.0, 2.0, 3.0, 4.0}}>>
    C31 storage_type(lhs) = storage_type(rhs)
       needs C28
       breaks {_LHS} ;; {_RESULT} ;; tensor<3x3x2x4xf32> => tensor<3x3x2x4x!quant.uniform<i16:f32, 1.0>>
    C32 expressed_type(lhs) = expressed_type(rhs) = expressed_type(result)
       needs C28
       breaks {_LHS} ;; {_RESULT} ;; tensor<3x3x2x4xf32> => tensor<3x3x2x4x!quant.uniform<i8:f16, 1.0>>
    C33 if is_quantized(lhs) and is_per_tensor_quantized(rhs) then is_per_tensor_quantized(result)
       needs C28
       breaks {_LHS} ;; {_RHS} ;;
           tensor<2x6x6x4xf32> => tensor<2x6x6x4x!quant.uniform<i8:f32:3, {{1.0, 2.0, 3.0, 4.0}}>>
    C34 if not is_quantized(lhs) and is_quantized(rhs)
        then element_type(lhs) = expressed_type(rhs) = element_type(result)
       needs C28
       spec If !is_quantized(lhs): element_type(lhs) = expressed_type(rhs) = element_type(result)
       breaks {_RHS} ;; tensor<2x6x6x4xf32> => tensor<2x6x6x4xf64>
"""
_DEFAULTS = {
    "window_strides": "ones(rank(lhs) - 2)",
    "lhs_dilation": "ones(rank(lhs) - 2)",
    "rhs_dilation": "ones(rank(lhs) - 2)",
}

_PADDING = """
    C4 shape(padding) = [rank(lhs) - 2, 2]
       needs C1
       spec shape(padding) = [N - 2, 2]
       says padding has shape {shape(padding)}, expected {[rank(lhs) - 2, 2]}"""
_WINDOWS = """convolved(lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation,
        [input_batch_dimension, kernel_output_feature_dimension, output_batch_dimension, output_feature_dimension],
        input_spatial_dimensions, kernel_spatial_dimensions, output_spatial_dimensions, batch_group_count)"""

rules("convolution", f"""
    I1 lhs: {_ANY}
       breaks (tensor<2x8x8x2xf32>, => (!stablehlo.token,
    I2 rhs: {_QUANTIZED}
       breaks tensor<3x3x2x4xf32> => !stablehlo.token
    I3 window_strides: {_LIST}
       {_STRIDES}
    I4 padding: 2-dimensional tensor constant of type si64
       breaks tensor<2x2xi64> => tensor<4xi64>
    I5 lhs_dilation: {_LIST}
       {_LHS_DILATION}
    I6 rhs_dilation: {_LIST}
       {_RHS_DILATION}
    I7 window_reversal: 1-dimensional tensor constant of type i1
       {_REVERSAL}
    {_CONVOLUTION.replace("LAXER", "")}
    {_PADDING}
       fix write padding as a table of {{rank(lhs) - 2}} rows, each of the padding in front and behind
       breaks tensor<2x2xi64> => tensor<1x2xi64>
    C25 shape(result) = {_WINDOWS}
       needs C1, C2, C3, C4, C5, C6, C7, C8, C10, C12, C13, C17, C18, C19, C20, C22, C26
       spec dim(result, result_dim) is dim(lhs, input_batch_dimension) / batch_group_count if result_dim =
           output_batch_dimension, dim(rhs, kernel_output_feature_dimension) if result_dim = output_feature_dimension,
           num_windows otherwise
       lax not (is_static(lhs) and is_static(rhs) and is_static(result))
       breaks tensor<2x6x6x4xf32> => tensor<2x5x6x4xf32>
""", defaults={**_DEFAULTS, "padding": "zeros(rank(lhs) - 2, 2)"}, usual=_USUAL_ELEMENTS, valid="""
    %result = "stablehlo.convolution"(%lhs, %rhs) <{
      window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>,
      lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
      dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
      feature_group_count = 1 : i64, batch_group_count = 1 : i64,
      precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
    }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<2x6x6x4xf32>
""")  # fmt: skip

rules("dynamic_conv", f"""
    I1 lhs: {_ANY}
       breaks (tensor<2x8x8x2xf32>, => (!stablehlo.token,
    I2 rhs: {_QUANTIZED}
       breaks tensor<3x3x2x4xf32> => !stablehlo.token
    I3 padding: 2-dimensional tensor of integer type
       breaks tensor<2x2xi64> => tensor<2x2xf32>
    I4 window_strides: {_LIST}
       {_STRIDES}
    I5 lhs_dilation: {_LIST}
       {_LHS_DILATION}
    I6 rhs_dilation: {_LIST}
       {_RHS_DILATION}
    I7 window_reversal: 1-dimensional tensor constant of type i1
       {_REVERSAL}
    {_CONVOLUTION.replace("LAXER", "upstream accepts")}
    {_PADDING}
       fix pass padding with {{rank(lhs) - 2}} rows, each of the padding in front and behind
       breaks tensor<2x2xi64> => tensor<1x2xi64>
    C25 dim(result, output_batch_dimension) = dim(lhs, input_batch_dimension) / batch_group_count
        and dim(result, output_feature_dimension) = dim(rhs, kernel_output_feature_dimension)
       needs C1, C10, C12, C13, C17, C18, C19, C20, C22, C26
       spec dim(result, result_dim) is dim(lhs, input_batch_dimension) / batch_group_count if result_dim =
           output_batch_dimension, dim(rhs, kernel_output_feature_dimension) if result_dim = output_feature_dimension,
           num_windows otherwise
       upstream accepts
       breaks tensor<2x6x6x4xf32> => tensor<2x6x6x5xf32>
""", defaults=_DEFAULTS, usual=_USUAL_ELEMENTS, valid="""
    %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
      window_strides = array<i64: 1, 1>,
      lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>,
      dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
      feature_group_count = 1 : i64, batch_group_count = 1 : i64,
      precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]
    }> : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
""")  # fmt: skip

rules("cholesky", f"""
    I1 a: {_INEXACT}
       breaks (tensor<3x3xf32>) => (tensor<3x3xi32>)
    I2 lower: constant of type i1
       breaks lower = true => lower = 1 : i64
    O1 result: {_INEXACT}
       breaks -> tensor<3x3xf32> => -> tensor<3x3xi32>
    C1 baseline_type(a) = baseline_type(result)
       breaks -> tensor<3x3xf32> => -> tensor<3x3xf64>
    C2 2 <= rank(a)
       breaks (tensor<3x3xf32>) => (tensor<3xf32>) ;; -> tensor<3x3xf32> => -> tensor<3xf32>
    C3 dim(a, -2) = dim(a, -1)
       needs C2
       fix pass a tensor of square matrices as a
       breaks (tensor<3x3xf32>) => (tensor<3x4xf32>) ;; -> tensor<3x3xf32> => -> tensor<3x4xf32>
""", valid="""
    %result = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<3x3xf32>) -> tensor<3x3xf32>
""")  # fmt: skip

rules("triangular_solve", f"""
    I1 a: {_INEXACT}
       breaks (tensor<3x3xf32>, => (tensor<3x3xi32>,
    I2 b: {_INEXACT}
       breaks tensor<3x2xf32>) => tensor<3x2xi32>)
    I3 left_side: constant of type i1
       breaks left_side = true => left_side = 1 : i64
    I4 lower: constant of type i1
       breaks lower = true => lower = 1 : i64
    I5 unit_diagonal: constant of type i1
       breaks unit_diagonal = false => unit_diagonal = 0 : i64
    I6 transpose_a: enum of NO_TRANSPOSE, TRANSPOSE, and ADJOINT
       breaks <transpose NO_TRANSPOSE> => <transpose TRANSPOSE_INVALID>
    O1 result: {_INEXACT}
       breaks -> tensor<3x2xf32> => -> tensor<3x2xi32>
    C1 baseline_element_type(a) = baseline_element_type(b)
       breaks (tensor<3x3xf32>, => (tensor<3x3xf64>,
    C2 2 <= rank(a) = rank(b)
       breaks (tensor<3x3xf32>, => (tensor<1x3x3xf32>,
    C3 shape(a)[:-2] = shape(b)[:-2] and dim(a, -2) = dim(a, -1) = dim(b, left_side ? -2 : -1)
       needs C2
       spec shape(a)[:-3] = shape(b)[:-3] and dim(a, -2) = dim(a, -1) = dim(b, left_side ? -2 : -1)
       says a has shape {{shape(a)}}, which doesn't go with shape {{shape(b)}} of b where left_side = {{left_side}}
       fix pass square matrices as a, as many as in b, as high as b where left_side = true, as wide otherwise
       breaks (tensor<3x3xf32>, => (tensor<4x4xf32>,
    C4 baseline_type(b) = baseline_type(result)
       breaks -> tensor<3x2xf32> => -> tensor<3x4xf32>
""", valid="""
    %result = "stablehlo.triangular_solve"(%a, %b) <{
      left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>
    }> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
""")  # fmt: skip

rules("fft", f"""
    I1 operand: tensor of floating-point or complex type
       breaks (tensor<3x9xf32>) => (tensor<3x9xi32>)
    I2 fft_type: enum of FFT, IFFT, RFFT, and IRFFT
       breaks fft_type = #stablehlo<fft_type RFFT> => fft_type = "DCT"
    I3 fft_length: {_LIST}
       breaks array<i64: 9> => dense<9> : tensor<1x1xi64>
    O1 result: tensor of floating-point or complex type
       breaks tensor<3x5xcomplex<f32>> => tensor<3x5xi32>
    C1 size(fft_length) <= rank(operand)
       breaks array<i64: 9> => array<i64: 1, 3, 9>
    C2 is_complex(operand) = (fft_type != RFFT) and is_complex(result) = (fft_type != IRFFT)
       and part_type(operand) = part_type(result)
       spec FFT and IFFT take and give one complex type, RFFT takes floats and gives complex numbers of them, IRFFT the
           reverse
       says {{fft_type}} takes elements of {{element_type(operand)}} and gives {{element_type(result)}}
       fix declare types as fft_type has them: FFT and IFFT take and give the same complex
           numbers, RFFT takes floats and gives complex numbers of them, IRFFT the reverse
       breaks tensor<3x5xcomplex<f32>> => tensor<3x5xcomplex<f64>>
    C3 1 <= size(fft_length) <= 3
       breaks array<i64: 9> => array<i64>
    C4 real = is_complex(operand) ? result : operand:
       if not is_complex(real) then shape(real)[rank(real) - size(fft_length):] = fft_length
       needs C1, C2, C3
       spec If among operand and result, there is a tensor real of a floating-point type, then
           shape(real)[-size(fft_length):] = fft_length
       says fft_length = {{fft_length}}, but the last dimensions of the real tensor have sizes
           {{shape(real)[rank(real) - size(fft_length):]}}
       fix write fft_length = {{shape(real)[rank(real) - size(fft_length):]}}
       lax not is_static(operand)
       breaks array<i64: 9> => array<i64: 8>
    C5 rank(result) = rank(operand) and shape(result)[:-1] = shape(operand)[:-1]
       and (if fft_type = FFT or fft_type = IFFT then dim(result, -1) = dim(operand, -1))
       and (if fft_type = RFFT then dim(result, -1) = dim(operand, -1) = 0 ? 0 : dim(operand, -1) / 2 + 1)
       and (if fft_type = IRFFT then dim(operand, -1) = fft_length[-1] = 0 ? 0 : fft_length[-1] / 2 + 1)
       and (if fft_type = IRFFT then shape(operand)[rank(operand) - size(fft_length):-1] = fft_length[:-1])
       needs C1, C2, C3, C4
       spec shape(result) = shape(operand) except for: if fft_type = RFFT, dim(result, -1) = dim(operand, -1) = 0 ? 0 :
           dim(operand, -1) / 2 + 1; if fft_type = IRFFT, dim(operand, -1) = dim(result, -1) = 0 ? 0 :
           dim(result, -1) / 2 + 1
       says {{fft_type}} takes shape {{shape(operand)}} and gives {{shape(result)}} with fft_length = {{fft_length}}
       fix declare the result with the shape of operand, except that RFFT gives n / 2 + 1 of the last n, and IRFFT takes
           as many
       breaks tensor<3x5xcomplex<f32>> => tensor<3x6xcomplex<f32>>
""", usual="""
    element_type(result) =
      ((fft_type = RFFT) ? complex_of(operand) : (fft_type = IRFFT) ? part_type(operand) : element_type(operand))
    and (if fft_type = IRFFT then dim(result, -1) = fft_length[-1])
""", valid="""
    %result = "stablehlo.fft"(%operand) <{fft_length = array<i64: 9>, fft_type = #stablehlo<fft_type RFFT>}>
      : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>
""")  # fmt: skip
