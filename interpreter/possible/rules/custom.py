"""Composites and custom calls of which people say between what their results may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hlogen.custom import Said
from hlogen.errors import ExecutionError
from hlogen.ir import Operation
from interpreter.execution.blocks import PlannedStep
from interpreter.execution.semantics import Flow
from interpreter.possible.evaluate import Evaluation, all_unknown, nominal
from interpreter.possible.registry import TABLE, Rule, Value, Values
from interpreter.possible.values import Possible, intervals
from interpreter.values.array import Array


@TABLE.custom
def rule_of_said(words: Mapping[str, Said]) -> Rule | None:
    if "possible" not in words:
        return None
    said = words["possible"]

    def of_call(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
        return _bounded(said, step.op, operands, evaluation.plain(step, operands, captured))

    def of_composite(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Flow:
        results = yield step.regions[0].block, [*operands], evaluation
        return _bounded(said, step.op, operands, [nominal(result) for result in results])

    return of_call if said.options["of"].key.startswith("@") else of_composite


def _bounded(said: Said, op: Operation, operands: Values, results: Sequence[Any]) -> list[Value]:
    if any(isinstance(operand, Possible) for operand in operands):
        return [all_unknown(result) for result in results]
    given = said.rule(op, list(operands), list(results))
    if not isinstance(given, (tuple, list)) or len(given) != len(results):
        raise _error(said, op, f"gives {given!r}, expected a pair of bounds for each of {len(results)} results")
    return [_between(said, op, bounds, result) for bounds, result in zip(given, results, strict=True)]


def _between(said: Said, op: Operation, bounds: Any, result: Array) -> Value:
    if not isinstance(bounds, (tuple, list)) or len(bounds) != 2:
        raise _error(said, op, f"gives {bounds!r}, expected a pair of arrays: the least and the greatest values")
    low, high = (np.asarray(bound) for bound in bounds)
    for bound in (low, high):
        if bound.shape != result.shape or bound.dtype != result.dtype:
            what = f"{bound.dtype}{list(bound.shape)}"
            raise _error(said, op, f"gives a bound {what} for a result {result.dtype}{list(result.shape)}")
    if not ((low <= result) & (result <= high) | (result != result)).all():
        raise _error(said, op, "gives bounds that don't hold what the interpreter computes")
    open_ones = np.flatnonzero(low.reshape(-1) != high.reshape(-1))
    between = intervals(open_ones, low.reshape(-1)[open_ones], high.reshape(-1)[open_ones])
    return Possible(result, between) if len(open_ones) else result


def _error(said: Said, op: Operation, message: str) -> ExecutionError:
    return ExecutionError(f"the rule for what {op.called} may give {message}\n  rule: {said.place}\n  for: {op.place}")
