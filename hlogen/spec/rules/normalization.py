"""Rules of batch normalization."""

from hlogen.spec.rules.rule import rules

_FLOATS = "tensor of floating-point type or per-tensor quantized tensor"
_VECTOR = "1-dimensional tensor of floating-point type or per-tensor quantized tensor"
_NUMBERS = """
    {epsilon} epsilon: constant of type f32
    {index} feature_index: constant of type si64
"""

rules("batch_norm_grad", f"""
    I1 operand: {_FLOATS}
    I2 scale: {_VECTOR}
    I3 mean: {_VECTOR}
    I4 variance: {_VECTOR}
    I5 grad_output: {_FLOATS}
    {_NUMBERS.format(epsilon="I6", index="I7")}
    O1 grad_operand: {_FLOATS}
    O2 grad_scale: {_VECTOR}
    O3 grad_offset: {_VECTOR}
    C1 0 <= feature_index < rank(operand)
    C2 same(baseline_element_type([operand, scale, mean, variance, grad_output, grad_operand, grad_scale, grad_offset]...))
       spec operand, scale, mean, variance, grad_output, grad_operand, grad_scale and grad_offset have the same baseline_element_type
    C3 shape(operand) = shape(grad_output) = shape(grad_operand)
       spec operand, grad_output and grad_operand have the same shape
    C4 shape(scale) = shape(mean) = shape(variance) = shape(grad_scale) = shape(grad_offset)
       spec scale, mean, variance, grad_scale and grad_offset have the same shape
    C5 size(scale) = dim(operand, feature_index)
""")  # fmt: skip

rules("batch_norm_inference", f"""
    I1 operand: {_FLOATS}
    I2 scale: {_VECTOR}
    I3 offset: {_VECTOR}
    I4 mean: {_VECTOR}
    I5 variance: {_VECTOR}
    {_NUMBERS.format(epsilon="I6", index="I7")}
    O1 result: {_FLOATS}
    C1 0 <= feature_index < rank(operand)
    C2 same(baseline_element_type([operand, scale, offset, mean, variance, result]...))
       spec operand, scale, offset, mean, variance and result have the same baseline_element_type
    C3 size(scale) = dim(operand, feature_index)
    C4 size(offset) = dim(operand, feature_index)
    C5 size(mean) = dim(operand, feature_index)
    C6 size(variance) = dim(operand, feature_index)
    C7 baseline_type(operand) = baseline_type(result)
""")  # fmt: skip

rules("batch_norm_training", f"""
    I1 operand: {_FLOATS}
    I2 scale: {_VECTOR}
    I3 offset: {_VECTOR}
    {_NUMBERS.format(epsilon="I4", index="I5")}
    O1 output: {_FLOATS}
    O2 batch_mean: {_VECTOR}
    O3 batch_var: {_VECTOR}
    C1 0 <= feature_index < rank(operand)
    C2 same(baseline_element_type([operand, scale, offset, batch_mean, batch_var, output]...))
       spec operand, scale, offset, batch_mean, batch_var and output have the same baseline_element_type
    C3 size(scale) = dim(operand, feature_index)
    C4 size(offset) = dim(operand, feature_index)
    C5 size(batch_mean) = dim(operand, feature_index)
    C6 size(batch_var) = dim(operand, feature_index)
    C7 baseline_type(output) = baseline_type(operand)
""")  # fmt: skip
