"""Exponentials, logarithms, roots and trigonometry, element by element (spec: exponential, log, sine, tanh ...).

All but `sqrt` of real numbers run in f64 or complex128, so for narrower types a result is the exact one rounded, up to
one unit in the last place in rare cases. A `result_accuracy` is met, or refused; docs/accuracy.md says how exact each
operation is, and the specification promises nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hlogen.ir import Operation, dtype_of
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Poles
from interpreter.kernels import complex_functions
from interpreter.kernels.accuracy import held_to
from interpreter.kernels.elementwise import elementwise
from interpreter.kernels.numerics import F64, computed, element_type, in_steps, is_complex, is_float, unsupported
from interpreter.kernels.registry import Planner
from interpreter.kernels.working import of_elements
from interpreter.values.array import Array


def _logistic(x: Array) -> Any:
    """1 / (1 + exp(-x)), without overflow for large negative x."""
    small = np.exp(-np.abs(x))
    return np.where(x < 0, small, 1.0) / (1.0 + small)


def _rsqrt(x: Array) -> Any:
    return 1.0 / np.sqrt(x)


# The operations by name: the function of real numbers, and that of complex ones.
FUNCTIONS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "atan2": (np.arctan2, complex_functions.atan2),
    "cbrt": (np.cbrt, complex_functions.cbrt),
    "cosine": (np.cos, np.cos),
    "exponential": (np.exp, np.exp),
    "exponential_minus_one": (np.expm1, np.expm1),
    "log": (np.log, np.log),
    "log_plus_one": (np.log1p, complex_functions.log_plus_one),
    "logistic": (_logistic, complex_functions.logistic),
    "rsqrt": (_rsqrt, _rsqrt),
    "sine": (np.sin, np.sin),
    "tan": (np.tan, np.tan),
    "tanh": (np.tanh, np.tanh),
}
IN_STEPS = ("stablehlo.logistic", "stablehlo.rsqrt", "chlo.bessel_i1e", "chlo.digamma", "chlo.polygamma", "chlo.zeta")


def transcendental(op: Operation, planner: Planner) -> Run:
    return computed_function(op, *FUNCTIONS[op.name.removeprefix("stablehlo.")])


# Where they are infinite of finite operands.
_POLES: dict[str, Poles] = {
    "log": lambda x: x == 0,
    "log_plus_one": lambda x: x == -1,
    "rsqrt": lambda x: x == 0,
}
for _name in FUNCTIONS:
    elementwise(f"stablehlo.{_name}", chunked=True, poles=_POLES.get(_name))(transcendental)


def computed_function(op: Operation, of_reals: Callable[..., Any], of_complex: Callable[..., Any] | None) -> Run:
    """The plan of an operation given by its function of real numbers and that of complex ones, if it has one."""
    type = element_type(op.result.type)
    if is_float(type):
        if op.name in IN_STEPS and dtype_of(type) == F64:
            of_reals = in_steps(of_reals)
        return held_to(op, type, computed(of_reals, type, wide=True))
    if is_complex(type) and of_complex is not None:
        return held_to(op, type, computed(of_complex, type, wide=True))
    raise unsupported(op, type)


@elementwise("stablehlo.sqrt", memory=of_elements)
def sqrt(op: Operation, planner: Planner) -> Run:
    type = element_type(op.result.type)
    return held_to(op, type, computed(np.sqrt, type, wide=is_complex(type)))
