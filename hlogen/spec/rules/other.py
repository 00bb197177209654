"""Rules of constants, random numbers and quantization."""

from hlogen.spec.rules.rule import rules

rules("constant", """
    I1 value: constant
       breaks { value = dense<[1.0, 2.0]> : tensor<2xf32> } =>
    O1 output: tensor or quantized tensor
       breaks -> tensor<2xf32> => -> !stablehlo.token
    C1 constant_type(value, output)
       spec type(value) = type(output)
       breaks -> tensor<2xf32> => -> tensor<3xf32>
""", usual="type(output) = type(value)",
    valid='%output = "OP"() { value = dense<[1.0, 2.0]> : tensor<2xf32> } : () -> tensor<2xf32>')  # fmt: skip

rules("rng", """
    I1 a: 0-dimensional tensor of integer, boolean, or floating-point type
       breaks (tensor<f32>, => (tensor<1xf32>,
    I2 b: 0-dimensional tensor of integer, boolean, or floating-point type
       breaks , tensor<f32>, => , tensor<1xf32>,
    I3 shape: 1-dimensional tensor of type si64
       breaks tensor<2xi64> => tensor<2x1xi64>
       lax rank(shape) = 1 and not (is_float(shape) or is_complex(shape) or is_boolean(shape) or is_quantized(shape))
    I4 rng_distribution: enum of UNIFORM and NORMAL
       breaks rng_distribution = #stablehlo<rng_distribution UNIFORM> =>
    O1 result: tensor of integer, boolean, or floating-point type
       breaks -> tensor<?x?xf32> => -> tensor<?x?xcomplex<f32>>
    C1 element_type(a) = element_type(b) = element_type(result)
       breaks , tensor<f32>, => , tensor<f64>,
    C2 if rng_distribution = NORMAL then is_float(a)
       fix write rng_distribution = UNIFORM, or draw numbers of floating-point type
       breaks UNIFORM => NORMAL ;; (tensor<f32>, tensor<f32>, => (tensor<i32>, tensor<i32>,
       ;; -> tensor<?x?xf32> => -> tensor<?x?xi32>
    C3 rank(result) = size(shape)
       spec shape(result) = shape
       breaks tensor<2xi64> => tensor<3xi64>
""", valid="""
    %result = "OP"(%a, %b, %shape) { rng_distribution = #stablehlo<rng_distribution UNIFORM> }
      : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
""")  # fmt: skip

rules("rng_bit_generator", """
    I1 rng_algorithm: enum of DEFAULT, THREE_FRY, and PHILOX
       breaks rng_algorithm = #stablehlo<rng_algorithm PHILOX> =>
    I2 initial_state: 1-dimensional tensor of type ui64
       breaks (tensor<3xui64>) => (tensor<3xf64>)
       upstream accepts
    O1 output_state: 1-dimensional tensor of type ui64
       breaks -> (tensor<3xui64>, => -> (tensor<3xf64>,
       upstream accepts
    O2 output: tensor of integer or floating-point type
       breaks , tensor<2x3xi32>) => , tensor<2x3xcomplex<f32>>)
    C1 type(initial_state) = type(output_state)
       breaks -> (tensor<3xui64>, => -> (tensor<2xui64>,
    C2 (if rng_algorithm = THREE_FRY then size(initial_state) = 2)
       and (if rng_algorithm = PHILOX then size(initial_state) in [2, 3])
       spec size(initial_state) is implementation-defined if rng_algorithm = DEFAULT, 2 if rng_algorithm = THREE_FRY, 2
       or 3 if rng_algorithm = PHILOX
       breaks PHILOX => THREE_FRY
       upstream accepts
""", valid="""
    %output_state, %output = "OP"(%initial_state) { rng_algorithm = #stablehlo<rng_algorithm PHILOX> }
      : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x3xi32>)
""")  # fmt: skip

rules("uniform_dequantize", """
    I1 operand: quantized tensor
       breaks (tensor<2x!quant.uniform<i8:f32, 0.5>>) => (tensor<2xi8>)
    O1 result: tensor of floating-point type
       breaks -> tensor<2xf32> => -> tensor<2xi32>
    C1 shape(operand) = shape(result)
       lax not (is_static(operand) and is_static(result))
       breaks -> tensor<2xf32> => -> tensor<3xf32>
    C2 element_type(result) = expressed_type(operand)
       breaks -> tensor<2xf32> => -> tensor<2xf64>
""", valid='%result = "OP"(%operand) : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf32>')  # fmt: skip

rules("uniform_quantize", """
    I1 operand: tensor of floating-point or quantized type
       breaks (tensor<2xf32>) => (tensor<2xi32>)
    O1 result: quantized tensor
       breaks -> tensor<2x!quant.uniform<i8:f32, 0.5>> => -> tensor<2xi8>
    C1 shape(operand) = shape(result)
       lax not (is_static(operand) and is_static(result))
       breaks -> tensor<2x!quant.uniform<i8:f32, 0.5>> => -> tensor<3x!quant.uniform<i8:f32, 0.5>>
    C2 expressed_type(result) = (is_float(operand) ? element_type(operand) : expressed_type(operand))
       breaks (tensor<2xf32>) => (tensor<2xf64>)
""", valid='%result = "OP"(%operand) : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>')  # fmt: skip
