"""Conversions between element types, as in kernels/convert.py."""

from __future__ import annotations

from interpreter.compiled.elements import Held, NotCompiled
from interpreter.compiled.emit import Emitter
from interpreter.compiled.registry import At, lowering

_EXACT = 16  # bits of an integer that f32 holds, whatever they are


@lowering("stablehlo.convert")
def convert(at: At, x: str) -> str:
    return converted(at.emit, x, at.operand, at.held)


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
        if target.is_rounded and source.kind != "bool" and source.width > _EXACT:
            raise NotCompiled("integers that are rounded to narrow floats")
        to_float = "sitofp" if source.kind == "signed" else "uitofp"
        return emit.rounded(target, emit.let(f"{to_float} {source.value} {x} to {target.value}"))
    if source.kind != "bool" and source.width >= target.width:
        return x if source.width == target.width else emit.let(f"trunc {source.value} {x} to {target.value}")
    return emit.let(f"{'sext' if source.kind == 'signed' else 'zext'} {source.value} {x} to {target.value}")


def _between_floats(emit: Emitter, x: str, source: Held, target: Held) -> str:
    if source.value == target.value:
        return emit.rounded(target, x)
    if target.value == "double":
        return emit.let(f"fpext float {x} to double")
    if target.is_rounded:
        raise NotCompiled("f64 that is rounded to narrower floats than f32")
    return emit.let(f"fptrunc double {x} to float")
