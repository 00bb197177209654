"""Random arrays with random index expressions that NumPy accepts: the samples that indexing is compared on."""

from __future__ import annotations

from typing import Any

import numpy as np

INDEX_DTYPES = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64]


def random_array(rng: np.random.Generator) -> np.ndarray:
    rank = int(rng.choice([0, 1, 2, 3, 4], p=[0.03, 0.22, 0.35, 0.3, 0.1]))
    shape = rng.choice([0, 1, 2, 3, 4, 5], size=rank, p=[0.03, 0.12, 0.2, 0.25, 0.2, 0.2])
    dtype = rng.choice([np.int32, np.int64, np.uint8, np.float32])
    return rng.integers(0, 60, size=shape).astype(dtype)


def random_index(rng: np.random.Generator, x: np.ndarray) -> tuple[Any, ...]:
    """An index that NumPy takes for `x`."""
    while True:
        key = _candidate(rng, x)
        try:
            x[key]
        except IndexError:  # shapes that don't broadcast
            continue
        return key


def made_dynamic(rng: np.random.Generator, key: tuple[Any, ...]) -> dict[int, np.ndarray]:
    """Some of the integers and integer arrays in `key`, by their place, to be given to the running program."""
    found = {}
    for place, entry in enumerate(key):
        is_integer = isinstance(entry, (int, np.integer)) and not isinstance(entry, bool)
        is_array = isinstance(entry, (list, np.ndarray)) and np.asarray(entry).dtype != np.bool_
        if (is_integer or is_array) and rng.random() < 0.6:
            values = np.asarray(entry, np.int64)
            dtype = rng.choice(INDEX_DTYPES)
            found[place] = values.astype(np.int64 if (values < 0).any() and np.dtype(dtype).kind == "u" else dtype)
    return found


def counted_from_one(key: tuple[Any, ...], x: np.ndarray) -> tuple[Any, ...]:
    """The index that means the same in R's and Julia's count: from 1, with the stop of a slice included."""
    found: list[Any] = []
    dim = 0
    for entry in key:
        if entry is Ellipsis:
            dim += x.ndim - sum(map(_takes, key))
        is_position = not (entry is None or entry is Ellipsis or isinstance(entry, (bool, slice)))
        if isinstance(entry, slice):
            taken = range(*entry.indices(x.shape[dim]))
            found.append(slice(taken[0] + 1, taken[-1] + 1, entry.step) if taken else slice(2, 1))
        elif is_position and np.asarray(entry).dtype != np.bool_:
            found.append(np.asarray(entry, np.int64) % max(x.shape[dim], 1) + 1)
        else:
            found.append(entry)
        dim += _takes(entry)
    return tuple(found)


def random_values(rng: np.random.Generator, shape: tuple[int, ...], dtype: np.dtype[Any]) -> np.ndarray:
    """Small values of a shape that broadcasts to `shape`."""
    kept = shape[int(rng.integers(0, len(shape) + 1)) :] if rng.random() < 0.4 else shape
    sizes = [1 if rng.random() < 0.2 else size for size in kept]
    return rng.integers(1, 4, size=sizes).astype(dtype)


def _candidate(rng: np.random.Generator, x: np.ndarray) -> tuple[Any, ...]:
    batch = tuple(rng.choice([0, 1, 2, 3], size=int(rng.integers(0, 3)), p=[0.03, 0.2, 0.4, 0.37]))
    advanced = rng.random() < 0.75
    entries: list[Any] = []
    dim, ellipsis = 0, None
    while dim < x.ndim:
        if rng.random() < 0.08:
            entries.append(None)
        if advanced and rng.random() < 0.02:
            entries.append(bool(rng.random() < 0.7))
        if ellipsis is None and rng.random() < 0.1:
            ellipsis = len(entries)
            entries.append(Ellipsis)
            dim += int(rng.integers(0, x.ndim - dim + 1))
            continue
        if rng.random() < 0.05:
            break
        if advanced and rng.random() < 0.06:
            covered = x.shape[dim : dim + int(rng.integers(1, x.ndim - dim + 1))]
            entries.append(rng.random(covered) < 0.5)
            dim += len(covered)
            continue
        entries.append(_entry(rng, x.shape[dim], batch if advanced else None))
        dim += 1
    if ellipsis is not None and dim > x.ndim:
        entries.pop()
    if rng.random() < 0.08:
        entries.append(None)
    rest = x.ndim - sum(_takes(entry) for entry in entries)
    if ellipsis is not None and rest < 0:
        entries.pop(ellipsis)
    return tuple(entries)


def _takes(entry: Any) -> int:
    if entry is None or entry is Ellipsis or isinstance(entry, bool):
        return 0
    return entry.ndim if isinstance(entry, np.ndarray) and entry.dtype == np.bool_ else 1


def _entry(rng: np.random.Generator, size: int, batch: tuple[int, ...] | None) -> Any:
    kind = rng.random()
    if batch is not None and kind < 0.6 and (size or 0 in batch):
        shape = batch[int(rng.integers(0, len(batch) + 1)) :] if rng.random() < 0.3 else batch
        shape = tuple(1 if length and rng.random() < 0.15 else length for length in shape)
        if not size and 0 not in shape:
            shape = batch
        if size and len(shape) and shape[0] == size and rng.random() < 0.3:  # a counter: a batch in disguise
            return np.arange(size).reshape((size,) + (1,) * (len(shape) - 1))
        values = rng.integers(-size, size, size=shape) if size else np.zeros(shape, np.int64)
        return values.tolist() if values.ndim and values.size and rng.random() < 0.2 else values
    if kind < 0.7 and size:
        value = int(rng.integers(-size, size))
        return np.int32(value) if rng.random() < 0.2 else value
    if kind < 0.8:
        return slice(None)
    bounds = [None if rng.random() < 0.5 else int(rng.integers(-size - 2, size + 3)) for _ in range(2)]
    step = None if rng.random() < 0.4 else int(rng.choice([-3, -2, -1, 1, 2, 3]))
    return slice(*bounds, step)
