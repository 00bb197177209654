"""Operations between element types: convert, reduce_precision and bitcast_convert."""

from __future__ import annotations

import numpy as np

from hlogen.analysis.view import integer_of
from hlogen.export.onnx import ops
from hlogen.export.onnx.arithmetic import absolute, bitwise, is_nan, scalar
from hlogen.export.onnx.bits import (
    FORMATS,
    Format,
    bit_cast,
    bits_of,
    can_bit_cast,
    floats_of,
    is_negative,
    power_of_two,
    split,
)
from hlogen.export.onnx.context import LoweringContext
from hlogen.export.onnx.conversion import converted
from hlogen.export.onnx.graph import DType, Edge, Graph
from hlogen.export.onnx.registry import lowering
from hlogen.export.onnx.types import carrier, fitted, type_of_elements
from hlogen.ir import ElementType, FloatType, IntegerType

_F32, _F64 = np.dtype(np.float32), np.dtype(np.float64)


@lowering("stablehlo.convert", elementwise=True)
def convert(site: LoweringContext) -> Edge:
    return converted(site.graph, site.inputs[0], type_of_elements(site.op.operands[0]), site.type.element_type)


@lowering("stablehlo.reduce_precision", elementwise=True)
def reduce_precision(site: LoweringContext) -> Edge:
    """Rounds to fewer bits of mantissa and exponent; what falls below the normal numbers becomes zero."""
    graph, (operand,) = site.graph, site.inputs
    format = _format(site, site.type.element_type)
    exponent_bits, mantissa_bits = integer_of(site.op, "exponent_bits"), integer_of(site.op, "mantissa_bits")
    if exponent_bits >= format.exponent and mantissa_bits >= format.mantissa:
        return operand
    wide = ops.cast(graph, operand, _F64)
    size = absolute(graph, wide)
    special, exponent, whole = split(graph, size, format)
    if mantissa_bits < format.mantissa:
        unit = scalar(graph, 2.0 ** (mantissa_bits - format.mantissa), whole)
        exact = ops.multiply(graph, whole, unit)
        rounded = ops.node(graph, "Round", exact)
        if mantissa_bits == 0:  # the last bit is that of the exponent, which the even of two neighbours goes by
            rounded = _by_even_exponent(graph, exact, exponent, rounded, format)
        whole = ops.node(graph, "Div", rounded, unit)
    unit = scalar(graph, 2.0**-format.mantissa, whole)
    rounded = ops.multiply(graph, ops.multiply(graph, whole, unit), power_of_two(graph, exponent))
    if exponent_bits < format.exponent:
        bias = (1 << (exponent_bits - 1)) - 1
        over = ops.greater_equal(graph, rounded, scalar(graph, 2.0 ** (bias + 1), rounded))
        rounded = ops.where(graph, over, scalar(graph, np.inf, rounded), rounded)
        under = ops.less(graph, rounded, scalar(graph, 2.0 ** (1 - bias), rounded))
        rounded = ops.where(graph, under, scalar(graph, 0, rounded), rounded)
    signs = ops.where(graph, is_negative(graph, wide), scalar(graph, -1, wide), scalar(graph, 1, wide))
    reduced = ops.where(graph, special, wide, ops.multiply(graph, rounded, signs))
    if mantissa_bits == 0:  # no bit of mantissa is left to tell NaN from infinity
        reduced = ops.where(graph, is_nan(graph, wide), scalar(graph, np.inf, wide), reduced)
    return _from_f64(graph, reduced, operand.dtype)


def _by_even_exponent(graph: Graph, exact: Edge, exponent: Edge, rounded: Edge, format: Format) -> Edge:
    half = ops.multiply(graph, ops.add(graph, exponent, scalar(graph, format.bias, exact)), scalar(graph, 0.5, exact))
    is_even = ops.equal(graph, half, ops.node(graph, "Floor", half))
    is_half = ops.equal(graph, exact, scalar(graph, 1.5, exact))
    return ops.where(graph, ops.and_(graph, is_half, is_even), scalar(graph, 1, exact), rounded)


