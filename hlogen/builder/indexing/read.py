"""What `x[...]` builds: slices for basic indices, one gather where there are index arrays."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import Any

import numpy as np

from hlogen.builder.elementwise import select
from hlogen.builder.gather import gather
from hlogen.builder.indexing.base import Integers
from hlogen.builder.indexing.dynamic import read_dynamically
from hlogen.builder.indexing.modes import Mode, in_bounds, mode_arguments
from hlogen.builder.indexing.parse import Batch, DynamicIndex, Index, NewAxis, Span
from hlogen.builder.indexing.pointers import Component, as_value, counted_from_zero, vectors
from hlogen.builder.modes_gather import fill_scalar
from hlogen.builder.shape import constant, dynamic_slice, reshape, reverse
from hlogen.builder.shape import slice as slice_
from hlogen.builder.tensor import Promise, Tensor, TensorLike
from hlogen.builder.trace import usage_error
from hlogen.ir.types import I64


def read(
    operand: Tensor,
    index: Index | DynamicIndex,
    mode: Mode,
    fill_value: TensorLike | None = None,
    indices_are_sorted: Promise = "auto",
) -> Any:
    """The elements of `operand` that `index` addresses; with mode "error" also whether all were in bounds."""
    if isinstance(index, DynamicIndex):
        return read_dynamically(operand, index, mode, fill_value, indices_are_sorted)
    require_elements(operand, index)
    if mode == "error":
        flag = in_bounds(pointed(index), index.counting, "gather")
        return read(operand, index, "clip", None, indices_are_sorted), flag
    is_slice = is_basic(index)
    if is_slice and index.is_constant and 0 not in (index.batch_shape or ()):
        return _arranged(_narrowed(operand, index), index)
    if 0 in index.result_shape:
        return constant(np.zeros(index.result_shape, operand.dtype), operand.element_type)
    if is_slice:
        return _dynamically_sliced(operand, index, mode, fill_value)
    return _gathered(operand, index, mode, fill_value, indices_are_sorted)


def is_basic(index: Index) -> bool:
    """Whether slices are enough: no index array, and no constant out of bounds that is left to a mode."""
    return not any(pointer.is_array for pointer in index.pointers) and index.is_inside


def windows(index: Index) -> list[tuple[int, int, int]]:
    """For each dimension of the tensor the first position, the one past the last, and the stride; 0, 1 for a tensor."""
    found = {span.dim: (span.low, span.high, span.stride) for span in index.spans}
    for pointer in index.pointers:
        low = pointer.index if isinstance(pointer.index, int) else 0
        found[pointer.dim] = (low, low + 1, 1)
    return [found[dim] for dim in range(len(index.shape))]


def starts(index: Index) -> list[int | Tensor]:
    """Where a basic index starts in each dimension, counted from 0, in one integer type."""
    dynamic = {pointer.dim: pointer.index for pointer in index.pointers if isinstance(pointer.index, Tensor)}
    counted = {dim: counted_from_zero(value, index.shape[dim], index.counting) for dim, value in dynamic.items()}
    if len({value.element_type for value in counted.values()}) > 1:
        counted = {dim: value.astype(I64) for dim, value in counted.items()}
    return [counted.get(dim, low) for dim, (low, _, _) in enumerate(windows(index))]


def inside(index: Index, positions: list[int | Tensor]) -> Tensor:
    """i1: whether the tensors among `positions` are in bounds."""
    found: Tensor | None = None
    for size, position in zip(index.shape, positions, strict=True):
        if isinstance(position, Tensor):
            one = (position >= 0) & (position < size)
            found = one if found is None else found & one
    assert found is not None
    return found


def require_elements(operand: Tensor, index: Index) -> None:
    """UsageError where the running program points into a dimension that has no elements."""
    for pointer in index.pointers:
        if isinstance(pointer.index, Tensor) and not index.shape[pointer.dim] and pointer.index.type.size:
            raise usage_error(
                f"dimension {pointer.dim} of {operand.type} has size 0, so every index into it is out of bounds"
            )


def _narrowed(operand: Tensor, index: Index) -> Tensor:
    """`operand` cut to what constants say; a dimension pointed into by anything else stays whole."""
    whole = [(0, size, 1) for size in index.shape]
    cut = windows(index)
    for pointer in index.pointers:
        if not isinstance(pointer.index, int):
            cut[pointer.dim] = whole[pointer.dim]
    if cut == whole:
        return operand
    lows, highs, strides = zip(*cut, strict=True)
    return slice_(operand, start_indices=lows, limit_indices=highs, strides=strides)


def _arranged(value: Tensor, index: Index) -> Tensor:
    """A cut, which has the tensor's dimensions, in the order and the shape that the index asks for."""
    turned = [span.dim for span in index.spans if span.is_reversed]
    value = reverse(value, dimensions=turned) if turned else value
    return value if value.shape == index.result_shape else reshape(value, index.result_shape)


