"""take, take_along_axis and put_along_axis: one gather or scatter, with batching dimensions instead of counters."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any, Literal, overload

import numpy as np

from hlogen.builder.emit import as_tensor, described, integer
from hlogen.builder.gather import gather, gather_of_sizes
from hlogen.builder.indexing.base import Counting, Integers, constants_from_zero
from hlogen.builder.indexing.modes import in_bounds, mode_arguments, needs_check, read_mode, update_mode
from hlogen.builder.indexing.parse import from_zero, index_tensor, integer_array, parse, require_inside
from hlogen.builder.indexing.pointers import Component, Vectors, vectors
from hlogen.builder.indexing.read import read
from hlogen.builder.indexing.update import broadcast_values
from hlogen.builder.promises import SORTED, UNIQUE, promise
from hlogen.builder.scatter import scatter
from hlogen.builder.shape import reshape
from hlogen.builder.sizes import Size, as_text, constant_of_sizes, product_of, reshape_to_sizes, shape_of, sizes_of
from hlogen.builder.tensor import Promise, QuietRead, QuietUpdate, Tensor, TensorLike
from hlogen.builder.trace import require_scope, usage_error
from hlogen.door import public
from hlogen.ir import GatherDimensionNumbers


@overload
def take(
    x: TensorLike,
    indices: TensorLike,
    axis: int | None = None,
    *,
    mode: QuietRead | None = None,
    fill_value: TensorLike | None = None,
    indices_are_sorted: Promise = "auto",
    base: int | None = None,
    wrap_negative_indices: bool = True,
) -> Tensor: ...
@overload
def take(
    x: TensorLike,
    indices: TensorLike,
    axis: int | None = None,
    *,
    mode: Literal["error"],
    fill_value: TensorLike | None = None,
    indices_are_sorted: Promise = "auto",
    base: int | None = None,
    wrap_negative_indices: bool = True,
) -> tuple[Tensor, Tensor]: ...
@overload
def take(
    x: TensorLike,
    indices: TensorLike,
    axis: int | None = None,
    *,
    mode: str | None,
    fill_value: TensorLike | None = None,
    indices_are_sorted: Promise = "auto",
    base: int | None = None,
    wrap_negative_indices: bool = True,
) -> Any: ...
@public
def take(
    x: TensorLike,
    indices: TensorLike,
    axis: int | None = None,
    *,
    mode: str | None = None,
    fill_value: TensorLike | None = None,
    indices_are_sorted: Promise = "auto",
    base: int | None = None,
    wrap_negative_indices: bool = True,
) -> Any:
    """The parts of `x` along `axis` that `indices` name, as ``numpy.take``; of all elements in one row without `axis`.

    ``hl.take(table, ids, axis=0)`` is the lookup of an embedding: one gather of whole rows. `mode` and `fill_value`
    are as in ``x.at[...].get``: by default what is out of bounds reads as NaN, the least integer (unsigned: the
    greatest) or true, and constant indices out of bounds are an error. Indices count from `base`, which is 0 unless
    `index_base` says otherwise, and negative ones from the end, unless ``wrap_negative_indices=False`` leaves them out
    of bounds.
    """
    require_scope("hl.take")
    operand = as_tensor(x, "x")
    if axis is None:
        operand, axis = _in_one_row(operand), 0
    at = normalized_axis(axis, operand)
    given = index_tensor(indices, "indices") if isinstance(indices, Tensor) else integer_array(indices, "indices")
    key = (*[slice(None)] * at, given)
    index = parse(key, operand, Counting.chosen(base, wrap_negative_indices), needs_check(mode))
    return read(
        operand,
        index,
        read_mode(mode, fill_value, "take"),
        fill_value,
        promise(indices_are_sorted, SORTED),
    )


@overload
def take_along_axis(
    x: TensorLike,
    indices: TensorLike,
    axis: int | None,
    *,
    mode: QuietRead | None = None,
    fill_value: TensorLike | None = None,
    indices_are_sorted: Promise = "auto",
    base: int | None = None,
    wrap_negative_indices: bool = True,
) -> Tensor: ...
@overload
def take_along_axis(
    x: TensorLike,
    indices: TensorLike,
    axis: int | None,
    *,
    mode: Literal["error"],
    fill_value: TensorLike | None = None,
    indices_are_sorted: Promise = "auto",
    base: int | None = None,
    wrap_negative_indices: bool = True,
) -> tuple[Tensor, Tensor]: ...
@overload
def take_along_axis(
    x: TensorLike,
    indices: TensorLike,
    axis: int | None,
    *,
    mode: str | None,
    fill_value: TensorLike | None = None,
    indices_are_sorted: Promise = "auto",
    base: int | None = None,
    wrap_negative_indices: bool = True,
) -> Any: ...
@public
def take_along_axis(
    x: TensorLike,
    indices: TensorLike,
    axis: int | None,
    *,
    mode: str | None = None,
    fill_value: TensorLike | None = None,
    indices_are_sorted: Promise = "auto",
    base: int | None = None,
    wrap_negative_indices: bool = True,
) -> Any:
    """For each place in `indices` the element of `x` at that place, but at the index along `axis`.

    As ``numpy.take_along_axis``: both have the same rank, and sizes that agree or are 1 in the other dimensions;
    without `axis`, `indices` has rank 1 and `x` is taken as one row. The other arguments are `take`'s.
    """
    require_scope("hl.take_along_axis")
    chosen, counting = read_mode(mode, fill_value, "take_along_axis"), Counting.chosen(base, wrap_negative_indices)
    operand = as_tensor(x, "x")
    if axis is None:
        operand, axis = _in_one_row(operand), 0
    if chosen == "error":
        result = take_along_axis(
            operand, indices, axis, mode="clip", indices_are_sorted=indices_are_sorted, base=base,
            wrap_negative_indices=wrap_negative_indices,
        )  # fmt: skip
        return result, _in_bounds(operand, indices, axis, counting, "gather")
    plan = _planned(operand, indices, axis, mode, counting)
    if _has_none(plan.sizes):
        return constant_of_sizes(0, operand.element_type, plan.sizes)
    if not plan.is_static:
        return gather_of_sizes(
            operand,
            plan.vectors.indices,
            GatherDimensionNumbers(
                offset_dims=tuple(plan.window_dims),
                collapsed_slice_dims=tuple(plan.collapsed),
                operand_batching_dims=tuple(dim for dim, _ in plan.vectors.batching),
                start_indices_batching_dims=tuple(axis for _, axis in plan.vectors.batching),
                start_index_map=plan.vectors.dims,
                index_vector_dim=plan.vectors.index_vector_dim,
            ),
            [size if dim in plan.window_dims else 1 for dim, size in enumerate(sizes_of(operand))],
            mode_arguments(chosen, plan.vectors, plan.is_inside).get("mode", "promise_in_bounds"),
            fill_value,
            promise(indices_are_sorted, SORTED),
        )
    return gather(
        operand,
        plan.vectors.indices,
        offset_dims=plan.window_dims,
        collapsed_slice_dims=plan.collapsed,
        operand_batching_dims=dict(plan.vectors.batching).keys(),
        start_indices_batching_dims=dict(plan.vectors.batching).values(),
        start_index_map=plan.vectors.dims,
        index_vector_dim=plan.vectors.index_vector_dim,
        slice_sizes=[size if dim in plan.window_dims else 1 for dim, size in enumerate(operand.type.static_shape)],
        indices_are_sorted=promise(indices_are_sorted, SORTED),
        **mode_arguments(chosen, plan.vectors, plan.is_inside, fill_value),
    )


@overload
def put_along_axis(
    x: TensorLike,
    indices: TensorLike,
    values: TensorLike,
    axis: int | None,
    *,
    mode: QuietUpdate | None = None,
    indices_are_sorted: Promise = "auto",
    unique_indices: Promise = "auto",
    base: int | None = None,
    wrap_negative_indices: bool = True,
) -> Tensor: ...
@overload
def put_along_axis(
    x: TensorLike,
    indices: TensorLike,
    values: TensorLike,
    axis: int | None,
    *,
    mode: Literal["error"],
    indices_are_sorted: Promise = "auto",
    unique_indices: Promise = "auto",
    base: int | None = None,
    wrap_negative_indices: bool = True,
) -> tuple[Tensor, Tensor]: ...
@overload
def put_along_axis(
    x: TensorLike,
    indices: TensorLike,
    values: TensorLike,
    axis: int | None,
    *,
    mode: str | None,
    indices_are_sorted: Promise = "auto",
    unique_indices: Promise = "auto",
    base: int | None = None,
    wrap_negative_indices: bool = True,
) -> Any: ...
@public
def put_along_axis(
    x: TensorLike,
    indices: TensorLike,
    values: TensorLike,
    axis: int | None,
    *,
    mode: str | None = None,
    indices_are_sorted: Promise = "auto",
    unique_indices: Promise = "auto",
    base: int | None = None,
    wrap_negative_indices: bool = True,
) -> Any:
    """`x` with `values` at the places that `take_along_axis` would read, as ``numpy.put_along_axis`` writes them.

    `values` broadcast to the places; `mode` is as in ``x.at[...].set``: by default what is out of bounds is dropped.
    """
    require_scope("hl.put_along_axis")
    chosen, counting = update_mode(mode, "put_along_axis"), Counting.chosen(base, wrap_negative_indices)
    operand = as_tensor(x, "x")
    if axis is None:
        flat = _in_one_row(operand)
        result = put_along_axis(
            flat, indices, values, 0, mode=mode, indices_are_sorted=indices_are_sorted, unique_indices=unique_indices,
            base=base, wrap_negative_indices=wrap_negative_indices,
        )  # fmt: skip
        if chosen == "error":
            return _in_shape_of(operand, result[0]), result[1]
        return _in_shape_of(operand, result)
    if chosen == "error":
        result = put_along_axis(
            operand, indices, values, axis, mode="clip", indices_are_sorted=indices_are_sorted,
            unique_indices=unique_indices, base=base, wrap_negative_indices=wrap_negative_indices,
        )  # fmt: skip
        return result, _in_bounds(operand, indices, axis, counting, "scatter")
    plan = _planned(operand, indices, axis, mode, counting)
    new = broadcast_values(as_tensor(values, "values", operand.element_type), operand, plan.sizes)
    if _has_none(plan.sizes):
        return operand
    return scatter(
        operand,
        plan.vectors.indices,
        new,
        "set",
        update_window_dims=plan.window_dims,
        inserted_window_dims=plan.collapsed,
        input_batching_dims=dict(plan.vectors.batching).keys(),
        scatter_indices_batching_dims=dict(plan.vectors.batching).values(),
        scatter_dims_to_operand_dims=plan.vectors.dims,
        index_vector_dim=plan.vectors.index_vector_dim,
        indices_are_sorted=promise(indices_are_sorted, SORTED),
        unique_indices=promise(unique_indices, UNIQUE),
        **mode_arguments(chosen, plan.vectors, plan.is_inside),
    )


def normalized_axis(axis: int, operand: Tensor, what: str = "axis") -> int:
    """`axis` counted from 0; UsageError where the tensor hasn't got it."""
    if isinstance(axis, bool):
        raise usage_error(f"{what} is a number, not {described(axis)}")
    given = integer(axis, what)
    if not -operand.rank <= given < operand.rank:
        raise usage_error(f"{what} {given} is out of bounds for {operand.type}, which has rank {operand.rank}")
    return given % operand.rank


