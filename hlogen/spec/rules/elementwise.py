"""Rules of the operations that work element by element (spec: abs, add, ... xor)."""

from hlogen.spec.rules.rule import rules

_NUMBERS = "tensor of integer, floating-point or complex type or per-tensor quantized tensor"
_INEXACT = "tensor of floating-point or complex type or per-tensor quantized tensor"
_FLOATS = "tensor of floating-point type or per-tensor quantized tensor"
_SIGNED = "tensor of signed integer, floating-point, or complex type or per-tensor quantized tensor"
_BITS = "tensor of boolean or integer type"
_INTEGERS = "tensor of integer type"
_ANY = "tensor or per-tensor quantized tensor"


_TOKEN = "!stablehlo.token"
# Of what an input may be: the element type of an example, and what it may not be.
_EXAMPLES = {
    _NUMBERS: ("f32", "tensor<2xi1>"),
    _INEXACT: ("f32", "tensor<2xi32>"),
    _FLOATS: ("f32", "tensor<2xi32>"),
    _SIGNED: ("f32", "tensor<2xui32>"),
    _BITS: ("i32", "tensor<2xf32>"),
    _INTEGERS: ("i32", "tensor<2xi1>"),
    _ANY: ("f32", _TOKEN),
}


def unary(names: str, taken: str, types: str = "baseline_type", upstream: str = "") -> None:
    """Operations that give what they take; `upstream` is the line of what its verifier takes more of."""
    element, wrong = _EXAMPLES[taken]
    given = f"tensor<2x{element}>"
    rules(names, f"""
        I1 operand: {taken}
           breaks ({given}) => ({wrong})
           {upstream}
        O1 result: {taken}
           breaks -> {given} => -> {wrong}
           {upstream}
        C1 {types}(operand) = {types}(result)
           breaks -> {given} => -> tensor<3x{element}>
    """, valid=f'%result = "OP"(%operand) : ({given}) -> {given}')  # fmt: skip


def binary(names: str, taken: str, types: str = "baseline_type", upstream: str = "") -> None:
    """Operations that give what they take twice; `upstream` is the line of what its verifier takes more of."""
    element, wrong = _EXAMPLES[taken]
    given = f"tensor<2x{element}>"
    rules(names, f"""
        I1 lhs: {taken}
           breaks ({given}, => ({wrong},
           {upstream}
        I2 rhs: {taken}
           breaks , {given}) => , {wrong})
           {upstream}
        O1 result: {taken}
           breaks -> {given} => -> {wrong}
           {upstream}
        C1 {types}(lhs) = {types}(rhs) = {types}(result)
           breaks -> {given} => -> tensor<3x{element}>
    """, valid=f'%result = "OP"(%lhs, %rhs) : ({given}, {given}) -> {given}')  # fmt: skip


unary("cbrt cosine exponential exponential_minus_one log log_plus_one logistic rsqrt sine sqrt tan tanh", _INEXACT)
unary("ceil floor round_nearest_afz round_nearest_even", _FLOATS)
unary("negate", _NUMBERS)
unary("sign", _SIGNED)
unary("count_leading_zeros popcnt", _INTEGERS, "type")
unary("not", _BITS, "type")
binary("atan2", _INEXACT)
binary("divide power remainder subtract", _NUMBERS)
binary("maximum minimum multiply", _ANY)
binary("and or xor", _BITS, "type")
binary("shift_left shift_right_arithmetic shift_right_logical", _INTEGERS, "type")

rules("abs", f"""
    I1 operand: {_SIGNED}
       breaks (tensor<2xf32>) => (tensor<2xui32>)
    O1 result: tensor of signed integer or floating-point type or per-tensor quantized tensor
       breaks -> tensor<2xf32> => -> tensor<2xui32>
    C1 shape(result) = shape(operand)
       breaks -> tensor<2xf32> => -> tensor<3xf32>
    C2 baseline_element_type(result) =
       (is_complex(operand) ? complex_element_type(operand) : baseline_element_type(operand))
       spec baseline_element_type(result) is complex_element_type(element_type(operand)) if is_complex(operand),
       baseline_element_type(operand) otherwise
       breaks -> tensor<2xf32> => -> tensor<2xf64>
""", valid='%result = "OP"(%operand) : (tensor<2xf32>) -> tensor<2xf32>')  # fmt: skip

rules("real imag", """
    I1 operand: tensor of floating-point or complex type
       breaks (tensor<2xcomplex<f32>>) => (tensor<2xi32>)
    O1 result: tensor of floating-point type
       breaks -> tensor<2xf32> => -> tensor<2xi32>
    C1 shape(result) = shape(operand)
       breaks -> tensor<2xf32> => -> tensor<3xf32>
    C2 element_type(result) = (is_complex(operand) ? complex_element_type(operand) : element_type(operand))
       spec element_type(result) is complex_element_type(element_type(operand)) if is_complex(operand),
       element_type(operand) otherwise
       breaks -> tensor<2xf32> => -> tensor<2xf64>
""", valid='%result = "OP"(%operand) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>')  # fmt: skip

