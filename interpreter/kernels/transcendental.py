"""Exponentials, logarithms, roots and trigonometry, element by element (spec: exponential, log, sine, tanh ...).

All but `sqrt` of real numbers run in f64 or complex128, so for narrower types a result is the exact one rounded, up to
one unit in the last place in rare cases. A `result_accuracy` is met, or refused; docs/accuracy.md says how exact each
operation is, and the specification promises nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np

from hlogen.ir import Operation, dtype_of
from interpreter.execution.blocks import Run
from interpreter.execution.traits import CORRECT, EVERYWHERE, Accuracy, Interval, Poles
from interpreter.kernels import complex_functions
from interpreter.kernels.accuracy import held_to
from interpreter.kernels.elementwise import elementwise
from interpreter.kernels.numerics import (
    F64,
    computed,
    element_type,
    forwards,
    in_steps,
    is_complex,
    is_float,
    unsupported,
)
from interpreter.kernels.registry import Planner, Quantized
from interpreter.values.array import Array


def _logistic(x: Array) -> Any:
    """1 / (1 + exp(-x)), without overflow for large negative x."""
    small = np.exp(-np.abs(x))
    return np.where(x < 0, small, 1.0) / (1.0 + small)


def _rsqrt(x: Array) -> Any:
    return 1.0 / np.sqrt(x)


def function(
    name: str,
    of_reals: Callable[..., Any],
    of_complex: Callable[..., Any] | None,
    accuracy: Accuracy,
    *,
    poles: Poles | None = None,
    monotone: Interval | None = None,
    quantized: Quantized = Quantized.ON_FLOATS,
) -> None:
    """Registers an operation by its function of real numbers and that of complex ones, if it has one."""

    @elementwise(name, quantized=quantized, accuracy=accuracy, poles=poles, monotone=monotone)
    def function(op: Operation, planner: Planner) -> Run:
        type = element_type(op.result.type)
        if is_float(type):
            if dtype_of(type) != F64:
                return held_to(op, type, computed(of_reals, type, wide=True))
            return held_to(op, type, forwards(of_reals) if accuracy.plain is None else in_steps(of_reals))
        if is_complex(type) and of_complex is not None:
            return held_to(op, type, computed(of_complex, type, wide=True))
        raise unsupported(op, type)


HARDEST = "of f64, {} at 6381956970095103 * 2**797, the float nearest to a multiple of pi / 2"

function("stablehlo.atan2", np.arctan2, complex_functions.atan2, Accuracy(1, 8))
function("stablehlo.cbrt", np.cbrt, complex_functions.cbrt, Accuracy(3, 5), monotone=EVERYWHERE)
function("stablehlo.cosine", np.cos, np.cos, Accuracy(1, 4, remark=HARDEST.format(8)))
function("stablehlo.exponential", np.exp, np.exp, Accuracy(1, 4), monotone=EVERYWHERE)
function("stablehlo.exponential_minus_one", np.expm1, np.expm1, Accuracy(1, 4), monotone=EVERYWHERE)
function("stablehlo.log", np.log, np.log, Accuracy(1, 4), poles=lambda x: x == 0, monotone=(0, inf))
function(
    "stablehlo.log_plus_one",
    np.log1p,
    complex_functions.log_plus_one,
    Accuracy(1, 4),
    poles=lambda x: x == -1,
    monotone=(-1, inf),
)
function("stablehlo.logistic", _logistic, complex_functions.logistic, Accuracy(1, 6, plain=2), monotone=EVERYWHERE)
function("stablehlo.rsqrt", _rsqrt, complex_functions.rsqrt, Accuracy(1, 6, plain=2), poles=lambda x: x == 0)
function("stablehlo.sine", np.sin, np.sin, Accuracy(1, 4))
function("stablehlo.tan", np.tan, np.tan, Accuracy(1, 6, remark=HARDEST.format(15)))
function("stablehlo.tanh", np.tanh, np.tanh, Accuracy(2, 5), monotone=EVERYWHERE)


@elementwise("stablehlo.sqrt", accuracy=Accuracy(CORRECT, 3), monotone=(0, inf))
def sqrt(op: Operation, planner: Planner) -> Run:
    type = element_type(op.result.type)
    if not is_float(type) and not is_complex(type):
        raise unsupported(op, type)
    return held_to(op, type, computed(np.sqrt, type, wide=is_complex(type)))
