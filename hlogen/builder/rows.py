"""Rows of a tensor, at a place along dimension 0 that only the run knows."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.builder.dynamic_gather import dynamic_gather
from hlogen.builder.emit import emit_constant
from hlogen.builder.shape import concatenate, dynamic_slice, dynamic_update_slice, reshape
from hlogen.builder.sizes import Size, is_same, of_sizes, reshape_to_sizes, shape_of, shape_tensor, sizes_of
from hlogen.builder.tensor import Tensor


def row(rows: Tensor, number: Tensor) -> Tensor:
    """The row of this number, which is moved inside."""
    sizes = sizes_of(rows)[1:]
    return reshape_to_sizes(window(rows, _at(rows, number), [1, *sizes]), sizes)


def window(value: Tensor, starts: Sequence[Tensor], sizes: Sequence[Size]) -> Tensor:
    """The part of these sizes that starts at `starts`, moved inside as a whole: `dynamic_slice`."""
    type = value.type.with_shape(shape_of(sizes))
    if type.is_static:
        return dynamic_slice(value, starts, type.static_shape)
    # Along a dimension that is all in the window, this starts at 0.
    moving = [d for d, (size, whole) in enumerate(zip(sizes, sizes_of(value), strict=True)) if not is_same(size, whole)]
    found = dynamic_gather(
        value,
        concatenate([reshape(starts[d], (1,)) for d in moving], dimension=0),
        shape_tensor(sizes),
        offset_dims=range(type.rank),
        collapsed_slice_dims=[],
        start_index_map=moving,
        index_vector_dim=0,
        result_type=type,
    )
    return of_sizes(found, sizes)


def with_row(rows: Tensor, number: Tensor, value: Tensor) -> Tensor:
    """`rows` with the row of this number replaced by `value`."""
    return dynamic_update_slice(rows, reshape_to_sizes(value, [1, *sizes_of(value)]), _at(rows, number))


def _at(rows: Tensor, number: Tensor) -> list[Tensor]:
    """The indices of the first element of a row."""
    return [number] + [emit_constant(0, number.element_type, ())] * (rows.rank - 1)
