"""indices_are_sorted, in the two readings of the text that hazards.py describes.

promise.sorted: the vectors of each batch, in row-major order, compared component by component in the order of the index
map. promise.sorted-literal, where only the letter is broken: all vectors, of all batches, in the order of the index
space of the result (updates), offset dimensions included, compared in the order of operand's dimensions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from interpreter.sanitizer.finding import Element
from interpreter.sanitizer.vectors import Shape, Vectors, vector_text
from interpreter.sanitizer.watch import Event
from interpreter.values.array import Array


@dataclass(frozen=True)
class Layout:
    """How index vectors lie: which batch dimensions are batching ones, the index map, and the result (updates)."""

    batching: Sequence[int]
    index_map: Sequence[int]
    shape: Shape
    offset_dims: Sequence[int]


def check_sorted(event: Event, vectors: Vectors, starts: Sequence[Array], layout: Layout) -> None:
    """`starts` are the vectors' components as full_start_index has them."""
    rank = len(vectors.batch_shape)
    order = [*layout.batching, *(d for d in range(rank) if d not in layout.batching)]
    batches = int(np.prod([vectors.batch_shape[d] for d in layout.batching], dtype=np.int64))
    numbers = np.arange(vectors.count).reshape(vectors.batch_shape).transpose(order).reshape(batches, -1)
    rows = [start.transpose(order).reshape(batches, -1) for start in starts]
    descents = _descents(rows)
    if descents.any():
        said = "index vectors descend, although indices_are_sorted is true: {count} of {total} neighbouring pairs"
        _report(event, "promise.sorted", said, vectors, numbers, descents)
        return
    by_dim = sorted(range(len(starts)), key=lambda k: layout.index_map[k])
    batch_dims = [d for d in range(len(layout.shape)) if d not in layout.offset_dims]
    repeats = any(
        layout.shape[d] > 1 and any(layout.shape[b] > 1 for b in batch_dims if b > d) for d in layout.offset_dims
    )
    if batches == 1 and by_dim == list(range(len(starts))) and not repeats:
        return
    # of an offset dimension, two indices say as much as all
    shape = [min(dim, 2) if d in layout.offset_dims else dim for d, dim in enumerate(layout.shape)]
    placed = [1 if d in layout.offset_dims else dim for d, dim in enumerate(layout.shape)]

    def in_result(values: Array) -> Array:
        return np.broadcast_to(values.reshape(placed), shape).reshape(1, -1)

    descents = _descents([in_result(starts[k]) for k in by_dim])
    if descents.any():
        said = (
            "index vectors are sorted within each batch, but by the letter of the text they descend: {count} of "
            "{total} neighbouring pairs of full_start_index over the result"
        )
        numbers = in_result(np.arange(vectors.count).reshape(vectors.batch_shape))
        _report(event, "promise.sorted-literal", said, vectors, numbers, descents)


def _descents(components: Sequence[Array]) -> Array:
    """By neighbours along the last axis, whether the second vector is less than the first."""
    if not components:
        return np.zeros((1, 0), bool)
    before, after = components[-1][:, :-1], components[-1][:, 1:]
    descents: Array = before > after
    for component in components[-2::-1]:
        before, after = component[:, :-1], component[:, 1:]
        descents = (before > after) | ((before == after) & descents)
    return descents


def _report(event: Event, id: str, said: str, vectors: Vectors, numbers: Array, descents: Array) -> None:
    def elements(n: int) -> Iterable[Element]:
        for row, column in np.argwhere(descents)[:n].tolist():
            first, second = (
                tuple(int(x) for x in np.unravel_index(numbers[row, column + i], vectors.batch_shape)) for i in (0, 1)
            )
            vector, before = vectors.at(second), vectors.at(first)
            yield Element(f"{vector_text(vector, second)} comes after {vector_text(before, first)}", second, vector)

    event.report(id, said, np.count_nonzero(descents), descents.size, elements)
