"""Normalization over batches (spec: batch_norm_inference, batch_norm_training, batch_norm_grad).

The specification's decompositions, with their names, operation by operation: of f64 in f64, of narrower floats in f32
and rounded once, at the end. Sums are those of `reduce`, over a balanced tree.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import FloatAttr, Operation
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Makes, Sizes
from interpreter.kernels.numerics import element_type, is_float, rounding, unsupported, working_dtype
from interpreter.kernels.reduction import tree
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.kernels.working import F32_BYTES, itemsize_of
from interpreter.values.array import Array
from interpreter.values.attributes import integer, tensor_type, wrong


def batch_norm_inference(
    operand: Array, scale: Array, offset: Array, mean: Array, variance: Array, epsilon: Array, feature_index: int
) -> Array:
    scale_bcast, offset_bcast, mean_bcast, variance_bcast = (
        _broadcast(x, operand, feature_index) for x in (scale, offset, mean, variance)
    )
    centered_operand = operand - mean_bcast
    stddev = np.sqrt(variance_bcast + epsilon)
    normalized_operand = centered_operand / stddev
    result: Array = scale_bcast * normalized_operand + offset_bcast
    return result


def batch_norm_training(
    operand: Array, scale: Array, offset: Array, epsilon: Array, feature_index: int
) -> tuple[Array, Array, Array]:
    mean = _mean(operand, feature_index)
    centered_operand = operand - _broadcast(mean, operand, feature_index)
    variance = _mean(centered_operand * centered_operand, feature_index)
    output = batch_norm_inference(operand, scale, offset, mean, variance, epsilon, feature_index)
    return output, mean, variance


def batch_norm_grad(
    operand: Array, scale: Array, mean: Array, variance: Array, grad_output: Array, epsilon: Array, feature_index: int
) -> tuple[Array, Array, Array]:
    scale_bcast, mean_bcast, variance_bcast = (_broadcast(x, operand, feature_index) for x in (scale, mean, variance))
    centered_operand = operand - mean_bcast
    stddev = np.sqrt(variance_bcast + epsilon)
    normalized_operand = centered_operand / stddev
    elements_per_feature = _elements_per_feature(operand, feature_index)
    grad_offset = _sum(grad_output, feature_index)
    i1 = grad_output * elements_per_feature
    i2 = _broadcast(grad_offset, operand, feature_index)
    i3 = _broadcast(_sum(grad_output * centered_operand, feature_index), operand, feature_index)
    i4 = i3 * centered_operand
    i5 = i4 / (variance_bcast + epsilon)
    i6 = i1 - i2 - i5
    grad_operand = scale_bcast / stddev / elements_per_feature * i6
    grad_scale = _sum(grad_output * normalized_operand, feature_index)
    return grad_operand, grad_scale, grad_offset


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "stablehlo.batch_norm_inference": batch_norm_inference,
    "stablehlo.batch_norm_training": batch_norm_training,
    "stablehlo.batch_norm_grad": batch_norm_grad,
}


# How many arrays as large as the operand there are at once, beside operands and results.
_AT_ONCE = {
    "stablehlo.batch_norm_inference": 3,
    "stablehlo.batch_norm_training": 4,
    "stablehlo.batch_norm_grad": 8,
}


def memory_of_batch_norm(op: Operation, sizes: Sizes) -> int:
    itemsize, arrays = itemsize_of(op.operands[0]), _AT_ONCE[op.name]
    if itemsize < F32_BYTES:  # the operand as f32, and the other one that is as large
        arrays += 2 if op.name == "stablehlo.batch_norm_grad" else 1
    return arrays * max(F32_BYTES, itemsize) * sizes.count(op.operands[0])


@kernel(*_FUNCTIONS, quantized=Quantized.ON_FLOATS, makes=Makes.NUMBERS, memory=memory_of_batch_norm, sums=True)
def batch_norm(op: Operation, planner: Planner) -> Run:
    type = element_type(op.operands[0].type)
    if not is_float(type):
        raise unsupported(op, type)
    epsilon_attribute = op.attributes.get("epsilon")
    if not isinstance(epsilon_attribute, FloatAttr):
        raise wrong(op, "epsilon", "a float")
    feature_index, rank = integer(op, "feature_index"), tensor_type(op.operands[0]).rank
    if not 0 <= feature_index < rank:
        raise ExecutionError(f"feature_index is {feature_index}, which is no dimension of an operand of rank {rank}")
    function = _FUNCTIONS[op.name]
    dtype = working_dtype(type)
    epsilon = np.float32(epsilon_attribute.value).astype(dtype)
    round = rounding(type, dtype)

    def run(*operands: Array) -> Any:
        of_features = (operands[0].shape[feature_index],)
        if any(x.shape not in (of_features, operands[0].shape) for x in operands):
            shapes = ", ".join(str(list(x.shape)) for x in operands)
            raise ExecutionError(f"operands have shapes {shapes}, which don't fit feature_index {feature_index}")
        results = function(*(x.astype(dtype, copy=False) for x in operands), epsilon, feature_index)
        if round is None:
            return results
        return tuple(map(round, results)) if isinstance(results, tuple) else round(results)

    return run


def _broadcast(x: Array, operand: Array, feature_index: int) -> Array:
    """A value per feature, for broadcasting with the operand."""
    return x.reshape([-1 if d == feature_index else 1 for d in range(operand.ndim)])


def _elements_per_feature(operand: Array, feature_index: int) -> Array:
    sizes = [size for d, size in enumerate(operand.shape) if d != feature_index]
    return np.asarray(np.prod(sizes, dtype=np.int64)).astype(operand.dtype)


def _sum(operand: Array, feature_index: int) -> Array:
    values = np.moveaxis(operand, feature_index, -1).reshape(-1, operand.shape[feature_index])
    if not len(values):
        return np.zeros(operand.shape[feature_index], operand.dtype)
    return tree([values], lambda x, y: (x + y,))[0]


def _mean(operand: Array, feature_index: int) -> Array:
    mean: Array = _sum(operand, feature_index) / _elements_per_feature(operand, feature_index)
    return mean
