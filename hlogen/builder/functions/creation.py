"""Tensors made from nothing but a shape: zeros, ones, full, arange, linspace, eye, one_hot; triangles of matrices.

A shape is a size or a list of sizes; a size is an int, or an integer tensor of rank 0 (`hlogen.size`) where only the
running program knows it. Text such as "4x3xf32" says shape and element type in one. Element types that aren't given are
f32, of integers i64.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any, TypeAlias

import numpy as np

from hlogen.builder.arrays import as_array
from hlogen.builder.elementwise import compare, select
from hlogen.builder.emit import as_tensor, check_array, described, element_type_from, emit_constant, integer, integers
from hlogen.builder.functions.common import F32, I32, I64, PRED, as_type, axis_of
from hlogen.builder.known import range_of
from hlogen.builder.regions import argument_type
from hlogen.builder.sizes import (
    Size,
    broadcast_to_sizes,
    checked_sizes,
    counted,
    product_of,
    shape_of,
    size_of,
    sizes_of,
)
from hlogen.builder.tensor import DType, Tensor, TensorLike
from hlogen.builder.trace import require_scope, usage_error
from hlogen.door import public
from hlogen.ir import ElementType, IntegerType, TensorType

ShapeLike: TypeAlias = "Size | Sequence[Size] | str | TensorType"


@public
def zeros(shape: ShapeLike, dtype: DType | None = None) -> Tensor:
    """A tensor of zeros: ``hl.zeros((4, 3), "bf16")`` or ``hl.zeros("4x3xbf16")``; f32 where no type is given."""
    return _filled(shape, 0, dtype, F32, "zeros")


@public
def ones(shape: ShapeLike, dtype: DType | None = None) -> Tensor:
    """A tensor of ones, as `zeros`."""
    return _filled(shape, 1, dtype, F32, "ones")


@public
def full(shape: ShapeLike, fill_value: TensorLike, dtype: DType | None = None) -> Tensor:
    """A tensor with `fill_value` everywhere, a number or a tensor of rank 0; its type where none is given."""
    if isinstance(fill_value, Tensor):
        require_scope("hl.full")
        sizes, element_type = _sizes_and_type(shape, dtype, fill_value.element_type)
        return broadcast_to_sizes(as_type(_scalar(fill_value, "fill_value"), element_type), sizes, ())
    return _filled(shape, fill_value, dtype, default_type(fill_value, "fill_value"), "full")


@public
def zeros_like(x: TensorLike, dtype: DType | None = None) -> Tensor:
    """Zeros of the shape of `x`, and of its element type where none is given."""
    return full_like(x, 0, dtype)


@public
def ones_like(x: TensorLike, dtype: DType | None = None) -> Tensor:
    """Ones of the shape of `x`, and of its element type where none is given."""
    return full_like(x, 1, dtype)


@public
def full_like(x: TensorLike, fill_value: TensorLike, dtype: DType | None = None) -> Tensor:
    """`fill_value` in the shape of `x`, and in its element type where none is given."""
    value = as_tensor(x, "x")
    return full(sizes_of(value), fill_value, value.element_type if dtype is None else dtype)


@public
def arange(
    start: Size | float, stop: Size | float | None = None, step: float = 1, dtype: DType | None = None
) -> Tensor:
    """The numbers from `start` up to, not including, `stop`, `step` apart; from 0 up to `start` where it stands alone.

    i64 where all are integers, else f32, unless `dtype` is given. `start` and `stop` may be integer tensors of rank 0,
    with a `step` of 1; the result then has a dynamic size, 0 where `stop` isn't beyond `start`, and their type unless
    `dtype` is given.
    """
    require_scope("hl.arange")
    low, high = (0, start) if stop is None else (start, stop)
    if isinstance(low, Tensor) or isinstance(high, Tensor):
        return _dynamic_range(low, high, step, dtype)
    for what, given in (("start", low), ("stop", high), ("step", step)):
        if isinstance(given, bool) or not isinstance(given, (int, float, np.integer, np.floating)) or given != given:
            raise usage_error(f"{what} of arange is a number, not {described(given)}")
    # Numbers of Python don't wrap.
    low, high, step = (given.item() if isinstance(given, np.generic) else given for given in (low, high, step))
    if not step or any(given in (np.inf, -np.inf) for given in (low, high, step)):
        raise usage_error(f"arange from {low} to {high} by {step} has no end")
    is_integer = all(isinstance(given, (int, np.integer)) for given in (low, high, step))
    element_type = element_type_from(dtype, "dtype") if dtype is not None else I64 if is_integer else F32
    count = max(0, -((low - high) // step) if is_integer else ceil((high - low) / step))
    if is_integer and isinstance(element_type, IntegerType) and count:
        for end in (low, low + (count - 1) * step):
            if not element_type.minimum <= end <= element_type.maximum:
                raise usage_error(f"arange from {low} to {high} by {step} doesn't fit {element_type}: it has {end}")
    numbers = counted([int(count)], 0, element_type)
    numbers = numbers if step == 1 else numbers * step
    return numbers if low == 0 else numbers + low


@public
def linspace(start: float, stop: float, num: int = 50, dtype: DType | None = None) -> Tensor:
    """`num` numbers at equal distances from `start` to `stop`, both included; f32 where no type is given."""
    count = integer(num, "num")
    if count < 0:
        raise usage_error(f"num = {count}, expected at least 0")
    element_type = F32 if dtype is None else element_type_from(dtype, "dtype")
    for what, given in (("start", start), ("stop", stop)):
        if isinstance(given, bool) or not isinstance(given, (int, float, np.integer, np.floating)):
            raise usage_error(f"{what} of linspace is a number, not {described(given)}")
    try:
        numbers = np.linspace(float(start), float(stop), count)
    except (OverflowError, MemoryError, ValueError) as error:
        raise usage_error(f"there can't be {count} numbers from {start} to {stop}: {error}") from None
    return emit_constant(numbers, element_type)


@public
def eye(N: Size, M: Size | None = None, k: int = 0, dtype: DType | None = None) -> Tensor:
    """The matrix of N rows and M columns (or N) with ones on its diagonal `k`; f32 if no `dtype`."""
    require_scope("hl.eye")
    sizes = checked_sizes([N, N if M is None else M], "shape")
    element_type = F32 if dtype is None else element_type_from(dtype, "dtype")
    return as_type(_distance(sizes) == integer(k, "k"), element_type)


@public
def one_hot(x: TensorLike, num_classes: int, dtype: DType | None = None, axis: int = -1) -> Tensor:
    """A new dimension of `num_classes` at `axis` of the result, which has 1 at the class that `x` says and 0 elsewhere.

    `x` has integers; one that is no class gives zeros alone. f32 where no type is given.
    """
    value = as_tensor(x, "x")
    if not isinstance(value.element_type, IntegerType) or value.element_type == PRED:
        raise usage_error(f"x of one_hot has integers, the numbers of classes, not {value.element_type}")
    classes = integer(num_classes, "num_classes")
    if classes < 0:
        raise usage_error(f"num_classes = {classes}, expected at least 0")
    at = axis_of(axis, value.rank + 1, "the result")
    sizes = sizes_of(value)
    sizes.insert(at, classes)
    kept = [axis for axis in range(value.rank + 1) if axis != at]
    named = broadcast_to_sizes(value, sizes, kept)
    if classes and not value.element_type.minimum <= classes - 1 <= value.element_type.maximum:
        named = as_type(named, I64)
    found = compare(named, counted(sizes, at, named.element_type), "EQ")
    return as_type(found, F32 if dtype is None else element_type_from(dtype, "dtype"))


@public
def tril(x: TensorLike, k: int = 0) -> Tensor:
    """`x` with zeros above the diagonal `k` of its last two dimensions."""
    value = _matrices(x, "tril")
    return select(_distance(sizes_of(value)) <= integer(k, "k"), value, 0)


@public
def triu(x: TensorLike, k: int = 0) -> Tensor:
    """`x` with zeros below the diagonal `k` of its last two dimensions."""
    value = _matrices(x, "triu")
    return select(_distance(sizes_of(value)) >= integer(k, "k"), value, 0)


@public
def size(x: TensorLike, axis: int | None = None) -> Size:
    """The size of a dimension, or how many elements there are: an int, or an i32 scalar where it is dynamic."""
    value = as_tensor(x, "x")
    if axis is not None:
        return size_of(value, axis_of(axis, value.rank, str(value.type)))
    return product_of(sizes_of(value))


def default_type(number: Any, what: str) -> ElementType:
    """The element type of numbers that no tensor stands beside: f32 for floats, else what a constant has."""
    check_array(number, what, None)
    array = as_array(number)
    return F32 if array.dtype == np.float64 else element_type_from(array.dtype, what)


def _filled(shape: ShapeLike, value: Any, dtype: DType | None, usual: ElementType, what: str) -> Tensor:
    require_scope(f"hl.{what}")
    sizes, element_type = _sizes_and_type(shape, dtype, usual)
    result_type = TensorType(shape_of(sizes), element_type)
    if result_type.is_static:
        return emit_constant(value, element_type, result_type.shape)
    return broadcast_to_sizes(_scalar(emit_constant(value, element_type), "fill_value"), sizes, ())


def _scalar(value: Tensor, what: str) -> Tensor:
    if value.rank:
        raise usage_error(f"{what} is a number or a tensor of rank 0, not a {value.type}\n  fix: use hl.broadcast_to")
    return value


def _sizes_and_type(shape: ShapeLike, dtype: DType | None, usual: ElementType) -> tuple[list[Size], ElementType]:
    if isinstance(shape, (str, TensorType)):
        type = argument_type(shape, "shape")
        if dtype is not None:
            raise usage_error(
                f"shape {type} has an element type, and dtype says {dtype} beside it\n  fix: leave one out"
            )
        if not type.is_static:
            raise usage_error(
                f"{type} doesn't say how large a dynamic dimension is\n"
                "  fix: give a list of sizes, such as [hl.size(x, 0), 3]"
            )
        return list(type.static_shape), type.element_type
    element_type = usual if dtype is None else element_type_from(dtype, "dtype")
    return sizes_from(shape), element_type


def sizes_from(shape: Any) -> list[Size]:
    """A shape as a list of sizes, from a lone one too."""
    if isinstance(shape, range) or (isinstance(shape, np.ndarray) and shape.ndim):
        shape = integers(shape, "shape")
    return checked_sizes(shape if isinstance(shape, (list, tuple)) else [shape], "shape")


def _dynamic_range(low: Any, high: Any, step: float, dtype: DType | None) -> Tensor:
    if step != 1:
        raise usage_error(f"arange between tensors has a step of 1, not {step}\n  fix: multiply the result")
    first, end = _limit(low, "start"), _limit(high, "stop")
    element_type = next(v.element_type for v in (end, first) if isinstance(v, Tensor))
    is_from_0 = isinstance(first, int) and first == 0
    count = end if isinstance(end, Tensor) else emit_constant(end, element_type)
    if not is_from_0:
        count = count - first
    if range_of(count)[0] < 0:
        count = select(count > 0, count, 0)
    numbers = counted([count], 0, element_type)
    numbers = numbers if is_from_0 else numbers + first
    return numbers if dtype is None else as_type(numbers, element_type_from(dtype, "dtype"))


def _limit(given: Any, what: str) -> Size:
    if not isinstance(given, Tensor):
        return integer(given, f"{what} of arange")
    if given.rank or not isinstance(given.element_type, IntegerType) or given.element_type == PRED:
        raise usage_error(f"{what} of arange is an integer of rank 0, not a {given.type}")
    return given


def _distance(sizes: Sequence[Size]) -> Tensor:
    """How far right of the diagonal each element of the last two dimensions is."""
    rank = len(sizes)
    return counted(sizes, rank - 1, I32) - counted(sizes, rank - 2, I32)


def _matrices(x: TensorLike, name: str) -> Tensor:
    value = as_tensor(x, "x")
    if value.rank < 2:
        raise usage_error(f"x of {name} has at least two dimensions, a {value.type} hasn't")
    return value
