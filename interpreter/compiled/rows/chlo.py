"""CHLO's functions, as in kernels/chlo.py: by NumPy's, by C's error functions, or step by step."""

from __future__ import annotations

from math import inf, nan, pi, sqrt

from interpreter.compiled.elements import NotCompiled
from interpreter.compiled.emit import Emitter
from interpreter.compiled.of_numpy import OfNumPy, element
from interpreter.compiled.registry import At, lowering
from interpreter.compiled.rows.convert import from_f64

for name, function in (
    ("acos", "arccos"),
    ("acosh", "arccosh"),
    ("asin", "arcsin"),
    ("asinh", "arcsinh"),
    ("atan", "arctan"),
    ("atanh", "arctanh"),
    ("cosh", "cosh"),
    ("sinh", "sinh"),
    ("tan", "tan"),
):
    lowering(f"chlo.{name}")(OfNumPy(function))


@lowering("chlo.erf", "chlo.erfc")
def error_function(at: At, x: str) -> str:
    """C's, as Python's math module has it."""
    return from_f64(at.emit, _of_c(at.emit, at.op.name.removeprefix("chlo."), _in_f64(at, x)), at.held)


@lowering("chlo.erf_inv")
def erf_inv(at: At, x: str) -> str:
    """A rough inverse, and three steps of Halley's method, each rounded as there."""
    if at.held.value == "double":
        raise NotCompiled("erf_inv, which is computed in a type that is wider than f64")
    emit = at.emit
    number = {value: emit.constant(value, "double") for value in (0.0, 0.5, 1.0, 2.0, 0.147, inf, nan)}
    rough, slope = emit.constant(2 / (pi * 0.147), "double"), emit.constant(sqrt(pi) / 2, "double")
    x = _in_f64(at, x)

    def do(operation: str, one: str, other: str) -> str:
        return emit.let(f"f{operation} double {one}, {other}")

    def where(condition: str, one: str, other: str, yes: str, no: str) -> str:
        return emit.select(emit.let(f"fcmp {condition} double {one}, {other}"), "double", yes, no)

    def root_of(value: str) -> str:
        return emit.call("llvm.sqrt.f64", "double", f"double {value}")

    absolute = emit.call("llvm.fabs.f64", "double", f"double {x}")
    size = where("ogt", absolute, number[1.0], number[1.0], absolute)
    log = element(emit, "log1p", do("mul", emit.let(f"fneg double {size}"), size))
    half = do("add", rough, do("div", log, number[2.0]))
    root = root_of(do("sub", root_of(do("sub", do("mul", half, half), do("div", log, number[0.147]))), half))
    for _ in range(3):
        below = do("sub", _of_c(emit, "erf", root), size)
        above = do("sub", do("sub", number[1.0], size), _of_c(emit, "erfc", root))
        error = where("olt", size, number[0.5], below, above)
        step = do("mul", do("mul", error, slope), element(emit, "exp", do("mul", root, root)))
        improved = do("sub", root, do("div", step, do("add", number[1.0], do("mul", root, step))))
        far = emit.call("llvm.fabs.f64", "double", f"double {improved}")
        root = where("olt", far, number[inf], improved, root)
    root = where("oeq", size, number[1.0], number[inf], root)
    signed = emit.call("llvm.copysign.f64", "double", f"double {root}", f"double {x}")
    found = where("ogt", absolute, number[1.0], number[nan], where("uno", x, number[0.0], x, signed))
    return from_f64(emit, found, at.held)


@lowering("chlo.is_inf")
def is_inf(at: At, x: str) -> str:
    type = _float_of(at)
    size = at.emit.call(f"llvm.fabs.{'f32' if type == 'float' else 'f64'}", type, f"{type} {x}")
    return at.emit.let(f"fcmp oeq {type} {size}, {at.emit.constant(inf, type)}")


@lowering("chlo.is_pos_inf")
def is_pos_inf(at: At, x: str) -> str:
    return at.emit.let(f"fcmp oeq {_float_of(at)} {x}, {at.emit.constant(inf, _float_of(at))}")


@lowering("chlo.is_neg_inf")
def is_neg_inf(at: At, x: str) -> str:
    return at.emit.let(f"fcmp oeq {_float_of(at)} {x}, {at.emit.constant(-inf, _float_of(at))}")


def _float_of(at: At) -> str:
    if not at.operand.is_float:
        raise NotCompiled(f"{at.op.name} of what is no float")
    return at.operand.value


def _in_f64(at: At, x: str) -> str:
    if not at.held.is_float or "result_accuracy" in at.op.attributes:
        raise NotCompiled(f"{at.op.name} as it is asked for here")
    return x if at.held.value == "double" else at.emit.let(f"fpext float {x} to double")


def _of_c(emit: Emitter, function: str, x: str) -> str:
    return emit.call(function, "double", f"double {x}")