_PER_AXIS = "tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>"
_TURNED = "tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>"
_PLAIN = "tensor<2x2xf32>"

rules("add", f"""
    I1 lhs: tensor or quantized tensor
       breaks ({_PER_AXIS}, => ({_TOKEN},
    I2 rhs: tensor or quantized tensor
       breaks , {_PER_AXIS}) => , {_TOKEN})
    O1 result: tensor or quantized tensor
       breaks -> {_PER_AXIS} => -> {_TOKEN}
    C1 if not (is_quantized(lhs) or is_quantized(rhs) or is_quantized(result)) then
       type(lhs) = type(rhs) = type(result)
       spec If the operation uses non-quantized tensors: type(lhs) = type(rhs) = type(result)
       breaks ({_PER_AXIS}, {_PER_AXIS}) -> {_PER_AXIS} => ({_PLAIN}, {_PLAIN}) -> tensor<2x3xf32>
    C2 if is_quantized(lhs) or is_quantized(rhs) or is_quantized(result) then
       is_quantized(lhs) and is_quantized(rhs) and is_quantized(result)
       spec If the operation uses quantized tensors: is_quantized(lhs) and is_quantized(rhs) and is_quantized(result)
       breaks -> {_PER_AXIS} => -> {_PLAIN}
    C3 storage_type(lhs) = storage_type(rhs) = storage_type(result)
       needs C2
       breaks -> {_PER_AXIS} => -> tensor<2x2x!quant.uniform<i16:f32:0, {{1.0, 2.0}}>>
    C4 expressed_type(lhs) = expressed_type(rhs) = expressed_type(result)
       needs C2
       breaks -> {_PER_AXIS} => -> tensor<2x2x!quant.uniform<i8:f64:0, {{1.0, 2.0}}>>
    C5 if is_quantized(lhs) and is_quantized(rhs) then
       (is_per_axis_quantized(lhs) or is_per_axis_quantized(rhs)) = is_per_axis_quantized(result)
       needs C2
       spec (is_per_axis_quantized(lhs) or is_per_axis_quantized(rhs)) = is_per_axis_quantized(result)
       breaks -> {_PER_AXIS} => -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
    C6 if is_per_axis_quantized(lhs) then quantization_dimension(lhs) = quantization_dimension(result)
       fix quantize lhs, rhs and the result along the same dimension
       breaks ({_PER_AXIS}, => ({_TURNED},
    C7 if is_per_axis_quantized(rhs) then quantization_dimension(rhs) = quantization_dimension(result)
       fix quantize lhs, rhs and the result along the same dimension
       breaks , {_PER_AXIS}) => , {_TURNED})
""", usual="baseline_type(lhs) = baseline_type(rhs) = baseline_type(result)",
    valid=f'%result = "OP"(%lhs, %rhs) : ({_PER_AXIS}, {_PER_AXIS}) -> {_PER_AXIS}')  # fmt: skip

rules("clamp", f"""
    I1 min: {_ANY}
       breaks (tensor<f32>, => ({_TOKEN},
    I2 operand: {_ANY}
       breaks , tensor<2xf32>, => , {_TOKEN},
    I3 max: {_ANY}
       breaks , tensor<2xf32>) => , {_TOKEN})
    O1 result: {_ANY}
       breaks -> tensor<2xf32> => -> {_TOKEN}
    C1 rank(min) = 0 or shape(min) = shape(operand)
       breaks (tensor<f32>, => (tensor<3xf32>,
    C2 rank(max) = 0 or shape(max) = shape(operand)
       breaks , tensor<2xf32>) => , tensor<3xf32>)
    C3 baseline_element_type(min) = baseline_element_type(operand) = baseline_element_type(max)
       breaks (tensor<f32>, => (tensor<f64>,
    C4 baseline_type(operand) = baseline_type(result)
       breaks -> tensor<2xf32> => -> tensor<3xf32>
""", valid="""
    %result = "OP"(%min, %operand, %max) : (tensor<f32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
""")  # fmt: skip

rules("select", f"""
    I1 pred: tensor of type i1
       breaks tensor<2xi1> => tensor<2xi32>
    I2 on_true: {_ANY}
       breaks , tensor<2xf32>, => , {_TOKEN},
    I3 on_false: {_ANY}
       breaks , tensor<2xf32>) => , {_TOKEN})
    O1 result: {_ANY}
       breaks -> tensor<2xf32> => -> {_TOKEN}
    C1 rank(pred) = 0 or shape(pred) = shape(on_true)
       breaks tensor<2xi1> => tensor<3xi1>
    C2 baseline_type(on_true) = baseline_type(on_false) = baseline_type(result)
       breaks , tensor<2xf32>) => , tensor<3xf32>)
""", valid="""
    %result = "OP"(%pred, %on_true, %on_false) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
""")  # fmt: skip

