"""scatter: where several updates land on an element, their order is the implementation's."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.execution.blocks import PlannedStep
from interpreter.kernels.scatter import ScatterPlan
from interpreter.possible.evaluate import Evaluation, ScatterRun, nominal
from interpreter.possible.registry import Values, always, rule
from interpreter.possible.scatter import open_scatter
from interpreter.possible.values import Possible


@rule("stablehlo.scatter", opens=always, descends=True)
def scatter(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
    if evaluation.leaves_open(step.regions[0].block) or any(isinstance(x, tuple) for x in captured[0]):
        return evaluation.unknown(step, operands, captured)
    plan = step.run
    assert isinstance(plan, ScatterPlan)
    possible = [x if isinstance(x, Possible) else Possible(x) for x in operands]
    results = open_scatter(plan, possible, captured[0], evaluation.options, evaluation.choices)
    scattered = ScatterRun(step, [nominal(x) for x in operands], [nominal(x) for x in captured[0]], results)
    evaluation.scatters[id(step.op)] = scattered
    return results
