"""Exponentials, logarithms, roots and trigonometry on f32 and f64, accurate to a few units in the last place.

`FUNCTIONS` are StableHLO's and CHLO's by name. f32 uses ONNX's operator where there is one; f64, for which onnxruntime
has few, is composed of those.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from hlogen.export.onnx import ops
from hlogen.export.onnx.arithmetic import absolute, negate, scalar
from hlogen.export.onnx.bits import is_negative
from hlogen.export.onnx.graph import Edge, Graph
from hlogen.export.onnx.kernels import NOT_IN_F64

_F64 = np.dtype(np.float64)


def sqrt(graph: Graph, x: Edge) -> Edge:
    return ops.node(graph, "Sqrt", x)


def rsqrt(graph: Graph, x: Edge) -> Edge:
    return ops.node(graph, "Reciprocal", sqrt(graph, x))


def exponential(graph: Graph, x: Edge) -> Edge:
    return ops.node(graph, "Exp", x)


def log(graph: Graph, x: Edge) -> Edge:
    return ops.node(graph, "Log", x)


def logistic(graph: Graph, x: Edge) -> Edge:
    """1 / (1 + exp(-x)). ONNX's Sigmoid is the same, but onnxruntime's loses all digits below -10 or so."""
    small = exponential(graph, negate(graph, x))
    return ops.node(graph, "Reciprocal", ops.add(graph, small, scalar(graph, 1, x)))


def exponential_minus_one(graph: Graph, x: Edge) -> Edge:
    """(u - 1) * x / log(u) for u = exp(x): where u is close to 1, its error is in both and goes."""
    one = scalar(graph, 1, x)
    u = exponential(graph, x)
    less_one = ops.subtract(graph, u, one)
    near = ops.node(graph, "Div", ops.multiply(graph, less_one, x), log(graph, u))
    # far from 0, u - 1 is good as it is; x * (u - 1) may be infinite, and log(u) too
    is_far = ops.greater(graph, absolute(graph, x), one)
    found = ops.where(graph, is_far, less_one, near, no_minus_zero=True)
    return ops.where(graph, ops.not_(graph, ops.equal(graph, u, one)), found, x, no_minus_zero=True)


def log_plus_one(graph: Graph, x: Edge) -> Edge:
    """log(u) * x / (u - 1) for u = 1 + x, likewise."""
    one = scalar(graph, 1, x)
    u = ops.add(graph, x, one)
    found = log(graph, u)
    ratio = ops.node(graph, "Div", x, ops.subtract(graph, u, one))
    is_near = ops.less(graph, absolute(graph, x), one)
    found = ops.multiply(graph, found, ops.where(graph, is_near, ratio, one, no_minus_zero=True))
    return ops.where(graph, ops.not_(graph, ops.equal(graph, u, one)), found, x, no_minus_zero=True)


def cbrt(graph: Graph, x: Edge) -> Edge:
    """By a power in f64, which a step of Newton's method improves."""
    wide = ops.cast(graph, x, _F64)
    size = absolute(graph, wide)
    zero, infinity = scalar(graph, 0, size), scalar(graph, np.inf, size)
    root = ops.node(graph, "Pow", size, scalar(graph, 1 / 3, size))
    if x.dtype == _F64:
        square = ops.multiply(graph, root, root)
        excess = ops.subtract(graph, root, ops.node(graph, "Div", size, square))
        better = ops.subtract(graph, root, ops.multiply(graph, excess, scalar(graph, 1 / 3, size)))
        root = ops.where(graph, ops.less(graph, size, infinity), better, root, no_minus_zero=True)
    signed = ops.multiply(graph, root, ops.node(graph, "Sign", wide))
    found = ops.where(graph, ops.not_(graph, ops.equal(graph, wide, zero)), signed, wide, no_minus_zero=True)
    return ops.cast(graph, found, x.dtype)


def sine(graph: Graph, x: Edge) -> Edge:
    found = ops.node(graph, "Sin", x)
    return found if x.dtype != _F64 else _near_a_zero(graph, x, found, 0)


def cosine(graph: Graph, x: Edge) -> Edge:
    found = ops.node(graph, "Cos", x)
    return found if x.dtype != _F64 else _near_a_zero(graph, x, found, 0.5)


# Pi in three parts; the first two have so few bits that whole numbers up to 2**20 times one are exact.
_PI = (3.1415926534682512, 1.2154201012607932e-10, 4.044532497591901e-21)
_MOST_TURNED = 1e6


