"""Batch normalization, against the specification's formula in f64."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.one_op import i64, program
from helpers.onnx_runs import through_onnx

from hlogen.ir import FloatAttr, FloatType, element_type_of, tensor

Array = np.ndarray[Any, Any]

_EPSILON = 1e-3


def _arguments(dtype: Any, shape: tuple[int, ...], feature: int, count: int) -> list[Array]:
    rng = np.random.default_rng(0)
    features = [rng.uniform(0.5, 2, shape[feature]) for _ in range(count)]
    return [array.astype(dtype) for array in (rng.normal(size=shape), *features)]


def _placed(x: Array, shape: tuple[int, ...], feature: int) -> Array:
    return x.astype(np.float64).reshape([size if d == feature else 1 for d, size in enumerate(shape)])


def _normalized(operand: Array, scale: Array, offset: Array, mean: Array, variance: Array) -> Array:
    return scale * (operand - mean) / np.sqrt(variance + _EPSILON) + offset


def _run(name: str, feature: int, arguments: list[Array], result_shapes: list[tuple[int, ...]]) -> tuple[Array, ...]:
    type = str(element_type_of(arguments[0].dtype))
    types = [tensor("".join(f"{dim}x" for dim in array.shape) + type) for array in arguments]
    results = [tensor("".join(f"{dim}x" for dim in shape) + type) for shape in result_shapes]
    attributes = {"epsilon": FloatAttr(_EPSILON, FloatType("f32")), "feature_index": i64(feature)}
    return through_onnx(program(f"stablehlo.batch_norm_{name}", types, results, attributes), *arguments)


def _check(given: tuple[Array, ...], expected: list[Array], dtype: Any) -> None:
    tolerance = {np.float16: 2e-2, np.float32: 2e-5, np.float64: 1e-12}[dtype]
    for mine, theirs in zip(given, expected, strict=True):
        assert mine.dtype == dtype
        np.testing.assert_allclose(mine, theirs, rtol=tolerance, atol=tolerance)


_SHAPES = [((4, 3), 1), ((2, 3, 5), 0), ((6, 2, 4, 3), 3), ((2, 3, 4, 4), 1)]


@pytest.mark.parametrize(("shape", "feature"), _SHAPES)
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_inference_training_and_gradient(dtype: Any, shape: tuple[int, ...], feature: int) -> None:
    others = tuple(d for d in range(len(shape)) if d != feature)
    size = (shape[feature],)

    arguments = _arguments(dtype, shape, feature, 4)
    operand, scale, offset, mean, variance = (
        x.astype(np.float64) if x.ndim == len(shape) and not n else _placed(x, shape, feature)
        for n, x in enumerate(arguments)
    )
    inferred = _normalized(operand, scale, offset, mean, variance)
    _check(_run("inference", feature, arguments, [shape]), [inferred], dtype)

    batch_mean, batch_variance = operand.mean(others, keepdims=True), operand.var(others, keepdims=True)
    trained = _normalized(operand, scale, offset, batch_mean, batch_variance)
    expected = [trained, batch_mean.reshape(size), batch_variance.reshape(size)]
    _check(_run("training", feature, arguments[:3], [shape, size, size]), expected, dtype)

    grad = np.random.default_rng(1).normal(size=shape).astype(dtype)
    centered, stddev = operand - mean, np.sqrt(variance + _EPSILON)
    count = operand.size // shape[feature]
    total = grad.astype(np.float64).sum(others, keepdims=True)
    product = (grad * centered).sum(others, keepdims=True)
    wanted = scale / stddev / count * (grad * count - total - product * centered / (variance + _EPSILON))
    given = _run("grad", feature, [arguments[0], arguments[1], *arguments[3:], grad], [shape, size, size])
    _check(given, [wanted, (product / stddev).reshape(size), total.reshape(size)], dtype)
