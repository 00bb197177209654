"""Where an operation's exact result is out of the range of its type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hlogen.ir import ComplexType, FloatType, IntegerType, Operation, TensorType
from interpreter.debug.statistics import is_floating
from interpreter.kernels.registry import kernels
from interpreter.values.array import Array

# Where these give infinities of finite operands, the exact result has none: poles, and what is cut off on purpose.
_POLES = frozenset(
    {
        *("stablehlo.log", "stablehlo.log_plus_one", "stablehlo.rsqrt", "stablehlo.atan2", "stablehlo.tan"),
        *("chlo.atanh", "chlo.lgamma", "chlo.digamma", "chlo.polygamma", "chlo.zeta", "chlo.erf_inv"),
        *("stablehlo.bitcast_convert", "stablehlo.rng", "stablehlo.rng_bit_generator", "stablehlo.custom_call"),
        *("stablehlo.infeed", "stablehlo.recv"),
    }
)


def overflowed(op: Operation, operands: Sequence[Any], result: Array) -> Array | None:
    """The elements that are out of range; None where the operation has none, or isn't looked at."""
    type = op.results[0].type
    element = type.element_type if isinstance(type, TensorType) else None
    if isinstance(element, IntegerType) and not element.is_boolean:
        return _of_integers(op, operands, result, element)
    if isinstance(element, (FloatType, ComplexType)):
        return _of_floats(op, operands, result)
    return None


def aligned(x: Array, result: Array) -> Array | None:
    """An elementwise operation's operand in the shape of its result; lanes, where only one has them, are in front."""
    if x.shape != result.shape and 0 < x.ndim < result.ndim and x.shape[0] == result.shape[0]:
        x = x.reshape(x.shape + (1,) * (result.ndim - x.ndim))
    try:
        return np.broadcast_to(x, result.shape)
    except ValueError:
        return None


def _of_floats(op: Operation, operands: Sequence[Any], result: Array) -> Array | None:
    if not is_floating(result) or op.name in _POLES:
        return None
    wrong = np.asarray(np.isinf(result))
    if op.name == "stablehlo.convert":  # a type without infinities has NaN instead, or neither
        wrong = wrong | np.asarray(np.isnan(result))
    floats = [x for x in operands if is_floating(x)]
    if not wrong.any():
        return None
    if not kernels()[op.name].elementwise:
        return wrong if all(np.isfinite(x).all() for x in floats) else None
    for x in floats:
        fitted = aligned(np.asarray(np.isfinite(x)), result)
        if fitted is None:
            return None
        wrong = wrong & fitted
    # a quotient by zero, or zero to a negative power, is no finite number
    at_pole = {"stablehlo.divide": 1, "stablehlo.power": 0}.get(op.name)
    if at_pole is not None:
        pole = aligned(np.asarray(operands[at_pole] == 0), result)
        wrong = wrong if pole is None else wrong & ~pole
    return wrong


def _of_integers(op: Operation, operands: Sequence[Any], result: Array, element: IntegerType) -> Array | None:
    compute = _EXACT.get(op.name.partition(".")[2])
    if compute is None or not op.name.startswith("stablehlo."):
        return None
    if op.name == "stablehlo.convert" and is_floating(operands[0]):
        number = np.asarray(operands[0]).astype(np.float64)
        return np.asarray(~((number > element.minimum - 1.0) & (number < element.maximum + 1.0)))
    if not all(isinstance(x, np.ndarray) for x in operands):
        return None
    if element.width < 32:  # exact in 64 bits
        exact = compute(*(x.astype(np.int64) for x in operands))
        return np.asarray((exact < element.minimum) | (exact > element.maximum))
    # in floats first: only what comes close to a limit is done again with Python's integers
    about = np.asarray(compute(*(x.astype(np.float64) for x in operands)))
    margin = 1e-9 * (element.maximum - element.minimum)
    is_close = (about < element.minimum + margin) | (about > element.maximum - margin)
    if not is_close.any():
        return None
    exact = np.asarray(compute(*(x.astype(object) for x in operands)))
    return np.asarray((exact < element.minimum) | (exact > element.maximum)).astype(bool)


_EXACT: dict[str, Any] = {
    "add": lambda x, y: x + y,
    "subtract": lambda x, y: x - y,
    "multiply": lambda x, y: x * y,
    "negate": lambda x: -x,
    "abs": abs,
    "convert": lambda x: x,
}
