"""Elementwise operations: each is a function of edges, whose result is brought to the element type."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import numpy as np

from hlogen.export.onnx import arithmetic, ops
from hlogen.export.onnx.arithmetic import absolute, bitwise, is_nan, scalar
from hlogen.export.onnx.bits import FORMATS, bits_of, floats_of, in_total_order
from hlogen.export.onnx.context import LoweringContext, NotByLanes
from hlogen.export.onnx.functions import FUNCTIONS
from hlogen.export.onnx.graph import Edge, Graph
from hlogen.export.onnx.registry import lowering
from hlogen.export.onnx.types import fitted, type_of_elements
from hlogen.ir import ElementType, EnumAttr, FloatType, IntegerType

_F32, _F64 = np.dtype(np.float32), np.dtype(np.float64)


def _of(kind: str) -> Callable[..., Edge]:
    return lambda graph, a, b: bitwise(graph, kind, a, b)


def _operator(op_type: str) -> Callable[..., Edge]:
    return lambda graph, a: ops.node(graph, op_type, a)


def _round_away(graph: Graph, x: Edge) -> Edge:
    """ONNX rounds halves to even; where the nearest even is a half away, the other is, too."""
    even = ops.node(graph, "Round", x)
    half = scalar(graph, 0.5, x)
    is_half = ops.equal(graph, absolute(graph, ops.subtract(graph, x, even)), half)
    away = ops.add(graph, x, ops.multiply(graph, ops.node(graph, "Sign", x), half))
    return ops.where(graph, is_half, away, even, no_minus_zero=True)


# The operations whose result depends on the operands alone, and not on the width of their type.
_FUNCTIONS: dict[str, Callable[..., Edge]] = {
    "stablehlo.abs": absolute,
    "stablehlo.add": arithmetic.add,
    "stablehlo.and": _of("And"),
    "stablehlo.ceil": _operator("Ceil"),
    "stablehlo.clamp": arithmetic.clamp,
    "stablehlo.divide": arithmetic.divide,
    "stablehlo.floor": _operator("Floor"),
    "stablehlo.maximum": arithmetic.maximum,
    "stablehlo.minimum": arithmetic.minimum,
    "stablehlo.multiply": arithmetic.multiply,
    "stablehlo.negate": arithmetic.negate,
    "stablehlo.not": arithmetic.bitwise_not,
    "stablehlo.or": _of("Or"),
    "stablehlo.power": arithmetic.power,
    "stablehlo.remainder": arithmetic.remainder,
    "stablehlo.round_nearest_afz": _round_away,
    "stablehlo.round_nearest_even": _operator("Round"),
    "stablehlo.shift_left": arithmetic.shift_left,
    "stablehlo.sign": arithmetic.sign,
    "stablehlo.subtract": ops.subtract,
    "stablehlo.xor": _of("Xor"),
}


@lowering(*_FUNCTIONS, elementwise=True)
def simple(site: LoweringContext) -> Edge:
    return fitted(site.graph, _FUNCTIONS[site.op.name](site.graph, *site.inputs), site.type.element_type)


@lowering(*FUNCTIONS, elementwise=True)
def function(site: LoweringContext) -> Edge:
    """Narrower floats are computed as f32 and rounded at the end."""
    graph, held = site.graph, site.dtype
    work = _F64 if held == _F64 else _F32
    made = FUNCTIONS[site.op.name](graph, *(ops.cast(graph, edge, work) for edge in site.inputs))
    return fitted(graph, ops.cast(graph, made, held), site.type.element_type)


@lowering("stablehlo.select", elementwise=True)
def select(site: LoweringContext) -> Edge:
    return ops.where(site.graph, *site.inputs)


@lowering("stablehlo.is_finite", elementwise=True)
def is_finite(site: LoweringContext) -> Edge:
    (x,) = site.inputs
    return ops.less(site.graph, absolute(site.graph, x), scalar(site.graph, np.inf, x))


@lowering("chlo.is_inf", "chlo.is_pos_inf", "chlo.is_neg_inf", elementwise=True)
def is_inf(site: LoweringContext) -> Edge:
    (x,) = site.inputs
    size = absolute(site.graph, x) if site.op.name == "chlo.is_inf" else x
    infinity = -np.inf if site.op.name == "chlo.is_neg_inf" else np.inf
    return ops.equal(site.graph, size, scalar(site.graph, infinity, x))


@lowering("stablehlo.real", "chlo.conj", elementwise=True)
def real(site: LoweringContext) -> Edge:
    """Complex numbers don't get here; of a real one, it is the number."""
    return site.inputs[0]


@lowering("stablehlo.imag", elementwise=True)
def imag(site: LoweringContext) -> Edge:
    return ops.expand(site.graph, scalar(site.graph, 0, site.inputs[0]), site.inputs[0].shape)


@lowering("stablehlo.popcnt", elementwise=True)
def popcnt(site: LoweringContext) -> Edge:
    return fitted(site.graph, arithmetic.bit_count(site.graph, _own_bits(site)), site.type.element_type)


@lowering("stablehlo.count_leading_zeros", elementwise=True)
def count_leading_zeros(site: LoweringContext) -> Edge:
    zeros = arithmetic.leading_zeros(site.graph, site.inputs[0], _width(site.type.element_type))
    return fitted(site.graph, zeros, site.type.element_type)


@lowering("stablehlo.shift_right_logical", elementwise=True)
def shift_right_logical(site: LoweringContext) -> Edge:
    shifted = arithmetic.shift_right_logical(site.graph, _own_bits(site), site.inputs[1])
    return fitted(site.graph, shifted, site.type.element_type)


