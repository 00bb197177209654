"""segment_mean, segment_softmax and segment_csr: what segment_sum and its kin are the ground of."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, cast, get_args

import numpy as np

from hlogen.builder.composite import stop_gradient
from hlogen.builder.elementwise import add, clamp, convert, divide, exponential, maximum, select, subtract
from hlogen.builder.emit import as_tensor, described, emit_constant
from hlogen.builder.gather import gather
from hlogen.builder.indexing.base import Counting, current_base, index_base
from hlogen.builder.indexing.pointers import counted_from_zero
from hlogen.builder.known import integers_of, ranges_of
from hlogen.builder.modes import I32, Mode, Modes, as_index_type, modes_of, widened
from hlogen.builder.scatter import scatter
from hlogen.builder.segments import folded, segment_fold, segment_max, segment_min, segment_prod, segment_sum
from hlogen.builder.shape import constant, pad, slice
from hlogen.builder.sizes import Size, broadcast_to_sizes, constant_of_sizes, size_of, sizes_of
from hlogen.builder.tensor import Promise, Tensor, TensorLike
from hlogen.builder.trace import require_scope, usage_error
from hlogen.door import public
from hlogen.ir import ComplexType, FloatType, IntegerType
from hlogen.sparse.checks import as_indices, check_segments
from hlogen.sparse.form import Indices

Reduction: TypeAlias = Literal["sum", "mean", "prod", "min", "max"]


@public
@segment_fold
def segment_mean(
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: Size,
    indices_are_sorted: Promise = "auto",
    unique_indices: Promise = "auto",
    mode: Modes | None = None,
) -> Any:
    """`hlogen.segment_sum`, divided by the number of rows; 0 where a segment has no rows.

    `data` are floats or complex: for integers, say what becomes of fractions, by converting them.
    """
    require_scope("hl.sparse.segment_mean")
    rows = as_tensor(data, "data")
    _require_floats("segment_mean", rows, (FloatType, ComplexType))
    promises = indices_are_sorted, unique_indices
    wide = _wide(rows)
    sums, flags = _with_flag(folded("segment_mean", "add", wide, segment_ids, num_segments, *promises, mode))
    ones = constant_of_sizes(1, I32, [size_of(rows, 0)])  # a narrow float would stop counting early
    counts = segment_sum(ones, segment_ids, num_segments, *promises, mode=_quiet(mode))
    divisor = convert(maximum(counts, 1), wide.element_type)
    result = divide(sums, broadcast_to_sizes(divisor, sizes_of(sums), [0]))
    result = _as_narrow(result, rows)
    return (result, *flags) if flags else result


@public
@segment_fold
def segment_softmax(
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: Size,
    indices_are_sorted: Promise = "auto",
    unique_indices: Promise = "auto",
    mode: Modes | None = None,
) -> Any:
    """exp of each row of `data`, divided by the sum of those of its segment: of each column, 1 in all per segment.

    The result has the shape of `data`, which are floats; the largest of a segment is taken off before exp, so that
    nothing overflows. A row that `mode` drops, as its id is out of range, is 0. Where all of a segment's are minus
    infinity, they are NaN. The arguments are `hlogen.segment_sum`'s.
    """
    require_scope("hl.sparse.segment_softmax")
    rows = as_tensor(data, "data")
    _require_floats("segment_softmax", rows, (FloatType,))
    ids = as_tensor(segment_ids, "segment_ids")
    promises = indices_are_sorted, unique_indices
    largest, flags = _with_flag(
        folded("segment_softmax", "max", stop_gradient(rows), ids, num_segments, *promises, mode)
    )
    result = _as_narrow(_shares(_wide(rows), ids, _wide(largest), promises, _quiet(mode)), rows)
    return (result, *flags) if flags else result


@public
def segment_csr(src: TensorLike, indptr: TensorLike, reduce: Reduction = "sum") -> Tensor:
    """Row s of the result is the rows ``indptr[s]`` up to ``indptr[s + 1]`` of `src`, folded: "sum", "mean", "prod" ...

    `indptr` are integers of any type, one more than there are segments, which count from 0 inside `index_base(1)` too.
    An empty segment has what `hlogen.segment_sum` and its kin say: 0, 1, an infinity.

    An `indptr` that is known when the program is built starts at 0, never falls, and ends with the number of rows; else
    UsageError names element and value. One that only the running program knows isn't checked: row k goes to segment
    m - 1, where m of all of `indptr` are at most k; to none if there is no such segment.
    """
    require_scope("hl.sparse.segment_csr")
    if not isinstance(reduce, str) or reduce not in get_args(Reduction):
        raise usage_error(f"reduce is one of {', '.join(map(repr, get_args(Reduction)))}, not {described(reduce)}")
    rows = as_tensor(src, "src")
    if not rows.rank or not rows.type.is_static:
        raise usage_error(f"segment_csr takes rows of a static shape, but src is {rows.type}")
    count = rows.type.static_shape[0]
    known = _known(indptr)
    if known is not None:
        check_segments(known, count, "indptr", "rows of src")
        segments = len(known) - 1
        ids = constant(np.repeat(np.arange(segments, dtype=np.int32), np.diff(known)))
    else:
        starts = cast(Tensor, indptr)
        _check_starts(starts)
        segments = starts.type.static_shape[0] - 1
        ids = _ids(starts, count)
    folds = {"sum": segment_sum, "mean": segment_mean, "prod": segment_prod, "min": segment_min, "max": segment_max}
    with index_base(0):
        return folds[reduce](rows, ids, segments, indices_are_sorted=True)


def _shares(rows: Tensor, ids: Tensor, largest: Tensor, promises: tuple[Promise, Promise], mode: Mode) -> Tensor:
    """exp(rows) / its sum per segment, where `largest` is a segment's largest."""
    if not largest.type.is_static:
        raise usage_error(
            f"segment_softmax needs to know num_segments and the sizes of a row, but all segments are {largest.type}\n"
            "  fix: give num_segments as a number, the most that there may be; empty segments change nothing"
        )
    count = largest.type.static_shape[0]
    sizes = sizes_of(rows)
    if not count:
        return constant_of_sizes(0, rows.element_type, sizes)
    base = current_base()
    ids = counted_from_zero(ids, count, Counting(base, False)) if base else ids
    ((lowest, highest),) = ranges_of(ids, ids.rank, 1)
    is_inside = lowest >= 0 and highest < count
    drops = mode in ("drop", "fill") and not is_inside

    def of_segment(values: Tensor, dropped: Any) -> Any:
        in_mode = {"mode": "fill", "fill_value": dropped} if drops else {"mode": mode}
        return gather(
            values,
            ids,
            offset_dims=range(1, values.rank),
            collapsed_slice_dims=[0],
            start_index_map=[0],
            index_vector_dim=1,
            slice_sizes=[1, *values.type.static_shape[1:]],
            indices_are_sorted=promises[0],
            **({} if is_inside else in_mode),
        )

    shifted = subtract(rows, of_segment(largest, 0))
    if drops:
        is_there = of_segment(emit_constant(True, None, (count,)), False)
        mask = broadcast_to_sizes(is_there, sizes, [0])
        powers = select(mask, exponential(select(mask, shifted, 0)), 0)
    else:
        powers = exponential(shifted)
    with index_base(0):
        sums = segment_sum(powers, ids, count, *promises, mode=mode)
    return divide(powers, of_segment(sums, 1))


