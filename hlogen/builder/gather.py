"""gather (spec: gather): slices of a tensor, taken where indices say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, overload

from hlogen.builder.elementwise import minimum
from hlogen.builder.emit import as_tensor, emit_one, i64_array, integers, numbers_of
from hlogen.builder.modes import Mode, Modes
from hlogen.builder.modes_gather import GatherInMode, gather_in_mode
from hlogen.builder.promises import SORTED, carried, kept, promise
from hlogen.builder.sizes import Size, of_sizes, shape_of, shape_tensor, size_of, sizes_of
from hlogen.builder.tensor import Promise, Tensor, TensorLike
from hlogen.builder.trace import require_scope, usage_error, user_location
from hlogen.door import public
from hlogen.ir import Attribute, GatherDimensionNumbers, TensorType
from hlogen.spec.gather import infer_gather


@overload
def gather(
    operand: TensorLike,
    start_indices: TensorLike,
    *,
    dimension_numbers: GatherDimensionNumbers | None = None,
    offset_dims: Iterable[int] | None = None,
    collapsed_slice_dims: Iterable[int] | None = None,
    operand_batching_dims: Iterable[int] | None = None,
    start_indices_batching_dims: Iterable[int] | None = None,
    start_index_map: Iterable[int] | None = None,
    index_vector_dim: int | None = None,
    slice_sizes: Iterable[int],
    indices_are_sorted: Promise = "auto",
    mode: Mode | None = None,
    fill_value: TensorLike | None = None,
) -> Tensor: ...
@overload
def gather(
    operand: TensorLike,
    start_indices: TensorLike,
    *,
    dimension_numbers: GatherDimensionNumbers | None = None,
    offset_dims: Iterable[int] | None = None,
    collapsed_slice_dims: Iterable[int] | None = None,
    operand_batching_dims: Iterable[int] | None = None,
    start_indices_batching_dims: Iterable[int] | None = None,
    start_index_map: Iterable[int] | None = None,
    index_vector_dim: int | None = None,
    slice_sizes: Iterable[int],
    indices_are_sorted: Promise = "auto",
    mode: Literal["error"],
    fill_value: TensorLike | None = None,
) -> tuple[Tensor, Tensor]: ...
@overload
def gather(
    operand: TensorLike,
    start_indices: TensorLike,
    *,
    dimension_numbers: GatherDimensionNumbers | None = None,
    offset_dims: Iterable[int] | None = None,
    collapsed_slice_dims: Iterable[int] | None = None,
    operand_batching_dims: Iterable[int] | None = None,
    start_indices_batching_dims: Iterable[int] | None = None,
    start_index_map: Iterable[int] | None = None,
    index_vector_dim: int | None = None,
    slice_sizes: Iterable[int],
    indices_are_sorted: Promise = "auto",
    mode: Modes,
    fill_value: TensorLike | None = None,
) -> Any: ...
@public
def gather(
    operand: TensorLike,
    start_indices: TensorLike,
    *,
    dimension_numbers: GatherDimensionNumbers | None = None,
    offset_dims: Iterable[int] | None = None,
    collapsed_slice_dims: Iterable[int] | None = None,
    operand_batching_dims: Iterable[int] | None = None,
    start_indices_batching_dims: Iterable[int] | None = None,
    start_index_map: Iterable[int] | None = None,
    index_vector_dim: int | None = None,
    slice_sizes: Iterable[int],
    indices_are_sorted: Promise = "auto",
    mode: Modes | None = None,
    fill_value: TensorLike | None = None,
) -> Tensor | tuple[Tensor, Tensor]:
    """Slices of `operand` of the sizes `slice_sizes`, taken where the index vectors of `start_indices` say.

    `operand` is a tensor of any element type, or quantized per tensor (I1); `start_indices` holds integers, signed or
    unsigned (I2). Numbers and NumPy arrays become constants. The dimension numbers are given one by one, or all as
    ``dimension_numbers=hl.GatherDimensionNumbers(...)``. The lists name dimensions, counted from 0:

    - `index_vector_dim`: the dimension of `start_indices` along which an index vector lies; its rank where each element
      is an index vector of its own (C2)
    - `start_index_map`: for each element of an index vector, the dimension of `operand` that it points into (C3, C19)
    - `collapsed_slice_dims`: dimensions of `operand` that the result doesn't have; their slice size is 1 (C6-C9)
    - `operand_batching_dims`, `start_indices_batching_dims`: dimensions that correspond pairwise and have equal sizes:
      each batch of indices reads its own batch of `operand`, with slice size 1 (C10-C18); by themselves there are none
    - `offset_dims`: where the result has the slice's other dimensions, in ascending order (C4, C5)
    - `slice_sizes`: the size of a slice in every dimension of `operand` (C20, C21)

    The result has `operand`'s element type (C23). Its shape is that of `start_indices` without `index_vector_dim`,
    with the slice's dimensions (less the collapsed and the batching ones) at `offset_dims` (C22).
    `indices_are_sorted` is a promise; breaking it is undefined. By itself ("auto") it is made where it is proved.

    `mode` says what a slice is that would reach over an edge, in one word or in one per element of an index vector,
    and makes all backends agree on it, whatever integers the indices are:

    - None: the bare operation, which moves the slice inside
    - "clip": the slice is moved inside
    - "fill": all of it is `fill_value`; by default NaN, the smallest signed or the largest unsigned integer, true
    - "promise_in_bounds": there is none
    - "error": the interpreter stops there; elsewhere the slice is moved inside. Gives ``(result, in_bounds)``, the
      latter an i1 scalar: whether all index vectors are in bounds

    Rows 2 and 0 of a table: ``hl.gather(table, [[2], [0]], offset_dims=[1], collapsed_slice_dims=[0],
    start_index_map=[0], index_vector_dim=1, slice_sizes=[1, width])``.

    Raises ConstraintError naming every constraint of the specification (gather C1-C23) that is broken, UsageError
    where an argument isn't even of the right kind.
    """
    require_scope("hl.gather")
    numbers = numbers_of(
        GatherDimensionNumbers,
        dimension_numbers,
        offset_dims=offset_dims,
        collapsed_slice_dims=collapsed_slice_dims,
        operand_batching_dims=operand_batching_dims,
        start_indices_batching_dims=start_indices_batching_dims,
        start_index_map=start_index_map,
        index_vector_dim=index_vector_dim,
    )
    sizes = integers(slice_sizes, "slice_sizes")
    promises = {SORTED: promise(indices_are_sorted, SORTED)}
    source, indices = as_tensor(operand, "operand"), as_tensor(start_indices, "start_indices")
    result_type = infer_gather(
        source.type,
        indices.type,
        dimension_numbers=numbers,
        slice_sizes=sizes,
        location=user_location(),
    )
    if mode is None:
        if fill_value is not None:
            raise usage_error("fill_value goes with mode='fill', and there is no mode\n  fix: add mode='fill'")
        return _emitted(source, indices, numbers, sizes, promises, result_type)
    lowered = gather_in_mode(source, indices, numbers, sizes, mode, fill_value)
    return _in_mode(lowered, source, indices, numbers, sizes, promises, result_type)


def gather_of_sizes(
    operand: Tensor,
    indices: Tensor,
    numbers: GatherDimensionNumbers,
    slice_sizes: Sequence[Size],
    mode: Modes,
    fill_value: TensorLike | None,
    indices_are_sorted: Promise,
) -> Tensor:
    """`gather` in a mode that gives no flag, of slices of any sizes: a dynamic_gather where these aren't all ints.

    A dimension that the result doesn't have, and that might be empty, is read in slices of at most its size, so that no
    slice is larger than its tensor (C21).
    """
    dropped = (*numbers.collapsed_slice_dims, *numbers.operand_batching_dims)
    sizes: list[Size] = list(slice_sizes)
    for dim in dropped:
        whole = size_of(operand, dim)
        sizes[dim] = minimum(whole, 1) if isinstance(whole, Tensor) else min(whole, 1)
    lowered = gather_in_mode(operand, indices, numbers, sizes, mode, fill_value)
    found = _result_sizes(indices, numbers, sizes)
    result_type = TensorType(shape_of(found), operand.element_type)
    result = _in_mode(lowered, operand, indices, numbers, sizes, {SORTED: indices_are_sorted}, result_type)
    assert isinstance(result, Tensor)
    return of_sizes(result, found)


def _result_sizes(indices: Tensor, numbers: GatherDimensionNumbers, slice_sizes: Sequence[Size]) -> list[Size]:
    """The sizes of a gather's result."""
    dropped = (*numbers.collapsed_slice_dims, *numbers.operand_batching_dims)
    batch = iter([size for d, size in enumerate(sizes_of(indices)) if d != numbers.index_vector_dim])
    offset = iter([size for d, size in enumerate(slice_sizes) if d not in dropped])
    rank = len(slice_sizes) - len(dropped) + indices.rank - (numbers.index_vector_dim < indices.rank)
    return [next(offset) if d in numbers.offset_dims else next(batch) for d in range(rank)]