@lowering("stablehlo.shift_right_arithmetic", elementwise=True)
def shift_right_arithmetic(site: LoweringContext) -> Edge:
    type = site.type.element_type
    signed = fitted(site.graph, ops.cast(site.graph, site.inputs[0], np.int8), IntegerType(_width(type)))
    operand = signed if _width(type) < 8 else site.inputs[0]
    shifted = arithmetic.shift_right_arithmetic(site.graph, operand, site.inputs[1])
    return fitted(site.graph, ops.cast(site.graph, shifted, site.dtype), type)


def _own_bits(site: LoweringContext) -> Edge:
    """The operand without what the carrier has above the bits of the type."""
    operand, width = site.inputs[0], _width(site.type.element_type)
    if width >= 8:
        return operand
    return bitwise(site.graph, "And", operand, scalar(site.graph, (1 << width) - 1, operand))


def _width(type: ElementType) -> int:
    return type.width if isinstance(type, IntegerType) else 64


@lowering("stablehlo.compare", elementwise=True)
def compare(site: LoweringContext) -> Edge:
    direction, kind = site.attribute("comparison_direction"), site.attribute("compare_type")
    assert isinstance(direction, EnumAttr)
    graph, (lhs, rhs) = site.graph, site.inputs
    if arithmetic.is_float(lhs) and isinstance(kind, EnumAttr) and kind.value == "TOTALORDER":
        type = type_of_elements(site.op.operands[0])
        keys = [in_total_order(graph, edge, type) for edge in (lhs, rhs)]
        if None in keys:
            return _in_total_order(graph, direction.value, lhs, rhs)
        lhs, rhs = cast("list[Edge]", keys)
    match direction.value:
        case "EQ":
            return ops.equal(graph, lhs, rhs)
        case "NE":
            return ops.not_(graph, ops.equal(graph, lhs, rhs))
        case "LT":
            return ops.less(graph, lhs, rhs)
        case "LE":
            return ops.less_equal(graph, lhs, rhs)
        case "GT":
            return ops.greater(graph, lhs, rhs)
        case _:
            return ops.greater_equal(graph, lhs, rhs)


def _in_total_order(graph: Graph, direction: str, lhs: Edge, rhs: Edge) -> Edge:
    """-inf < ... < -0.0 < 0.0 < ... < inf < NaN. Every NaN counts as a positive one: its sign isn't seen."""
    match direction:
        case "LT":
            return _before(graph, lhs, rhs)
        case "GT":
            return _before(graph, rhs, lhs)
        case "LE":
            return ops.not_(graph, _before(graph, rhs, lhs))
        case "GE":
            return ops.not_(graph, _before(graph, lhs, rhs))
    differ = ops.or_(graph, _before(graph, lhs, rhs), _before(graph, rhs, lhs))
    return differ if direction == "NE" else ops.not_(graph, differ)


def _before(graph: Graph, lhs: Edge, rhs: Edge) -> Edge:
    """The reciprocals of equal numbers differ where these are zeros of both signs."""
    upside_down = [ops.unary(graph, "Reciprocal", edge, np.reciprocal) for edge in (lhs, rhs)]
    zeros = ops.and_(graph, ops.equal(graph, lhs, rhs), ops.less(graph, *upside_down))
    to_nan = ops.and_(graph, is_nan(graph, rhs), ops.not_(graph, is_nan(graph, lhs)))
    return ops.or_(graph, ops.or_(graph, ops.less(graph, lhs, rhs), zeros), to_nan)


@lowering("chlo.next_after", elementwise=True)
def next_after(site: LoweringContext) -> Edge:
    """One more or less in the bits of the size; from zero, to the least number of the other operand's sign."""
    graph, type = site.graph, site.type.element_type
    x, y = site.inputs
    format = FORMATS.get(type.name) if isinstance(type, FloatType) else None
    if format is None:
        raise site.error(f"it isn't exported for elements of type {type}")
    bits = bits_of(graph, x, format)
    zero, one = scalar(graph, 0, x), scalar(graph, 1, bits)
    outwards = ops.equal(
        graph,
        ops.cast(graph, ops.greater(graph, x, zero), np.int32),
        ops.cast(graph, ops.greater(graph, y, x), np.int32),
    )
    moved = ops.where(graph, outwards, ops.add(graph, bits, one), ops.subtract(graph, bits, one))
    sign_bit = scalar(graph, 1 << (format.width - 1), bits)
    least = ops.where(graph, ops.greater(graph, y, zero), one, ops.add(graph, sign_bit, one))
    moved = ops.where(graph, ops.equal(graph, x, zero), least, moved)
    stepped = ops.cast(graph, ops.cast(graph, floats_of(graph, moved, format), _f32_or_wider(x)), x.dtype)
    stepped = ops.where(graph, ops.equal(graph, x, y), y, stepped)
    invalid = ops.or_(graph, is_nan(graph, x), is_nan(graph, y))
    return ops.where(graph, invalid, scalar(graph, np.nan, x), stepped)


def _f32_or_wider(x: Edge) -> np.dtype[np.float32] | np.dtype[np.float64]:
    return _F64 if x.dtype == _F64 else _F32


@lowering("stablehlo.map", elementwise=True)
def map(site: LoweringContext) -> Edge:
    (region,) = site.op.regions
    try:
        (made,) = site.body_by_lanes(region, site.inputs)
    except NotByLanes as found:
        if site.by_lanes:
            raise
        raise site.error(f"its computation has {found.op.name}, which can't run for many elements at once") from None
    return ops.expand(site.graph, made, site.shape)
