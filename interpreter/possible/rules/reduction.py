"""reduce, reduce_window, select_and_scatter: the implementation chooses the tree, and where initial values stand.

Any number of initial values may stand in that tree (spec: reduce). One that is neutral changes nothing. One that isn't
leaves open how often it counts: not at all or at least once where the body is idempotent, and any number of times, so
that nothing is known, where it isn't.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.execution.blocks import PlannedStep
from interpreter.kernels.bodies import comparison
from interpreter.kernels.reduction import known_body
from interpreter.possible.evaluate import Evaluation, all_unknown, nominal
from interpreter.possible.reductions import Reduction
from interpreter.possible.registry import Values, always, rule
from interpreter.possible.trees import of_all_trees
from interpreter.possible.values import Possible
from interpreter.values.same import is_nan


@rule(
    "stablehlo.reduce",
    "stablehlo.reduce_window",
    "stablehlo.select_and_scatter",
    opens=always,
    because="all trees of many elements are too many to try, and there are bounds for sums of floats from 0 and for "
    "extrema alone, of elements that have bounds themselves",
)
def reduction(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
    results = evaluation.plain(step, operands, captured)
    data, init = (1, 2) if step.op.name == "stablehlo.select_and_scatter" else (0, 1)
    are_closed = not any(isinstance(x, Possible) for x in operands)
    body = known_body(step.op.regions[-1]) if _is_understood(step, operands) else None
    if body is None or any(isinstance(x, Possible) for i, x in enumerate(operands) if i != data):
        found = of_all_trees(evaluation, step, operands, captured, results) if are_closed else None
        return [all_unknown(result) for result in results] if found is None else found
    reduced = Reduction(step, body, operands, data, init, results[0])
    if not are_closed:
        return [reduced.of_open()]
    closed = reduced.of_closed()
    if closed.open is None or not reduced.depends_on_grouping:
        return [closed]
    found = of_all_trees(evaluation, step, operands, captured, results)
    return [closed] if found is None else found


def _is_understood(step: PlannedStep, operands: Values) -> bool:
    """Whether it combines numbers of one input, taken in a way that no order decides."""
    if len(step.results) != 1:
        return False
    if step.op.name != "stablehlo.select_and_scatter":
        return True
    found = comparison(step.op.regions[0])
    return found is not None and found.is_of_elements and not is_nan(nominal(operands[0])).any()
