"""How exact the interpreter's elementwise operations are: the bounds that tests hold, and what `result_accuracy` asks.

A bound is the largest distance between a result and the exact value, in units in the last place of that value. Floats
narrower than f64 are computed in f64 and rounded once, so all functions of theirs are within ROUNDED_ONCE. Complex
numbers are measured as a whole: the distance of the worse part, in units of the larger part of the exact value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import ComplexType, ElementType, FloatType, OpaqueAttr, Operation, dtype_of
from interpreter.execution.blocks import Run
from interpreter.kernels.numerics import EXTENDED, F64, is_complex
from interpreter.values.array import Array

ROUNDED_ONCE = 0.501  # the nearest, unless the exact value is so near to the middle of two that f64 can't tell
CORRECT = 0.5
HAS_EXTENDED = EXTENDED != F64


@dataclass(frozen=True)
class Bounds:
    """Of f64 and complex<f64>, in ULP; `plain`: of f64 on machines without x87's wider type, where that is more."""

    f64: float
    complex_f64: float | None = None
    complex_f32: float = ROUNDED_ONCE
    plain: float | None = None
    remark: str = ""


_NEAR_ROOTS = "of f64, in units of at least 1's: near its roots, digits cancel"
_HARDEST = "of f64, {} at 6381956970095103 * 2**797, the float nearest to a multiple of pi / 2"
_PRODUCT = "of complex numbers, each product and each sum of parts is rounded in the type itself, and may overflow"

BOUNDS: dict[str, Bounds] = {
    **{f"stablehlo.{name}": Bounds(0.0) for name in (
        "ceil", "clamp", "floor", "maximum", "minimum", "remainder", "round_nearest_afz", "round_nearest_even",
    )},
    "stablehlo.abs": Bounds(0.0, 2),
    "stablehlo.add": Bounds(CORRECT, CORRECT),
    "stablehlo.atan2": Bounds(1, 8),
    "stablehlo.cbrt": Bounds(3, 5),
    "stablehlo.cosine": Bounds(1, 4, remark=_HARDEST.format(8)),
    "stablehlo.divide": Bounds(CORRECT, 4),
    "stablehlo.exponential": Bounds(1, 4),
    "stablehlo.exponential_minus_one": Bounds(1, 4),
    "stablehlo.log": Bounds(1, 4),
    "stablehlo.log_plus_one": Bounds(1, 4),
    "stablehlo.logistic": Bounds(1, 6, plain=2),
    "stablehlo.multiply": Bounds(CORRECT, 2, 2, remark=_PRODUCT),
    "stablehlo.negate": Bounds(0.0, 0.0, 0.0),
    "stablehlo.power": Bounds(
        1, 4, remark="of complex<f64>, on machines without x87's wider type, about the size of exponent * log(base)"
    ),
    "stablehlo.rsqrt": Bounds(1, 6, plain=2),
    "stablehlo.sign": Bounds(0.0, 4),
    "stablehlo.sine": Bounds(1, 4),
    "stablehlo.sqrt": Bounds(CORRECT, 3),
    "stablehlo.subtract": Bounds(CORRECT, CORRECT),
    "stablehlo.tan": Bounds(1, 6, remark=_HARDEST.format(15)),
    "stablehlo.tanh": Bounds(2, 5),
    "chlo.acos": Bounds(1, 5),
    "chlo.acosh": Bounds(2, 5),
    "chlo.asin": Bounds(1, 5),
    "chlo.asinh": Bounds(2, 5),
    "chlo.atan": Bounds(1, 5),
    "chlo.atanh": Bounds(2, 5),
    "chlo.bessel_i1e": Bounds(1, plain=16),
    "chlo.cosh": Bounds(2, 5),
    "chlo.digamma": Bounds(1, plain=16, remark=_NEAR_ROOTS),
    "chlo.erf": Bounds(1),
    "chlo.erf_inv": Bounds(2),
    "chlo.erfc": Bounds(5),
    "chlo.lgamma": Bounds(16, remark=_NEAR_ROOTS),
    "chlo.polygamma": Bounds(2, plain=64, remark=f"{_NEAR_ROOTS}; of other types at negative arguments"),
    "chlo.sinh": Bounds(2, 5),
    "chlo.square": Bounds(CORRECT, 2, 2),
    "chlo.tan": Bounds(1, 6, remark=_HARDEST.format(15)),
    "chlo.zeta": Bounds(1, plain=64),
}  # fmt: skip


