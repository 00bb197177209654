"""Facts of elementwise operations: the rule of each, and what all have in common."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from hlogen.analysis.fact import (
    Fact,
    fact_of,
    fact_of_array,
    fitted,
    in_words,
    no_elements,
)
from hlogen.analysis.range import ZERO
from hlogen.analysis.registry import Row
from hlogen.analysis.view import View, integer_type, is_analysed, shape_of
from hlogen.ir import Shape


def elementwise_fact(row: Row, view: View) -> Fact:
    """The fact of a result whose elements depend on the operands' elements at the same place."""
    if not all(is_analysed(operand.type) for operand in view.operation.operands):
        return view.unknown()
    operands = [operand_fact(view, number) for number in range(len(view.operation.operands))]
    return result_fact(row, view, operands)


def result_fact(row: Row, view: View, operands: Sequence[Fact]) -> Fact:
    """What is known of the result, if `operands` is known of the operands."""
    assert row.elementwise is not None
    if any(operand.is_empty for operand in operands):
        return no_elements(view.shape)
    exact: Fact = row.elementwise(view.operation, *operands)
    if exact.is_empty or exact.constant is not None:
        return fitted(exact, view.type)
    if row.fold is not None and exact.range.value is None and exact.range.fits(view.type):
        folded = _folded(row, view, operands)
        if folded is not None:
            return folded
    # Equal operands give equal results.
    is_constant = [all(steps == ZERO for steps in each) for each in zip(*(x.steps for x in operands), strict=True)]
    if any(now and step != ZERO for now, step in zip(is_constant, exact.steps, strict=True)):
        steps = [ZERO if now else step for now, step in zip(is_constant, exact.steps, strict=True)]
        exact = fact_of(exact.range, exact.shape, steps, exact.gap)
    return fitted(exact, view.type)


def operand_fact(view: View, number: int) -> Fact:
    """What is known of an operand, as if it had the result's shape: clamp and select also take scalars."""
    if shape_of(view.operation.operands[number].type) == () and view.shape != ():
        return spread(view.operand(number), view.shape)
    return view.operand(number, view.at)


def spread(scalar: Fact, shape: Shape) -> Fact:
    """What is known of a tensor that has a scalar everywhere."""
    return fact_of(scalar.range, shape, [ZERO] * len(shape))


def _folded(row: Row, view: View, operands: Sequence[Fact]) -> Fact | None:
    """The result itself, where all operands are constants."""
    arrays = []
    for fact, operand in zip(operands, view.operation.operands, strict=True):
        if fact.constant is None:
            return None
        arrays.append(in_words(fact.constant, integer_type(operand.type)))
    if not view.spend(prod(arrays[0].shape)):
        return None
    assert row.fold is not None
    with np.errstate(all="ignore"):
        result = row.fold(view.operation, *arrays)
    return None if result is None else fact_of_array(in_words(np.asarray(result), view.type))
