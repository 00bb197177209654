"""Conversions between element types, as in kernels/convert.py."""

from __future__ import annotations

from interpreter.compiled.elements import Held, NotCompiled
from interpreter.compiled.emit import Emitter
from interpreter.compiled.registry import At, element_of, lowering
from interpreter.values.attributes import integer

_PARTS = {"f64": (52, 11), "f32": (23, 8), "f16": (10, 5), "bf16": (7, 8)}  # bits of mantissa and exponent
_EXACT = 16  # bits of an integer that f32 holds, whatever they are


@lowering("stablehlo.convert")
def convert(at: At, x: str) -> str:
    return converted(at.emit, x, at.operand, at.held)


@lowering("stablehlo.bitcast_convert")
def bitcast_convert(at: At, x: str) -> str:
    """Of integers: which of two NaNs comes out of an operation is left open, and their bits aren't to be seen."""
    source, target = at.operand, at.held
    if source.is_float or "bool" in (source.kind, target.kind) or target.stored == "half":  # which loses bits of NaNs
        raise NotCompiled("bits of floats, or as booleans or f16")
    if source.bits != (target.width if target.is_float else target.bits):
        raise NotCompiled("parts of elements")
    if target.is_rounded:
        return at.emit.widened(target, x)
    return at.emit.let(f"bitcast {source.value} {x} to {target.value}")


@lowering("stablehlo.reduce_precision")
def reduce_precision(at: At, x: str) -> str:
    """On the bits that are stored: mantissas are rounded to even, and exponents beyond become infinities or zeros."""
    type = at.held
    if not type.is_float or type.small is not None:
        raise NotCompiled("reduce_precision of floats of 8 bits, which the kernel reduces as f32")
    emit, word = at.emit, f"i{type.width}"
    mantissa, exponent = _PARTS[element_of(at.op.result).name]  # type: ignore[union-attr]  # floats have names
    kept, kept_exponent = integer(at.op, "mantissa_bits"), integer(at.op, "exponent_bits")
    stored = emit.narrowed(type, x)
    word_of_x = stored if type.stored == word else emit.let(f"bitcast {type.stored} {stored} to {word}")
    sign = emit.let(f"and {word} {word_of_x}, {-1 << (type.width - 1)}")
    bits = word_of_x
    if kept < mantissa:
        dropped = mantissa - kept
        last = emit.let(f"and {word} {emit.let(f'lshr {word} {bits}, {dropped}')}, 1")
        more = emit.let(f"add {word} {last}, {(1 << (dropped - 1)) - 1}")
        bits = emit.let(f"and {word} {emit.let(f'add {word} {bits}, {more}')}, {-1 << dropped}")
    if kept_exponent < exponent:
        field = ((1 << exponent) - 1) << mantissa
        bias, reduced_bias = (1 << (exponent - 1)) - 1, (1 << (kept_exponent - 1)) - 1
        value = emit.let(f"and {word} {bits}, {field}")
        is_more = emit.let(f"icmp ugt {word} {value}, {(bias + reduced_bias) << mantissa}")
        is_less = emit.let(f"icmp ule {word} {value}, {(bias - reduced_bias) << mantissa}")
        bits = emit.select(is_more, word, emit.let(f"or {word} {sign}, {field}"), bits)
        bits = emit.select(is_less, word, sign, bits)
    made = bits if type.stored == word else emit.let(f"bitcast {word} {bits} to {type.stored}")
    nan = x if kept > 0 else emit.constant(float("inf"), type.value)
    is_nan = emit.let(f"fcmp uno {type.value} {x}, {x}")
    return emit.select(is_nan, type.value, nan, emit.widened(type, made))


def converted(emit: Emitter, x: str, source: Held, target: Held) -> str:
    """Floats are rounded once, integers wrap; what no integer holds becomes the nearest one, and NaN 0."""
    if source == target:
        return x
    if target.kind == "bool":
        zero = emit.constant(0.0, source.value) if source.is_float else "0"
        return emit.let(f"{'fcmp une' if source.is_float else 'icmp ne'} {source.value} {x}, {zero}")
    if source.is_float and target.is_float:
        return _between_floats(emit, x, source, target)
    if source.is_float:
        name = f"llvm.fpto{'u' if target.kind == 'unsigned' else 's'}i.sat.{target.value}"
        of = "f32" if source.value == "float" else "f64"
        return emit.call(f"{name}.{of}", target.value, f"{source.value} {x}")
    if target.is_float:
        if target.is_rounded and source.bits > _EXACT:
            return from_f64(emit, _as_f64(emit, x, source), target)
        to_float = "sitofp" if source.kind == "signed" else "uitofp"
        return emit.rounded(target, emit.let(f"{to_float} {source.value} {x} to {target.value}"))
    if source.bits >= target.bits:
        return x if source.bits == target.bits else emit.let(f"trunc {source.value} {x} to {target.value}")
    return emit.let(f"{'sext' if source.kind == 'signed' else 'zext'} {source.value} {x} to {target.value}")


def _between_floats(emit: Emitter, x: str, source: Held, target: Held) -> str:
    if source.value == target.value:
        return emit.rounded(target, x)
    if target.value == "double":
        return emit.let(f"fpext float {x} to double")
    return from_f64(emit, x, target)


def _as_f64(emit: Emitter, x: str, source: Held) -> str:
    """An integer of 32 or 64 bits. One that f64 doesn't hold keeps its high bits and gets a last bit that is set, so
    that to round it to less than 24 bits gives what it would give by itself."""
    extends, shift = ("sitofp", "ashr") if source.kind == "signed" else ("uitofp", "lshr")
    value = emit.let(f"{extends} {source.value} {x} to double")
    if source.bits < 64:
        return value
    high, low = emit.let(f"{shift} i64 {x}, 11"), emit.let(f"and i64 {x}, 2047")
    last = emit.let(f"zext i1 {emit.let(f'icmp ne i64 {low}, 0')} to i64")
    odd = emit.let(f"{extends} i64 {emit.let(f'or i64 {high}, {last}')} to double")
    far = emit.let(f"fmul double {odd}, {emit.constant(2048.0, 'double')}")
    size = emit.call("llvm.abs.i64", "i64", f"i64 {x}", "i1 false") if source.kind == "signed" else x
    return emit.select(emit.let(f"icmp ult i64 {size}, {1 << 53}"), "double", value, far)


def from_f64(emit: Emitter, x: str, target: Held) -> str:
    """The nearest of a type of floats. What is narrower goes through an odd f32, so that it is rounded only once."""
    if target.value == "double":
        return x
    near = emit.let(f"fptrunc double {x} to float")
    if not target.is_rounded:
        return near
    back = emit.let(f"fpext float {near} to double")
    is_inexact = emit.let(f"fcmp one double {back}, {x}")
    sizes = [emit.call("llvm.fabs.f64", "double", f"double {value}") for value in (back, x)]
    is_more = emit.let(f"fcmp ogt double {sizes[0]}, {sizes[1]}")
    last = emit.let(f"zext i1 {is_inexact} to i32")
    less = emit.let(f"zext i1 {emit.let(f'and i1 {is_inexact}, {is_more}')} to i32")
    bits = emit.let(f"sub i32 {emit.let(f'bitcast float {near} to i32')}, {less}")
    odd = emit.let(f"bitcast i32 {emit.let(f'or i32 {bits}, {last}')} to float")
    return emit.rounded(target, odd)
