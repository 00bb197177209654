"""An index expression understood as NumPy does: which dimensions are sliced, which are pointed into, what results."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from hlogen.builder.arrays import as_array
from hlogen.builder.elementwise import maximum, minimum
from hlogen.builder.emit import described
from hlogen.builder.indexing.base import Counting, Integers, constants_from_zero, slice_from_zero
from hlogen.builder.sizes import Size, as_text, common_type, size_as, size_of, sizes_of
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import usage_error
from hlogen.ir import DenseElements, IntegerType, Operation


@dataclass(frozen=True)
class Span:
    """A dimension that is sliced: its positions, evenly spaced and inside."""

    dim: int
    positions: range

    @property
    def size(self) -> int:
        return len(self.positions)

    @property
    def low(self) -> int:
        return min(self.positions[0], self.positions[-1]) if self.positions else 0

    @property
    def high(self) -> int:
        """One past the highest position."""
        return max(self.positions[0], self.positions[-1]) + 1 if self.positions else 0

    @property
    def stride(self) -> int:
        return abs(self.positions.step) if self.size > 1 else 1

    @property
    def is_reversed(self) -> bool:
        return self.size > 1 and self.positions.step < 0


@dataclass(frozen=True)
class Pointer:
    """A dimension that is pointed into: by an integer, by an array of them, or by what only the program knows.

    Constants count from 0, with negative ones wrapped where they count from the end; tensors are as given.
    """

    dim: int
    index: int | Integers | Tensor

    @property
    def is_array(self) -> bool:
        return not isinstance(self.index, int) and self.index.shape != ()


class NewAxis:
    """A dimension of size 1 that the index adds."""


class Batch:
    """Where the dimensions of the broadcast index arrays stand in the result."""


@dataclass(frozen=True)
class DynamicSpan:
    """A dimension that is sliced whose size only the running program knows: `size` positions from `low` on, going up.

    They are `stride` apart; a slice that goes down `is_reversed`.
    """

    dim: int
    low: Size
    size: Size
    stride: int
    is_reversed: bool


NEW_AXIS = NewAxis()
BATCH = Batch()
Part: TypeAlias = Span | NewAxis | Batch


@dataclass(frozen=True)
class Index:
    """An index of a tensor of `shape`.

    `parts` are the result's dimensions in order. `batch_shape` is the common shape of the index arrays, and None where
    there are none, so that every pointer is a scalar (a basic index). Every dimension of `shape` belongs to a span or
    to a pointer. `counting` is how indices in tensors count.
    """

    shape: tuple[int, ...]
    pointers: tuple[Pointer, ...]
    parts: tuple[Part, ...]
    batch_shape: tuple[int, ...] | None
    counting: Counting

    @property
    def spans(self) -> list[Span]:
        return [part for part in self.parts if isinstance(part, Span)]

    @property
    def is_constant(self) -> bool:
        return not any(isinstance(pointer.index, Tensor) for pointer in self.pointers)

    @property
    def is_inside(self) -> bool:
        """Whether every constant index is in bounds: always, unless the caller asked to leave that to a mode."""
        return all(
            isinstance(pointer.index, Tensor) or bool(np.all(_inside(pointer.index, self.shape[pointer.dim])))
            for pointer in self.pointers
        )

    @property
    def result_shape(self) -> tuple[int, ...]:
        return tuple(size for part in self.parts for size in self.sizes(part))

    def sizes(self, part: Part) -> tuple[int, ...]:
        if isinstance(part, Span):
            return (part.size,)
        return (1,) if isinstance(part, NewAxis) else self.batch_shape or ()


@dataclass(frozen=True)
class DynamicIndex:
    """An index of which only the running program knows some size: the tensor's, or that of an index array.

    As `Index`; constants that point into a dimension of unknown size count from 0, but those that count from the end
    are as they were given, and whether they are inside isn't known.
    """

    shape: tuple[Size, ...]
    pointers: tuple[Pointer, ...]
    parts: tuple[Part | DynamicSpan, ...]
    batch_shape: tuple[Size, ...]
    counting: Counting

    @property
    def result_sizes(self) -> list[Size]:
        return [size for part in self.parts for size in self.sizes(part)]

    def sizes(self, part: Part | DynamicSpan) -> tuple[Size, ...]:
        if isinstance(part, (Span, DynamicSpan)):
            return (part.size,)
        return (1,) if isinstance(part, NewAxis) else self.batch_shape


def parse(key: object, operand: Tensor, counting: Counting, check: bool = True) -> Index | DynamicIndex:
    """The index `key` of `operand`; without `check`, constant indices out of bounds are let through.

    Raises UsageError naming what NumPy would refuse, and masks that aren't constant.
    """
    shape = sizes_of(operand)
    entries = [_entry(entry) for entry in (key if isinstance(key, tuple) else (key,))]
    entries, ellipsis = _completed(entries, operand)
    dim, scalars, places = 0, [], []
    pointers: list[Pointer] = []
    parts: list[Part | DynamicSpan] = []
    shapes: list[tuple[Size, ...]] = []
    for place, entry in enumerate(entries):
        if entry is None:
            parts.append(NEW_AXIS)
        elif isinstance(entry, slice):
            parts.append(_sliced(entry, dim, shape[dim], counting.base, _where(dim, operand)))
            dim += 1
        else:
            places.append(place)
            scalars.append(len(parts))
            if isinstance(entry, np.ndarray) and entry.dtype == np.bool_:
                found = _mask(entry, dim, operand)
                shapes.append((int(np.count_nonzero(entry)),))
            else:
                found = [_pointer(entry, dim, operand, counting, check)]
                shapes.append(_sizes(entry))
            pointers += found
            dim += len(found)
    if not any(shapes):
        return _index(shape, pointers, parts, None, counting)
    # NumPy's placement rule: next to each other they stand where the first was, else in front. `...` separates too.
    is_together = places[-1] - places[0] == len(places) - 1 and not places[0] < ellipsis <= places[-1]
    parts.insert(scalars[0] if is_together else 0, BATCH)
    return _index(shape, pointers, parts, common_sizes(shapes), counting)


def _index(
    shape: Sequence[Size],
    pointers: Sequence[Pointer],
    parts: Sequence[Part | DynamicSpan],
    batch_shape: tuple[Size, ...] | None,
    counting: Counting,
) -> Index | DynamicIndex:
    """The index as one of known sizes, where all are."""
    known = [size for size in shape if isinstance(size, int)]
    batch = [size for size in batch_shape or () if isinstance(size, int)]
    if len(known) < len(shape) or len(batch) < len(batch_shape or ()):
        return DynamicIndex(tuple(shape), tuple(pointers), tuple(parts), batch_shape or (), counting)
    spans = tuple(part for part in parts if not isinstance(part, DynamicSpan))  # all, as every size is known
    return Index(tuple(known), tuple(pointers), spans, None if batch_shape is None else tuple(batch), counting)


def integer_array(value: Any, what: str = "the elements of an index array") -> Integers:
    """Constant indices as i64; UsageError where they aren't integers."""
    array = as_array(value)
    if array.size == 0 and not isinstance(value, np.ndarray):  # NumPy makes floats of []
        return np.zeros(array.shape, np.int64)
    if array.dtype.kind not in "iu" and "int" not in array.dtype.name:
        if not array.ndim:
            raise usage_error(f"an index is {described(value)}, but indices are integers\n  fix: int(index)")
        if array.dtype == np.bool_:
            raise usage_error(f"{what} are a mask, but they must be integers\n  fix: np.flatnonzero(mask), or x[mask]")
        raise usage_error(
            f"{what} are of {array.dtype}, but they must be integers\n  fix: convert them: indices.astype(np.int64)"
        )
    if array.dtype == np.uint64 and (array > np.iinfo(np.int64).max).any():
        raise usage_error(f"index {array.max()} doesn't fit 64 bits")
    return array.astype(np.int64)


