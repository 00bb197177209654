"""Operations that only move elements: the kernel moves the numbers of open elements, and these say what is open where.

Where an operand that says what goes where is itself open, so is everything it may have moved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from interpreter.execution.blocks import PlannedStep
from interpreter.possible.evaluate import Evaluation, nominal
from interpreter.possible.registry import Value, Values, rule, without
from interpreter.possible.rules.elementwise import elementwise
from interpreter.possible.values import Open, Possible, joined
from interpreter.values.array import Array, as_array

# The operands whose elements are moved; the others say how. All of them where there is no entry.
_MOVED = {
    "stablehlo.broadcast_in_dim": (0,),
    "stablehlo.dynamic_broadcast_in_dim": (0,),
    "stablehlo.reshape": (0,),
    "stablehlo.dynamic_reshape": (0,),
    "stablehlo.transpose": (0,),
    "stablehlo.slice": (0,),
    "stablehlo.reverse": (0,),
    "stablehlo.pad": (0, 1),
    "stablehlo.dynamic_pad": (0, 1),
    "stablehlo.dynamic_slice": (0,),
    "stablehlo.dynamic_update_slice": (0, 1),
    "stablehlo.dynamic_gather": (0,),
}


@rule(*_MOVED)
def movement(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
    return [moved(evaluation, step, operands, _MOVED[step.op.name])]


@rule("stablehlo.concatenate")
def concatenate(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
    return [moved(evaluation, step, operands, range(len(operands)))]


@rule("stablehlo.select")
def select(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
    if isinstance(operands[0], Possible):
        return elementwise(evaluation, step, operands, captured)
    return [moved(evaluation, step, operands, (1, 2))]


@rule("stablehlo.get_dimension_size")
def get_dimension_size(
    evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]
) -> Values:
    return evaluation.plain(step, operands, captured)


def moved(evaluation: Evaluation, step: PlannedStep, operands: Values, data: Sequence[int]) -> Value:
    """The result of a step that moves elements of the operands `data`, as the others say."""
    if any(isinstance(x, Possible) for i, x in enumerate(operands) if i not in data):
        return evaluation.unknown(step, operands, ())[0]
    result = as_array(step.run(*map(nominal, operands)))
    parts = {i: x.open for i, x in enumerate(operands) if isinstance(x, Possible) and x.open is not None}
    return Possible(result, moved_open(step.run, operands, parts, data))


def moved_open(run: Callable[..., Array], operands: Values, parts: dict[int, Open], data: Sequence[int]) -> Open | None:
    """What is open in the result of `run`, which moves elements of the operands `data`, of which `parts` are open."""
    together, numbers, first = [], [nominal(x) for x in operands], 0
    for i in data:
        shape = numbers[i].shape
        if i not in parts:
            numbers[i] = np.broadcast_to(np.int64(-1), shape)
            continue
        marks = np.full(numbers[i].size, -1)
        marks[parts[i].positions] = np.arange(first, first + len(parts[i]))
        numbers[i] = marks.reshape(shape)
        first += len(parts[i])
        together.append(parts[i])
    marks = np.asarray(run(*numbers)).reshape(-1)
    positions = np.flatnonzero(marks >= 0)
    return picked(together, marks[positions], positions)


def picked(parts: Sequence[Open], entries: Array, positions: Array) -> Open | None:
    """The elements of these numbers, counted through all `parts`, at these positions, which ascend."""
    first, pieces = 0, []
    for part in parts:
        here = (entries >= first) & (entries < first + len(part))
        if here.all():
            return part.taken(entries - first, positions) if len(entries) else None
        pieces.append(part.taken(entries[here] - first, positions[here]))
        first += len(part)
    return joined(pieces)


without("stablehlo.iota", because="it takes nothing that could be open")
without("stablehlo.dynamic_iota", because="what it takes is the shape of its result, and open shapes aren't followed")
without("stablehlo.after_all", because="a token has no elements")
