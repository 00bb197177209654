"""Rules of batch normalization."""

from hlogen.spec.rules.rule import rules

_FLOATS = "tensor of floating-point type or per-tensor quantized tensor"
_VECTOR = "1-dimensional tensor of floating-point type or per-tensor quantized tensor"
_NUMBERS = """
    {epsilon} epsilon: constant of type f32
       breaks epsilon = 1.0e-3 : f32 => epsilon = 1 : i64
    {index} feature_index: constant of type si64
       breaks feature_index = 1 : i64 => feature_index = 1.0 : f32
"""
_INDEX = """
    C1 0 <= feature_index < rank(operand)
       breaks feature_index = 1 : i64 => feature_index = 2 : i64
"""
# Of examples: two features along the second dimension.
_MANY, _FEATURES = "tensor<4x2xf32>", "tensor<2xf32>"


class _Example:
    """An operation whose operands and results have names and types, so that its types are changed by their names."""

    def __init__(self, operands: str, results: str) -> None:
        self._operands, self._results = operands.split(), results.split()

    def _signature(self, changes: dict[str, str]) -> str:
        operands, results = (
            ", ".join(changes.get(name, _MANY if name in _WHOLE else _FEATURES) for name in names)
            for names in (self._operands, self._results)
        )
        return f"({operands}) -> ({results})"

    def valid(self) -> str:
        """The operation without fault."""
        results, operands = (", ".join(f"%{name}" for name in names) for names in (self._results, self._operands))
        attributes = "{ epsilon = 1.0e-3 : f32, feature_index = 1 : i64 }"
        return f'{results} = "OP"({operands}) {attributes} : {self._signature({})}'

    def breaks(self, **types: str) -> str:
        """The change that gives some of its operands and results other types."""
        return f"breaks {self._signature({})} => {self._signature(types)}"


_WHOLE = ("operand", "grad_output", "grad_operand", "output", "result")
_GRAD = _Example("operand scale mean variance grad_output", "grad_operand grad_scale grad_offset")
_INFERENCE = _Example("operand scale offset mean variance", "result")
_TRAINING = _Example("operand scale offset", "output batch_mean batch_var")
_WRONG, _WRONG_VECTOR, _LONGER = "tensor<4x2xi32>", "tensor<2x1xf32>", "tensor<3xf32>"

rules("batch_norm_grad", f"""
    I1 operand: {_FLOATS}
       {_GRAD.breaks(operand=_WRONG)}
    I2 scale: {_VECTOR}
       {_GRAD.breaks(scale=_WRONG_VECTOR)}
    I3 mean: {_VECTOR}
       {_GRAD.breaks(mean=_WRONG_VECTOR)}
    I4 variance: {_VECTOR}
       {_GRAD.breaks(variance=_WRONG_VECTOR)}
    I5 grad_output: {_FLOATS}
       {_GRAD.breaks(grad_output=_WRONG)}
    {_NUMBERS.format(epsilon="I6", index="I7")}
    O1 grad_operand: {_FLOATS}
       {_GRAD.breaks(grad_operand=_WRONG)}
    O2 grad_scale: {_VECTOR}
       {_GRAD.breaks(grad_scale=_WRONG_VECTOR)}
    O3 grad_offset: {_VECTOR}
       {_GRAD.breaks(grad_offset=_WRONG_VECTOR)}
    {_INDEX}
    C2 same(baseline_element_type(
       [operand, scale, mean, variance, grad_output, grad_operand, grad_scale, grad_offset]...))
       spec operand, scale, mean, variance, grad_output, grad_operand, grad_scale and grad_offset have the same
       baseline_element_type
       {_GRAD.breaks(variance="tensor<2xf64>")}
    C3 shape(operand) = shape(grad_output) = shape(grad_operand)
       spec operand, grad_output and grad_operand have the same shape
       {_GRAD.breaks(grad_operand="tensor<5x2xf32>")}
    C4 shape(scale) = shape(mean) = shape(variance) = shape(grad_scale) = shape(grad_offset)
       spec scale, mean, variance, grad_scale and grad_offset have the same shape
       {_GRAD.breaks(mean=_LONGER)}
    C5 size(scale) = dim(operand, feature_index)
       needs C1
       {_GRAD.breaks(scale=_LONGER, mean=_LONGER, variance=_LONGER, grad_scale=_LONGER, grad_offset=_LONGER)}
""", valid=_GRAD.valid())  # fmt: skip

