"""Holds every gather and scatter that runs to its promises, element by element, in Python's own integers."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np


class Promised:
    """A listener; `made` counts the promises that were made, and kept, or not made."""

    def __init__(self) -> None:
        self.made: Counter[str] = Counter()

    def on_op(self, op: Any, operands: Any, results: Any) -> None:
        short = op.name.removeprefix("stablehlo.")
        if short in ("gather", "dynamic_gather"):
            self._gathered(short, op, operands, results)
        elif short == "scatter":
            self._scattered(op, operands)

    def _gathered(self, short: str, op: Any, operands: Any, results: Any) -> None:
        numbers = op.attributes["dimension_numbers"]
        is_sorted = op.attributes["indices_are_sorted"]
        self.made[f"{short} sorted {is_sorted}"] += 1
        if not is_sorted or not results[0].size:
            return
        dims = [d for d in range(operands[0].ndim) if d not in numbers.collapsed_slice_dims]
        dims = [d for d in dims if d not in numbers.operand_batching_dims]
        windows = dict.fromkeys(range(operands[0].ndim), 1)
        windows |= {d: results[0].shape[at] for d, at in zip(dims, numbers.offset_dims, strict=True)}
        vectors = _vectors(operands[1], numbers.index_vector_dim)
        last = [operands[0].shape[d] - windows[d] for d in numbers.start_index_map]
        clamped = [
            [min(max(start, 0), limit) for start, limit in zip(vector, last, strict=True)] for _, vector in vectors
        ]
        _require_sorted([vector for _, vector in vectors], op)
        _require_sorted(clamped, op)

    def _scattered(self, op: Any, operands: Any) -> None:
        numbers = op.attributes["scatter_dimension_numbers"]
        is_sorted, is_unique = op.attributes["indices_are_sorted"], op.attributes["unique_indices"]
        self.made[f"scatter sorted {is_sorted}"] += 1
        self.made[f"scatter unique {is_unique}"] += 1
        count = len(operands) // 2
        shape, updates = operands[0].shape, operands[count + 1]
        if not updates.size:
            return
        vectors = _vectors(operands[count], numbers.index_vector_dim)
        if is_sorted:
            _require_sorted([vector for _, vector in vectors], op)
        if is_unique:
            places = _places(vectors, shape, updates.shape, numbers)
            assert len(places) == len(set(places)), f"{op} updates an element twice\n{vectors}"


def _vectors(indices: np.ndarray, at: int) -> list[tuple[tuple[int, ...], list[int]]]:
    """The index vectors with their batch index, as they stand."""
    moved = indices[..., None] if at == indices.ndim else np.moveaxis(indices, at, -1)
    return [(batch, [int(start) for start in moved[batch]]) for batch in np.ndindex(*moved.shape[:-1])]


def _places(vectors: Any, shape: tuple[int, ...], update_shape: tuple[int, ...], numbers: Any) -> list[tuple[int, ...]]:
    """The elements that updates land on, one for each update that is in bounds."""
    gone = {*numbers.inserted_window_dims, *numbers.input_batching_dims}
    spread = [d for d in range(len(shape)) if d not in gone]
    found = []
    for batch, vector in vectors:
        for window in np.ndindex(*(update_shape[d] for d in numbers.update_window_dims)):
            place = [0] * len(shape)
            for d, start in zip(numbers.scatter_dims_to_operand_dims, vector, strict=True):
                place[d] += start
            for d, offset in zip(spread, window, strict=True):
                place[d] += offset
            for d, at in zip(numbers.input_batching_dims, numbers.scatter_indices_batching_dims, strict=True):
                place[d] += batch[at - (at > numbers.index_vector_dim)]
            if all(0 <= index < size for index, size in zip(place, shape, strict=True)):
                found.append(tuple(place))
    return found


def _require_sorted(vectors: list[list[int]], op: Any) -> None:
    assert vectors == sorted(vectors), f"{op} promises that its index vectors are sorted: {vectors}"
