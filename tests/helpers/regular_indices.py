"""Programs of one gather or scatter whose index vectors count up or down, and near misses of such programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

import hlogen as hl
from hlogen.conform.generate.dimensions import Layout, draw_layout
from hlogen.conform.generate.draw import SeededDraw
from hlogen.ir import TensorType, dtype_of, parse_element_type

I32 = parse_element_type("i32")
INDEX_TYPES = tuple(map(parse_element_type, ("i32", "i64", "ui8", "i8", "ui32", "ui64", "i16")))
BODIES = ("set", "add", "min", "xor", "keep", "reversed subtract")


@dataclass(frozen=True)
class Regular:
    """`is_view` says that the operation has to go: each place is at an equal distance from the one before."""

    program: Any
    args: tuple[np.ndarray[Any, Any], ...]
    is_view: bool


def draw_regular(seed: int, op: str) -> Regular:
    """Indices that are constant, or that count from an argument, which is clamped so that all are inside.

    In some programs one index is another one, or two dimensions count along one of the indices: near misses.
    """
    rng = np.random.default_rng(seed)
    layout = next(layout for layout in _layouts(seed) if not _has_zeros(layout))
    at, shape = layout.index_vector_dim, layout.indices_shape
    free = [d for d in range(len(shape)) if d != at and d not in layout.start_indices_batching_dims and shape[d] > 1]
    left = list(rng.permutation(free))
    grid = np.indices(shape)
    lasts, starts, distances = [], [], []
    for d in layout.start_index_map:
        last = layout.operand_shape[d] - layout.slice_sizes[d]
        distance = np.zeros(shape, int)
        step = int(rng.choice([1, -1] if op == "scatter" else [1, 1, 2, -1, -3]))
        if left and layout.slice_sizes[d] == 1 and (shape[left[-1]] - 1) * abs(step) <= last and rng.integers(0, 5):
            distance = step * grid[left.pop()]
        low, high = -int(distance.min()), last - int(distance.max())
        lasts.append((low, high))
        starts.append(int(rng.integers(low, high, endpoint=True)))
        distances.append(distance)
    is_view = not left or op == "gather"
    offsets = _joined(distances, layout)
    if offsets.size > 2 and rng.integers(0, 4) == 0:
        offsets.flat[rng.integers(0, offsets.size)] += rng.integers(-1, 2)
        is_view = False
    is_constant = bool(rng.integers(0, 2))
    type = INDEX_TYPES[rng.integers(0, len(INDEX_TYPES))]
    if max((high for _, high in lasts), default=0) > 127:
        type = INDEX_TYPES[0]

    def indices(start: Any) -> Any:
        vector = [at] if at < len(shape) else []
        if is_constant:
            fixed = np.array(starts, int).reshape([-1 if d == at else 1 for d in range(len(shape))]) + offsets
            return hl.constant(_held(fixed, type), TensorType(shape, type))
        bounds = [np.array([pair[k] for pair in lasts], int).reshape(_start_shape(layout)) for k in (0, 1)]
        low, high = (hl.constant(bound.astype(dtype_of(type)), TensorType(bound.shape, type)) for bound in bounds)
        spread = hl.broadcast_in_dim(hl.clamp(low, start, high), shape, broadcast_dimensions=vector)
        if not offsets.size or (type.is_unsigned and offsets.min() < 0):
            wide = hl.convert(spread, "i64")
            return wide + hl.constant(offsets, TensorType(shape, parse_element_type("i64")))
        return spread + hl.constant(offsets.astype(dtype_of(type)), TensorType(shape, type))

    data = [TensorType(layout.operand_shape, I32), TensorType(_start_shape(layout), type)]
    size = int(np.prod(layout.operand_shape))
    operand = np.arange(size, dtype=np.int32).reshape(layout.operand_shape)
    start = np.array(starts, int).reshape(_start_shape(layout)).astype(dtype_of(type))
    wild = rng.integers(type.minimum, type.maximum, start.shape, dtype_of(type), endpoint=True)
    start = wild if rng.integers(0, 4) == 0 else start
    if op == "gather":
        numbers = vars(layout.gather_numbers())
        program = hl.function(*data, name="main")(
            lambda x, s: hl.gather(x, indices(s), **numbers, slice_sizes=layout.slice_sizes)
        )
        return Regular(program, (operand, start), is_view)
    numbers = vars(layout.scatter_numbers())
    body = BODIES[rng.integers(0, len(BODIES))]
    computation = {"keep": lambda old, new: old, "reversed subtract": lambda old, new: new - old}.get(body, body)
    program = hl.function(*data, TensorType(layout.result_shape, I32), name="main")(
        lambda x, s, u: hl.scatter(x, indices(s), u, computation, **numbers)
    )
    updates = -1 - np.arange(int(np.prod(layout.result_shape)), dtype=np.int32).reshape(layout.result_shape)
    return Regular(program, (operand, start, updates), is_view)


def _layouts(seed: int) -> Iterator[Layout]:
    return (draw_layout(SeededDraw(seed * 1000 + attempt), collapsed_zeros=False) for attempt in count())


def _has_zeros(layout: Layout) -> bool:
    batch = [size for d, size in enumerate(layout.indices_shape) if d != layout.index_vector_dim]
    return 0 in (*layout.operand_shape, *layout.slice_sizes, *batch)


def _start_shape(layout: Layout) -> tuple[int, ...]:
    return (len(layout.start_index_map),) if layout.index_vector_dim < len(layout.indices_shape) else ()


def _joined(distances: list[np.ndarray[Any, Any]], layout: Layout) -> np.ndarray[Any, Any]:
    """The distances of all components, each taken from where it stands in the index vectors."""
    at, shape = layout.index_vector_dim, layout.indices_shape
    if at == len(shape):
        return distances[0].copy()
    parts = [distance.take([k], at) for k, distance in enumerate(distances)]
    return np.concatenate(parts, at) if parts else np.zeros(shape, int)


def _held(values: np.ndarray[Any, Any], type: Any) -> np.ndarray[Any, Any]:
    return np.clip(values, type.minimum, type.maximum).astype(dtype_of(type))
