"""Operations of which the specification promises no exact result: whatever they give is unknown.

It leaves random numbers to the implementation, and defines transforms and decompositions over real numbers: in which
order floats are added and where they are rounded is open. The sums of batch_norm are reductions, in any tree.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.evaluate import Step
from interpreter.possible.evaluate import Evaluation
from interpreter.possible.registry import Values, always, rule


@rule(
    "stablehlo.batch_norm_grad",
    "stablehlo.batch_norm_training",
    "stablehlo.cholesky",
    "stablehlo.fft",
    "stablehlo.rng",
    "stablehlo.rng_bit_generator",
    "stablehlo.triangular_solve",
    opens=always,
)
def unpromised(evaluation: Evaluation, step: Step, operands: Values, captured: Sequence[Values]) -> Values:
    return evaluation.unknown(step, operands, captured)