@dataclass(frozen=True)
class _Plan:
    """Dimensions where `indices` has size 1 are windows, those where only `x` has are collapsed, others batches.

    `sizes` are the result's.
    """

    vectors: Vectors
    is_static: bool
    is_inside: bool
    window_dims: list[int]
    collapsed: list[int]
    sizes: list[Size]


def _planned(operand: Tensor, indices: TensorLike, axis: int, mode: str | None, counting: Counting) -> _Plan:
    shape, at = sizes_of(operand), normalized_axis(axis, operand)
    given: Integers | Tensor
    where = f"dimension {at} of {operand.type}"
    if isinstance(indices, Tensor):
        given = index_tensor(indices, "indices")
        if needs_check(mode):
            require_inside(given, shape[at], counting, where)
    else:
        values = integer_array(indices, "indices")
        given = from_zero(values, shape[at], counting, where, needs_check(mode))
    sizes: list[Size] = sizes_of(given) if isinstance(given, Tensor) else list(given.shape)
    if len(sizes) != len(shape):
        raise usage_error(
            f"indices have rank {len(sizes)}, but x is {operand.type}: both need the same rank\n"
            "  fix: reshape the indices, or use hl.take for the same indices everywhere"
        )
    others = [dim for dim in range(len(shape)) if dim != at]
    for dim in others:
        own, whole = sizes[dim], shape[dim]
        if isinstance(own, int) and isinstance(whole, int) and own != whole and 1 not in (own, whole):
            raise usage_error(
                f"indices of shape {as_text(sizes)} don't fit {operand.type}: dimension {dim} has size {own}, "
                f"not {whole} or 1"
            )
    is_static = all(isinstance(size, int) for size in (*shape, *sizes))
    if is_static and shape[at] == 0 and 0 not in sizes:
        raise usage_error(f"dimension {at} of {operand.type} has size 0, so every index into it is out of bounds")
    window_dims = [dim for dim in others if shape_of(sizes)[dim] == 1]
    places = [dim for dim in range(len(shape)) if dim not in window_dims]
    batches = [dim for dim in others if dim in places and shape_of(shape)[dim] != 1]
    kept = [sizes[dim] for dim in places]
    if window_dims:
        known = tuple(size for size in kept if isinstance(size, int))
        given = reshape_to_sizes(given, kept) if isinstance(given, Tensor) else given.reshape(known)
    # Counters along the batches, of which `vectors` makes batching dimensions, so that it sees whole positions; where
    # a size isn't known, the two are taken to be the same.
    counters: list[Component] = []
    unknown: list[tuple[int, int]] = []
    for dim in batches:
        size = shape[dim]
        if isinstance(size, int) and isinstance(sizes[dim], int):
            counters.append(Component(dim, range(size), places.index(dim) + 1))
        else:
            unknown.append((dim, places.index(dim)))
    components = sorted([*counters, Component(at, given, len(kept))], key=lambda one: one.dim)
    size = shape[at]
    pointing = vectors(components, kept, shape, counting, unknown)
    return _Plan(
        pointing,
        is_static,
        isinstance(given, Tensor) or (isinstance(size, int) and bool(np.all((given >= 0) & (given < size)))),
        window_dims,
        [dim for dim in places if dim not in dict(pointing.batching)],
        [shape[dim] if dim in window_dims else sizes[dim] for dim in range(len(shape))],
    )


