"""Index arithmetic that gather and scatter share: exact for every integer type, on whole arrays.

Positions are counted in int64. Indices are brought into a dimension's range before anything is added to them, so that
nothing overflows, whether they come as i2, i64 at its limits, or ui64 beyond 2**63.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

import numpy as np

from hlogen.errors import ExecutionError
from interpreter.values.array import Array

# Elements that only move are seen as plain ones of the same size: NumPy has fast paths for these.
_PLAIN = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64, 16: np.complex128}

_POSITION = 8  # bytes of a position

# Rows up to this size move as one NumPy element.
MAX_VOID_BYTES = 1 << 20

Key = TypeVar("Key")
Made = TypeVar("Made")


def plain(array: Array) -> Array:
    """The same memory, as elements that NumPy moves fast."""
    return array.view(_PLAIN[array.dtype.itemsize])


def index_components(indices: Array, index_vector_dim: int, count: int) -> list[Array]:
    """`start_index`, component by component: `count` arrays over the other dimensions of `indices`."""
    if index_vector_dim == indices.ndim:
        return [indices]
    before: Any = (slice(None),) * index_vector_dim
    return [indices[(*before, k, ...)] for k in range(count)]


def clamped(values: Array, low: int, high: int) -> Array:
    """``min(max(values, low), high)`` as int64; `low` is at most 0, `high` at least `low`."""
    if values.dtype == np.uint64:
        values = np.minimum(values, np.uint64(max(high, 0)))
    if values.dtype.itemsize > 1 and values.size:  # the types of one byte may be ml_dtypes', which have no minimum
        in_range = values.min() >= low and values.max() <= high
        positions = values.astype(np.intp, copy=False)
    else:
        positions = values.astype(np.intp)
        in_range = False
    return positions if in_range else np.clip(positions, low, high, out=None if positions is values else positions)


def strides_of(shape: Sequence[int]) -> list[int]:
    """How many elements apart neighbours along each dimension are, in row-major order."""
    return [math.prod(shape[d + 1 :]) for d in range(len(shape))]


def iota_along(axis: int, size: int, rank: int, step: int = 1) -> Array:
    """``0, step, 2 * step, ...`` along `axis` of an otherwise size-1 shape of that rank."""
    shape = [1] * rank
    shape[axis] = size
    return (np.arange(size, dtype=np.intp) * step).reshape(shape)


def weighted_sum(terms: Iterable[tuple[Array, int]], shape: Sequence[int]) -> Array:
    """The sum of ``array * weight`` over `terms`, broadcast to `shape`."""
    total: Array | None = None
    fresh = False  # whether `total` is ours to add to
    for array, weight in terms:
        term = array if weight == 1 else array * weight
        if total is None:
            total, fresh = term, weight != 1
        elif fresh and np.broadcast(total, term).shape == total.shape:
            total += term
        else:
            total, fresh = total + term, True
        del array, term  # before the next ones are made
    if total is None:
        return np.zeros(shape, np.intp)
    return total if total.shape == tuple(shape) else np.ascontiguousarray(np.broadcast_to(total, shape))


def memory_of_sum(counts: Sequence[int], weights: Sequence[int], found: int) -> int:
    """The bytes that `weighted_sum` takes of terms of so many positions, made one by one, for `found` of them."""
    most = total = 0
    is_fresh = False
    for number, (count, weight) in enumerate(zip(counts, weights, strict=True)):
        term = count if weight == 1 else 2 * count
        new = 0 if (number == 0 or (is_fresh and total >= count)) else max(total, count)
        most = max(most, total + term + new)
        total, is_fresh = max(total, count), number > 0 or weight != 1
    return _POSITION * (max(most, total + found) if total < found else most)


class PlanCache(Generic[Key, Made]):
    """The plans of one operation, one for each combination of shapes that it has met (one, in a static program)."""

    def __init__(self, make: Callable[[Key], Made], limit: int = 64) -> None:
        self.make = make
        self.limit = limit
        self.made: dict[Key, Made] = {}

    def __call__(self, key: Key) -> Made:
        made = self.made.get(key)
        if made is None:
            if len(self.made) >= self.limit:
                self.made.clear()
            made = self.made[key] = self.make(key)
        return made


def require(holds: bool, constraint: str, message: str) -> None:
    """Refuses shapes that contradict the specification: in a static program, upstream's verifier has seen to that."""
    if not holds:
        raise ExecutionError(f"{message} ({constraint})")