def index_tensor(index: Tensor, what: str = "an index") -> Tensor:
    """A tensor of indices; UsageError where it doesn't hold integers."""
    element_type = index.element_type
    if isinstance(element_type, IntegerType) and element_type.is_boolean:
        raise usage_error(
            f"{what} is a mask that only the running program knows ({index.type}), so the result's size isn't known\n"
            "  fix: keep the shape and choose elements with hl.select(mask, x, other); constant masks may be indices"
        )
    if not isinstance(element_type, IntegerType):
        raise usage_error(f"{what} is {index.type}, but indices are integers\n  fix: convert it: index.astype('i32')")
    return index


def require_inside(index: Tensor, size: Size, counting: Counting, where: str) -> None:
    """UsageError where `index` was made by `hlogen.constant` and is out of bounds; others are left to a mode."""
    elements = written_in(index)
    if elements is not None and elements.array.size:
        array = elements.array.flat[:1] if elements.is_splat else elements.array
        from_zero(integer_array(array), size, counting, where)


def written_in(index: Tensor) -> DenseElements | None:
    """What a tensor that was made by `hlogen.constant` holds."""
    owner = index.value.owner
    if not isinstance(owner, Operation) or owner.name != "stablehlo.constant":
        return None
    elements = owner.attributes["value"]
    assert isinstance(elements, DenseElements)
    return elements


