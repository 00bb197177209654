"""Slices at places that only the running program knows, along one dimension, under the names that JAX gave them."""

from __future__ import annotations

from hlogen.builder.dynamic_gather import dynamic_gather
from hlogen.builder.emit import as_tensor, boolean, described, integer
from hlogen.builder.indexing.along_axis import normalized_axis
from hlogen.builder.indexing.base import Counting
from hlogen.builder.indexing.parse import index_tensor
from hlogen.builder.indexing.pointers import counted_from_zero
from hlogen.builder.shape import constant, dynamic_slice, dynamic_update_slice
from hlogen.builder.sizes import Size, reshape_to_sizes, shape_of, shape_tensor, size_of, sizes_of
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import require_scope, usage_error
from hlogen.door import public
from hlogen.ir import TensorType
from hlogen.ir.types import I32, I64


@public
def dynamic_slice_in_dim(operand: TensorLike, start_index: TensorLike, slice_size: int, axis: int = 0) -> Tensor:
    """`slice_size` elements along `axis`, from the scalar `start_index` on; the other dimensions whole.

    A negative start counts from the end. A slice that would reach over an edge is moved inside; a constant start for
    which it would is an error.
    """
    require_scope("hl.dynamic_slice_in_dim")
    value = as_tensor(operand, "operand")
    at, size = normalized_axis(axis, value), integer(slice_size, "slice_size")
    sizes = [size if dim == at else whole for dim, whole in enumerate(sizes_of(value))]
    whole = value.shape[at]
    if size < 0 or (whole is not None and size > whole):
        raise usage_error(f"slice_size {size} isn't between 0 and the {whole} of dimension {at} ({value.type})")
    starts = _starts(value, start_index, size, at, "start_index")
    known = [each for each in sizes if isinstance(each, int)]
    if len(known) == len(sizes):
        return dynamic_slice(value, starts, slice_sizes=known)
    return dynamic_gather(
        value,
        starts[at],
        shape_tensor(sizes),
        offset_dims=range(value.rank),
        collapsed_slice_dims=[],
        start_index_map=[at],
        index_vector_dim=0,
        result_type=TensorType(shape_of(sizes), value.element_type),
    )


@public
def dynamic_index_in_dim(operand: TensorLike, index: TensorLike, axis: int = 0, keepdims: bool = True) -> Tensor:
    """The part at the scalar `index` along `axis`, in which `axis` has size 1, or is gone without `keepdims`.

    A negative index counts from the end; one out of bounds takes the nearest part, a constant one is an error.
    """
    result = dynamic_slice_in_dim(operand, index, 1, axis)
    if boolean(keepdims, "keepdims"):
        return result
    at = normalized_axis(axis, result)
    return reshape_to_sizes(result, [size for dim, size in enumerate(sizes_of(result)) if dim != at])


@public
def dynamic_update_slice_in_dim(
    operand: TensorLike, update: TensorLike, start_index: TensorLike, axis: int = 0
) -> Tensor:
    """`operand` with `update` written along `axis` from the scalar `start_index` on, by the rules of reading."""
    require_scope("hl.dynamic_update_slice_in_dim")
    value = as_tensor(operand, "operand")
    new = as_tensor(update, "update", value.element_type)
    at = normalized_axis(axis, value)
    fits = new.rank == value.rank and all(
        size is None or whole is None or size == whole or (dim == at and size <= whole)
        for dim, (size, whole) in enumerate(zip(new.shape, value.shape, strict=True))
    )
    if not fits:
        raise usage_error(f"update is {new.type}, which isn't a slice along dimension {at} of {value.type}")
    return dynamic_update_slice(value, new, _starts(value, start_index, size_of(new, at), at, "start_index"))


@public
def dynamic_update_index_in_dim(operand: TensorLike, update: TensorLike, index: TensorLike, axis: int = 0) -> Tensor:
    """`operand` with the part at the scalar `index` along `axis` replaced by `update`, with or without `axis`."""
    require_scope("hl.dynamic_update_index_in_dim")
    value = as_tensor(operand, "operand")
    new = as_tensor(update, "update", value.element_type)
    at = normalized_axis(axis, value)
    if new.rank == value.rank - 1:
        sizes = sizes_of(new)
        new = reshape_to_sizes(new, [*sizes[:at], 1, *sizes[at:]])
    if new.rank != value.rank or new.shape[at] != 1:
        raise usage_error(f"update is {new.type}, which isn't one part along dimension {at} of {value.type}")
    return dynamic_update_slice_in_dim(value, new, index, at)


def _starts(operand: Tensor, start: TensorLike, slice_size: Size, axis: int, what: str) -> list[TensorLike]:
    """A start for each dimension, of which only `axis`'s isn't 0."""
    size = size_of(operand, axis)
    if isinstance(start, Tensor):
        if index_tensor(start, what).rank:
            raise usage_error(f"{what} is a scalar, not {described(start)}")
        place: TensorLike = counted_from_zero(start, size, Counting(0, True))
    else:
        given = integer(start, what)  # type: ignore[arg-type]  # it says itself what it can't take
        if isinstance(size, Tensor):
            place = counted_from_zero(
                constant(given, I32 if abs(given) <= I32.maximum else I64), size, Counting(0, True)
            )
        else:
            place = given + size if given < 0 else given
        if isinstance(place, int) and isinstance(slice_size, int) and not 0 <= place <= size - slice_size:
            raise usage_error(
                f"{what} {given} is out of bounds: {slice_size} of the {size} in dimension {axis} of {operand.type}"
            )
    return [place if dim == axis else 0 for dim in range(operand.rank)]