def _near_a_zero(graph: Graph, x: Edge, far: Edge, first: float) -> Edge:
    """The sine of x less the nearest zero (first + k) pi, with the sign it has there.

    onnxruntime's sine and cosine of f64 are as accurate beside 1 only: next to a zero, they lose digits.
    """
    count = ops.multiply(graph, x, scalar(graph, 1 / np.pi, x))
    count = ops.node(graph, "Round", ops.subtract(graph, count, scalar(graph, first, x)))
    turns = ops.add(graph, count, scalar(graph, first, x))
    rest = x
    for part in _PI:
        rest = ops.subtract(graph, rest, ops.multiply(graph, turns, scalar(graph, part, x)))
    half = ops.multiply(graph, count, scalar(graph, 0.5, x))
    is_odd = ops.less(graph, ops.node(graph, "Floor", half), half)
    signs = -1 if first else 1, 1 if first else -1
    sign = ops.where(graph, is_odd, scalar(graph, signs[1], x), scalar(graph, signs[0], x))
    near = ops.multiply(graph, ops.node(graph, "Sin", rest), sign)
    is_far = ops.greater(graph, absolute(graph, x), scalar(graph, _MOST_TURNED, x))
    return ops.where(graph, is_far, far, near, no_minus_zero=True)


def tangent(graph: Graph, x: Edge) -> Edge:
    if x.dtype != _F64:
        return ops.node(graph, "Tan", x)
    return ops.node(graph, "Div", sine(graph, x), cosine(graph, x))


def atan2(graph: Graph, y: Edge, x: Edge) -> Edge:
    """The angle of the smaller to the larger of |x| and |y|, moved to where they are."""
    across, along = absolute(graph, y), absolute(graph, x)
    smaller, larger = ops.node(graph, "Min", across, along), ops.node(graph, "Max", across, along)
    zero, one = scalar(graph, 0, x), scalar(graph, 1, x)
    ratio = ops.node(graph, "Div", smaller, ops.where(graph, ops.equal(graph, larger, zero), one, larger))
    infinite = ops.equal(graph, smaller, scalar(graph, np.inf, x))
    angle = _arc(graph, ops.where(graph, infinite, one, ratio, no_minus_zero=True))
    steep = ops.greater(graph, across, along)
    turned = ops.subtract(graph, scalar(graph, np.pi / 2, x), angle)
    angle = ops.where(graph, steep, turned, angle, no_minus_zero=True)
    behind = ops.subtract(graph, scalar(graph, np.pi, x), angle)
    angle = ops.where(graph, is_negative(graph, x), behind, angle, no_minus_zero=True)
    return _with_sign(graph, angle, y)


def _arc(graph: Graph, x: Edge) -> Edge:
    """The arc tangent of 0 ... 1. In f64, the angle is halved three times, then comes the series of the rest."""
    if x.dtype != _F64:
        return ops.node(graph, "Atan", x)
    one = scalar(graph, 1, x)
    for _ in range(3):
        hypotenuse = sqrt(graph, ops.add(graph, ops.multiply(graph, x, x), one))
        x = ops.node(graph, "Div", x, ops.add(graph, hypotenuse, one))
    square = ops.multiply(graph, x, x)
    terms = [(-1) ** k / (2 * k + 1) for k in range(10)]
    return ops.multiply(graph, ops.multiply(graph, x, polynomial(graph, square, terms)), scalar(graph, 8, x))


def _with_sign(graph: Graph, size: Edge, like: Edge) -> Edge:
    """`size`, which isn't negative, with the sign of `like`."""
    minus_one, one = scalar(graph, -1, size), scalar(graph, 1, size)
    return ops.multiply(graph, size, ops.where(graph, is_negative(graph, like), minus_one, one))


def polynomial(graph: Graph, x: Edge, coefficients: list[float]) -> Edge:
    """By Horner's rule; the constant term comes first."""
    total = scalar(graph, coefficients[-1], x)
    for coefficient in reversed(coefficients[:-1]):
        total = ops.add(graph, ops.multiply(graph, total, x), scalar(graph, coefficient, x))
    return total


def arc_tangent(graph: Graph, x: Edge) -> Edge:
    return atan2(graph, x, scalar(graph, 1, x))


def arc_sine(graph: Graph, x: Edge) -> Edge:
    return atan2(graph, x, sqrt(graph, _one_minus_square(graph, x)))


def arc_cosine(graph: Graph, x: Edge) -> Edge:
    return atan2(graph, sqrt(graph, _one_minus_square(graph, x)), x)


def _one_minus_square(graph: Graph, x: Edge) -> Edge:
    one = scalar(graph, 1, x)
    return ops.multiply(graph, ops.subtract(graph, one, x), ops.add(graph, one, x))


