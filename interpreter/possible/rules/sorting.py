"""sort: without `is_stable`, equal elements may come in any order; of open elements, order statistics have bounds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.ir import Region
from interpreter.execution.blocks import BlockPlan, PlannedStep
from interpreter.execution.regions import RegionPlan
from interpreter.kernels.bodies import comparison
from interpreter.kernels.numerics import is_float
from interpreter.possible.boxes import box_of
from interpreter.possible.columns import columns_of
from interpreter.possible.evaluate import Evaluation, all_unknown, nominal
from interpreter.possible.registry import Value, Values, always, rule
from interpreter.possible.values import Possible, intervals, joined, ranges, sets, unknown
from interpreter.values.array import Array, as_array
from interpreter.values.attributes import integer, tensor_type
from interpreter.values.same import is_nan, is_same


@rule("chlo.top_k", opens=always)
def top_k(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
    """Of equal elements the first; what place NaN takes goes by its sign."""
    results = evaluation.plain(step, operands, captured)
    if isinstance(operands[0], Possible) or is_nan(operands[0]).any():
        return [all_unknown(result) for result in results]
    return results


@rule("stablehlo.sort", opens=always, descends=True)
def sort(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
    results = evaluation.plain(step, operands, captured)
    if not results[0].size or not results[0].ndim:
        return list(operands)
    comparator = RegionPlan(step.regions[0].block)
    comparator.captured.values = captured[0]
    is_open = any(isinstance(value, Possible) for value in captured[0])
    if is_open or _opens_anything(evaluation, step.regions[0].block) or _tells_nan_apart(comparator, operands):
        return [all_unknown(result) for result in results]
    dimension = integer(step.op, "dimension", -1) % results[0].ndim
    if any(isinstance(x, Possible) for x in operands):
        if len(operands) == 1 and _compares_elements(step.op.regions[0]):
            return [_of_bounds(step, operands[0], results[0], dimension)]
        return [all_unknown(result) for result in results]
    if step.op.attributes.get("is_stable") is True:
        return results
    if not _has_order(step.op.regions[0], operands):
        return [all_unknown(result) for result in results]
    return _of_equal(evaluation, comparator, results, dimension)


def _of_equal(evaluation: Evaluation, comparator: RegionPlan, results: Sequence[Array], dimension: int) -> list[Value]:
    """Equal elements stand next to each other: in each of their places, any of them may be.

    What stands in one place is a choice, the same for all results. That no element stands in two places isn't
    followed, so combinations of places aren't exact.
    """
    slices = [np.moveaxis(x, dimension, -1) for x in results]
    shape = slices[0].shape
    pairs = [x.reshape(-1) for y in slices for x in (y[..., :-1], y[..., 1:])]
    is_first = np.ones(shape, bool)
    is_first[..., 1:] = comparator.lanes(*pairs)[0].reshape(*shape[:-1], shape[-1] - 1)
    group = np.cumsum(is_first.reshape(-1)) - 1
    firsts, lengths = np.flatnonzero(is_first), np.bincount(group)
    source = np.arange(len(group)) + evaluation.choices.take(len(group))
    position = np.moveaxis(np.arange(len(group)).reshape(results[0].shape), dimension, -1).reshape(-1)
    found: list[Value] = []
    for result, elements in zip(results, slices, strict=True):
        flat = elements.reshape(-1)
        differs = np.zeros(len(lengths), bool)
        differs[group[~is_same(flat, flat[firsts][group])]] = True
        places = np.flatnonzero(differs[group])
        many = places[lengths[group[places]] > evaluation.options.limit]
        few = np.setdiff1d(places, many)
        values = flat[ranges(firsts[group[few]], lengths[group[few]])]
        opened = joined(
            [
                sets(position[few], lengths[group[few]], values, source=source[few], exact=False),
                unknown(position[many], flat.dtype),
            ]
        )
        found.append(Possible(result, opened and opened.taken(np.argsort(opened.positions))))
    return found


def _of_bounds(step: PlannedStep, operand: Possible, result: Array, dimension: int) -> Value:
    """The k-th of some numbers grows with each of them, so it lies between those of the bounds."""
    assert operand.open is not None
    places, (column,) = columns_of([operand], operand.nominal)
    box = box_of(column)
    low, high = operand.nominal.copy(), operand.nominal.copy()
    low.reshape(-1)[places], high.reshape(-1)[places] = box.low, box.high
    lost = ~box.known | box.may_be_nan
    marks = is_nan(operand.nominal).copy()  # in the order of indices, however the elements lie
    marks.reshape(-1)[places[lost]] = True
    is_lost = np.broadcast_to(marks.any(axis=dimension, keepdims=True), result.shape).reshape(-1)
    low, high = (as_array(step.run(x)).reshape(-1) for x in (low, high))
    is_certain = is_same(low, high) & (low != 0)  # bounds don't tell zeros apart
    where = np.flatnonzero(~is_certain & ~is_lost)
    origin = operand.open.origin[0]
    parts = [intervals(where, low[where], high[where]), unknown(np.flatnonzero(is_lost), result.dtype)]
    opened = joined(parts)
    return Possible(result, None if opened is None else opened.from_origin(origin))


def _opens_anything(evaluation: Evaluation, comparator: BlockPlan) -> bool:
    """Whether the comparator itself depends on an order; how it takes NaN is looked at by itself."""
    ops = [step.op for step in comparator.steps]
    return any(op.regions or (evaluation.opens(op) and op.name != "stablehlo.compare") for op in ops)


def _tells_nan_apart(comparator: RegionPlan, operands: Values) -> bool:
    """Whether there is NaN and the comparator goes by its sign, which the specification leaves open."""
    for i, operand in enumerate(operands):
        if not is_nan(nominal(operand)).any():
            continue
        pairs = [np.zeros(2, nominal(x).dtype) for x in operands for _ in range(2)]
        nan = np.array([np.nan, -np.nan]).astype(pairs[2 * i].dtype)
        pairs[2 * i], pairs[2 * i + 1] = nan, nan[::-1]
        if comparator.lanes(*pairs)[0].any():
            return True
    return False


def _has_order(comparator: Region, operands: Values) -> bool:
    """Whether the comparator puts these elements in one order, but for equal ones: NaN is in no order with anything."""
    found = comparison(comparator)
    if found is None or found.direction not in ("LT", "GT"):
        return False
    if not is_float(tensor_type(found.op.operands[0]).element_type) or found.is_total:
        return True
    return found.is_of_elements and not is_nan(nominal(operands[found.number])).any()


def _compares_elements(comparator: Region) -> bool:
    """Whether it orders by the elements themselves, not by what it computes from them."""
    found = comparison(comparator)
    return found is not None and found.direction in ("LT", "GT") and found.is_of_elements
