"""What a wrong element of a scatter's result looks like: a missing update, one that came twice, none at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from interpreter.kernels.scatter import ScatterPlan
from interpreter.possible.evaluate import Evaluation, ScatterRun, nominal
from interpreter.possible.registry import Value
from interpreter.values.array import Array
from interpreter.values.same import is_same

# With more updates on one element, leaving out or repeating each of them in turn takes too long.
MOST_UPDATES = 32


def hint(evaluation: Evaluation, value: Value, position: int, given: Array, tolerance: float) -> str:
    """What `given`, found at this position of `value`, looks like; empty where `value` isn't a scatter's result.

    `tolerance` is how far a sum may be off and still be taken for the one it looks like.
    """
    for scattered in evaluation.scatters.values():
        for number, result in enumerate(scattered.results):
            if result.nominal is nominal(value):
                with np.errstate(all="ignore"):
                    return _looks_like(scattered, number, position, given, tolerance)
    return ""


def _looks_like(scattered: ScatterRun, number: int, position: int, given: Array, tolerance: float) -> str:
    landed, olds = landing_of(scattered)
    arrived = np.flatnonzero(landed.rows == position)
    old = [x.reshape(-1)[position] for x in olds]

    def is_given(found: Any) -> bool:
        if bool(is_same(np.asarray(found), given)):
            return True
        return tolerance > 0 and bool(abs(float(found) - float(given)) <= tolerance)

    if not len(arrived):
        return "no update lands here"
    if is_given(old[number]):
        return "this is the old value, as if no update had landed"
    if len(arrived) > MOST_UPDATES:
        return ""
    assert isinstance(scattered.step.run, ScatterPlan)
    pieces = [[piece[i] for piece in landed.pieces] for i in arrived]
    numbers = landed.piece_numbers[arrived]
    shape = landed.landing.update_shape
    for i in range(len(pieces)):
        at = [int(x) for x in np.unravel_index(int(numbers[i]), shape)]
        if is_given(_folded(scattered, old, pieces[:i] + pieces[i + 1 :])[number]):
            return f"as if the update at {at} had been lost"
        if is_given(_folded(scattered, old, pieces[: i + 1] + pieces[i:])[number]):
            return f"as if the update at {at} had been applied twice"
    return ""


def landing_of(scattered: ScatterRun) -> tuple[Any, list[Array]]:
    """Where each update landed, element by element, and the old values."""
    plan = scattered.step.run
    assert isinstance(plan, ScatterPlan)
    if not scattered.found:
        olds = plan.converted_inputs(scattered.operands)
        scattered.found.append((plan.landed(olds, scattered.operands).by_element(), olds))
    landed, olds = scattered.found[0]
    return landed, olds


def _folded(scattered: ScatterRun, old: Sequence[Any], updates: Sequence[Sequence[Any]]) -> Sequence[Any]:
    """The update computation on one element after the other."""
    plan = scattered.step.run
    assert isinstance(plan, ScatterPlan)
    values = [np.asarray(x) for x in old]
    before, plan.body.captured.values = plan.body.captured.values, scattered.captured
    try:
        for update in updates:
            values = [np.asarray(x) for x in plan.body(*values, *map(np.asarray, update))]
    finally:
        plan.body.captured.values = before
    return values
