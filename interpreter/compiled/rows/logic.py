"""Bits, comparisons and choices, as in kernels/logic.py."""

from __future__ import annotations

from interpreter.compiled.elements import NotCompiled
from interpreter.compiled.registry import At, lowering
from interpreter.values.attributes import enum

_OF_FLOATS = {"EQ": "oeq", "NE": "une", "GE": "oge", "GT": "ogt", "LE": "ole", "LT": "olt"}


@lowering("stablehlo.and")
def and_(at: At, x: str, y: str) -> str:
    return _bitwise(at, "and", x, y)


@lowering("stablehlo.or")
def or_(at: At, x: str, y: str) -> str:
    return _bitwise(at, "or", x, y)


@lowering("stablehlo.xor")
def xor(at: At, x: str, y: str) -> str:
    return _bitwise(at, "xor", x, y)


@lowering("stablehlo.not")
def not_(at: At, x: str) -> str:
    return _bitwise(at, "xor", x, "-1")


def _bitwise(at: At, instruction: str, x: str, y: str) -> str:
    if at.held.is_float:
        raise NotCompiled("bits of floats")
    return at.emit.let(f"{instruction} {at.held.value} {x}, {y}")


@lowering("stablehlo.shift_left")
def shift_left(at: At, x: str, y: str) -> str:
    return _shifted(at, "shl", x, y)


@lowering("stablehlo.shift_right_logical")
def shift_right_logical(at: At, x: str, y: str) -> str:
    return _shifted(at, "lshr", x, y)


@lowering("stablehlo.shift_right_arithmetic")
def shift_right_arithmetic(at: At, x: str, y: str) -> str:
    return _shifted(at, "ashr", x, y)


def _shifted(at: At, instruction: str, x: str, y: str) -> str:
    """By the width or more, read as unsigned, every bit is moved out: 0, or copies of the sign."""
    _integer(at)
    emit, type, last = at.emit, at.held.value, at.held.bits - 1
    is_far = emit.let(f"icmp ugt {type} {y}, {last}")
    if instruction == "ashr":
        return emit.let(f"ashr {type} {x}, {emit.select(is_far, type, str(last), y)}")
    found = emit.let(f"{instruction} {type} {x}, {emit.select(is_far, type, '0', y)}")
    return emit.select(is_far, type, "0", found)


@lowering("stablehlo.popcnt")
def popcnt(at: At, x: str) -> str:
    _integer(at)
    type = at.held.value
    return at.emit.call(f"llvm.ctpop.{type}", type, f"{type} {x}")


@lowering("stablehlo.count_leading_zeros")
def count_leading_zeros(at: At, x: str) -> str:
    _integer(at)
    type = at.held.value
    return at.emit.call(f"llvm.ctlz.{type}", type, f"{type} {x}", "i1 false")


@lowering("stablehlo.is_finite")
def is_finite(at: At, x: str) -> str:
    if not at.operand.is_float:
        raise NotCompiled("is_finite of what is no float")
    emit, type = at.emit, at.operand.value
    size = emit.call(f"llvm.fabs.{'f32' if type == 'float' else 'f64'}", type, f"{type} {x}")
    return emit.let(f"fcmp olt {type} {size}, {emit.constant(float('inf'), type)}")


@lowering("stablehlo.compare")
def compare(at: At, x: str, y: str) -> str:
    direction, type = enum(at.op, "comparison_direction"), at.operand.value
    if at.operand.is_float:
        if enum(at.op, "compare_type", "FLOAT") == "TOTALORDER":
            raise NotCompiled("total orders, in which the signs of NaNs count: see bitcast_convert")
        return at.emit.let(f"fcmp {_OF_FLOATS[direction]} {type} {x}, {y}")
    sign = "" if direction in ("EQ", "NE") else "s" if at.operand.kind == "signed" else "u"
    return at.emit.let(f"icmp {sign}{direction.lower()} {type} {x}, {y}")


@lowering("stablehlo.select")
def select(at: At, pred: str, on_true: str, on_false: str) -> str:
    return at.emit.select(pred, at.held.value, on_true, on_false)


def _integer(at: At) -> None:
    if at.held.is_float or at.held.kind == "bool":
        raise NotCompiled(f"{at.op.name} of what is no integer")