def stated(name: str, type: ElementType, *, has_extended: bool = HAS_EXTENDED) -> float | None:
    """The bound of an operation's results of an element type, in ULP; None where none is stated.

    `has_extended`: on machines with x87's wider type, which this one is or isn't.
    """
    bounds = BOUNDS.get(name)
    if bounds is None:
        return None
    if isinstance(type, ComplexType):
        return bounds.complex_f64 if type.element_type == FloatType("f64") else bounds.complex_f32
    if not isinstance(type, FloatType):
        return None
    if type.name == "f64":
        return bounds.f64 if bounds.plain is None or has_extended else bounds.plain
    return bounds.f64 if bounds.f64 == 0 else CORRECT if bounds.f64 == CORRECT else ROUNDED_ONCE


@dataclass(frozen=True)
class Tolerance:
    """What an operation's `result_accuracy` asks for: the largest of the three is how far a result may be off."""

    atol: float
    rtol: float
    ulps: int

    def allowed(self, values: Array, unit: Array) -> Array:
        """How far results near `values` may be off; `unit` is a unit in their last place."""
        size = np.abs(values)
        return np.asarray(np.maximum(np.maximum(self.atol, self.rtol * size), self.ulps * unit))

    def __str__(self) -> str:
        return f"atol = {self.atol:g}, rtol = {self.rtol:g}, ulps = {self.ulps}"


def tolerance(op: Operation) -> Tolerance | None:
    """The tolerance that `result_accuracy` asks for; None for DEFAULT and HIGHEST, which every result meets."""
    attribute = op.attributes.get("result_accuracy")
    if attribute is None:
        return None
    if not isinstance(attribute, OpaqueAttr):
        raise ExecutionError(f"attribute result_accuracy of {op.name} is {attribute}")
    found = re.search(r"result_accuracy_mode<(\w+)>", attribute.text)
    mode = found[1] if found else "DEFAULT"
    if mode not in ("DEFAULT", "HIGHEST", "TOLERANCE"):
        raise ExecutionError(f"result_accuracy of {op.name} has mode {mode}, expected DEFAULT, HIGHEST or TOLERANCE")
    if mode != "TOLERANCE":
        return None
    numbers = dict(re.findall(r"(atol|rtol|ulps) = ([-+.\w]+)", attribute.text))
    asked = Tolerance(
        float(numbers.get("atol", 0)), float(numbers.get("rtol", 0)), int(numbers.get("ulps", 0))
    )  # fmt: skip
    if min(asked.atol, asked.rtol, asked.ulps) < 0:
        raise ExecutionError(f"result_accuracy of {op.name} asks for {asked}, expected none below 0")
    return asked


def held_to(op: Operation, type: ElementType, run: Run) -> Run:
    """`run`, refused where `result_accuracy` asks for more than is stated: at load if it is clear, else by results."""
    asked = tolerance(op)
    bound = stated(op.name, type)
    if asked is None or bound is None or asked.ulps >= bound:
        return run
    if asked.atol == 0 and asked.rtol == 0:
        raise ExecutionError(f"result_accuracy of {op.name} asks for {asked}; on {type}, {_known(bound)}")

    def checked(*operands: Array) -> Array:
        result: Array = np.asarray(run(*operands))
        values = np.abs(result).astype(np.float64) if is_complex(type) else result.astype(np.float64)
        unit = units(values, type)
        short = np.isfinite(values) & (bound * unit > asked.allowed(values, unit))
        if np.any(short):
            value = result[short].reshape(-1)[0]
            raise ExecutionError(
                f"result_accuracy of {op.name} asks for {asked}, at {value} more than is known: on {type}, "
                f"{_known(bound)}; ask for ulps = {int(np.ceil(bound))} or more"
            )
        return result

    return checked


def _known(bound: float) -> str:
    return f"results are within {bound:g} ULP (docs/accuracy.md)"


def units(values: Array, type: ElementType) -> Array:
    """A unit in the last place of results of a type at f64 `values`."""
    part = type.element_type if isinstance(type, ComplexType) else type
    format: Any = ml_dtypes.finfo(dtype_of(part))  # type: ignore[no-untyped-call]  # ml_dtypes' own has no annotations
    digits = 10 if part == FloatType("tf32") else int(format.nmant)  # tf32 is stored as f32
    exponent = np.maximum(np.frexp(values)[1], np.frexp(np.float64(format.tiny))[1]) - 1
    return np.asarray(np.ldexp(1.0, exponent - digits))
