"""Elementwise operations: which element types each of them takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hlogen.fuzz.elements import elements
from hlogen.fuzz.grammar.registry import GRAMMAR, row
from hlogen.fuzz.site import (
    BOOLEANS,
    COMPLEX,
    FLOATS,
    INTEGERS,
    NUMBERS,
    ORDERED,
    QUANTIZED,
    SMALL_FLOATS,
    Site,
    integers,
    number,
    type_of,
)
from hlogen.ir import Block, ElementType, EnumAttr, FloatType, IntegerType, Operation, QuantizedType, Region, TensorType
from hlogen.ir.type_parser import parse_element_type
from hlogen.ir.types import F32, F64, I1, I32

_EXPRESSED = tuple(parse_element_type(each) for each in ("f32", "bf16", "f16"))
_SIGNED = tuple(each for each in INTEGERS if isinstance(each, IntegerType) and not each.is_unsigned)
_WITH_ZERO = tuple(each for each in SMALL_FLOATS if str(each) != "f8E8M0FNU")
_ALL_FLOATS = (*FLOATS, *_WITH_ZERO)

_UNARY: dict[str, Sequence[ElementType]] = {
    "abs": (*_SIGNED, *_ALL_FLOATS),
    "negate": (*INTEGERS, *_ALL_FLOATS, *COMPLEX),
    "sign": (*_SIGNED, *_ALL_FLOATS, *COMPLEX),
    "not": (*INTEGERS, *BOOLEANS),
    "popcnt": INTEGERS,
    "count_leading_zeros": INTEGERS,
    **dict.fromkeys(("ceil", "floor", "round_nearest_afz", "round_nearest_even"), _ALL_FLOATS),
    **dict.fromkeys(("cbrt", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic",
                     "rsqrt", "sine", "sqrt", "tan", "tanh"), (*FLOATS, *COMPLEX)),
    "is_finite": FLOATS,
}  # fmt: skip

_BINARY: dict[str, Sequence[ElementType]] = {
    "add": (*INTEGERS, *_ALL_FLOATS, *COMPLEX, *BOOLEANS),
    "subtract": (*INTEGERS, *_ALL_FLOATS, *COMPLEX),
    "multiply": (*INTEGERS, *_ALL_FLOATS, *COMPLEX, *BOOLEANS),
    "divide": (*INTEGERS, *FLOATS, *COMPLEX),
    "remainder": (*INTEGERS, *FLOATS),
    "maximum": (*INTEGERS, *_ALL_FLOATS, *BOOLEANS),
    "minimum": (*INTEGERS, *_ALL_FLOATS, *BOOLEANS),
    "power": (*INTEGERS, *FLOATS),
    "atan2": FLOATS,
    **dict.fromkeys(("and", "or", "xor"), (*INTEGERS, *BOOLEANS)),
    **dict.fromkeys(("shift_left", "shift_right_arithmetic", "shift_right_logical"), INTEGERS),
}


def _unary(name: str, allowed: Sequence[ElementType]) -> None:
    def drawn(site: Site) -> None:
        site.emit(name, [site.tensor(allowed)])

    GRAMMAR.add(name, drawn, __name__)


def _binary(name: str, allowed: Sequence[ElementType]) -> None:
    def drawn(site: Site) -> None:
        lhs = site.tensor(allowed)
        site.emit(name, [lhs, site.like(type_of(lhs))])

    GRAMMAR.add(name, drawn, __name__)


for _name, _allowed in _UNARY.items():
    _unary(f"stablehlo.{_name}", _allowed)
for _name, _allowed in _BINARY.items():
    _binary(f"stablehlo.{_name}", _allowed)


@row("stablehlo.real", "stablehlo.imag")
def real(site: Site) -> None:
    site.emit(site.op, [site.tensor((*COMPLEX, *FLOATS))])


@row("stablehlo.complex")
def complex(site: Site) -> None:
    real = site.tensor((F32, F64))
    site.emit("stablehlo.complex", [real, site.like(type_of(real))])


@row("stablehlo.compare")
def compare(site: Site) -> None:
    lhs = site.tensor((*ORDERED, *BOOLEANS, *_WITH_ZERO, *COMPLEX))
    is_ordered = type_of(lhs).element_type not in COMPLEX
    direction = site.choice(("EQ", "LT", "GT", "LE", "GE", "NE") if is_ordered else ("EQ", "NE"))
    attributes = {"comparison_direction": EnumAttr("comparison_direction", direction)}
    if isinstance(type_of(lhs).element_type, FloatType) and site.chance(20):
        attributes["compare_type"] = EnumAttr("comparison_type", "TOTALORDER")
    site.emit("stablehlo.compare", [lhs, site.like(type_of(lhs))], **attributes)


@row("stablehlo.select")
def select(site: Site) -> None:
    on_true = site.tensor()
    shape = () if site.chance(20) else type_of(on_true).shape
    operands = [site.like(TensorType(shape, I1)), on_true, site.like(type_of(on_true))]
    site.emit("stablehlo.select", operands)


@row("stablehlo.clamp")
def clamp(site: Site) -> None:
    operand = site.tensor((*ORDERED, *BOOLEANS))
    bounds = [site.like(type_of(operand) if not site.chance(50) else type_of(operand).with_shape(())) for _ in range(2)]
    site.emit("stablehlo.clamp", [bounds[0], operand, bounds[1]])


@row("stablehlo.reduce_precision")
def reduce_precision(site: Site) -> None:
    operand = site.tensor(FLOATS)
    bits = {"exponent_bits": number(site.integer(1, 11), I32), "mantissa_bits": number(site.integer(0, 24), I32)}
    site.emit("stablehlo.reduce_precision", [operand], **bits)


@row("stablehlo.convert")
def convert(site: Site) -> None:
    operand = site.tensor((*NUMBERS, *BOOLEANS, *SMALL_FLOATS))
    element = site.element((*NUMBERS, *BOOLEANS, *SMALL_FLOATS))
    site.emit("stablehlo.convert", [operand], [type_of(operand).with_element_type(element)])


@row("stablehlo.uniform_quantize")
def uniform_quantize(site: Site) -> None:
    operand = site.tensor((*_EXPRESSED, *QUANTIZED))
    type = type_of(operand)
    expressed = type.element_type.expressed_type if isinstance(type.element_type, QuantizedType) else type.element_type
    quantized = [each for each in QUANTIZED if isinstance(each, QuantizedType) and each.expressed_type == expressed]
    element = site.choice(quantized)
    if type.element_type == expressed:
        element = _along_a_dimension(site, element, type.static_shape)
    site.emit("stablehlo.uniform_quantize", [operand], [type.with_element_type(element)])


@row("stablehlo.uniform_dequantize")
def uniform_dequantize(site: Site) -> None:
    element = site.element(QUANTIZED)
    shape = site.shape()
    assert isinstance(element, QuantizedType)
    site.emit("stablehlo.uniform_dequantize", [site.like(TensorType(shape, _along_a_dimension(site, element, shape)))])


def _along_a_dimension(site: Site, element: QuantizedType, shape: tuple[int, ...]) -> QuantizedType:
    """The type, or one with a scale and a zero point for each slice of a dimension."""
    dimensions = [d for d, size in enumerate(shape) if size]
    if not dimensions or not site.chance(35):
        return element
    axis = site.choice(dimensions)
    scales = tuple(element.scales[0] * site.choice((1.0, 0.5, 2.0, 0.25)) for _ in range(shape[axis]))
    zeros = tuple(site.choice((element.zero_points[0], 0, 1, 2)) for _ in range(shape[axis]))
    return replace(element, scales=scales, zero_points=zeros, axis=axis)


@row("stablehlo.map")
def map(site: Site) -> None:
    operand = site.tensor((*ORDERED, *COMPLEX))
    type = type_of(operand)
    operands = [operand, *([site.like(type)] if site.chance(50) else [])]

    def computation() -> Region:
        block = Block([type.with_shape(())] * len(operands))
        op = site.choice(("add", "multiply", "subtract"))
        block.operations.append(
            Operation(f"stablehlo.{op}", [block.arguments[0], block.arguments[-1]], [type.with_shape(())])
        )
        block.operations.append(Operation("stablehlo.return", [block.operations[0].result]))
        return Region([block])

    site.emit("stablehlo.map", operands, None, [computation()], dimensions=integers(range(type.rank)))


@row("stablehlo.constant")
def constant(site: Site) -> None:
    type = TensorType(site.shape(), site.element((*NUMBERS, *BOOLEANS, *SMALL_FLOATS)))
    value = site.constant(type, elements(site.draw, type, specials=site.chance(30)))
    site.emit("stablehlo.reshape", [value], [type])


@row("stablehlo.iota")
def iota(site: Site) -> None:
    type = TensorType(site.shape(1), site.element(NUMBERS))
    site.emit("stablehlo.iota", [], [type], iota_dimension=number(site.integer(0, type.rank - 1)))
