"""What the functions share: axes, kept dimensions, element types to compute in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from hlogen.builder.elementwise import compare, convert
from hlogen.builder.emit import as_tensor, integer, integers
from hlogen.builder.sizes import reshape_to_sizes, sizes_of
from hlogen.builder.tensor import Axes, Tensor, TensorLike
from hlogen.builder.trace import usage_error
from hlogen.ir import ElementType, FloatType, IntegerType

F32 = FloatType("f32")
I32 = IntegerType(32)
I64 = IntegerType(64)
PRED = IntegerType(1)


def axis_of(axis: int, rank: int, whose: str) -> int:
    """A dimension counted from 0, of `rank` dimensions; UsageError where there is none."""
    at = integer(axis, "axis")
    if not -rank <= at < rank:
        there = f"has the dimensions 0 to {rank - 1}" if rank else "has no dimensions"
        raise usage_error(f"axis {at} is out of range: {whose} {there}")
    return at % rank


def several(given: int | Iterable[int], what: str) -> list[int]:
    """One integer or several, as a list."""
    if isinstance(given, (list, tuple, range)) or (isinstance(given, np.ndarray) and given.ndim):
        return list(integers(given, what))
    return [integer(given, what)]  # type: ignore[arg-type]  # it says what it can't take


def axes_of(axis: Axes, value: Tensor) -> tuple[int, ...]:
    """Dimensions counted from 0, in order; all of them for None."""
    if axis is None:
        return tuple(range(value.rank))
    given = several(axis, "axis")
    found = [axis_of(each, value.rank, str(value.type)) for each in given]
    for each in found:
        if found.count(each) > 1:
            raise usage_error(f"axis {given} names dimension {each} of {value.type} twice")
    return tuple(sorted(found))


def with_axes(value: Tensor, axes: Sequence[int], like: Tensor) -> Tensor:
    """`value`, which lacks the dimensions `axes` of `like`, with size 1 there."""
    sizes = sizes_of(value)
    for axis in axes:
        sizes.insert(axis, 1)
    return reshape_to_sizes(value, sizes)


def to_sum_in(element_type: ElementType) -> ElementType:
    """What is summed in: f32 for narrower floats, i32 for i1, else the type itself."""
    if isinstance(element_type, FloatType) and element_type.width < F32.width:
        return F32
    return I32 if element_type == PRED else element_type


def as_type(value: Tensor, element_type: ElementType) -> Tensor:
    return value if value.element_type == element_type else convert(value, element_type)


def as_pred(value: TensorLike, what: str) -> Tensor:
    """i1, true where an element isn't zero."""
    tensor = as_tensor(value, what)
    return tensor if tensor.element_type == PRED else compare(tensor, 0, "NE")
