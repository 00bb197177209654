"""Normalization over batches (spec: batch_norm_inference, batch_norm_training, batch_norm_grad).

`feature_index` is the dimension of features. `scale`, `offset`, `mean`, `variance` have one element per feature, and
everything has one element type, a float.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from hlogen.builder.emit import as_tensor, described, emit, i64, integer
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import usage_error
from hlogen.door import public
from hlogen.ir import Attribute, FloatAttr, FloatType


@public
def batch_norm_inference(
    operand: TensorLike,
    scale: TensorLike,
    offset: TensorLike,
    mean: TensorLike,
    variance: TensorLike,
    *,
    epsilon: float,
    feature_index: int,
) -> Tensor:
    """``scale * (operand - mean) / sqrt(variance + epsilon) + offset``, with the operand's type."""
    operands = {"operand": operand, "scale": scale, "offset": offset, "mean": mean, "variance": variance}
    return _emitted("inference", operands, epsilon, feature_index)[0]


@public
def batch_norm_training(
    operand: TensorLike, scale: TensorLike, offset: TensorLike, *, epsilon: float, feature_index: int
) -> tuple[Tensor, Tensor, Tensor]:
    """The same by the mean and variance of the operand itself: the result, and that mean and variance per feature."""
    output, mean, variance = _emitted(
        "training", {"operand": operand, "scale": scale, "offset": offset}, epsilon, feature_index
    )
    return output, mean, variance


@public
def batch_norm_grad(
    operand: TensorLike,
    scale: TensorLike,
    mean: TensorLike,
    variance: TensorLike,
    grad_output: TensorLike,
    *,
    epsilon: float,
    feature_index: int,
) -> tuple[Tensor, Tensor, Tensor]:
    """The cotangents of batch_norm_training's operand, scale and offset for that of its first result."""
    operands = {"operand": operand, "scale": scale, "mean": mean, "variance": variance, "grad_output": grad_output}
    grad_operand, grad_scale, grad_offset = _emitted("grad", operands, epsilon, feature_index)
    return grad_operand, grad_scale, grad_offset


def _emitted(kind: str, operands: Mapping[str, TensorLike], epsilon: float, feature_index: int) -> tuple[Tensor, ...]:
    if isinstance(epsilon, bool) or not isinstance(epsilon, (int, float, np.floating)):
        raise usage_error(f"epsilon is a number, not {described(epsilon)}")
    with np.errstate(over="ignore"):
        rounded = float(np.float32(epsilon))
    if np.isinf(rounded) and not np.isinf(epsilon):
        raise usage_error(f"epsilon = {epsilon} doesn't fit f32, which the attribute is")
    values = [as_tensor(operands["operand"], "operand")]
    values += [as_tensor(x, name, values[0].element_type) for name, x in operands.items() if name != "operand"]
    attributes: dict[str, Attribute] = {
        "epsilon": FloatAttr(rounded, FloatType("f32")),
        "feature_index": i64(integer(feature_index, "feature_index")),
    }
    return emit(f"stablehlo.batch_norm_{kind}", values, attributes)