def _entry(entry: Any) -> Any:
    """An entry of the index as None, Ellipsis, a slice, an int, an array of i64 or of booleans, or a tensor."""
    if entry is None or entry is Ellipsis or isinstance(entry, slice):
        return entry
    if isinstance(entry, Tensor):
        elements = written_in(entry)
        is_mask = elements is not None and elements.array.dtype == np.bool_
        return elements.array if elements is not None and is_mask else index_tensor(entry)
    if isinstance(entry, (bool, np.bool_)):
        return np.asarray(entry)
    if isinstance(entry, (str, bytes, dict, set)) or callable(entry):
        raise usage_error(f"an index is an integer, a slice, None, ... or an array of integers, not {described(entry)}")
    if isinstance(entry, (list, tuple)) and any(isinstance(one, (slice, type(None), type(...))) for one in entry):
        raise usage_error(f"the list {described(entry)} isn't an array of integers\n  fix: index with a tuple")
    if isinstance(entry, (list, tuple)) and any(isinstance(one, Tensor) for one in entry):
        raise usage_error("a list of tensors isn't an index array\n  fix: join them with hl.concatenate")
    array = as_array(entry)
    if array.dtype == np.bool_ and (array.size or isinstance(entry, np.ndarray)):
        return array
    array = integer_array(entry)
    return array if array.ndim else int(array)


def _completed(entries: list[Any], operand: Tensor) -> tuple[list[Any], int]:
    """The entries with `...` made whole slices, added at the end where there is none; and where it stood, or -1."""
    used = sum(_count(entry) for entry in entries)
    if used > operand.rank:
        raise usage_error(
            f"too many indices: {used} for a tensor of rank {operand.rank} ({operand.type})\n"
            "  fix: leave some out, or reshape the tensor"
        )
    at = [number for number, entry in enumerate(entries) if entry is Ellipsis]
    if len(at) > 1:
        raise usage_error("an index has `...` more than once")
    rest = [slice(None)] * (operand.rank - used)
    if not at:
        return [*entries, *rest], -1
    return [*entries[: at[0]], *rest, *entries[at[0] + 1 :]], at[0]


def _count(entry: Any) -> int:
    """How many dimensions of the tensor an entry takes up."""
    if entry is None or entry is Ellipsis:
        return 0
    return entry.ndim if isinstance(entry, np.ndarray) and entry.dtype == np.bool_ else 1


def _sizes(entry: int | Integers | Tensor) -> tuple[Size, ...]:
    """The shape of what points into a dimension."""
    if isinstance(entry, Tensor):
        return tuple(sizes_of(entry))
    return () if isinstance(entry, int) else entry.shape


def _sliced(entry: slice, dim: int, size: Size, base: int, where: str) -> Span | DynamicSpan:
    bounds = (entry.start, entry.stop, entry.step)
    if any(isinstance(value, Tensor) for value in bounds):
        raise usage_error(
            f"the slice of {where} has bounds that only the running program knows, so its size isn't known\n"
            "  fix: use hl.dynamic_slice_in_dim(x, start, size, axis), whose size is known"
        )
    try:
        start, stop, step = (None if value is None else operator.index(value) for value in bounds)
    except TypeError:
        raise usage_error(f"a slice has integers, not {described(entry)}") from None
    if step == 0:
        raise usage_error(f"the slice of {where} has step 0")
    step = step or 1
    if isinstance(size, int):
        return Span(dim, slice_from_zero(start, stop, step, size, base, where))
    return _dynamically_sliced(dim, start, stop, step, size, base, where)


