"""Rules of constants, random numbers and quantization."""

from hlogen.spec.rules.rule import rules

rules("constant", """
    I1 value: constant
    O1 output: tensor or quantized tensor
    C1 constant_type(value, output)
       spec type(value) = type(output)
""")  # fmt: skip

rules("rng", """
    I1 a: 0-dimensional tensor of integer, boolean, or floating-point type
    I2 b: 0-dimensional tensor of integer, boolean, or floating-point type
    I3 shape: 1-dimensional tensor of type si64
    I4 rng_distribution: enum of UNIFORM and NORMAL
    O1 result: tensor of integer, boolean, or floating-point type
    C1 element_type(a) = element_type(b) = element_type(result)
    C2 if rng_distribution = NORMAL then is_float(a)
    C3 rank(result) = dim(shape, 0)
       spec shape(result) = shape
""")  # fmt: skip

rules("rng_bit_generator", """
    I1 rng_algorithm: enum of DEFAULT, THREE_FRY, and PHILOX
    I2 initial_state: 1-dimensional tensor of type ui64
    O1 output_state: 1-dimensional tensor of type ui64
    O2 output: tensor of integer or floating-point type
    C1 type(initial_state) = type(output_state)
    C2 if rng_algorithm = THREE_FRY then size(initial_state) = 2
       and (if rng_algorithm = PHILOX then 2 <= size(initial_state) <= 3)
       spec size(initial_state) is implementation-defined if rng_algorithm = DEFAULT, 2 if THREE_FRY, 2 or 3 if PHILOX
""")  # fmt: skip

rules("uniform_dequantize", """
    I1 operand: quantized tensor
    O1 result: tensor of floating-point type
    C1 shape(operand) = shape(result)
    C2 element_type(result) = expressed_type(operand)
""")  # fmt: skip

rules("uniform_quantize", """
    I1 operand: tensor of floating-point or quantized type
    O1 result: quantized tensor
    C1 shape(operand) = shape(result)
    C2 expressed_type(result) = (is_float(operand) ? element_type(operand) : expressed_type(operand))
""")  # fmt: skip
