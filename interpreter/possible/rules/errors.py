"""Errors of which the specification leaves the result to the implementation: integers divided by zero, numbers beyond
the type that they are converted to.

Integers that wrap aren't among them: everybody's do.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.ir import DenseElements, IntegerType, Operation
from interpreter.execution.blocks import PlannedStep
from interpreter.kernels.numerics import element_type, is_boolean, is_float, is_integer
from interpreter.possible.evaluate import Evaluation, nominal
from interpreter.possible.registry import Values, rule
from interpreter.possible.rules.elementwise import but_for, elementwise


def _divides_integers(op: Operation) -> bool:
    """Whether they are integers, and not by a constant that always works."""
    divisor = op.operands[1].owner
    value = divisor.attributes.get("value") if isinstance(divisor, Operation) else None
    if isinstance(value, DenseElements) and not np.isin(value.array, (0, -1)).any():
        return False
    return is_integer(element_type(op.result.type))


def _leaves_floats(op: Operation) -> bool:
    target = element_type(op.result.type)
    return is_float(element_type(op.operands[0].type)) and is_integer(target) and not is_boolean(target)


@rule(
    "stablehlo.divide",
    "stablehlo.remainder",
    opens=_divides_integers,
    because="the specification leaves to the implementation what an integer divided by zero is, and the lowest by -1",
)
def division(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
    if not _divides_integers(step.op):
        return elementwise(evaluation, step, operands, captured)
    type, (dividend, divisor) = _type(step.op), map(nominal, operands)
    lost = divisor == 0
    if not type.is_unsigned:
        lost |= (dividend.astype(np.int64) == type.minimum) & (divisor.astype(np.int64) == -1)
    return but_for(lost, evaluation, step, operands, captured)


@rule(
    "stablehlo.convert",
    opens=_leaves_floats,
    because="the specification doesn't say what a float becomes that the integer type hasn't",
)
def convert(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
    if not _leaves_floats(step.op):
        return elementwise(evaluation, step, operands, captured)
    type = _type(step.op)
    value = np.trunc(nominal(operands[0]).astype(np.float64))
    is_inside = (value >= type.minimum) & (value < float(type.maximum) + 1)  # the limit itself may not be a float
    return but_for(~is_inside, evaluation, step, operands, captured)


def _type(op: Operation) -> IntegerType:
    type = element_type(op.result.type)
    assert isinstance(type, IntegerType)
    return type