rules("complex", """
    I1 lhs: tensor of type f32 or f64
       breaks (tensor<2xf32>, => (tensor<2xf16>,
    I2 rhs: tensor of type f32 or f64
       breaks , tensor<2xf32>) => , tensor<2xf16>)
    O1 result: tensor of complex type
       breaks -> tensor<2xcomplex<f32>> => -> tensor<2xf32>
    C1 type(lhs) = type(rhs)
       breaks , tensor<2xf32>) => , tensor<2xf64>)
    C2 shape(result) = shape(lhs)
       breaks -> tensor<2xcomplex<f32>> => -> tensor<3xcomplex<f32>>
    C3 element_type(result) = complex_of(lhs)
       spec element_type(result) has type complex<E> where E = element_type(lhs)
       breaks -> tensor<2xcomplex<f32>> => -> tensor<2xcomplex<f64>>
""", valid='%result = "OP"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>')  # fmt: skip

rules("is_finite", f"""
    I1 x: {_FLOATS}
       breaks (tensor<2xf32>) => (tensor<2xi32>)
    O1 y: tensor of boolean type
       breaks -> tensor<2xi1> => -> tensor<2xi32>
    C1 shape(x) = shape(y)
       breaks -> tensor<2xi1> => -> tensor<3xi1>
""", valid='%y = "OP"(%x) : (tensor<2xf32>) -> tensor<2xi1>')  # fmt: skip

rules("compare", f"""
    I1 lhs: {_ANY}
       breaks (tensor<2xf32>, => ({_TOKEN},
    I2 rhs: {_ANY}
       breaks , tensor<2xf32>) => , {_TOKEN})
    I3 comparison_direction: enum of EQ, NE, GE, GT, LE, and LT
       breaks comparison_direction = #stablehlo<comparison_direction EQ>, =>
    I4 compare_type: enum of FLOAT, TOTALORDER, SIGNED, and UNSIGNED
       breaks comparison_type FLOAT => comparison_type NOTYPE
       upstream accepts
       lax compare_type = NOTYPE
    O1 result: tensor of boolean type
       breaks -> tensor<2xi1> => -> tensor<2xi32>
    C1 baseline_element_type(lhs) = baseline_element_type(rhs)
       breaks , tensor<2xf32>) => , tensor<2xf64>)
    C2 shape(lhs) = shape(rhs) = shape(result)
       lax not (is_static(lhs) and is_static(rhs) and is_static(result))
       breaks -> tensor<2xi1> => -> tensor<3xi1>
    C3 (if is_signed_integer(lhs) then compare_type = SIGNED)
       and (if is_unsigned_integer(lhs) or is_boolean(lhs) then compare_type = UNSIGNED)
       and (if is_float(lhs) then compare_type in [FLOAT, TOTALORDER])
       and (if is_complex(lhs) then compare_type = FLOAT)
       spec compare_type is SIGNED if is_signed_integer(element_type(lhs)), UNSIGNED if
       is_unsigned_integer(element_type(lhs)) or is_boolean(element_type(lhs)), FLOAT or TOTALORDER if
       is_float(element_type(lhs)), FLOAT if is_complex(element_type(lhs))
       breaks comparison_type FLOAT => comparison_type SIGNED
       upstream accepts
""", valid="""
    %result = "OP"(%lhs, %rhs) {
      comparison_direction = #stablehlo<comparison_direction EQ>,
      compare_type = #stablehlo<comparison_type FLOAT>
    } : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
""")  # fmt: skip

rules("convert", """
    I1 operand: tensor
       breaks (tensor<2xf32>) => (tensor<2x!quant.uniform<i8:f32, 1.0>>)
    O1 result: tensor
       breaks -> tensor<2xi32> => -> tensor<2x!quant.uniform<i8:f32, 1.0>>
    C1 shape(operand) = shape(result)
       lax not (is_static(operand) and is_static(result))
       breaks -> tensor<2xi32> => -> tensor<3xi32>
""", valid='%result = "OP"(%operand) : (tensor<2xf32>) -> tensor<2xi32>')  # fmt: skip

rules("reduce_precision", f"""
    I1 operand: {_FLOATS}
       breaks (tensor<2xf32>) => (tensor<2xi32>)
    I2 exponent_bits: constant of type si32
       breaks exponent_bits = 5 : i32 => exponent_bits = 5.0 : f32
    I3 mantissa_bits: constant of type si32
       breaks mantissa_bits = 10 : i32 => mantissa_bits = 10.0 : f32
    O1 output: {_FLOATS}
       breaks -> tensor<2xf32> => -> tensor<2xi32>
    C1 baseline_type(operand) = baseline_type(output)
       breaks -> tensor<2xf32> => -> tensor<3xf32>
    C2 1 <= exponent_bits
       breaks exponent_bits = 5 => exponent_bits = 0
    C3 0 <= mantissa_bits
       breaks mantissa_bits = 10 => mantissa_bits = -1
""", valid="""
    %output = "OP"(%operand) { exponent_bits = 5 : i32, mantissa_bits = 10 : i32 } : (tensor<2xf32>) -> tensor<2xf32>
""")  # fmt: skip
