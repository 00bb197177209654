"""Arithmetic, as in kernels/arithmetic.py."""

from __future__ import annotations

from interpreter.compiled.elements import NotCompiled
from interpreter.compiled.registry import At, lowering


def _by_kind(at: At, x: str, y: str, of_floats: str, of_integers: str, of_booleans: str) -> str:
    instruction = {"float": of_floats, "bool": of_booleans}.get(at.held.kind, of_integers)
    return at.rounded(at.emit.let(f"{instruction} {at.held.value} {x}, {y}"))


@lowering("stablehlo.add")
def add(at: At, x: str, y: str) -> str:
    return _by_kind(at, x, y, "fadd", "add", "or")


@lowering("stablehlo.subtract")
def subtract(at: At, x: str, y: str) -> str:
    _number(at)
    return _by_kind(at, x, y, "fsub", "sub", "")


@lowering("stablehlo.multiply")
def multiply(at: At, x: str, y: str) -> str:
    return _by_kind(at, x, y, "fmul", "mul", "and")


@lowering("chlo.square")
def square(at: At, x: str) -> str:
    _number(at)
    return multiply(at, x, x)


@lowering("stablehlo.negate")
def negate(at: At, x: str) -> str:
    _number(at)
    if not at.held.is_float:
        return at.emit.let(f"sub {at.held.value} 0, {x}")
    found = at.emit.let(f"fneg {at.held.value} {x}")
    return at.rounded(found) if at.held.small is not None else found  # some have no -0


@lowering("stablehlo.maximum")
def maximum(at: At, x: str, y: str) -> str:
    return _extreme(at, x, y, "max", "or")


@lowering("stablehlo.minimum")
def minimum(at: At, x: str, y: str) -> str:
    return _extreme(at, x, y, "min", "and")


@lowering("stablehlo.clamp")
def clamp(at: At, low: str, x: str, high: str) -> str:
    return minimum(at, maximum(at, x, low), high)


def _extreme(at: At, x: str, y: str, name: str, of_booleans: str) -> str:
    """LLVM's `maximum` of floats is IEEE-754's: NaN where there is one, and +0 is more than -0."""
    type = at.held.value
    if at.held.kind == "bool":
        return at.emit.let(f"{of_booleans} i1 {x}, {y}")
    if at.held.is_float:
        width = {"float": "f32", "double": "f64"}[type]
        return at.emit.call(f"llvm.{name}imum.{width}", type, f"{type} {x}", f"{type} {y}")
    sign = "u" if at.held.kind == "unsigned" else "s"
    return at.emit.call(f"llvm.{sign}{name}.{type}", type, f"{type} {x}", f"{type} {y}")


@lowering("stablehlo.divide")
def divide(at: At, x: str, y: str) -> str:
    """A quotient by zero has all bits set; the lowest integer divided by -1 is itself."""
    _number(at)
    if at.held.is_float:
        return at.rounded(at.emit.let(f"fdiv {at.held.value} {x}, {y}"))
    type, by_zero = at.held.value, at.emit.let(f"icmp eq {at.held.value} {y}, 0")
    quotient = at.emit.let(f"{_divides(at, 'div')} {type} {x}, {_divisor(at, x, y, by_zero)}")
    return at.emit.select(by_zero, type, "-1", quotient)


@lowering("stablehlo.remainder")
def remainder(at: At, x: str, y: str) -> str:
    """Of floats it is C's fmod, which is exact. Of integers, by zero, it is the dividend."""
    _number(at)
    if at.held.is_float:
        return at.rounded(at.emit.let(f"frem {at.held.value} {x}, {y}"))
    type, by_zero = at.held.value, at.emit.let(f"icmp eq {at.held.value} {y}, 0")
    found = at.emit.let(f"{_divides(at, 'rem')} {type} {x}, {_divisor(at, x, y, by_zero)}")
    return at.emit.select(by_zero, type, x, found)


def _divides(at: At, name: str) -> str:
    return ("u" if at.held.kind == "unsigned" else "s") + name


def _divisor(at: At, x: str, y: str, by_zero: str) -> str:
    """`y`, or 1 where the processor refuses to divide."""
    type, refused = at.held.value, by_zero
    if at.held.kind == "signed":
        lowest = at.emit.let(f"icmp eq {type} {x}, {-1 << (at.held.bits - 1)}")
        overflows = at.emit.let(f"and i1 {lowest}, {at.emit.let(f'icmp eq {type} {y}, -1')}")
        refused = at.emit.let(f"or i1 {by_zero}, {overflows}")
    return at.emit.select(refused, type, "1", y)


@lowering("stablehlo.abs")
def abs(at: At, x: str) -> str:
    _number(at)
    type = at.held.value
    if at.held.kind == "unsigned":
        return x
    if at.held.is_float:
        return _of_one(at, x, "fabs")
    return at.emit.call(f"llvm.abs.{type}", type, f"{type} {x}", "i1 false")


@lowering("stablehlo.sign")
def sign(at: At, x: str) -> str:
    _number(at)
    emit, type = at.emit, at.held.value
    if at.held.is_float:
        one = emit.constant(1.0, type)
        width = {"float": "f32", "double": "f64"}[type]
        found = emit.call(f"llvm.copysign.{width}", type, f"{type} {one}", f"{type} {x}")
        stays = emit.let(f"fcmp ueq {type} {x}, {emit.constant(0.0, type)}")  # a zero or NaN
        return emit.select(stays, type, x, found)
    positive = emit.let(f"zext i1 {emit.let(f'icmp {_more(at)} {type} {x}, 0')} to {type}")
    if at.held.kind == "unsigned":
        return positive
    negative = emit.let(f"sext i1 {emit.let(f'icmp slt {type} {x}, 0')} to {type}")
    return emit.let(f"or {type} {positive}, {negative}")


def _more(at: At) -> str:
    return "ugt" if at.held.kind == "unsigned" else "sgt"


@lowering("stablehlo.floor")
def floor(at: At, x: str) -> str:
    return _of_one(at, x, "floor")


@lowering("stablehlo.ceil")
def ceil(at: At, x: str) -> str:
    return _of_one(at, x, "ceil")


@lowering("stablehlo.round_nearest_even")
def round_nearest_even(at: At, x: str) -> str:
    return _of_one(at, x, "roundeven")


@lowering("stablehlo.round_nearest_afz")
def round_nearest_afz(at: At, x: str) -> str:
    return _of_one(at, x, "round")


@lowering("stablehlo.sqrt")
def sqrt(at: At, x: str) -> str:
    return _of_one(at, x, "sqrt")


def _of_one(at: At, x: str, name: str) -> str:
    """One of LLVM's functions of a float, which rounds its exact result once."""
    if not at.held.is_float or "result_accuracy" in at.op.attributes:
        raise NotCompiled(f"{at.op.name} as it is asked for here")
    type = at.held.value
    width = {"float": "f32", "double": "f64"}[type]
    return at.rounded(at.emit.call(f"llvm.{name}.{width}", type, f"{type} {x}"))


def _number(at: At) -> None:
    if at.held.kind == "bool":
        raise NotCompiled(f"{at.op.name} of booleans")