def _dynamically_sliced(operand: Tensor, index: Index, mode: Mode, fill_value: TensorLike | None) -> Tensor:
    positions, cut = starts(index), windows(index)
    value = dynamic_slice(operand, positions, slice_sizes=[high - low for low, high, _ in cut])
    if any(stride > 1 for _, _, stride in cut):
        value = slice_(
            value,
            start_indices=[0] * value.rank,
            limit_indices=value.type.static_shape,
            strides=[stride for _, _, stride in cut],
        )
    value = _arranged(value, index)
    if mode != "fill":
        return value
    return select(inside(index, positions), value, fill_scalar(operand, fill_value))


def _gathered(
    operand: Tensor, index: Index, mode: Mode, fill_value: TensorLike | None, indices_are_sorted: Promise
) -> Tensor:
    if index.is_inside and _is_cheaper_cut(index):
        operand, index = _narrowed(operand, index), _after_cut(index)
    shape = index.batch_shape or ()
    found = vectors(
        [Component(pointer.dim, as_value(pointer.index), len(shape)) for pointer in index.pointers],
        shape,
        index.shape,
        index.counting,
    )
    offset_dims, place = [], 0
    for part in index.parts:
        if isinstance(part, Span):
            offset_dims.append(place)
        place += 0 if isinstance(part, NewAxis) else len(index.sizes(part))
    batching = dict(found.batching)
    slice_sizes = [high - low for low, high, _ in windows(index)]
    for span in index.spans:
        slice_sizes[span.dim] = span.high
    result = gather(
        operand,
        found.indices,
        offset_dims=offset_dims,
        collapsed_slice_dims=[pointer.dim for pointer in index.pointers if pointer.dim not in batching],
        operand_batching_dims=batching.keys(),
        start_indices_batching_dims=batching.values(),
        start_index_map=found.dims,
        index_vector_dim=found.index_vector_dim,
        slice_sizes=slice_sizes,
        indices_are_sorted=indices_are_sorted,
        **mode_arguments(mode, found, index.is_inside, fill_value),
    )
    return _spaced(result, index)


def pointed(index: Index) -> list[tuple[int | Integers | Tensor, int]]:
    """What points into dimensions, with their sizes."""
    return [(pointer.index, index.shape[pointer.dim]) for pointer in index.pointers]


def _is_cheaper_cut(index: Index) -> bool:
    """Whether cutting the tensor before the gather moves fewer elements than cutting what is gathered."""
    before = prod(index.shape[p.dim] for p in index.pointers if not isinstance(p.index, int))
    after = prod(index.batch_shape or ())
    return before * prod(span.size for span in index.spans) <= after * prod(span.high for span in index.spans)


def _after_cut(index: Index) -> Index:
    """What is left of the index once constants have cut the tensor."""
    parts = [
        replace(part, positions=range(part.size)[:: -1 if part.is_reversed else 1]) if isinstance(part, Span) else part
        for part in index.parts
    ]
    pointers = [replace(one, index=0) if isinstance(one.index, int) else one for one in index.pointers]
    shape = list(index.shape)
    for span in index.spans:
        shape[span.dim] = span.size
    for pointer in index.pointers:
        shape[pointer.dim] = 1 if isinstance(pointer.index, int) else shape[pointer.dim]
    return replace(index, shape=tuple(shape), pointers=tuple(pointers), parts=tuple(parts))


def _spaced(value: Tensor, index: Index) -> Tensor:
    """What was gathered from position 0 on, cut to the spans' positions, turned, and with the new axes."""
    lows: list[int] = []
    strides: list[int] = []
    turned: list[int] = []
    for part in index.parts:
        if isinstance(part, Span):
            turned += [len(lows)] if part.is_reversed else []
            lows.append(part.low)
            strides.append(part.stride)
        elif isinstance(part, Batch):
            lows += [0] * len(index.sizes(part))
            strides += [1] * len(index.sizes(part))
    if any(lows) or any(stride > 1 for stride in strides):
        value = slice_(value, start_indices=lows, limit_indices=value.type.static_shape, strides=strides)
    value = reverse(value, dimensions=turned) if turned else value
    return value if value.shape == index.result_shape else reshape(value, index.result_shape)
