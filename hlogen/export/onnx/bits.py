"""The bits of floats: ONNX's BitCast from opset 26 on, before that by exact arithmetic.

That takes every NaN for the same one, without a sign.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hlogen.export.onnx import ops
from hlogen.export.onnx.arithmetic import absolute, bitwise, scalar
from hlogen.export.onnx.graph import DType, Edge, Graph, onnx_type
from hlogen.export.onnx.types import is_native
from hlogen.ir import ElementType, FloatType, IntegerType

_F64, _I64 = np.dtype(np.float64), np.dtype(np.int64)
_BIT_CAST_OPSET = 26


@dataclass(frozen=True)
class Format:
    """A float's layout: below the sign `exponent` bits, and below them `mantissa` bits."""

    exponent: int
    mantissa: int

    @property
    def width(self) -> int:
        return 1 + self.exponent + self.mantissa

    @property
    def bias(self) -> int:
        return (1 << (self.exponent - 1)) - 1

    @property
    def infinity(self) -> int:
        """The bits of infinity."""
        return ((1 << self.exponent) - 1) << self.mantissa


FORMATS = {
    "f8E5M2": Format(5, 2),
    "f16": Format(5, 10),
    "bf16": Format(8, 7),
    "f32": Format(8, 23),
    "f64": Format(11, 52),
}


def can_bit_cast(graph: Graph, type: ElementType) -> bool:
    """Whether `bit_cast` takes elements of this type."""
    return graph.opset >= _BIT_CAST_OPSET and is_native(type) and type != IntegerType(1)


def bit_cast(graph: Graph, edge: Edge, dtype: DType) -> Edge:
    """The same bits as another type of the same width."""
    return graph.node("BitCast", [edge], dtype, edge.shape, to=onnx_type(dtype))


def in_total_order(graph: Graph, x: Edge, type: ElementType) -> Edge | None:
    """Integers in the order that IEEE-754's totalOrder has floats in; None where the bits can't be had."""
    if not isinstance(type, FloatType) or not can_bit_cast(graph, type):
        return None
    bits = bit_cast(graph, x, np.dtype(f"i{x.dtype.itemsize}"))
    turned = bitwise(graph, "Xor", bits, graph.constant(np.array(np.iinfo(bits.dtype).max)))
    return ops.where(graph, ops.less(graph, bits, scalar(graph, 0, bits)), turned, bits)


def bits_of(graph: Graph, x: Edge, format: Format) -> Edge:
    """The bits of floats as unsigned integers of their width."""
    x = ops.cast(graph, x, _F64)
    size = absolute(graph, x)
    special, exponent, whole = split(graph, size, format)
    places = ops.add(graph, exponent, scalar(graph, format.bias - 1, exponent))
    bits = ops.add(
        graph,
        ops.multiply(graph, ops.cast(graph, places, _I64), graph.constant(np.int64(1 << format.mantissa))),
        ops.cast(graph, whole, _I64),
    )
    infinity, nan = np.int64(format.infinity), np.int64(format.infinity | 1 << (format.mantissa - 1))
    is_zero = ops.equal(graph, size, scalar(graph, 0, size))
    is_infinite = ops.equal(graph, size, scalar(graph, np.inf, size))
    odd = ops.where(graph, is_infinite, graph.constant(infinity), graph.constant(nan))
    odd = ops.where(graph, is_zero, graph.constant(np.int64(0)), odd)
    word = np.dtype(f"u{format.width // 8}")
    bits = ops.cast(graph, ops.where(graph, special, odd, bits), word)
    signs = ops.where(
        graph, is_negative(graph, x), graph.constant(np.array(1 << (format.width - 1), word)), scalar(graph, 0, bits)
    )
    return bitwise(graph, "Or", bits, signs)


