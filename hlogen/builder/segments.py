"""segment_sum, segment_prod, segment_min, segment_max: rows folded by the segment that they belong to.

Each is one scatter into rows of the fold's neutral element, which is what an empty segment has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast, overload

import numpy as np

from hlogen.builder.emit import as_tensor, integer
from hlogen.builder.indexing.base import Counting, current_base
from hlogen.builder.indexing.modes import in_bounds
from hlogen.builder.indexing.parse import written_in
from hlogen.builder.indexing.pointers import counted_from_zero
from hlogen.builder.modes import Mode, Modes
from hlogen.builder.reduction import neutral_element
from hlogen.builder.scatter import scatter
from hlogen.builder.sizes import Size, checked_sizes, constant_of_sizes, size_of
from hlogen.builder.tensor import Promise, Tensor, TensorLike
from hlogen.builder.trace import require_scope, usage_error
from hlogen.door import public
from hlogen.ir import IntegerType, QuantizedType


class SegmentFold(Protocol):
    """What type checkers see of segment_sum and its kin: a tensor, but for modes that give flags beside it."""

    @overload
    def __call__(
        self,
        data: TensorLike,
        segment_ids: TensorLike,
        num_segments: Size,
        indices_are_sorted: Promise = "auto",
        unique_indices: Promise = "auto",
        mode: Mode | None = None,
    ) -> Tensor: ...
    @overload
    def __call__(
        self,
        data: TensorLike,
        segment_ids: TensorLike,
        num_segments: Size,
        indices_are_sorted: Promise = "auto",
        unique_indices: Promise = "auto",
        *,
        mode: Modes,
    ) -> Any: ...


def segment_fold(function: Callable[..., Any]) -> SegmentFold:
    """The function itself."""
    return cast(SegmentFold, function)


@public
@segment_fold
def segment_sum(
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: Size,
    indices_are_sorted: Promise = "auto",
    unique_indices: Promise = "auto",
    mode: Modes | None = None,
) -> Any:
    """Row s of the result is the sum of the rows of `data` whose element of `segment_ids` is s; 0 where there is none.

    `segment_ids` are integers of any type, one per row of `data`; the result has `num_segments` rows, a number or an
    integer tensor of rank 0 where only the running program knows it. The promises
    (by themselves "auto") and `mode`, which says what becomes of ids outside of 0 .. num_segments - 1, are those of
    `hlogen.scatter`. Without `mode`, such ids are dropped, but those that are known when the program is built are an
    error. Inside `index_base(1)`, ids are 1 .. num_segments.

    Raises UsageError where shapes or types don't fit.
    """
    return folded("segment_sum", "add", data, segment_ids, num_segments, indices_are_sorted, unique_indices, mode)


@public
@segment_fold
def segment_prod(
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: Size,
    indices_are_sorted: Promise = "auto",
    unique_indices: Promise = "auto",
    mode: Modes | None = None,
) -> Any:
    """`hlogen.segment_sum` with products; 1 where a segment has no rows."""
    return folded("segment_prod", "mul", data, segment_ids, num_segments, indices_are_sorted, unique_indices, mode)


@public
@segment_fold
def segment_min(
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: Size,
    indices_are_sorted: Promise = "auto",
    unique_indices: Promise = "auto",
    mode: Modes | None = None,
) -> Any:
    """`hlogen.segment_sum` with minima; infinity (integers: the largest, i1: true) where a segment has no rows."""
    return folded("segment_min", "min", data, segment_ids, num_segments, indices_are_sorted, unique_indices, mode)


@public
@segment_fold
def segment_max(
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: Size,
    indices_are_sorted: Promise = "auto",
    unique_indices: Promise = "auto",
    mode: Modes | None = None,
) -> Any:
    """`hlogen.segment_sum` with maxima; minus infinity (integers: the smallest, i1: false) where there are no rows."""
    return folded("segment_max", "max", data, segment_ids, num_segments, indices_are_sorted, unique_indices, mode)


def folded(
    name: str,
    body: str,
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: Size,
    indices_are_sorted: Promise,
    unique_indices: Promise,
    mode: Modes | None,
) -> Any:
    """The rows of each segment folded with `body`; `name` is what messages call it."""
    require_scope(f"hl.{name}")
    rows, ids = as_tensor(data, "data"), as_tensor(segment_ids, "segment_ids")
    count = _checked_count(num_segments)
    if ids.rank != 1 or not rows.rank:
        raise usage_error(f"{name} takes one segment id for each row of data, but data is {rows.type}, ids {ids.type}")
    if not isinstance(ids.element_type, IntegerType) or ids.element_type.is_boolean:
        raise usage_error(f"segment_ids are integers, not {ids.type}")
    if rows.shape[0] != ids.shape[0] and None not in (rows.shape[0], ids.shape[0]):
        raise usage_error(
            f"{name} takes one segment id for each row of data, but data is {rows.type} and segment_ids is {ids.type}"
        )
    if isinstance(rows.element_type, QuantizedType):
        raise usage_error(f"{name} isn't defined for data of {rows.type}")
    base = current_base()
    if mode is None:
        if isinstance(count, int):
            _require_inside(ids, count, base)
        mode = "drop"
    if base and mode in ("error", ["error"], ("error",)):
        if isinstance(count, Tensor):
            raise usage_error(
                "mode 'error' inside index_base(1) needs to know num_segments\n  fix: give it as a number"
            )
        flag = in_bounds([(ids, count)], Counting(base, False), "scatter")
        return folded(name, body, rows, ids, count, indices_are_sorted, unique_indices, "clip"), flag
    ids = counted_from_zero(ids, count, Counting(base, False)) if base else ids
    shape = [count, *(size_of(rows, dim) for dim in range(1, rows.rank))]
    start = constant_of_sizes(neutral_element(body, rows.element_type), rows.element_type, shape)
    return scatter(
        start,
        ids,
        rows,
        body,
        update_window_dims=range(1, rows.rank),
        inserted_window_dims=[0],
        scatter_dims_to_operand_dims=[0],
        index_vector_dim=1,
        indices_are_sorted=indices_are_sorted,
        unique_indices=unique_indices,
        mode=mode,
    )


def _checked_count(num_segments: Size) -> Size:
    """How many segments there are."""
    if isinstance(num_segments, Tensor):
        return checked_sizes([num_segments], "num_segments")[0]
    count = integer(num_segments, "num_segments")
    if count < 0:
        raise usage_error(f"num_segments is the number of the result's rows, not {count}")
    return count


def _require_inside(ids: Tensor, count: int, base: int) -> None:
    """UsageError where an id that is written in the program is that of no segment."""
    elements = written_in(ids)
    if elements is None:
        return
    known = elements.array
    wrong = np.flatnonzero((known < base) | (known >= count + base))
    if len(wrong):
        there = f"are {count} segments, counted from {base}" if count else "are no segments"
        raise usage_error(
            f"segment_ids[{wrong[0]}] is {known[wrong[0]]}, which is out of range: there {there}\n"
            "  fix: correct it, or say mode='drop' if such rows are to be left out"
        )
