"""The constraints of gather and scatter, word for word as lambdas over plain shapes: static sizes, no messages.

Each is True, False, or, where the formula means nothing (an index out of range), a KeyError or IndexError.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Shape = Sequence[int]


def verdicts(constraints: dict[str, Callable[[], bool]]) -> dict[str, bool | None]:
    """True, False, or None where the formula means nothing."""
    found: dict[str, bool | None] = {}
    for label, holds in constraints.items():
        try:
            found[label] = holds()
        except (KeyError, IndexError, StopIteration):
            found[label] = None
    return found


def gather(operand: Shape, start_indices: Shape, result: Shape | None, d: dict[str, Any]) -> dict[str, bool | None]:
    offset, collapsed, batching = d["offset_dims"], d["collapsed_slice_dims"], d["operand_batching_dims"]
    indices_batching, index_map = d["start_indices_batching_dims"], d["start_index_map"]
    vector, sizes = d["index_vector_dim"], d["slice_sizes"]
    rank = len(start_indices) - (0 <= vector < len(start_indices)) + len(offset) if result is None else len(result)

    def shape() -> list[int]:
        batch = [size for at, size in enumerate(start_indices) if at != vector]
        window = [size for at, size in enumerate(sizes) if at not in collapsed and at not in batching]
        return combine(batch, window, offset)

    return verdicts(
        {
            "C1": lambda: len(operand) == len(offset) + len(collapsed) + len(batching),
            "C2": lambda: 0 <= vector <= len(start_indices),
            "C3": lambda: len(index_map) == (at(start_indices, vector) if vector < len(start_indices) else 1),
            "C4": lambda: unique(offset) and ordered(offset),
            "C5": lambda: within(offset, rank),
            "C6": lambda: unique([*collapsed, *batching]),
            "C7": lambda: ordered(collapsed),
            "C8": lambda: within(collapsed, len(operand)),
            "C9": lambda: all(at(sizes, dim) <= 1 for dim in collapsed),
            "C10": lambda: ordered(batching),
            "C11": lambda: within(batching, len(operand)),
            "C12": lambda: all(at(sizes, dim) <= 1 for dim in batching),
            "C13": lambda: unique(indices_batching),
            "C14": lambda: within(indices_batching, len(start_indices)),
            "C15": lambda: vector not in indices_batching,
            "C16": lambda: len(batching) == len(indices_batching),
            "C17": lambda: (
                [at(operand, dim) for dim in batching] == [at(start_indices, dim) for dim in indices_batching]
            ),
            "C18": lambda: unique([*index_map, *batching]),
            "C19": lambda: within(index_map, len(operand)),
            "C20": lambda: len(sizes) == len(operand),
            "C21": lambda: all(0 <= size <= at(operand, dim) for dim, size in enumerate(sizes)),
            "C22": lambda: result is None or list(result) == shape(),
        }
    )


def scatter(inputs: list[Shape], indices: Shape, updates: list[Shape], d: dict[str, Any]) -> dict[str, bool | None]:
    window, inserted, batching = d["update_window_dims"], d["inserted_window_dims"], d["input_batching_dims"]
    indices_batching, index_map = d["scatter_indices_batching_dims"], d["scatter_dims_to_operand_dims"]
    vector = d["index_vector_dim"]

    def updates_fit() -> bool:
        batch = [size for at, size in enumerate(indices) if at != vector]
        largest = [size for at, size in enumerate(inputs[0]) if at not in inserted and at not in batching]
        limits = combine(batch, largest, window)
        if len(limits) != len(updates[0]):
            return False
        return all(
            size <= limit if axis in window else size == limit
            for axis, (size, limit) in enumerate(zip(updates[0], limits, strict=True))
        )

    return verdicts(
        {
            "C1": lambda: len({tuple(shape) for shape in inputs}) == 1,
            "C2": lambda: len(inputs[0]) == len(window) + len(inserted) + len(batching),
            "C3": lambda: len({tuple(shape) for shape in updates}) == 1,
            "C4": updates_fit,
            "C5": lambda: 0 < len(inputs) == len(updates),
            "C7": lambda: unique(window) and ordered(window),
            "C8": lambda: within(window, len(updates[0])),
            "C9": lambda: unique([*inserted, *batching]),
            "C10": lambda: ordered(inserted),
            "C11": lambda: within(inserted, len(inputs[0])),
            "C12": lambda: ordered(batching),
            "C13": lambda: within(batching, len(inputs[0])),
            "C14": lambda: unique(indices_batching),
            "C15": lambda: within(indices_batching, len(indices)),
            "C16": lambda: vector not in indices_batching,
            "C17": lambda: len(batching) == len(indices_batching),
            "C18": lambda: [at(inputs[0], dim) for dim in batching] == [at(indices, dim) for dim in indices_batching],
            "C19": lambda: len(index_map) == (at(indices, vector) if vector < len(indices) else 1),
            "C20": lambda: unique([*index_map, *batching]),
            "C21": lambda: within(index_map, len(inputs[0])),
            "C22": lambda: 0 <= vector <= len(indices),
        }
    )


def combine(batch: Sequence[int], window: Sequence[int], window_dims: Sequence[int]) -> list[int]:
    """`window` at axes `window_dims`, `batch` at the others."""
    placed = dict(zip(window_dims, window, strict=False))
    rest = iter(batch)
    return [placed[axis] if axis in placed else next(rest) for axis in range(len(batch) + len(window))]


def at(values: Sequence[int], position: int) -> int:
    """The element there; a negative position is out of range."""
    if position < 0:
        raise IndexError(position)
    return values[position]


def unique(values: Sequence[int]) -> bool:
    return len(set(values)) == len(values)


def ordered(values: Sequence[int]) -> bool:
    return list(values) == sorted(values)


def within(values: Sequence[int], rank: int) -> bool:
    return all(0 <= value < rank for value in values)