def _ids(starts: Tensor, count: int) -> Tensor:
    """For each of `count` rows, the number of `starts` up to it, less 1: whatever they are, that never falls."""
    places = as_index_type(clamp(0, widened(starts), count), I32)
    begun = scatter(
        emit_constant(0, I32, (count + 1,)),
        places,
        emit_constant(1, I32, starts.type.static_shape),
        "add",
        update_window_dims=[],
        inserted_window_dims=[0],
        scatter_dims_to_operand_dims=[0],
        index_vector_dim=1,
    )
    total = slice(begun, start_indices=[0], limit_indices=[count])
    step = 1
    while step < count:  # sums of 1, 2, 4, ... places
        total = add(total, pad(total, 0, edge_padding_low=[step], edge_padding_high=[-step]))
        step *= 2
    return subtract(total, 1)


def _known(indptr: TensorLike) -> Indices | None:
    """The elements, where they are known before the program runs."""
    if not isinstance(indptr, Tensor):
        return as_indices(indptr, "indptr")
    if indptr.rank != 1 or not isinstance(indptr.element_type, IntegerType):
        return None
    found = integers_of(indptr.value)
    return None if found is None else as_indices(found, "indptr")


def _check_starts(starts: Tensor) -> None:
    element_type = starts.element_type
    if not isinstance(element_type, IntegerType) or element_type.is_boolean:
        raise usage_error(f"indptr are integers, not {starts.type}")
    if starts.rank != 1 or not starts.type.is_static or starts.shape == (0,):
        raise usage_error(f"indptr is a list with one element more than there are segments, not {starts.type}")


def _require_floats(name: str, rows: Tensor, kinds: tuple[type, ...]) -> None:
    if not isinstance(rows.element_type, kinds):
        fix = "\n  fix: convert it: hl.convert(data, 'f32')" if isinstance(rows.element_type, IntegerType) else ""
        raise usage_error(f"{name} isn't defined for data of {rows.type}{fix}")


def _wide(tensor: Tensor) -> Tensor:
    """Narrow floats as f32, in which they are added up: a sum of ones stops at 256 in bf16."""
    is_narrow = isinstance(tensor.element_type, FloatType) and tensor.dtype.itemsize < 4
    return convert(tensor, "f32") if is_narrow else tensor


def _as_narrow(tensor: Tensor, like: Tensor) -> Tensor:
    return tensor if tensor.element_type == like.element_type else convert(tensor, like.element_type)


def _with_flag(result: Any) -> tuple[Tensor, tuple[Tensor, ...]]:
    """The result, and the flag that comes with it in mode "error"."""
    return (result[0], result[1:]) if isinstance(result, tuple) else (result, ())


def _quiet(mode: Modes | None) -> Mode:
    """The mode that does what `mode` does, but has no flag and finds nothing wrong."""
    word = "drop" if mode is None else modes_of(mode, 1, "scatter")[0]
    return "clip" if word == "error" else cast(Mode, word)
