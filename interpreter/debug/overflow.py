"""Where an operation's exact result is out of the range of its type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hlogen.ir import ComplexType, FloatType, IntegerType, Operation, TensorType
from interpreter.kernels.registry import kernels
from interpreter.values.array import Array
from interpreter.values.made import INFINITY, aligned, cut_off_outside, is_floating, made, wrapped


def overflowed(op: Operation, operands: Sequence[Any], result: Array) -> Array | None:
    """The elements that are out of range; None where the operation has none, or isn't looked at."""
    type = op.results[0].type
    element = type.element_type if isinstance(type, TensorType) else None
    if isinstance(element, IntegerType) and not element.is_boolean:
        return _of_integers(op, operands, element)
    if isinstance(element, (FloatType, ComplexType)):
        return _of_floats(op, operands, result)
    return None


def _of_floats(op: Operation, operands: Sequence[Any], result: Array) -> Array | None:
    traits = kernels()[op.name].traits
    if not is_floating(result):
        return None
    met = traits.by_element(op, operands)
    wrong = made(INFINITY, result, met or operands, by_element=met is not None)
    if op.name == "stablehlo.convert":  # a type without infinities has NaN instead, or neither
        nan = np.asarray(np.isnan(result) & np.isfinite(operands[0]))
        wrong = nan if wrong is None else wrong | nan
    if wrong is not None and traits.poles is not None:
        at_poles = aligned(np.asarray(traits.poles(*(met or operands))), result)
        wrong = wrong if at_poles is None else wrong & ~at_poles
    return wrong


def _of_integers(op: Operation, operands: Sequence[Any], element: IntegerType) -> Array | None:
    if op.name == "stablehlo.convert" and is_floating(operands[0]):
        return cut_off_outside(operands[0], element.minimum, element.maximum)
    traits = kernels()[op.name].traits
    met = traits.by_element(op, operands)
    if traits.exact is None or met is None:
        return None
    return wrapped(traits.exact, [x if x.dtype.isbuiltin == 1 else x.astype(np.int8) for x in met], element)