rules("batch_norm_inference", f"""
    I1 operand: {_FLOATS}
       {_INFERENCE.breaks(operand=_WRONG)}
    I2 scale: {_VECTOR}
       {_INFERENCE.breaks(scale=_WRONG_VECTOR)}
    I3 offset: {_VECTOR}
       {_INFERENCE.breaks(offset=_WRONG_VECTOR)}
    I4 mean: {_VECTOR}
       {_INFERENCE.breaks(mean=_WRONG_VECTOR)}
    I5 variance: {_VECTOR}
       {_INFERENCE.breaks(variance=_WRONG_VECTOR)}
    {_NUMBERS.format(epsilon="I6", index="I7")}
    O1 result: {_FLOATS}
       {_INFERENCE.breaks(result=_WRONG)}
    {_INDEX}
    C2 same(baseline_element_type([operand, scale, offset, mean, variance, result]...))
       spec operand, scale, offset, mean, variance and result have the same baseline_element_type
       {_INFERENCE.breaks(variance="tensor<2xf64>")}
    C3 size(scale) = dim(operand, feature_index)
       needs C1
       {_INFERENCE.breaks(scale=_LONGER)}
    C4 size(offset) = dim(operand, feature_index)
       needs C1
       {_INFERENCE.breaks(offset=_LONGER)}
    C5 size(mean) = dim(operand, feature_index)
       needs C1
       {_INFERENCE.breaks(mean=_LONGER)}
    C6 size(variance) = dim(operand, feature_index)
       needs C1
       {_INFERENCE.breaks(variance=_LONGER)}
    C7 baseline_type(operand) = baseline_type(result)
       {_INFERENCE.breaks(result="tensor<5x2xf32>")}
""", valid=_INFERENCE.valid())  # fmt: skip

rules("batch_norm_training", f"""
    I1 operand: {_FLOATS}
       {_TRAINING.breaks(operand=_WRONG)}
    I2 scale: {_VECTOR}
       {_TRAINING.breaks(scale=_WRONG_VECTOR)}
    I3 offset: {_VECTOR}
       {_TRAINING.breaks(offset=_WRONG_VECTOR)}
    {_NUMBERS.format(epsilon="I4", index="I5")}
    O1 output: {_FLOATS}
       {_TRAINING.breaks(output=_WRONG)}
    O2 batch_mean: {_VECTOR}
       {_TRAINING.breaks(batch_mean=_WRONG_VECTOR)}
    O3 batch_var: {_VECTOR}
       {_TRAINING.breaks(batch_var=_WRONG_VECTOR)}
    {_INDEX}
    C2 same(baseline_element_type([operand, scale, offset, batch_mean, batch_var, output]...))
       spec operand, scale, offset, batch_mean, batch_var and output have the same baseline_element_type
       {_TRAINING.breaks(offset="tensor<2xf64>")}
    C3 size(scale) = dim(operand, feature_index)
       needs C1
       {_TRAINING.breaks(scale=_LONGER)}
    C4 size(offset) = dim(operand, feature_index)
       needs C1
       {_TRAINING.breaks(offset=_LONGER)}
    C5 size(batch_mean) = dim(operand, feature_index)
       needs C1
       {_TRAINING.breaks(batch_mean=_LONGER)}
    C6 size(batch_var) = dim(operand, feature_index)
       needs C1
       {_TRAINING.breaks(batch_var=_LONGER)}
    C7 baseline_type(output) = baseline_type(operand)
       {_TRAINING.breaks(output="tensor<5x2xf32>")}
""", valid=_TRAINING.valid())  # fmt: skip