def floats_of(graph: Graph, bits: Edge, format: Format) -> Edge:
    """The floats, as f64, that unsigned integers are the bits of."""
    bits = ops.cast(graph, bits, np.uint64)
    mantissa = bitwise(graph, "And", bits, scalar(graph, (1 << format.mantissa) - 1, bits))
    field = bitwise(
        graph, "And", _shifted(graph, bits, format.mantissa), scalar(graph, (1 << format.exponent) - 1, bits)
    )
    is_normal = ops.greater(graph, field, scalar(graph, 0, bits))
    implied = ops.where(graph, is_normal, scalar(graph, 1 << format.mantissa, bits), scalar(graph, 0, bits))
    whole = ops.cast(graph, bitwise(graph, "Or", mantissa, implied), _F64)
    exponent = ops.cast(graph, ops.where(graph, is_normal, field, scalar(graph, 1, bits)), _F64)
    exponent = ops.subtract(graph, exponent, scalar(graph, format.bias + format.mantissa, exponent))
    size = ops.multiply(graph, whole, power_of_two(graph, exponent))
    is_special = ops.equal(graph, field, scalar(graph, (1 << format.exponent) - 1, bits))
    is_infinite = ops.equal(graph, mantissa, scalar(graph, 0, bits))
    special = ops.where(graph, is_infinite, scalar(graph, np.inf, size), scalar(graph, np.nan, size))
    size = ops.where(graph, is_special, special, size)
    negative = ops.equal(graph, _shifted(graph, bits, format.width - 1), scalar(graph, 1, bits))
    return ops.multiply(graph, size, ops.where(graph, negative, scalar(graph, -1, size), scalar(graph, 1, size)))


def split(graph: Graph, size: Edge, format: Format) -> tuple[Edge, Edge, Edge]:
    """Where `size` (f64, not negative) is 0, infinite or NaN; elsewhere its exponent and mantissa as whole numbers.

    `size` is mantissa * 2**(exponent - format.mantissa); what is below the normal numbers has the least exponent.
    """
    zero, infinity = scalar(graph, 0, size), scalar(graph, np.inf, size)
    ordinary = ops.and_(graph, ops.greater(graph, size, zero), ops.less(graph, size, infinity))
    size = ops.where(graph, ordinary, size, scalar(graph, 1, size), no_minus_zero=True)
    log = ops.node(graph, "Log", size)
    exponent = ops.node(graph, "Floor", ops.multiply(graph, log, scalar(graph, float(1 / np.log(2)), log)))
    # the logarithm is rounded, so that it may be off by one
    rest = ops.node(graph, "Div", size, power_of_two(graph, exponent))
    more = ops.cast(graph, ops.greater_equal(graph, rest, scalar(graph, 2, rest)), _F64)
    less = ops.cast(graph, ops.less(graph, rest, scalar(graph, 1, rest)), _F64)
    exponent = ops.subtract(graph, ops.add(graph, exponent, more), less)
    exponent = ops.node(graph, "Max", exponent, scalar(graph, 1 - format.bias, exponent))
    scaled = ops.multiply(graph, size, power_of_two(graph, ops.node(graph, "Neg", exponent)))
    whole = ops.multiply(graph, scaled, scalar(graph, 2.0**format.mantissa, scaled))
    return ops.not_(graph, ordinary), exponent, whole


def power_of_two(graph: Graph, exponent: Edge) -> Edge:
    """Of whole f64s: exact, also below the normal numbers."""
    return ops.node(graph, "Pow", scalar(graph, 2, exponent), exponent)


def is_negative(graph: Graph, x: Edge) -> Edge:
    """Where floats are less than zero or -0.0."""
    zero = scalar(graph, 0, x)
    below = ops.less(graph, ops.node(graph, "Reciprocal", x), zero)
    is_zero = ops.equal(graph, x, zero)
    return ops.or_(graph, ops.less(graph, x, zero), ops.and_(graph, is_zero, below))


def _shifted(graph: Graph, bits: Edge, places: int) -> Edge:
    return ops.node(graph, "BitShift", bits, scalar(graph, places, bits), direction="RIGHT")
