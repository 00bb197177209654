"""Elements chosen, bounded, rounded and ordered: where, clip, round, argsort, top_k, searchsorted."""

from __future__ import annotations

from typing import Literal

from hlogen.builder.elementwise import compare, divide, maximum, minimum, round_nearest_even, select
from hlogen.builder.emit import as_tensor, boolean, described, emit_constant, integer
from hlogen.builder.functions.common import I64, as_pred, axis_of
from hlogen.builder.functions.creation import default_type
from hlogen.builder.indexing.along_axis import take
from hlogen.builder.reduction import comes_before, sort
from hlogen.builder.rows import window
from hlogen.builder.shape import slice as slice_
from hlogen.builder.sizes import counted, sizes_of
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import require_scope, usage_error
from hlogen.door import public
from hlogen.ir import ComplexType, FloatType, QuantizedType


@public
def where(condition: TensorLike, x: TensorLike, y: TensorLike) -> Tensor:
    """`x` where `condition` is true, or not zero, and `y` elsewhere; all three are broadcast: `select`.

    Two numbers make f32 where one is a float, else what a constant of them has.
    """
    require_scope("hl.where")
    if not isinstance(x, Tensor) and not isinstance(y, Tensor):
        types = [default_type(x, "x"), default_type(y, "y")]
        x = emit_constant(x, next((each for each in types if isinstance(each, FloatType)), types[0]))
    return select(as_pred(condition, "condition"), x, y)


@public
def clip(x: TensorLike, min: TensorLike | None = None, max: TensorLike | None = None) -> Tensor:
    """`x`, but `min` where it is less and `max` where it is greater; either may be None for no limit."""
    result = as_tensor(x, "x")
    if min is not None:
        result = maximum(result, min)
    return result if max is None else minimum(result, max)


@public
def round(x: TensorLike) -> Tensor:
    """Floats rounded to the nearest integer, halves to the even one; integers are what they are."""
    value = as_tensor(x, "x")
    return round_nearest_even(value) if isinstance(value.element_type, FloatType) else value


@public
def argsort(x: TensorLike, axis: int = -1, descending: bool = False) -> Tensor:
    """i64: the indices along `axis` that would sort `x`; equal elements keep their order, NaN comes last.

    Where `descending`, NaN comes first.
    """
    return _sorted_with_indices(x, axis, descending, "argsort")[1]


@public
def top_k(x: TensorLike, k: int, axis: int = -1) -> tuple[Tensor, Tensor]:
    """The `k` greatest elements along `axis`, in descending order, and their indices (i64); NaN is greater than all.

    Of equal elements the first ones are taken. Where only the run knows the size along `axis`, it is at least `k`.
    """
    count = integer(k, "k")
    values, indices = _sorted_with_indices(x, axis, True, "top_k")
    at = axis_of(axis, values.rank, str(values.type))
    size = values.shape[at]
    if count < 0 or (size is not None and count > size):
        most = "any size" if size is None else f"the {size} of dimension {at} of {values.type}"
        raise usage_error(f"k = {count}, expected 0 to {most}")
    sizes = [count if dim == at else whole for dim, whole in enumerate(sizes_of(values))]
    if values.type.is_static:
        limits = [count if dim == at else whole for dim, whole in enumerate(values.type.static_shape)]
        first = [slice_(each, [0] * values.rank, limits) for each in (values, indices)]
    else:
        starts = [emit_constant(0, I64)] * values.rank
        first = [window(each, starts, sizes) for each in (values, indices)]
    return first[0], first[1]


@public
def searchsorted(a: TensorLike, v: TensorLike, side: Literal["left", "right"] = "left") -> Tensor:
    """i64: where each element of `v` would go into `a`, of rank 1 and in ascending order, so that it stays in order.

    On the "left" of equal elements, or on their "right". NaN goes last. What `a` isn't in order for is undefined.
    """
    row = as_tensor(a, "a")
    wanted = as_tensor(v, "v", row.element_type)
    if row.rank != 1 or row.shape[0] is None:
        raise usage_error(f"a of searchsorted is a row of known size, not {row.type}")
    if side not in ("left", "right"):
        raise usage_error(f"side is 'left' or 'right', not {described(side)}")
    if row.element_type != wanted.element_type:
        raise usage_error(f"searchsorted takes a and v of one element type, not {row.type} and {wanted.type}")
    size = row.shape[0]
    low = wanted_zero = counted(sizes_of(wanted), 0, I64) * 0 if wanted.rank else emit_constant(0, I64)
    high = wanted_zero + size
    for _ in range(size.bit_length()):  # each halves what is left
        middle = divide(low + high, 2)
        found = take(row, middle, axis=0, mode="clip")
        is_after = comes_before(found, wanted) if side == "left" else ~comes_before(wanted, found)
        is_open = compare(low, high, "LT")
        low = select(is_open & is_after, middle + 1, low)
        high = select(is_open & ~is_after, middle, high)
    return low


def _sorted_with_indices(x: TensorLike, axis: int, descending: bool, name: str) -> tuple[Tensor, Tensor]:
    value = as_tensor(x, "x")
    if isinstance(value.element_type, (ComplexType, QuantizedType)):
        raise usage_error(f"{name} isn't defined for {value.type}")
    at = axis_of(axis, value.rank, str(value.type))
    indices = counted(sizes_of(value), at, I64)
    first = boolean(descending, "descending")

    def comparator(a: Tensor, b: Tensor, i: Tensor, j: Tensor) -> Tensor:
        return comes_before(b, a) if first else comes_before(a, b)

    values, places = sort([value, indices], comparator, at, is_stable=True)
    return values, places
