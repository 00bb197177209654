"""Exponentials, logarithms, roots and trigonometry, as in kernels/transcendental.py: by NumPy's own functions."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.compiled.elements import NotCompiled
from interpreter.compiled.of_numpy import OfNumPy
from interpreter.compiled.registry import At, lowering
from interpreter.compiled.rows.convert import from_f64

for name, function in (
    ("atan2", "arctan2"),
    ("cbrt", "cbrt"),
    ("cosine", "cos"),
    ("exponential", "exp"),
    ("exponential_minus_one", "expm1"),
    ("log", "log"),
    ("log_plus_one", "log1p"),
    ("sine", "sin"),
    ("tan", "tan"),
    ("tanh", "tanh"),
):
    lowering(f"stablehlo.{name}")(OfNumPy(function))


def _minus_size(at: At, x: str) -> Sequence[str]:
    return [at.emit.let(f"fneg double {at.emit.call('llvm.fabs.f64', 'double', f'double {x}')}")]


def _logistic(at: At, small: str, x: str) -> str:
    """Of exp(-|x|)."""
    emit, one = at.emit, at.emit.constant(1.0, "double")
    is_negative = emit.let(f"fcmp olt double {x}, {emit.constant(0.0, 'double')}")
    above = emit.select(is_negative, "double", small, one)
    return emit.let(f"fdiv double {above}, {emit.let(f'fadd double {one}, {small}')}")


def _power(at: At, found: str, base: str, exponent: str) -> str:
    """Where NumPy might take the square root, it is IEEE-754's all the same."""
    emit = at.emit
    is_half = emit.let(f"fcmp oeq double {exponent}, {emit.constant(0.5, 'double')}")
    ends = [emit.let(f"fcmp oeq double {base}, {emit.constant(end, 'double')}") for end in (0.0, float("-inf"))]
    is_awkward = emit.let(f"and i1 {is_half}, {emit.let(f'or i1 {ends[0]}, {ends[1]}')}")
    return emit.select(is_awkward, "double", emit.call("llvm.fabs.f64", "double", f"double {base}"), found)


lowering("stablehlo.logistic")(OfNumPy("exp", _minus_size, _logistic, several_steps=True))
# Of f64, NumPy multiplies or divides where one exponent is repeated, which rounds otherwise.
lowering("stablehlo.power")(OfNumPy("power", result=_power, several_steps=True))


@lowering("stablehlo.rsqrt")
def rsqrt(at: At, x: str) -> str:
    if not at.held.is_float or at.held.value == "double" or "result_accuracy" in at.op.attributes:
        raise NotCompiled("rsqrt as it is asked for here, or computed in a type that is wider than f64")
    emit = at.emit
    root = emit.call("llvm.sqrt.f64", "double", f"double {emit.let(f'fpext float {x} to double')}")
    return from_f64(emit, emit.let(f"fdiv double {emit.constant(1.0, 'double')}, {root}"), at.held)
