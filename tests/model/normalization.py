"""The slow models of batch_norm_*: the specification's formulas per feature, exactly, rounded at the end."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np
from model.exact import as_mpf, exact, rounded

Array = np.ndarray[Any, np.dtype[Any]]


def _of_feature(operand: Array, feature_index: int, feature: int) -> dict[tuple[int, ...], Any]:
    """The elements of one feature as exact numbers, by their indices."""
    return {
        index: as_mpf(exact(operand[index])) for index in np.ndindex(*operand.shape) if index[feature_index] == feature
    }


def batch_norm_inference(
    operand: Array, scale: Array, offset: Array, mean: Array, variance: Array, *, epsilon: float, feature_index: int
) -> Array:
    result = np.empty_like(operand)
    for feature in range(operand.shape[feature_index]):
        s, o, m, v = (as_mpf(exact(a[feature])) for a in (scale, offset, mean, variance))
        _normalize(result, operand, feature_index, feature, s, o, m, v, epsilon)
    return result


def _normalize(
    result: Array, operand: Array, feature_index: int, feature: int, s: Any, o: Any, m: Any, v: Any, epsilon: float
) -> None:
    stddev = mpmath.sqrt(v + _constant(epsilon, operand.dtype))
    for index, x in _of_feature(operand, feature_index, feature).items():
        result[index] = rounded(s * ((x - m) / stddev) + o, operand.dtype)


def _constant(epsilon: float, dtype: np.dtype[Any]) -> Any:
    """constant(epsilon, element_type(operand)); the attribute itself is of type f32."""
    return as_mpf(exact(np.float32(epsilon).astype(dtype)))


def batch_norm_training(
    operand: Array, scale: Array, offset: Array, *, epsilon: float, feature_index: int
) -> tuple[Array, Array, Array]:
    output = np.empty_like(operand)
    batch_mean, batch_var = np.empty_like(scale), np.empty_like(scale)
    for feature in range(operand.shape[feature_index]):
        elements = _of_feature(operand, feature_index, feature).values()
        mean = sum(elements) / len(elements)
        variance = sum((x - mean) ** 2 for x in elements) / len(elements)
        s, o = (as_mpf(exact(a[feature])) for a in (scale, offset))
        _normalize(output, operand, feature_index, feature, s, o, mean, variance, epsilon)
        batch_mean[feature], batch_var[feature] = (rounded(value, scale.dtype) for value in (mean, variance))
    return output, batch_mean, batch_var


def batch_norm_grad(
    operand: Array,
    scale: Array,
    mean: Array,
    variance: Array,
    grad_output: Array,
    *,
    epsilon: float,
    feature_index: int,
) -> tuple[Array, Array, Array]:
    grad_operand = np.empty_like(operand)
    grad_scale, grad_offset = np.empty_like(scale), np.empty_like(scale)
    for feature in range(operand.shape[feature_index]):
        x = _of_feature(operand, feature_index, feature)
        g = _of_feature(grad_output, feature_index, feature)
        s, m, v = (as_mpf(exact(a[feature])) for a in (scale, mean, variance))
        variance_and_epsilon = v + _constant(epsilon, operand.dtype)
        stddev = mpmath.sqrt(variance_and_epsilon)
        n = len(x)
        i2 = sum(g.values())
        i3 = sum(g[index] * (x[index] - m) for index in x)
        for index in x:
            i6 = g[index] * n - i2 - i3 * (x[index] - m) / variance_and_epsilon
            grad_operand[index] = rounded(s / stddev / n * i6, operand.dtype)
        grad_scale[feature] = rounded(i3 / stddev, scale.dtype)
        grad_offset[feature] = rounded(i2, scale.dtype)
    return grad_operand, grad_scale, grad_offset