def _has_none(sizes: list[Size]) -> bool:
    """Whether it is known that there are no elements."""
    return 0 in shape_of(sizes)


def _in_bounds(operand: Tensor, indices: TensorLike, axis: int, counting: Counting, op: str) -> Tensor:
    """The flag of mode "error"."""
    at = normalized_axis(axis, operand)
    size = operand.shape[at]
    if size is None:
        raise usage_error(
            f"mode 'error' needs to know the size of dimension {at}, but x is {operand.type}\n"
            "  fix: say mode='clip' or mode='fill' (of an update 'drop'), and test the indices beside it"
        )
    if isinstance(indices, Tensor):
        return in_bounds([(indices, size)], counting, op)
    constants = constants_from_zero(integer_array(indices), size, counting, "", check=False)
    return in_bounds([(constants, size)], counting, op)


def _in_one_row(operand: Tensor) -> Tensor:
    if operand.type.is_static:
        return reshape(operand, [prod(operand.type.static_shape)])
    return reshape_to_sizes(operand, [product_of(sizes_of(operand))])


def _in_shape_of(operand: Tensor, row: Tensor) -> Tensor:
    return (
        reshape(row, operand.type.static_shape) if operand.type.is_static else reshape_to_sizes(row, sizes_of(operand))
    )
