"""Operations that tell one NaN from another: its sign and its bits are nobody's promise."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.ir import Operation, TensorType
from interpreter.execution.blocks import PlannedStep
from interpreter.kernels.numerics import is_complex, is_float
from interpreter.possible.evaluate import Evaluation, nominal
from interpreter.possible.registry import Values, rule
from interpreter.possible.rules.elementwise import but_for, elementwise
from interpreter.possible.values import Possible
from interpreter.values.attributes import enum
from interpreter.values.same import is_nan


def _takes_floats(op: Operation) -> bool:
    type = op.operands[0].type
    return isinstance(type, TensorType) and (is_float(type.element_type) or is_complex(type.element_type))


def _compares_totally(op: Operation) -> bool:
    return _takes_floats(op) and enum(op, "compare_type", "FLOAT") == "TOTALORDER"


@rule("stablehlo.compare", opens=_compares_totally)
def compare(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
    if not _compares_totally(step.op):
        return elementwise(evaluation, step, operands, captured)
    return _unless_nan(evaluation, step, operands, captured)


@rule("stablehlo.bitcast_convert", opens=_takes_floats)
def bitcast_convert(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
    if not _takes_floats(step.op):
        return elementwise(evaluation, step, operands, captured)
    return _unless_nan(evaluation, step, operands, captured)


def _unless_nan(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
    """As of any elements, but unknown where one may be NaN."""
    nan = np.logical_or.reduce([_may_be_nan(x) for x in operands])
    return but_for(nan, evaluation, step, operands, captured)


def _may_be_nan(operand: object) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    found = is_nan(nominal(operand)).copy()
    if isinstance(operand, Possible) and operand.open is not None:
        opened = operand.open
        owner = np.repeat(opened.positions, opened.counts)
        found.reshape(-1)[owner[is_nan(opened.values)]] = True
        found.reshape(-1)[opened.positions[opened.may_be_nan]] = True
    return found