def hyperbolic_sine(graph: Graph, x: Edge) -> Edge:
    """(e + e / (e + 1)) / 2 for e = exp(|x|) - 1; where that overflows, exp(|x| / 2) ** 2 / 2."""
    size = absolute(graph, x)
    one, half = scalar(graph, 1, x), scalar(graph, 0.5, x)
    e = exponential_minus_one(graph, size)
    near = ops.multiply(graph, ops.add(graph, e, ops.node(graph, "Div", e, ops.add(graph, e, one))), half)
    root = exponential(graph, ops.multiply(graph, size, half))
    far = ops.multiply(graph, ops.multiply(graph, root, half), root)
    is_far = ops.greater(graph, size, scalar(graph, 30, x))
    return _with_sign(graph, ops.where(graph, is_far, far, near, no_minus_zero=True), x)


def hyperbolic_cosine(graph: Graph, x: Edge) -> Edge:
    half = scalar(graph, 0.5, x)
    root = exponential(graph, ops.multiply(graph, absolute(graph, x), half))
    scaled = ops.multiply(graph, root, half)
    return ops.add(
        graph, ops.multiply(graph, scaled, root), ops.node(graph, "Div", half, ops.multiply(graph, root, root))
    )


def inverse_hyperbolic_sine(graph: Graph, x: Edge) -> Edge:
    """log1p(a + a**2 / (1 + sqrt(a**2 + 1))) for a = |x|; log(a) + log(2) where that overflows."""
    size, one = absolute(graph, x), scalar(graph, 1, x)
    square = ops.multiply(graph, size, size)
    root = sqrt(graph, ops.add(graph, square, one))
    more = ops.node(graph, "Div", square, ops.add(graph, root, one))
    near = log_plus_one(graph, ops.add(graph, size, more))
    return _with_sign(graph, _or_log_of_double(graph, size, near), x)


def inverse_hyperbolic_cosine(graph: Graph, x: Edge) -> Edge:
    """log1p(t + sqrt(t) sqrt(t + 2)) for t = x - 1."""
    t = ops.subtract(graph, x, scalar(graph, 1, x))
    root = ops.multiply(graph, sqrt(graph, t), sqrt(graph, ops.add(graph, t, scalar(graph, 2, x))))
    return _or_log_of_double(graph, x, log_plus_one(graph, ops.add(graph, t, root)))


def _or_log_of_double(graph: Graph, x: Edge, near: Edge) -> Edge:
    far = ops.add(graph, log(graph, x), scalar(graph, np.log(2), x))
    return ops.where(graph, ops.greater(graph, x, scalar(graph, 1e100, x)), far, near, no_minus_zero=True)


def inverse_hyperbolic_tangent(graph: Graph, x: Edge) -> Edge:
    """log1p(2 a / (1 - a)) / 2 for a = |x|."""
    size, one = absolute(graph, x), scalar(graph, 1, x)
    ratio = ops.node(graph, "Div", ops.add(graph, size, size), ops.subtract(graph, one, size))
    return _with_sign(graph, ops.multiply(graph, log_plus_one(graph, ratio), scalar(graph, 0.5, x)), x)


def square(graph: Graph, x: Edge) -> Edge:
    return ops.multiply(graph, x, x)


def _operator(op_type: str, in_f64: Callable[[Graph, Edge], Edge] | None = None) -> Callable[[Graph, Edge], Edge]:
    """ONNX's operator; where onnxruntime hasn't it on f64, `in_f64`."""

    def function(graph: Graph, x: Edge) -> Edge:
        if x.dtype == _F64 and op_type in NOT_IN_F64:
            assert in_f64 is not None
            return in_f64(graph, x)
        return ops.node(graph, op_type, x)

    return function


FUNCTIONS: dict[str, Callable[..., Edge]] = {
    "stablehlo.atan2": atan2,
    "stablehlo.cbrt": cbrt,
    "stablehlo.cosine": cosine,
    "stablehlo.exponential": exponential,
    "stablehlo.exponential_minus_one": exponential_minus_one,
    "stablehlo.log": log,
    "stablehlo.log_plus_one": log_plus_one,
    "stablehlo.logistic": logistic,
    "stablehlo.rsqrt": rsqrt,
    "stablehlo.sine": sine,
    "stablehlo.sqrt": sqrt,
    "stablehlo.tan": tangent,
    "stablehlo.tanh": _operator("Tanh"),
    "chlo.acos": _operator("Acos", arc_cosine),
    "chlo.acosh": _operator("Acosh", inverse_hyperbolic_cosine),
    "chlo.asin": _operator("Asin", arc_sine),
    "chlo.asinh": _operator("Asinh", inverse_hyperbolic_sine),
    "chlo.atan": _operator("Atan", arc_tangent),
    "chlo.atanh": _operator("Atanh", inverse_hyperbolic_tangent),
    "chlo.cosh": _operator("Cosh", hyperbolic_cosine),
    "chlo.sinh": _operator("Sinh", hyperbolic_sine),
    "chlo.square": square,
    "chlo.tan": tangent,
}
