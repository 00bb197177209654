"""What a reduction of a few elements may give, by applying its body in every binary tree."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

import numpy as np

from interpreter.execution.blocks import PlannedStep
from interpreter.execution.regions import RegionPlan
from interpreter.kernels.reduction import body_types, to_body_types
from interpreter.possible.evaluate import Evaluation
from interpreter.possible.registry import Value, Values
from interpreter.possible.tidy import without_repeats
from interpreter.possible.values import Possible, sets
from interpreter.values.array import Array
from interpreter.values.attributes import integers
from interpreter.values.same import is_same

Tuple: TypeAlias = "tuple[Array, ...]"

# How many values are worked on at once, at most.
_MOST_VALUES = 1 << 22


def of_all_trees(
    evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values], results: Values
) -> list[Value] | None:
    """The results of a `reduce`, over all trees; None where there are too many, or initial values aren't neutral."""
    count = len(results)
    shape = operands[0].shape
    if step.op.name != "stablehlo.reduce":
        return None
    dimensions = tuple(sorted(integers(step.op, "dimensions")))
    kept = [d for d in range(len(shape)) if d not in dimensions]
    size = int(np.prod([shape[d] for d in dimensions]))
    if not 0 < size <= 8 or _trees(size) > evaluation.options.limit:
        return None
    if _trees(size) * results[0].size > _MOST_VALUES:
        return None
    to_body = to_body_types(step.op, body_types(step.op.regions[0], count))
    converted = [convert(x) for convert, x in zip(to_body, operands, strict=True)]
    elements = [x.transpose((*dimensions, *kept)).reshape(size, -1) for x in converted[:count]]
    body = RegionPlan(step.regions[0].block)
    body.captured.values = captured[0]
    lanes = elements[0].shape[1]
    if not lanes:
        return list(results)
    inits = tuple(np.full(lanes, init) for init in converted[count:])
    segments = {(i, i + 1): [tuple(x[i] for x in elements)] for i in range(size)}
    for length in range(2, size + 1):
        for start in range(size - length + 1):
            end = start + length
            segments[start, end] = [
                body.lanes(*left, *right)
                for middle in range(start + 1, end)
                for left in segments[start, middle]
                for right in segments[middle, end]
            ]
    if not all(_is_neutral(body, inits, value) for found in segments.values() for value in found):
        return None
    source = np.arange(lanes) + evaluation.choices.take(lanes)
    trees = segments[0, size]
    return [
        _opened(result, np.stack([tree[i] for tree in trees], axis=1), source if count > 1 else None)
        for i, result in enumerate(results)
    ]


def _opened(result: Array, values: Array, source: Array | None) -> Possible:
    """`values` has a line for each element, of what every tree gives."""
    first = np.broadcast_to(values[:, :1], values.shape)
    places = np.flatnonzero(~is_same(values, first).all(axis=1))
    counts = np.full(len(places), values.shape[1])
    own = None if source is None else source[places]
    return Possible(result, without_repeats(sets(places, counts, values[places].reshape(-1), source=own, exact=True)))


def _is_neutral(body: RegionPlan, inits: Tuple, value: Tuple) -> bool:
    """Whether initial values on either side change nothing; of zeros, not even the sign."""
    before, after = body.lanes(*inits, *value), body.lanes(*value, *inits)
    pairs = (*zip(before, value, strict=True), *zip(after, value, strict=True))
    return all(is_same(x, y).all() for x, y in pairs)


@cache
def _trees(leaves: int) -> int:
    """How many binary trees have so many leaves."""
    return 1 if leaves == 1 else sum(_trees(left) * _trees(leaves - left) for left in range(1, leaves))
