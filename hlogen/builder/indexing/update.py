"""What `x.at[...].set` and its kin build: slices and a select where the index is basic, else one scatter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hlogen.builder import elementwise
from hlogen.builder.emit import as_tensor
from hlogen.builder.indexing.dynamic import scatter_dynamically
from hlogen.builder.indexing.modes import Mode, in_bounds, mode_arguments
from hlogen.builder.indexing.parse import DynamicIndex, Index, NewAxis, Span
from hlogen.builder.indexing.pointers import Component, as_value, vectors
from hlogen.builder.indexing.read import inside, is_basic, pointed, require_elements, starts, windows
from hlogen.builder.modes_scatter import any_scalar
from hlogen.builder.regions import PRED, Computation
from hlogen.builder.scatter import scatter
from hlogen.builder.shape import broadcast_in_dim, constant, dynamic_slice, dynamic_update_slice, pad, reshape, reverse
from hlogen.builder.shape import slice as slice_
from hlogen.builder.sizes import Size, as_text, broadcast_to_sizes, reshape_to_sizes, shape_of, sizes_of
from hlogen.builder.tensor import Promise, Tensor, TensorLike
from hlogen.builder.trace import usage_error
from hlogen.ir import TensorType

Combination = Callable[[Tensor, Tensor], Any]


@dataclass(frozen=True)
class Update:
    """A way to update: for a scatter as its computation, for slices as a function of whole tensors, where it is one.

    `needs_old` and `needs_new` say whether the elements so far and the values matter; without the latter, the values
    that are given aren't looked at.
    """

    computation: Computation
    on_tensors: Combination | None
    needs_old: bool = True
    needs_new: bool = True


UPDATES = {
    "set": Update("set", lambda old, new: new, needs_old=False),
    "add": Update("add", elementwise.add),
    "sub": Update(elementwise.subtract, elementwise.subtract),
    "mul": Update("mul", elementwise.multiply),
    "divide": Update(elementwise.divide, elementwise.divide),
    "power": Update(elementwise.power, elementwise.power),
    "min": Update("min", elementwise.minimum),
    "max": Update("max", elementwise.maximum),
    "and_": Update("and", elementwise.and_),
    "or_": Update("or", elementwise.or_),
    "xor": Update("xor", elementwise.xor),
}


def update(
    operand: Tensor,
    index: Index | DynamicIndex,
    how: Update,
    values: TensorLike,
    mode: Mode,
    indices_are_sorted: Promise = "auto",
    unique_indices: Promise = "auto",
) -> Any:
    """`operand` with the elements that `index` addresses updated; with mode "error" also whether all were in bounds."""
    if isinstance(index, DynamicIndex):
        given = as_tensor(values, "values", operand.element_type) if how.needs_new else any_scalar(operand.element_type)
        new = broadcast_values(given, operand, index.result_sizes)
        return scatter_dynamically(operand, index, how.computation, new, mode, indices_are_sorted, unique_indices)
    require_elements(operand, index)
    if mode == "error":
        flag = in_bounds(pointed(index), index.counting, "scatter")
        return update(operand, index, how, values, "clip", indices_are_sorted, unique_indices), flag
    if 0 in index.result_shape:
        if how.needs_new:  # a mistake is one here too
            broadcast_values(as_tensor(values, "values", operand.element_type), operand, index.result_shape)
        return operand
    is_slice = is_basic(index) and how.on_tensors is not None
    if is_slice and not how.needs_new:
        return _slice_updated(operand, index, how, None, mode)
    given = as_tensor(values, "values", operand.element_type) if how.needs_new else any_scalar(operand.element_type)
    new = broadcast_values(given, operand, index.result_shape)
    if is_slice:
        return _slice_updated(operand, index, how, new, mode)
    return _scattered(operand, index, how.computation, new, mode, indices_are_sorted, unique_indices)


def broadcast_values(values: Tensor, operand: Tensor, target: Sequence[Size]) -> Tensor:
    """`values` in the shape that is addressed, as NumPy assigns: also without leading dimensions of size 1."""
    if values.element_type != operand.element_type:
        raise usage_error(
            f"values are {values.type}, but the tensor is {operand.type}\n"
            f"  fix: convert them: values.astype({str(operand.element_type)!r})"
        )
    if values.shape == shape_of(target):
        return values
    surplus = max(values.rank - len(target), 0)
    shape = values.shape[surplus:]
    places = zip(shape, shape_of(target)[len(target) - len(shape) :], strict=True)
    fits = all(size in (1, None, wanted) or wanted is None for size, wanted in places)
    if any(size != 1 for size in values.shape[:surplus]) or not fits:
        raise usage_error(
            f"values of shape {as_text(sizes_of(values))} don't broadcast to the {as_text(target)} that are updated"
        )
    values = reshape_to_sizes(values, sizes_of(values)[surplus:]) if surplus else values
    return broadcast_to_sizes(values, target, range(len(target) - len(shape), len(target)))


def _slice_updated(operand: Tensor, index: Index, how: Update, values: Tensor | None, mode: Mode) -> Tensor:
    """The box around the slices taken out, what is addressed in it combined with the new values, and put back."""
    cut = windows(index)
    boxes = [_box(*window, size) for window, size in zip(cut, index.shape, strict=True)]
    sizes = [high - low for low, high in boxes]
    strides = [stride for _, _, stride in cut]
    counts = [len(range(*window)) for window in cut]
    turned = [span.dim for span in index.spans if span.is_reversed]
    is_strided, is_whole = counts != sizes, tuple(sizes) == index.shape and index.is_constant
    positions = [
        position if isinstance(position, Tensor) else low
        for position, (low, _) in zip(starts(index), boxes, strict=True)
    ]
    is_masked = not index.is_constant and mode in ("drop", "fill")
    box = operand
    if (how.needs_old or is_masked or is_strided) and not is_whole:
        if index.is_constant:
            lows, highs = zip(*boxes, strict=True)
            box = slice_(operand, start_indices=lows, limit_indices=highs, strides=[1] * operand.rank)
        else:
            box = dynamic_slice(operand, positions, slice_sizes=sizes)
    before = [low - start for (low, _, _), (start, _) in zip(cut, boxes, strict=True)]
    after = [end - high for (_, high, _), (_, end) in zip(cut, boxes, strict=True)]
    old = box
    if how.needs_old and is_strided:
        limits = [size - margin for size, margin in zip(sizes, after, strict=True)]
        old = slice_(box, start_indices=before, limit_indices=limits, strides=strides)
    new = old
    if values is not None:
        new = values if values.shape == tuple(counts) else reshape(values, counts)
        new = reverse(new, dimensions=turned) if turned else new
    if how.needs_old and how.on_tensors is not None:
        new = _same_type(how.on_tensors(old, new), old)
    if is_strided:
        # Values and a mask spread over the box: no positions that take up memory, and nothing else is touched.
        spaces = {
            "edge_padding_low": before,
            "edge_padding_high": after,
            "interior_padding": [stride - 1 for stride in strides],
        }
        addressed = pad(constant(True, TensorType(tuple(counts), PRED.element_type)), False, **spaces)
        new = elementwise.select(addressed, pad(new, any_scalar(new.element_type), **spaces), box)
    if is_masked:
        new = elementwise.select(inside(index, positions), new, box)
    return new if is_whole else dynamic_update_slice(operand, new, positions)


def _box(low: int, high: int, stride: int, size: int) -> tuple[int, int]:
    """The contiguous positions around those of a slice; all that there are, where only the margins would be left."""
    is_whole = stride > 1 and low < stride and size - high < stride
    return (0, size) if is_whole else (low, high)


def _scattered(
    operand: Tensor,
    index: Index,
    how: Computation,
    new: Tensor,
    mode: Mode,
    indices_are_sorted: Promise,
    unique_indices: Promise,
) -> Any:
    """One scatter: contiguous slices are windows, strided ones and index arrays are index vectors."""
    update_window_dims, turned = [], []
    sizes: list[int] = []  # of the updates: the index's, without new axes
    shape: list[int] = []  # of the indices
    components: list[Component] = []
    batch_end = 0
    for part in index.parts:
        if isinstance(part, NewAxis):
            continue
        if isinstance(part, Span):
            turned += [len(sizes)] if part.is_reversed else []
            if part.stride > 1:
                shape.append(part.size)
                components.append(Component(part.dim, range(part.low, part.high, part.stride), len(shape)))
            else:
                update_window_dims.append(len(sizes))
        else:
            shape += index.sizes(part)
            batch_end = len(shape)
        sizes += index.sizes(part)
    pointed = [span.dim for span in index.spans if span.stride > 1] + [pointer.dim for pointer in index.pointers]
    components += [
        Component(span.dim, np.asarray(span.low), 0) for span in index.spans if span.stride == 1 and span.low
    ]
    components += [Component(pointer.dim, as_value(pointer.index), batch_end) for pointer in index.pointers]
    if not components and operand.rank:
        components.append(Component(0, np.asarray(0), 0))  # not all backends take index vectors of no elements
    components.sort(key=lambda one: one.dim)
    found = vectors(components, tuple(shape), index.shape, index.counting)
    batching = dict(found.batching)
    new = new if new.shape == tuple(sizes) else reshape(new, sizes)
    new = reverse(new, dimensions=turned) if turned else new
    return scatter(
        operand,
        found.indices,
        new,
        how,
        update_window_dims=update_window_dims,
        inserted_window_dims=sorted(dim for dim in pointed if dim not in batching),
        input_batching_dims=batching.keys(),
        scatter_indices_batching_dims=batching.values(),
        scatter_dims_to_operand_dims=found.dims,
        index_vector_dim=found.index_vector_dim,
        indices_are_sorted=indices_are_sorted,
        unique_indices=unique_indices,
        **mode_arguments(mode, found, index.is_inside),
    )


def _same_type(value: Any, old: Tensor) -> Tensor:
    """What a function of the elements gave: as many elements of the same type."""
    result = as_tensor(value, "the function's result", old.element_type)
    if result.type != old.type and result.rank == 0 and result.element_type == old.element_type:
        return broadcast_in_dim(result, old.type.static_shape, broadcast_dimensions=())
    if result.type != old.type:
        raise usage_error(f"the function makes {result.type} of {old.type}\n  fix: keep the shape and the element type")
    return result