@lowering("stablehlo.bitcast_convert", elementwise=True)
def bitcast_convert(site: LoweringContext) -> Edge:
    """The bits of an element in little-endian order: of several narrower ones, the first has the lowest bits."""
    graph, (operand,) = site.graph, site.inputs
    source, target = type_of_elements(site.op.operands[0]), site.type.element_type
    source_bits, target_bits = _width(source), _width(target)
    if source == target:
        return operand
    if source_bits == target_bits and can_bit_cast(graph, source) and can_bit_cast(graph, target):
        return bit_cast(graph, operand, site.dtype)
    bits = _to_bits(site, operand, source)
    if target_bits < source_bits:
        bits = _parted(graph, bits, source_bits, target_bits)
    elif target_bits > source_bits:
        bits = _joined(graph, bits, source_bits, target_bits)
    return _from_bits(site, bits, target)


def _to_bits(site: LoweringContext, edge: Edge, type: ElementType) -> Edge:
    """Unsigned integers; what is above the bits of a narrow type is 0."""
    graph = site.graph
    if not isinstance(type, FloatType):
        bits = ops.cast(graph, edge, _word(_width(type)))
        mask = (1 << _width(type)) - 1
        return bits if _width(type) >= 8 else bitwise(graph, "And", bits, scalar(graph, mask, bits))
    if can_bit_cast(graph, type):
        return bit_cast(graph, edge, _word(_width(type)))
    return bits_of(graph, edge, _format(site, type))


def _from_bits(site: LoweringContext, bits: Edge, type: ElementType) -> Edge:
    graph, held = site.graph, carrier(type)
    if not isinstance(type, FloatType):
        if type == IntegerType(1):
            bits = bitwise(graph, "And", bits, scalar(graph, 1, bits))
        return fitted(graph, ops.cast(graph, bits, held), type)
    if can_bit_cast(graph, type):
        return bit_cast(graph, bits, held)
    return _from_f64(graph, floats_of(graph, bits, _format(site, type)), held)


def _parted(graph: Graph, bits: Edge, width: int, part: int) -> Edge:
    """One more dimension in the end, for the parts of `part` bits; above these a word has the bits of the next."""
    count = width // part
    bits = ops.reshape(graph, bits, (*bits.shape, 1))
    places = graph.constant(np.arange(0, width, part).astype(bits.dtype))
    shifted = ops.node(graph, "BitShift", bits, places, direction="RIGHT")
    assert shifted.shape[-1] == count
    return ops.cast(graph, shifted, _word(part))


def _joined(graph: Graph, bits: Edge, part: int, width: int) -> Edge:
    """The last dimension, of parts of `part` bits, becomes elements of `width`."""
    wide = ops.cast(graph, bits, _word(width))
    shape = wide.shape[:-1]
    total: Edge | None = None
    for at in range(width // part):
        starts, limits = [0] * wide.rank, list(wide.shape)
        starts[-1], limits[-1] = at, at + 1
        piece = ops.reshape(graph, ops.slice_(graph, wide, starts, limits), shape)
        piece = ops.node(graph, "BitShift", piece, scalar(graph, at * part, wide), direction="LEFT") if at else piece
        total = piece if total is None else bitwise(graph, "Or", total, piece)
    assert total is not None
    return total


def _format(site: LoweringContext, type: ElementType) -> Format:
    found = FORMATS.get(type.name) if isinstance(type, FloatType) else None
    if found is None:
        raise site.error(f"it isn't exported for elements of type {type}", "convert them to f32 first")
    return found


def _from_f64(graph: Graph, edge: Edge, dtype: DType) -> Edge:
    """Values that `dtype` holds: they pass f32 unchanged."""
    return edge if dtype == _F64 else ops.cast(graph, ops.cast(graph, edge, _F32), dtype)


def _word(width: int) -> DType:
    return np.dtype(f"u{max(width, 8) // 8}")


def _width(type: ElementType) -> int:
    return type.width if isinstance(type, (IntegerType, FloatType)) else 64
