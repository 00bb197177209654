"""Communication among processes. An evaluation over all orders is of one process: alone, it gets its own value back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from interpreter.execution.blocks import PlannedStep
from interpreter.possible.evaluate import Evaluation, all_unknown, nominal
from interpreter.possible.registry import Value, Values, rule, without
from interpreter.values.array import Array
from interpreter.values.same import is_same

without(
    "stablehlo.async_done",
    "stablehlo.async_start",
    "stablehlo.infeed",
    "stablehlo.outfeed",
    "stablehlo.recv",
    "stablehlo.send",
    because="what goes to others and comes from them isn't followed",
)
without("stablehlo.partition_id", "stablehlo.replica_id", because="it takes nothing that could be open")


@rule(
    "stablehlo.all_gather",
    "stablehlo.all_reduce",
    "stablehlo.all_to_all",
    "stablehlo.collective_broadcast",
    "stablehlo.collective_permute",
    "stablehlo.collective_reduce",
    "stablehlo.reduce_scatter",
)
def alone(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
    """A plain run refuses groups with other processes, so that what is open stays as it was."""
    results = evaluation.plain(step, operands, captured)
    return [_same_or_unknown(value, result) for value, result in zip(operands, results, strict=True)]


def _same_or_unknown(operand: Value, result: Array) -> Value:
    own = np.asarray(nominal(operand))
    is_own = own.dtype == result.dtype and own.shape == result.shape and bool(is_same(own, result).all())
    return operand if is_own else all_unknown(result)
