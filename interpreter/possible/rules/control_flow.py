"""Branches, loops, calls, and what only passes values on, of possible values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.errors import HlogenError
from hlogen.ir import Block, IntegerType, Operation, TensorType, TupleType, Type
from interpreter.execution.blocks import PlannedStep
from interpreter.execution.control_flow import Branch, Call
from interpreter.execution.semantics import Flow
from interpreter.possible.evaluate import Evaluation, all_unknown, nominal
from interpreter.possible.registry import Value, Values, rule
from interpreter.possible.rules.elementwise import of_elements
from interpreter.possible.values import SET, Possible
from interpreter.values.attributes import integer


@rule("stablehlo.if", "stablehlo.case", descends=True)
def branches(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Flow:
    """Where a set of two branches is open, both run, and each result is either's; else nothing is known of them."""
    (index,) = operands
    assert isinstance(step.run, Branch)
    numbers = step.run.numbers(nominal(index).reshape(1))
    results = yield step.regions[numbers[0]].block, [*captured[numbers[0]]], evaluation
    if not isinstance(index, Possible):
        return results
    found = index.open
    candidates = sorted({int(n) for n in step.run.numbers(found.values)}) if found is not None else []
    if found is None or not len(found.values) or found.kind[0] != SET or len(candidates) > 2:
        return [all_unknown(nominal(result)) for result in results]
    if len(candidates) == 1:
        return results
    other = candidates[1] if candidates[0] == numbers[0] else candidates[0]
    try:
        others = yield step.regions[other].block, [*captured[other]], evaluation
    except HlogenError:  # this order doesn't get to the end of the program
        return [all_unknown(nominal(result)) for result in results]
    is_taken = Possible(
        np.asarray(True), found.with_values(np.asarray([n == numbers[0] for n in step.run.numbers(found.values)]))
    )
    types = [result.type for result in step.op.results]
    limit = evaluation.options.limit
    triples = zip(types, results, others, strict=True)
    return [_either(type, is_taken, first, second, limit) for type, first, second in triples]


def _either(type: Type, is_first: Possible, first: Value, second: Value, limit: int) -> Value:
    """What is the one or the other, as `select` has it."""
    if isinstance(type, TupleType):
        parts = zip(type.element_types, first, second, strict=True)
        return tuple(_either(part, is_first, one, other, limit) for part, one, other in parts)
    result = nominal(first)
    if not isinstance(type, TensorType):
        return first
    if result.shape != nominal(second).shape:
        return all_unknown(result)
    select = Operation("stablehlo.select", Block([TensorType((), IntegerType(1)), type, type]).arguments, [type])
    return of_elements(select, np.where, [is_first, first, second], result, limit)


@rule("stablehlo.while", descends=True)
def while_(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Flow:
    cond, body = step.regions
    state = list(operands)
    while True:
        (goes_on,) = yield cond.block, [*state, *captured[0]], evaluation
        if isinstance(goes_on, Possible):
            return evaluation.unknown(step, state, captured)
        if not goes_on:
            return state
        state = yield body.block, [*state, *captured[1]], evaluation


@rule("func.call", "stablehlo.composite", descends=True)
def call(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Flow:
    assert isinstance(step.run, Call)
    if step.run.check is not None:
        step.run.check(*map(nominal, operands))
    return (yield step.regions[0].block, [*operands], evaluation)


@rule("stablehlo.optimization_barrier", "sdy.sharding_constraint", "@Sharding")
def optimization_barrier(
    evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]
) -> Values:
    return list(operands)


@rule("stablehlo.custom_call")
def custom_call(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
    """Of what a target gives, nothing is known."""
    return evaluation.unknown(step, operands, captured)


@rule("stablehlo.tuple")
def tuple_(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
    return [tuple(operands)]


@rule("stablehlo.get_tuple_element")
def get_tuple_element(
    evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]
) -> Values:
    return [operands[0][integer(step.op, "index")]]
