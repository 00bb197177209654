"""Rules of the operations that work element by element (spec: abs, add, ... xor)."""

from hlogen.spec.rules.rule import rules

_NUMBERS = "tensor of integer, floating-point or complex type or per-tensor quantized tensor"
_INEXACT = "tensor of floating-point or complex type or per-tensor quantized tensor"
_FLOATS = "tensor of floating-point type or per-tensor quantized tensor"
_SIGNED = "tensor of signed integer, floating-point, or complex type or per-tensor quantized tensor"
_BITS = "tensor of boolean or integer type"
_INTEGERS = "tensor of integer type"
_ANY = "tensor or per-tensor quantized tensor"


def unary(names: str, taken: str, given: str | None = None) -> None:
    rules(names, f"""
        I1 operand: {taken}
        O1 result: {given or taken}
        C1 baseline_type(operand) = baseline_type(result)
           breaks -> tensor<2xf32> => -> tensor<3xf32>
    """, valid='%result = "OP"(%operand) : (tensor<2xf32>) -> tensor<2xf32>')  # fmt: skip


def binary(names: str, taken: str) -> None:
    rules(names, f"""
        I1 lhs: {taken}
        I2 rhs: {taken}
        O1 result: {taken}
        C1 baseline_type(lhs) = baseline_type(rhs) = baseline_type(result)
    """)  # fmt: skip


def on_bits(names: str, taken: str) -> None:
    rules(names, f"""
        I1 lhs: {taken}
        I2 rhs: {taken}
        O1 result: {taken}
        C1 type(lhs) = type(rhs) = type(result)
    """)  # fmt: skip


unary("cbrt cosine exponential exponential_minus_one log log_plus_one logistic rsqrt sine sqrt tan tanh", _INEXACT)
unary("ceil floor round_nearest_afz round_nearest_even", _FLOATS)
unary("negate", _NUMBERS)
unary("sign", _SIGNED)
binary("atan2", _INEXACT)
binary("divide power remainder subtract", _NUMBERS)
# Of booleans it is the logical and, says the semantics; the inputs' types leave them out.
binary("multiply", "tensor of boolean, integer, floating-point or complex type or per-tensor quantized tensor")
binary("maximum minimum", _ANY)
on_bits("and or xor", _BITS)
on_bits("shift_left shift_right_arithmetic shift_right_logical", _INTEGERS)

rules("count_leading_zeros popcnt", f"""
    I1 operand: {_INTEGERS}
    O1 result: {_INTEGERS}
    C1 type(operand) = type(result)
""")  # fmt: skip

rules("not", f"""
    I1 operand: {_BITS}
    O1 result: {_BITS}
    C1 type(operand) = type(result)
""")  # fmt: skip

rules("abs", f"""
    I1 operand: {_SIGNED}
    O1 result: tensor of signed integer or floating-point type or per-tensor quantized tensor
    C1 shape(result) = shape(operand)
    C2 baseline_element_type(result) = (is_complex(operand) ? complex_element_type(operand) : baseline_element_type(operand))
       spec baseline_element_type(result) is complex_element_type(element_type(operand)) if is_complex(operand), baseline_element_type(operand) otherwise
""")  # fmt: skip

rules("real imag", """
    I1 operand: tensor of floating-point or complex type
    O1 result: tensor of floating-point type
    C1 shape(result) = shape(operand)
    C2 element_type(result) = (is_complex(operand) ? complex_element_type(operand) : element_type(operand))
       spec element_type(result) is complex_element_type(element_type(operand)) if is_complex(operand), element_type(operand) otherwise
""")  # fmt: skip

rules("add", """
    I1 lhs: tensor or quantized tensor
    I2 rhs: tensor or quantized tensor
    O1 result: tensor or quantized tensor
    C1 if not (is_quantized(lhs) or is_quantized(rhs) or is_quantized(result)) then type(lhs) = type(rhs) = type(result)
       spec If the operation uses non-quantized tensors: type(lhs) = type(rhs) = type(result)
    C2 if is_quantized(lhs) or is_quantized(rhs) or is_quantized(result) then is_quantized(lhs) and is_quantized(rhs) and is_quantized(result)
       spec If the operation uses quantized tensors: is_quantized(lhs) and is_quantized(rhs) and is_quantized(result)
    C3 storage_type(lhs) = storage_type(rhs) = storage_type(result)
    C4 expressed_type(lhs) = expressed_type(rhs) = expressed_type(result)
    C5 if is_quantized(lhs) and is_quantized(rhs) then (is_per_axis_quantized(lhs) or is_per_axis_quantized(rhs)) = is_per_axis_quantized(result)
    C6 if is_per_axis_quantized(lhs) then quantization_dimension(lhs) = quantization_dimension(result)
    C7 if is_per_axis_quantized(rhs) then quantization_dimension(rhs) = quantization_dimension(result)
""")  # fmt: skip

rules("clamp", f"""
    I1 min: {_ANY}
    I2 operand: {_ANY}
    I3 max: {_ANY}
    O1 result: {_ANY}
    C1 rank(min) = 0 or shape(min) = shape(operand)
    C2 rank(max) = 0 or shape(max) = shape(operand)
    C3 baseline_element_type(min) = baseline_element_type(operand) = baseline_element_type(max)
    C4 baseline_type(operand) = baseline_type(result)
""")  # fmt: skip

rules("select", f"""
    I1 pred: tensor of type i1
    I2 on_true: {_ANY}
    I3 on_false: {_ANY}
    O1 result: {_ANY}
    C1 rank(pred) = 0 or shape(pred) = shape(on_true)
    C2 baseline_type(on_true) = baseline_type(on_false) = baseline_type(result)
""")  # fmt: skip

rules("complex", """
    I1 lhs: tensor of type f32 or f64
    I2 rhs: tensor of type f32 or f64
    O1 result: tensor of complex type
    C1 type(lhs) = type(rhs)
    C2 shape(result) = shape(lhs)
    C3 element_type(result) = complex_of(lhs)
       spec element_type(result) has type complex<E> where E = element_type(lhs)
""")  # fmt: skip

rules("is_finite", f"""
    I1 x: {_FLOATS}
    O1 y: tensor of boolean type
    C1 shape(x) = shape(y)
""")  # fmt: skip

rules("compare", f"""
    I1 lhs: {_ANY}
    I2 rhs: {_ANY}
    I3 comparison_direction: enum of EQ, NE, GE, GT, LE, and LT
    I4 compare_type: enum of FLOAT, TOTALORDER, SIGNED, and UNSIGNED
    O1 result: tensor of boolean type
    C1 baseline_element_type(lhs) = baseline_element_type(rhs)
    C2 shape(lhs) = shape(rhs) = shape(result)
""")  # fmt: skip

rules("convert", """
    I1 operand: tensor
    O1 result: tensor
    C1 shape(operand) = shape(result)
""")  # fmt: skip

rules("reduce_precision", f"""
    I1 operand: {_FLOATS}
    I2 exponent_bits: constant of type si32
    I3 mantissa_bits: constant of type si32
    O1 output: {_FLOATS}
    C1 baseline_type(operand) = baseline_type(output)
    C2 1 <= exponent_bits
    C3 0 <= mantissa_bits
""")  # fmt: skip
