"""How exact elementwise operations are, by what rows state (`accuracy=`), and what `result_accuracy` asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import ComplexType, ElementType, FloatType, OpaqueAttr, Operation, dtype_of
from interpreter.execution.blocks import Run
from interpreter.execution.traits import CORRECT, ROUNDED_ONCE
from interpreter.kernels.numerics import EXTENDED, F64, is_complex
from interpreter.kernels.registry import traits_of
from interpreter.values.array import Array
from interpreter.values.attributes import wrong

HAS_EXTENDED = EXTENDED != F64


def stated(name: str, type: ElementType, *, has_extended: bool = HAS_EXTENDED) -> float | None:
    """The bound of an operation's results of an element type, in ULP; None where none is stated.

    `has_extended`: on machines with x87's wider type, which this one is or isn't.
    """
    bounds = traits_of(name).accuracy
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
        raise wrong(op, "result_accuracy", "#stablehlo.result_accuracy<...>")
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
    least = np.float64(format.tiny)  # what is smaller, 0 too, has the same unit
    exponent = np.frexp(np.maximum(np.abs(values), least))[1] - 1
    return np.asarray(np.ldexp(1.0, exponent - digits))
