"""What models put between their layers: softmax, log_softmax, relu, gelu. (`hlogen.logistic` is an operation.)"""

from __future__ import annotations

from math import pi, sqrt

from hlogen.builder.elementwise import compare, divide, exponential, log, select, subtract, tanh
from hlogen.builder.emit import as_tensor
from hlogen.builder.functions.common import as_type, axes_of, to_sum_in, with_axes
from hlogen.builder.functions.reductions import shift, sum
from hlogen.builder.tensor import Axes, Tensor, TensorLike
from hlogen.builder.trace import usage_error
from hlogen.door import public
from hlogen.ir import FloatType


@public
def softmax(x: TensorLike, axis: Axes = -1) -> Tensor:
    """Exponentials along `axis`, divided by their sum."""
    value = _floats(x, "softmax")
    axes = axes_of(axis, value)
    inner = as_type(value, to_sum_in(value.element_type))
    powers = exponential(_lowered(inner, axes))
    return as_type(divide(powers, sum(powers, axes, keepdims=True)), value.element_type)


@public
def log_softmax(x: TensorLike, axis: Axes = -1) -> Tensor:
    """The logarithm of `softmax`, which stays finite where that is 0."""
    value = _floats(x, "log_softmax")
    axes = axes_of(axis, value)
    lowered = _lowered(as_type(value, to_sum_in(value.element_type)), axes)
    return as_type(subtract(lowered, log(sum(exponential(lowered), axes, keepdims=True))), value.element_type)


@public
def relu(x: TensorLike) -> Tensor:
    """`x` where it is positive, else 0; so is its derivative at 0, as in JAX and PyTorch. NaN stays."""
    value = as_tensor(x, "x")
    return select(compare(value, 0, "LE"), 0, value)


@public
def gelu(x: TensorLike) -> Tensor:
    """The Gaussian error linear unit, by its usual approximation with tanh: within 5e-4 of ``x * Phi(x)``."""
    value = _floats(x, "gelu")
    inner = (value + value * value * value * 0.044715) * sqrt(2 / pi)
    return value * (tanh(inner) + 1) * 0.5


def _lowered(value: Tensor, axes: tuple[int, ...]) -> Tensor:
    return subtract(value, with_axes(shift(value, axes), axes, value))


def _floats(x: TensorLike, name: str) -> Tensor:
    value = as_tensor(x, "x")
    if not isinstance(value.element_type, FloatType):
        raise usage_error(f"{name} takes floats, not {value.type}")
    return value