def _dynamically_sliced(
    dim: int, start: int | None, stop: int | None, step: int, size: Tensor, base: int, where: str
) -> DynamicSpan:
    """What a slice takes of a dimension whose size only the running program knows, cut off at its ends."""
    if base:
        for given in (start, stop):
            if given is not None and given <= 0:
                raise usage_error(f"the slice of {where} has {given}: indices count from 1 here (index_base)")
        start = None if start is None else start - 1
        stop = stop if stop is None or step > 0 else stop - 2
        stop = None if stop == -1 else stop
    is_reversed, stride = step < 0, abs(step)
    if stride == 1 and stop is None and (start is None or (start == 0 and not is_reversed)):
        return DynamicSpan(dim, 0, size, 1, is_reversed)
    whole_type = common_type([size])
    whole = size_as(size, whole_type)
    stride = min(stride, whole_type.maximum)  # larger than all sizes it takes the first position alone
    # Positions are counted between the ends: from the first one on, or down to the one before the first.
    first, last = (whole - 1, -1) if is_reversed else (0, whole)
    ends = [first if start is None else _held(start, whole, step), last if stop is None else _held(stop, whole, step)]
    low, high = (ends[1] + 1, ends[0] + 1) if is_reversed else ends
    length = maximum(high - low, 0)
    count = length
    if stride > 1:
        steps = maximum(length - 1, 0) // stride
        count = steps + minimum(length, 1)
        low = high - 1 - steps * stride if is_reversed else low
    return DynamicSpan(dim, low, count, stride, is_reversed)


def _held(bound: int, size: Tensor, step: int) -> Tensor:
    """A slice's bound, counted from the start of a dimension and not beyond its ends, as Python holds it."""
    assert isinstance(size.element_type, IntegerType)
    most = size.element_type.maximum
    lowest, highest = (-1, size - 1) if step < 0 else (0, size)
    if bound < 0:
        return maximum(size + max(bound, -most), lowest)
    return minimum(highest, min(bound, most))


def _mask(mask: npt.NDArray[Any], dim: int, operand: Tensor) -> list[Pointer]:
    covered = operand.shape[dim : dim + mask.ndim]
    if None in covered:
        raise usage_error(
            f"a mask of shape {list(mask.shape)} covers dimensions of {operand.type} whose sizes aren't known\n"
            "  fix: keep the shape and choose elements with hl.select(mask, x, other)"
        )
    if mask.shape != covered:
        raise usage_error(
            f"the mask has shape {list(mask.shape)}, but the dimensions that it covers have {list(covered)} "
            f"({operand.type}, from dimension {dim} on)"
        )
    return [
        Pointer(dim + number, found.astype(np.int64)) for number, found in enumerate(np.nonzero(np.atleast_1d(mask)))
    ][: mask.ndim]


def _pointer(entry: int | Integers | Tensor, dim: int, operand: Tensor, counting: Counting, check: bool) -> Pointer:
    where, size = _where(dim, operand), size_of(operand, dim)
    if isinstance(entry, Tensor):
        if check:
            require_inside(entry, size, counting, where)
        return Pointer(dim, entry)
    found = from_zero(np.asarray(entry, np.int64), size, counting, where, check)
    return Pointer(dim, int(found) if isinstance(entry, int) else found)


def from_zero(values: Integers, size: Size, counting: Counting, where: str, check: bool = True) -> Integers:
    """`constants_from_zero`; of a dimension of unknown size without wrapping, and checked as far as it can be."""
    if isinstance(size, int):
        return constants_from_zero(values, size, counting, where, check)
    if counting.wraps:
        return values
    if check and (values < counting.base).any():
        raise usage_error(f"index {values.min()} is out of bounds of {where}: indices count from {counting.base} up")
    return np.maximum(values, 0) - 1 if counting.base else values


def common_sizes(shapes: Sequence[tuple[Size, ...]]) -> tuple[Size, ...]:
    """The sizes that index arrays broadcast to: known ones, where there are such, have to be those of the others."""
    rank = max(map(len, shapes))
    found: list[Size] = []
    for at in range(-rank, 0):
        sizes = [shape[at] for shape in shapes if len(shape) >= -at]
        known = {size for size in sizes if isinstance(size, int)} - {1}
        if len(known) > 1:
            listed = ", ".join(as_text(shape) for shape in shapes if shape)
            raise usage_error(f"the index arrays have shapes that don't broadcast: {listed}")
        unknown = [size for size in sizes if isinstance(size, Tensor)]
        found.append(known.pop() if known else unknown[0] if unknown else 1)
    return tuple(found)


def _inside(index: int | Integers, size: int) -> npt.NDArray[np.bool_]:
    values = np.asarray(index)
    return np.asarray((values >= 0) & (values < size))


def _where(dim: int, operand: Tensor) -> str:
    return f"dimension {dim} of {operand.type}"
