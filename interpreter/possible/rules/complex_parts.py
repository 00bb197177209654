"""Real parts, imaginary parts and moduli of complex numbers, of which bounds are those of the parts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.ir import FloatType
from interpreter.execution.blocks import PlannedStep
from interpreter.possible.boxes import Box, widened
from interpreter.possible.evaluate import Evaluation
from interpreter.possible.registry import Values, rule
from interpreter.possible.rules.elementwise import elementwise
from interpreter.possible.values import INTERVAL, Open, Possible, intervals, joined
from interpreter.values.array import Array
from interpreter.values.attributes import tensor_type


@rule("stablehlo.abs", "stablehlo.imag", "stablehlo.real")
def part(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
    """Sets and real numbers as any elementwise operation has them."""
    (result,) = elementwise(evaluation, step, operands, captured)
    (operand,) = operands
    type = tensor_type(step.op.result).element_type
    found = operand.open if isinstance(operand, Possible) else None
    if found is None or found.low.dtype.kind != "c" or not isinstance(type, FloatType):
        return [result]
    bounded = found.taken(np.flatnonzero(found.kind == INTERVAL))
    low, high = _bounds(step.op.name, bounded, type)
    bounds = intervals(bounded.positions, low, high, bounded.may_be_nan, origin=bounded.origin)
    rest = result.open
    if rest is not None:
        rest = rest.taken(np.flatnonzero(~np.isin(rest.positions, bounded.positions)))
    return [Possible(result.nominal, joined([bounds] if rest is None else [bounds, rest]))]


def _bounds(name: str, found: Open, type: FloatType) -> tuple[Array, Array]:
    low, high = found.low, found.high
    if name != "stablehlo.abs":
        return (low.real, high.real) if name == "stablehlo.real" else (low.imag, high.imag)
    sizes = [_size(low.real, high.real), _size(low.imag, high.imag)]
    nearest, farthest = (np.hypot(*ends) for ends in zip(*sizes, strict=True))
    around = widened(Box(nearest, farthest, found.may_be_nan, found.may_be_nan), type)
    return np.maximum(around.low, 0), around.high


def _size(low: Array, high: Array) -> tuple[Array, Array]:
    """The least and the greatest absolute value between bounds."""
    crosses = (low < 0) & (high > 0)
    ends = np.abs(low), np.abs(high)
    return np.where(crosses, 0, np.minimum(*ends)).astype(low.dtype), np.maximum(*ends)
