"""Bits, comparisons and choices, as in kernels/logic.py."""

from __future__ import annotations

from hlogen.ir import Block, Operation, Value
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
            return _compared_in_total(at, direction, x, y)
        return at.emit.let(f"fcmp {_OF_FLOATS[direction]} {type} {x}, {y}")
    sign = "" if direction in ("EQ", "NE") else "s" if at.operand.kind == "signed" else "u"
    return at.emit.let(f"icmp {sign}{direction.lower()} {type} {x}, {y}")


def _compared_in_total(at: At, direction: str, x: str, y: str) -> str:
    """By their bits, as integers with a sign. The signs of NaNs count, which operations leave open (bitcast_convert):
    so all NaNs have to be one constant, as in the comparators of JAX's sorts."""
    if not all(map(_has_one_nan, at.op.operands)) or at.operand.small is not None:
        raise NotCompiled("total orders of what may have several NaNs")
    emit, type = at.emit, at.operand.value
    bits, last = ("i32", 31) if type == "float" else ("i64", 63)

    def key(x: str) -> str:
        word = emit.let(f"bitcast {type} {x} to {bits}")
        flips = emit.let(f"and {bits} {emit.let(f'ashr {bits} {word}, {last}')}, {(1 << last) - 1}")
        return emit.let(f"xor {bits} {word}, {flips}")

    sign = "" if direction in ("EQ", "NE") else "s"
    return emit.let(f"icmp {sign}{direction.lower()} {bits} {key(x)}, {key(y)}")


def _has_one_nan(value: Value) -> bool:
    """Whether it is a constant instead of all NaNs: ``select(x != x, constant, x)``, or with x chosen once more."""
    found = _constant_or(value)
    if found is None:
        return False
    test, x = found
    if not isinstance(test, Operation) or test.name != "stablehlo.compare" or test.operands[0] is not test.operands[1]:
        return False
    chosen = _constant_or(x)
    chooses = x is test.operands[0] or (chosen is not None and chosen[1] is test.operands[0])
    return chooses and enum(test, "comparison_direction") == "NE"


def _constant_or(value: Value) -> tuple[Operation | Block, Value] | None:
    """What decides between a constant and another value, and that value; None where a value is made otherwise."""
    op = value.owner
    if not isinstance(op, Operation) or op.name != "stablehlo.select":
        return None
    test, constant, other = op.operands
    made = constant.owner
    if isinstance(made, Operation) and made.name == "stablehlo.broadcast_in_dim":
        made = made.operands[0].owner
    is_constant = isinstance(made, Operation) and made.name == "stablehlo.constant"
    return (test.owner, other) if is_constant else None


@lowering("stablehlo.select")
def select(at: At, pred: str, on_true: str, on_false: str) -> str:
    return at.emit.select(pred, at.held.value, on_true, on_false)


def _integer(at: At) -> None:
    if at.held.is_float or at.held.kind == "bool":
        raise NotCompiled(f"{at.op.name} of what is no integer")
