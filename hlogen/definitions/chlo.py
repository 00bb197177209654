"""Operations of CHLO, but for those that broadcast."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from hlogen.builder.elementwise import (
    add,
    and_,
    bitcast_convert,
    compare,
    convert,
    multiply,
    select,
    shift_right_logical,
    subtract,
)
from hlogen.builder.elementwise import shift_right_arithmetic as shift_right
from hlogen.builder.emit import emit, emit_constant
from hlogen.builder.regions import inlined
from hlogen.builder.sizes import constant_of_sizes, sizes_of
from hlogen.builder.tensor import Tensor
from hlogen.definitions.registry import definition
from hlogen.errors import UsageError
from hlogen.ir import FloatAttr, IntegerAttr, IntegerType, Operation, TensorType, dtype_of
from hlogen.mlir.legalize import chlo_defined

_I64, _U64 = IntegerType(64), IntegerType(64, "unsigned")


BY_UPSTREAM = tuple(
    f"chlo.{name}"
    for name in (
        *("acos", "acosh", "asin", "asinh", "atan", "atanh", "bessel_i1e", "conj", "cosh", "digamma", "erf", "erf_inv"),
        *("erfc", "lgamma", "next_after", "polygamma", "sinh", "square", "tan", "zeta"),
    )
)


@definition(*BY_UPSTREAM)
def by_upstream(op: Operation, *operands: Tensor) -> Sequence[Tensor] | None:
    """What upstream's own pass makes of it, to a few units in the last place of the types that it computes in."""
    if not all(operand.type.is_static for operand in operands):
        return None
    element_type, shape = str(operands[0].element_type), operands[0].type.static_shape
    return inlined(chlo_defined(op.name, len(operands), element_type, shape).body, operands)


@definition("chlo.is_inf", "chlo.is_neg_inf", "chlo.is_pos_inf")
def is_infinite(op: Operation, x: Tensor) -> Sequence[Tensor] | None:
    number = -math.inf if op.name == "chlo.is_neg_inf" else math.inf
    infinity = constant_of_sizes(number, x.element_type, sizes_of(x))
    return [compare(abs(x) if op.name == "chlo.is_inf" else x, infinity, "EQ")]


@definition("chlo.constant")
def constant(op: Operation) -> tuple[Tensor, ...]:
    return emit("stablehlo.constant", (), op.attributes, (), [op.result.type])


@definition("chlo.constant_like")
def constant_like(op: Operation, operand: Tensor) -> tuple[Tensor]:
    value, type = op.attributes["value"], op.result.type
    assert isinstance(type, TensorType)
    number = value.value if isinstance(value, (IntegerAttr, FloatAttr)) else value
    element = np.asarray(number).astype(dtype_of(type.element_type))
    return (constant_of_sizes(element, type.element_type, sizes_of(operand)),)


@definition("chlo.mulhi")
def mulhi(op: Operation, x: Tensor, y: Tensor) -> tuple[Tensor]:
    """The high half of the product of integers."""
    type = x.element_type
    if not isinstance(type, IntegerType) or type.is_boolean:
        raise UsageError(f"it multiplies integers, not {type}")
    if type.width < 64:
        wide = _U64 if type.is_unsigned else _I64
        product = multiply(convert(x, wide), convert(y, wide))
        move = shift_right_logical if type.is_unsigned else shift_right
        return (convert(move(product, emit_constant(type.width, wide, x.shape)), type),)
    a, b = (operand if type.is_unsigned else bitcast_convert(operand, _U64) for operand in (x, y))
    high = _high_half(a, b)
    if type.is_unsigned:
        return (high,)
    zero, none = emit_constant(0, type, x.shape), emit_constant(0, _U64, x.shape)
    for this, other in ((x, b), (y, a)):  # a negative number is 2**64 more as an unsigned one
        high = subtract(high, select(compare(this, zero, "LT"), other, none))
    return (bitcast_convert(high, type),)


def _high_half(a: Tensor, b: Tensor) -> Tensor:
    half, low = emit_constant(32, _U64, a.shape), emit_constant(0xFFFFFFFF, _U64, a.shape)
    (a_high, a_low), (b_high, b_low) = ((shift_right_logical(x, half), and_(x, low)) for x in (a, b))
    middle = add(multiply(a_high, b_low), shift_right_logical(multiply(a_low, b_low), half))
    other = add(multiply(a_low, b_high), and_(middle, low))
    carried = add(shift_right_logical(middle, half), shift_right_logical(other, half))
    return add(multiply(a_high, b_high), carried)