def _in_mode(
    lowered: GatherInMode,
    operand: Tensor,
    indices: Tensor,
    numbers: GatherDimensionNumbers,
    slice_sizes: Sequence[Size],
    promises: Mapping[str, Promise],
    result_type: TensorType,
) -> Tensor | tuple[Tensor, Tensor]:
    """What a gather in a mode gives, with a flag for "error"."""
    if lowered.is_all_fill:
        result = lowered.fill(result_type.element_type, _result_sizes(indices, numbers, slice_sizes))
    else:
        before: Mapping[str, Promise] = promises
        if lowered.indices is not indices:
            name, operands, attributes = _operation(operand, indices, numbers, slice_sizes)
            before = kept(name, operands, attributes, promises, [result_type])
        promises = carried(promises, before, {SORTED: lowered.keeps_order})
        result = _emitted(operand, lowered.indices, numbers, lowered.slice_sizes, promises, result_type)
        if lowered.inside is not None:
            result = lowered.filled(result, _result_sizes(indices, numbers, slice_sizes), numbers)
    return result if lowered.in_bounds is None else (result, lowered.in_bounds)


def _emitted(
    operand: Tensor,
    start_indices: Tensor,
    numbers: GatherDimensionNumbers,
    slice_sizes: Sequence[Size],
    promises: Mapping[str, Promise],
    result_type: TensorType,
) -> Tensor:
    name, operands, attributes = _operation(operand, start_indices, numbers, slice_sizes)
    made = kept(name, operands, attributes, promises, [result_type])
    return emit_one(name, operands, attributes | made, result_type=result_type)


def _operation(
    operand: Tensor, start_indices: Tensor, numbers: GatherDimensionNumbers, slice_sizes: Sequence[Size]
) -> tuple[str, list[Tensor], dict[str, Attribute]]:
    """The name, the operands and the attributes of a gather; of a dynamic_gather where a slice size is a tensor."""
    attributes: dict[str, Attribute] = {"dimension_numbers": numbers}
    known = [size for size in slice_sizes if isinstance(size, int)]
    if len(known) == len(slice_sizes):
        return "stablehlo.gather", [operand, start_indices], attributes | {"slice_sizes": i64_array(tuple(known))}
    return "stablehlo.dynamic_gather", [operand, start_indices, shape_tensor(slice_sizes)], attributes
