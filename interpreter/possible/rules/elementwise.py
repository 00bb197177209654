"""Elementwise operations: run on all alternatives of what is open, or on bounds where alternatives are too many.

Alternatives of one source go together: x - x is 0 whatever x is. Of several sources, every combination counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from hlogen.ir import Operation, QuantizedType, TensorType
from interpreter.execution.blocks import PlannedStep
from interpreter.execution.semantics import run_with_regions
from interpreter.possible.bounds_of_ops import bounded
from interpreter.possible.columns import Column, columns_of, first_origin
from interpreter.possible.evaluate import Evaluation, all_unknown, nominal
from interpreter.possible.registry import Values, rule
from interpreter.possible.tidy import without_repeats, without_settled
from interpreter.possible.values import (
    INTERVAL,
    NO_SOURCE,
    SAMPLED,
    SET,
    UNKNOWN,
    Open,
    Possible,
    joined,
    ranges,
    sets,
    starts_of,
    unknown,
)
from interpreter.values.array import Array
from interpreter.values.same import is_same

# Of one operation's result, so many alternatives are kept at most where several choices are combined.
MOST_ALTERNATIVES = 1 << 24


@rule("elementwise", "stablehlo.map")
def elementwise(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
    """Whatever the kernel computes from elements in the same place (a scalar operand is in every place)."""
    (result,) = evaluation.plain(step, operands, captured)
    if not _is_by_element(step, operands, result):
        return [all_unknown(result)]
    inside = [[nominal(value) for value in values] for values in captured]

    def run(*lanes: Array) -> Array:
        found = run_with_regions(step, _lifted(step, lanes), inside) if inside else step.run(*_lifted(step, lanes))
        return np.asarray(found).reshape(-1)

    return [of_elements(step.op, run, operands, result, evaluation.options.limit)]


def but_for(
    lost: Array, evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]
) -> Values:
    """As of any elements, but for these, which are unknown."""
    is_open = any(isinstance(x, Possible) for x in operands)
    (result,) = (elementwise if is_open else Evaluation.plain)(evaluation, step, operands, captured)
    value = nominal(result)
    if not lost.any():
        return [result]
    if lost.shape != value.shape:
        return [all_unknown(value)]
    places = np.flatnonzero(lost)
    kept: list[Open] = []
    if isinstance(result, Possible) and result.open is not None:
        kept = [result.open.taken(np.flatnonzero(~np.isin(result.open.positions, places)))]
    return [Possible(value, joined([unknown(places, value.dtype), *kept]))]


def of_elements(op: Operation, run: Callable[..., Array], operands: Values, result: Array, limit: int) -> Possible:
    """What is possible of `result`, which `run` computes of `operands` element by element."""
    alone = _only_open(operands, result, limit)
    if alone is not None:
        return Possible(result, _of_one(run, operands, alone))
    places, columns = columns_of(operands, result)
    kinds = np.stack([column.kind for column in columns])
    are_known = ~(kinds == UNKNOWN).any(axis=0)
    has_alternatives = are_known & ~(kinds == INTERVAL).any(axis=0)
    source, is_aligned = _common_source(columns)
    count = np.where(is_aligned, np.max([column.count for column in columns], axis=0), 1)
    for column in columns:
        count = np.where(is_aligned, count, np.minimum(count * column.count, limit + 1))
    listed = has_alternatives & (count <= limit)
    if count[listed].sum() > MOST_ALTERNATIVES:
        listed &= is_aligned | (count <= max(2, MOST_ALTERNATIVES // listed.sum()))
    is_sampled = (kinds == SAMPLED).any(axis=0)
    estimated = are_known & ~listed & ~is_sampled

    where = np.flatnonzero(listed)
    parts = [_of_alternatives(run, [x.taken(where) for x in columns], places[where], source[where], count[where])]
    where = np.flatnonzero(estimated)
    if len(where):
        bounds = bounded(op, run, [column.taken(where) for column in columns], places[where])
        parts.append(bounds)
        found = places[where][np.isin(places[where], bounds.positions, assume_unique=True)]
        estimated[where] = np.isin(places[where], found, assume_unique=True)
    where = np.flatnonzero(~listed & ~estimated)
    parts.append(unknown(places[where], result.dtype, origin=first_origin(columns)[where]))
    return Possible(result, without_settled(joined(parts)))


def _only_open(operands: Values, result: Array, limit: int) -> Open | None:
    """What is open of the only operand that is, if that is nothing but sets: the common case, without detours."""
    opened = [x for x in operands if isinstance(x, Possible)]
    found = opened[0].open
    if len(opened) > 1 or found is None or opened[0].nominal.shape != result.shape:
        return None
    return found if (found.kind == SET).all() and found.counts.max(initial=0) <= limit else None


def _of_one(run: Callable[..., Array], operands: Values, found: Open) -> Open:
    owner = np.repeat(found.positions, found.counts)
    lanes = [
        found.values if isinstance(x, Possible) else x.reshape(-1)[owner if x.ndim else owner * 0] for x in operands
    ]
    values = run(*lanes)
    first = np.repeat(values[found.starts[:-1]], found.counts)
    differs = np.zeros(len(found), bool)
    differs[np.repeat(np.arange(len(found)), found.counts)[~is_same(values, first)]] = True
    found = found.with_values(values)
    return without_repeats(found if differs.all() else found.taken(np.flatnonzero(differs)))


def _common_source(columns: Sequence[Column]) -> tuple[Array, Array]:
    """The source that alone decides each element, and where the alternatives of all operands go together."""
    sources = [column.source for column in columns]
    opened = np.sum([column.entry >= 0 for column in columns], axis=0)
    source = np.max(sources, axis=0)
    same = np.ones(len(opened), bool)
    for column, found in zip(columns, sources, strict=True):
        same &= (column.entry < 0) | (found == source)
    is_aligned = (opened == 1) | (same & (source >= 0))
    return np.where(is_aligned, source, NO_SOURCE), is_aligned


def _of_alternatives(
    run: Callable[..., Array], columns: Sequence[Column], places: Array, source: Array, count: Array
) -> Open:
    """The operation on every alternative, or on every combination of them."""
    owner = np.repeat(np.arange(len(places)), count)
    number = ranges(np.zeros(len(places), np.int64), count)
    stride = np.ones(len(places), np.int64)
    taken = []
    for column in columns:
        own = column.count
        is_all = (own == count) & (own > 1)  # the only one that is open, or aligned with the others
        taken.append(column.alternatives(owner, np.where(is_all[owner], number, number // stride[owner] % own[owner])))
        stride = np.where(is_all, stride, stride * own)
    values = run(*taken)

    is_exact = np.all([column.is_exact for column in columns], axis=0)
    for i, column in enumerate(columns):  # of choices that are known to be different, every combination is possible
        for other in columns[:i]:
            both = (column.entry >= 0) & (other.entry >= 0)
            are_apart = (column.source >= 0) & (other.source >= 0) & (column.source != other.source)
            is_exact &= ~both | are_apart | (source >= 0)
    is_sampled = np.any([column.kind == SAMPLED for column in columns], axis=0)
    starts = starts_of(count)
    differs = ~is_same(values, values[starts[:-1]][owner])
    still_open = np.zeros(len(places), bool)
    still_open[owner[differs]] = True
    still_open |= is_sampled
    found = sets(places, count, values, source=source, exact=is_exact & ~is_sampled, origin=first_origin(columns))
    found.kind = np.where(is_sampled, SAMPLED, SET).astype(np.uint8)
    return without_repeats(found.taken(np.flatnonzero(still_open)))


def _is_by_element(step: PlannedStep, operands: Values, result: Array) -> bool:
    """Whether an element of the result depends on the elements in its place alone, and on nothing of where that is."""
    types = [value.type for value in (*step.op.operands, *step.op.results)]
    elements = [type.element_type for type in types if isinstance(type, TensorType)]
    if any(isinstance(element, QuantizedType) and element.is_per_axis for element in elements):
        return False
    return all(nominal(x).shape in ((), result.shape) for x in operands)


def _lifted(step: PlannedStep, arrays: Sequence[Array]) -> list[Array]:
    """The arrays as lanes, of one dimension more than the program has, where it would check their shapes."""
    ranks = [
        type.rank for value in step.op.operands if isinstance(type := value.type, TensorType) and not type.is_static
    ]
    if not ranks:
        return list(arrays)
    return [x.reshape(-1, *(1,) * max(ranks)) for x in arrays]
