"""gather, where the operand is open, or where the indices are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from interpreter.execution.blocks import PlannedStep
from interpreter.kernels.gather import dimension_numbers
from interpreter.possible.evaluate import Evaluation
from interpreter.possible.registry import Values, rule
from interpreter.possible.rules.movement import moved
from interpreter.possible.tidy import without_repeats
from interpreter.possible.values import SET, Open, Possible, joined, sets, unknown
from interpreter.values.array import Array, as_array
from interpreter.values.same import is_same


@rule("stablehlo.gather")
def gather(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
    operand, indices = operands
    if not isinstance(indices, Possible) or indices.open is None:
        return [moved(evaluation, step, operands, (0,))]
    (result,) = evaluation.plain(step, operands, captured)
    vector_dim = dimension_numbers(step.op).index_vector_dim
    shape = (*indices.nominal.shape, 1) if vector_dim == indices.nominal.ndim else indices.nominal.shape
    vector = _of_each_vector(shape, vector_dim)[indices.open.positions]
    is_read = _where_vectors_read(step, shape, vector_dim, result.shape)
    is_open = np.isin(is_read, np.unique(vector))
    places = np.flatnonzero(is_open)
    origin = np.full(len(places), indices.open.origin[0])
    if isinstance(operand, Possible) or not _has_few(indices.open, vector, evaluation.options.limit):
        found = unknown(places, result.dtype, origin=origin)
        if isinstance(operand, Possible):
            others = moved(evaluation, step, [operand, indices.nominal], (0,))
            kept = [] if others.open is None else [others.open.taken(np.flatnonzero(~is_open[others.open.positions]))]
            return [Possible(result, joined([found, *kept]))]
        return [Possible(result, found)]
    return [Possible(result, _of_every_index(step, operand, indices, vector, is_read, places))]


def _of_every_index(
    step: PlannedStep, operand: Array, indices: Possible, vector: Array, is_read: Array, places: Array
) -> Open:
    """What is read at each alternative of the open index, one for each vector."""
    found = indices.open
    assert found is not None
    counts = found.counts
    reads = []
    for number in range(int(counts.max())):
        taken = indices.nominal.copy()
        taken.reshape(-1)[found.positions] = found.values[found.starts[:-1] + np.minimum(number, counts - 1)]
        reads.append(as_array(step.run(operand, taken)).reshape(-1)[places])
    entry = np.argsort(vector)[np.searchsorted(np.sort(vector), is_read[places])]
    values = np.stack(reads, axis=1)
    own = counts[entry]
    kept = np.arange(values.shape[1]) < own[:, None]
    opened = sets(
        places,
        own,
        values[kept],
        source=found.source[entry],
        exact=found.exact[entry],
        origin=found.origin[entry],
    )
    differs = np.zeros(len(places), bool)
    np.logical_or.at(differs, np.nonzero(kept)[0], ~is_same(values, np.broadcast_to(values[:, :1], values.shape))[kept])
    return without_repeats(opened.taken(np.flatnonzero(differs)))


def _has_few(found: Open, vector: Array, limit: int) -> bool:
    """Whether each open index vector has one open element, of a set that isn't too large."""
    are_sets = bool((found.kind == SET).all() and found.counts.max() <= limit)
    return are_sets and len(np.unique(vector)) == len(vector)


def _of_each_vector(shape: tuple[int, ...], vector_dim: int) -> Array:
    """The number of the index vector that each element of the indices belongs to."""
    batch = tuple(dim for d, dim in enumerate(shape) if d != vector_dim)
    numbers = np.expand_dims(np.arange(int(np.prod(batch))).reshape(batch), vector_dim)
    return np.broadcast_to(numbers, shape).reshape(-1)


def _where_vectors_read(step: PlannedStep, shape: tuple[int, ...], vector_dim: int, result: tuple[int, ...]) -> Array:
    """The number of the index vector by which each element of the result is read."""
    batch = tuple(dim for d, dim in enumerate(shape) if d != vector_dim)
    numbers = np.arange(int(np.prod(batch))).reshape(batch)
    for d in sorted(dimension_numbers(step.op).offset_dims):
        numbers = np.expand_dims(numbers, d)
    return np.broadcast_to(numbers, result).reshape(-1)
