"""Operations on elements: what changes none of them goes, what undoes another goes with it, known choices are made.

Of floats only what keeps all bits is rewritten: x + 0.0 isn't x for a zero of the other sign, nor x * 1.0 for NaNs that
signal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from hlogen.builder.tensor import Tensor
from hlogen.ir import ComplexType, FloatType, IntegerType, QuantizedType, TensorType
from hlogen.program.directions import direction_of
from hlogen.transform.canonical.registry import again, canonical, constant, elements_of, is_all, made_by, stands_for
from hlogen.transform.rewrite import MatchedOp

Results: TypeAlias = "Sequence[Tensor] | None"


@canonical("stablehlo.add", "stablehlo.or", "stablehlo.xor")
def zero_on_any_side(site: MatchedOp) -> Results:
    lhs, rhs = site.operands
    if not _is_integer(lhs):
        return None
    if is_all(rhs, 0):
        return stands_for(site, lhs)
    if is_all(lhs, 0):
        return stands_for(site, rhs)
    return stands_for(site, lhs) if site.op.name == "stablehlo.or" and lhs.value is rhs.value else None


@canonical(
    *("stablehlo.subtract", "stablehlo.shift_left", "stablehlo.shift_right_arithmetic"),
    "stablehlo.shift_right_logical",
)
def zero_on_the_right(site: MatchedOp) -> Results:
    lhs, rhs = site.operands
    return stands_for(site, lhs) if _is_integer(lhs) and is_all(rhs, 0) else None


@canonical("stablehlo.multiply")
def multiply(site: MatchedOp) -> Results:
    lhs, rhs = site.operands
    if not _is_integer(lhs):
        return None
    if is_all(rhs, 1):
        return stands_for(site, lhs)
    return stands_for(site, rhs) if is_all(lhs, 1) else None


@canonical("stablehlo.divide")
def divide(site: MatchedOp) -> Results:
    lhs, rhs = site.operands
    return stands_for(site, lhs) if _is_integer(lhs) and is_all(rhs, 1) else None


@canonical("stablehlo.and")
def and_(site: MatchedOp) -> Results:
    lhs, rhs = site.operands
    type = lhs.element_type
    if not isinstance(type, IntegerType):
        return None
    ones = type.maximum if type.is_unsigned else -1
    if lhs.value is rhs.value or is_all(rhs, ones):
        return stands_for(site, lhs)
    return stands_for(site, rhs) if is_all(lhs, ones) else None


@canonical("stablehlo.maximum", "stablehlo.minimum")
def extremum(site: MatchedOp) -> Results:
    lhs, rhs = site.operands
    return stands_for(site, lhs) if _is_integer(lhs) and lhs.value is rhs.value else None


@canonical("stablehlo.not", "stablehlo.negate")
def undone(site: MatchedOp) -> Results:
    inner = made_by(site.operands[0], site.op.name.removeprefix("stablehlo."))
    return stands_for(site, site.tensor(inner.operands[0])) if inner and _is_integer(site.operands[0]) else None


@canonical("stablehlo.convert")
def convert(site: MatchedOp) -> Results:
    operand = site.operands[0]
    source, target = operand.element_type, _element(site)
    if not isinstance(source, IntegerType) or not isinstance(target, IntegerType):
        return None
    if source == target:
        return stands_for(site, operand)
    inner = made_by(operand, "convert")
    if inner is None:
        return None
    first = site.tensor(inner.operands[0])
    held = first.element_type
    if not isinstance(held, IntegerType) or held.minimum < source.minimum or held.maximum > source.maximum:
        return None
    return stands_for(site, first) or again(site, "convert", [first], {})


@canonical("stablehlo.bitcast_convert")
def bitcast_convert(site: MatchedOp) -> Results:
    operand = site.operands[0]
    if (same := stands_for(site, operand)) is not None:
        return same
    inner = made_by(operand, "bitcast_convert")
    return None if inner is None else stands_for(site, site.tensor(inner.operands[0]))


@canonical("stablehlo.real", "stablehlo.imag")
def part_of_complex(site: MatchedOp) -> Results:
    made = made_by(site.operands[0], "complex")
    if made is None:
        return None
    return stands_for(site, site.tensor(made.operands[site.op.name == "stablehlo.imag"]))


@canonical("stablehlo.complex")
def complex(site: MatchedOp) -> Results:
    real, imag = made_by(site.operands[0], "real"), made_by(site.operands[1], "imag")
    if real is None or imag is None or real.operands[0] is not imag.operands[0]:
        return None
    return stands_for(site, site.tensor(real.operands[0]))


@canonical("stablehlo.select")
def select(site: MatchedOp) -> Results:
    pred, on_true, on_false = site.operands
    if on_true.value is on_false.value:
        return stands_for(site, on_true)
    elements = elements_of(pred)
    if elements is not None and elements.is_splat:
        return stands_for(site, on_true if elements.array.flat[0] else on_false)
    inner = made_by(pred, "not")
    if inner is None:
        return None
    return again(site, "select", [site.tensor(inner.operands[0]), on_false, on_true], {})


@canonical("stablehlo.compare")
def compare(site: MatchedOp) -> Results:
    lhs, rhs = site.operands
    type = site.op.result.type
    if lhs.value is not rhs.value or not _is_integer(lhs) or not isinstance(type, TensorType) or not type.is_static:
        return None
    answer = np.bool_(direction_of(site.op) in ("EQ", "LE", "GE"))
    return [constant(np.broadcast_to(answer, type.static_shape), type)]


def _is_integer(tensor: Tensor) -> bool:
    """Whether these are integers or booleans."""
    return not isinstance(tensor.element_type, (ComplexType, FloatType, QuantizedType))


def _element(site: MatchedOp) -> object:
    type = site.op.result.type
    return type.element_type if isinstance(type, TensorType) else None
