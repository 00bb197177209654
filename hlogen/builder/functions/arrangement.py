"""Elements in another shape or order: squeeze, expand_dims, stack, split, tile, repeat, roll, flip, broadcast_to ...

Shapes may have sizes that only the running program knows (see `hlogen.size`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from hlogen.builder.elementwise import maximum, remainder
from hlogen.builder.emit import as_tensor, described, emit_constant, integer
from hlogen.builder.functions.common import I64, axes_of, axis_of, several
from hlogen.builder.functions.creation import arange, sizes_from
from hlogen.builder.indexing.along_axis import take
from hlogen.builder.shape import concatenate, reverse, transpose
from hlogen.builder.shape import slice as slice_
from hlogen.builder.sizes import (
    Size,
    as_text,
    broadcast_to_sizes,
    product_of,
    quotient_of,
    reshape_to_sizes,
    size_as,
    size_of,
    sizes_of,
)
from hlogen.builder.tensor import Axes, Tensor, TensorLike
from hlogen.builder.trace import usage_error
from hlogen.door import public
from hlogen.errors import UsageError


@public
def squeeze(x: TensorLike, axis: Axes = None) -> Tensor:
    """`x` without the dimensions `axis`, which have size 1; without all of size 1 where none is given."""
    value = as_tensor(x, "x")
    axes = [at for at, size in enumerate(value.shape) if size == 1] if axis is None else axes_of(axis, value)
    for at in axes:
        if value.shape[at] not in (1, None):
            raise usage_error(f"dimension {at} of {value.type} has size {value.shape[at]}, so it can't be squeezed out")
    return reshape_to_sizes(value, [size for at, size in enumerate(sizes_of(value)) if at not in axes])


@public
def expand_dims(x: TensorLike, axis: int | Iterable[int]) -> Tensor:
    """`x` with dimensions of size 1 put in, which are `axis` of the result."""
    value = as_tensor(x, "x")
    entries = several(axis, "axis")
    rank = value.rank + len(entries)
    axes = sorted(axis_of(each, rank, "the result") for each in entries)
    if len(set(axes)) < len(axes):
        raise usage_error(f"axis {list(entries)} names a dimension of the result twice")
    sizes = sizes_of(value)
    for at in axes:
        sizes.insert(at, 1)
    return reshape_to_sizes(value, sizes)


@public
def ravel(x: TensorLike) -> Tensor:
    """All elements in one row."""
    value = as_tensor(x, "x")
    return reshape_to_sizes(value, [product_of(sizes_of(value))])


@public
def broadcast_to(x: TensorLike, shape: Size | Sequence[Size]) -> Tensor:
    """`x` repeated to `shape`, as NumPy does it: aligned at the last dimension, sizes of 1 repeated.

    A dynamic dimension of `x` isn't repeated: it has the size that `shape` says.
    """
    value = as_tensor(x, "x")
    sizes = sizes_from(shape)
    ahead = len(sizes) - value.rank
    if ahead < 0 or any(
        isinstance(wanted, int) and size not in (1, None, wanted)
        for size, wanted in zip(value.shape, sizes[ahead:], strict=True)
    ):
        raise usage_error(f"{value.type} can't be broadcast to {as_text(sizes)}")
    if value.type.is_static and value.shape == tuple(sizes):
        return value
    return broadcast_to_sizes(value, sizes, range(ahead, len(sizes)))


@public
def stack(arrays: Sequence[TensorLike], axis: int = 0) -> Tensor:
    """`arrays`, all of one shape, along a new dimension, which is `axis` of the result."""
    values = _tensors(arrays, "stack")
    for value in values[1:]:
        if value.type != values[0].type:
            raise usage_error(f"stack takes tensors of one type, not {values[0].type} and {value.type}")
    at = axis_of(axis, values[0].rank + 1, "the result")
    return concatenate([expand_dims(value, at) for value in values], at)


@public
def split(x: TensorLike, indices_or_sections: int | Sequence[int], axis: int = 0) -> list[Tensor]:
    """`x` cut along `axis` into so many parts of one size, or at the indices given.

    Where only the run knows the size of `axis`, and it isn't a multiple of the parts, the run ends in an error.
    """
    value = as_tensor(x, "x")
    at = axis_of(axis, value.rank, str(value.type))
    size = value.shape[at]
    if size is None:
        return _split_by_sizes(value, indices_or_sections, at)
    if isinstance(indices_or_sections, (list, tuple, range, np.ndarray)):
        inside = [cut + size if cut < 0 else cut for cut in several(indices_or_sections, "indices")]
        cuts = [0, *(min(max(cut, 0), size) for cut in inside), size]
    else:
        count = _sections(indices_or_sections, value, at)
        if size % count:
            raise _no_split(value, at, count)
        cuts = list(range(0, size + 1, size // count)) if size else [0] * (count + 1)
    parts = []
    for low, high in pairwise(cuts):
        if not value.type.is_static:
            parts.append(value[(*[slice(None)] * at, slice(low, max(low, high)))])
            continue
        starts, limits = [0] * value.rank, list(value.type.static_shape)
        starts[at], limits[at] = low, max(low, high)
        parts.append(slice_(value, starts, limits))
    return parts


def _split_by_sizes(value: Tensor, indices_or_sections: Any, at: int) -> list[Tensor]:
    """`split` along a dimension whose size only the run knows."""
    before = [slice(None)] * at
    if isinstance(indices_or_sections, (list, tuple, range, np.ndarray)):
        cuts = [0, *several(indices_or_sections, "indices"), None]
        return [value[(*before, slice(low, high))] for low, high in pairwise(cuts)]
    count = _sections(indices_or_sections, value, at)
    sizes = sizes_of(value)
    # Other numbers of elements can't be reshaped to this, which a run says.
    apart = reshape_to_sizes(value, [*sizes[:at], count, quotient_of(sizes[at], count), *sizes[at + 1 :]])
    return [apart[(*before, number)] for number in range(count)]


def _sections(given: Any, value: Tensor, at: int) -> int:
    (count,) = several(given, "sections")
    if count < 1:
        raise _no_split(value, at, count)
    return count


def _no_split(value: Tensor, at: int, count: int) -> UsageError:
    return usage_error(f"dimension {at} of {value.type} can't be split into {count} parts of one size")


@public
def tile(x: TensorLike, reps: int | Sequence[int]) -> Tensor:
    """`x` laid side by side ``reps[i]`` times along each dimension i, missing ones being 1 in front."""
    value = as_tensor(x, "x")
    counts = several(reps, "reps")
    if any(count < 0 for count in counts):
        raise usage_error(f"reps {counts} has a negative number")
    rank = max(len(counts), value.rank)
    counts = [1] * (rank - len(counts)) + counts
    sizes = [*[1] * (rank - value.rank), *sizes_of(value)]
    if all(count == 1 for count in counts):
        return reshape_to_sizes(value, sizes)
    pairs = [entry for pair in zip(counts, sizes, strict=True) for entry in pair]
    places = [2 * at + 1 for at in range(rank - value.rank, rank)]
    together = [product_of([count, size]) for count, size in zip(counts, sizes, strict=True)]
    return reshape_to_sizes(broadcast_to_sizes(value, pairs, places), together)


@public
def repeat(x: TensorLike, repeats: int, axis: int | None = None) -> Tensor:
    """Each element `repeats` times along `axis`; of all elements in one row without `axis`."""
    value = ravel(x) if axis is None else as_tensor(x, "x")
    count = integer(repeats, "repeats")
    if count < 0:
        raise usage_error(f"repeats = {count}, expected at least 0")
    at = axis_of(0 if axis is None else axis, value.rank, str(value.type))
    sizes = sizes_of(value)
    kept = [dim for dim in range(value.rank + 1) if dim != at + 1]
    wide = broadcast_to_sizes(value, [*sizes[: at + 1], count, *sizes[at + 1 :]], kept)
    return reshape_to_sizes(wide, [product_of([size, count]) if d == at else size for d, size in enumerate(sizes)])


@public
def roll(x: TensorLike, shift: int | Sequence[int], axis: int | Sequence[int] | None = None) -> Tensor:
    """Elements moved on by `shift` along `axis`, those at the end to the front; in one row without `axis`."""
    value = as_tensor(x, "x")
    if axis is None:
        return reshape_to_sizes(roll(ravel(value), shift, 0), sizes_of(value))
    shifts, axes = several(shift, "shift"), several(axis, "axis")
    if len(shifts) == 1:
        shifts *= len(axes)
    if len(shifts) != len(axes):
        raise usage_error(f"roll has {len(shifts)} shifts for {len(axes)} axes")
    for by, at in zip(shifts, axes, strict=True):
        value = _rolled(value, by, axis_of(at, value.rank, str(value.type)))
    return value


@public
def flip(x: TensorLike, axis: Axes = None) -> Tensor:
    """Elements in reverse order along `axis`, along all dimensions where none is given: `reverse`."""
    value = as_tensor(x, "x")
    axes = axes_of(axis, value)
    return reverse(value, axes) if axes else value


@public
def swapaxes(x: TensorLike, axis1: int, axis2: int) -> Tensor:
    """`x` with two dimensions exchanged."""
    value = as_tensor(x, "x")
    order = list(range(value.rank))
    first, second = (axis_of(axis, value.rank, str(value.type)) for axis in (axis1, axis2))
    order[first], order[second] = second, first
    return transpose(value, order)


@public
def moveaxis(x: TensorLike, source: int | Sequence[int], destination: int | Sequence[int]) -> Tensor:
    """`x` with the dimensions `source` moved to where `destination` says, the others staying in order."""
    value = as_tensor(x, "x")
    ends = []
    for given, what in ((source, "source"), (destination, "destination")):
        ends.append([axis_of(entry, value.rank, str(value.type)) for entry in several(given, what)])
    sources, destinations = ends
    if len(sources) != len(destinations) or any(len(set(end)) < len(end) for end in ends):
        raise usage_error(f"moveaxis moves dimensions {sources} to {destinations}: as many, each once")
    order = [at for at in range(value.rank) if at not in sources]
    for to, at in sorted(zip(destinations, sources, strict=True)):
        order.insert(to, at)
    return transpose(value, order)


def _rolled(value: Tensor, by: int, at: int) -> Tensor:
    size = value.shape[at]
    if size is None:
        whole = size_as(size_of(value, at), I64)
        some = maximum(whole, 1)  # what folds constants may end the process by a division by 0
        back = whole - remainder(remainder(emit_constant(by, I64), some) + some, some)
        return take(value, remainder(arange(whole) + back, some), axis=at)
    if not size or by % size == 0:
        return value
    cut = size - by % size
    head, tail = split(value, [cut], at)
    return concatenate([tail, head], at)


def _tensors(arrays: Any, name: str) -> list[Tensor]:
    if not isinstance(arrays, (list, tuple)) or not arrays:
        raise usage_error(f"{name} takes a list of at least one tensor, not {described(arrays)}")
    element_type = next((value.element_type for value in arrays if isinstance(value, Tensor)), None)
    return [as_tensor(value, f"arrays[{number}]", element_type) for number, value in enumerate(arrays)]
