"""Index vectors: the constants and tensors that point into dimensions, made one tensor of start indices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from hlogen.builder.elementwise import maximum, minimum, select
from hlogen.builder.indexing.base import Counting, Integers
from hlogen.builder.known import ranges_of
from hlogen.builder.modes import as_index_type
from hlogen.builder.shape import concatenate, constant, iota
from hlogen.builder.sizes import Size, broadcast_to_sizes, common_type, reshape_to_sizes, shape_of, size_as
from hlogen.builder.tensor import Tensor
from hlogen.ir import IntegerType, Shape, TensorType
from hlogen.ir.types import I32, I64

# More index vectors than this are computed by the program, unless a single array of constants has them all.
MOST_WRITTEN_OUT = 1024


@dataclass(frozen=True)
class Component:
    """What points into dimension `dim`; its own dimensions are the indices' last ones before `end`.

    A range stands for the array of its numbers, which may be far more than are worth holding. A tensor that the builder
    `placed` counts from 0, and is inside.
    """

    dim: int
    value: Integers | range | Tensor
    end: int
    is_placed: bool = False

    @property
    def shape(self) -> Shape:
        if isinstance(self.value, range):
            return (len(self.value),)
        return self.value.shape

    @property
    def axes(self) -> list[int]:
        """The dimensions of the indices along which it changes."""
        first = self.end - len(self.shape)
        return [first + number for number, size in enumerate(self.shape) if size != 1]

    @property
    def is_zero(self) -> bool:
        """Whether it is known to point to 0 alone."""
        if isinstance(self.value, Tensor):
            return False
        if isinstance(self.value, range):
            return self.value == range(1)
        return bool(self.value.size) and not self.value.any()

    def written_out(self) -> Integers:
        """A constant as an array."""
        assert not isinstance(self.value, Tensor)
        if isinstance(self.value, range):
            return np.arange(self.value.start, self.value.stop, self.value.step)
        return self.value


def as_value(index: int | Integers | Tensor) -> Integers | Tensor:
    """What points into a dimension, as a component has it."""
    return np.asarray(index, np.int64) if isinstance(index, int) else index


@dataclass(frozen=True)
class Vectors:
    """Index vectors, as a gather or a scatter takes them.

    `dims` says for each element of a vector the dimension that it points into, `is_dynamic` whether only the running
    program knows it. `batching` pairs dimensions of the tensor with dimensions of the indices.
    """

    indices: Tensor
    index_vector_dim: int
    dims: tuple[int, ...]
    batching: tuple[tuple[int, int], ...]
    is_dynamic: tuple[bool, ...]


def vectors(
    components: Sequence[Component],
    shape: Sequence[Size],
    sizes: Sequence[Size],
    counting: Counting,
    batches: Sequence[tuple[int, int]] = (),
) -> Vectors:
    """The index vectors of `components`, in ascending order of their dimensions, over indices of `shape`.

    `sizes` are those of the tensor that is pointed into. `counting` is how tensors count; constants count from 0, but
    negative ones, where the size isn't known, as tensors do. `batches` are batching dimensions that no component is
    there for; others are found.
    """
    found = (*batches, *_batching(components, shape, sizes))
    batching = found if not batches else tuple(sorted(found))
    rest = [component for component in components if component.dim not in dict(batching)]
    # A dimension that is pointed into at 0 alone needs no place in the vector: a slice starts at 0.
    # Of a dimension whose size isn't known, that has to be checked all the same.
    rest = [one for one in rest if not (one.is_zero and isinstance(sizes[one.dim], int))] or rest[:1]
    element_type = _common_type([one.value for one in rest], sizes)
    known = [size for size in shape if isinstance(size, int)]
    if (
        len(known) == len(shape)
        and _is_written_out(rest, known)
        and not any(_is_from_the_end(one, sizes[one.dim], counting) for one in rest)
    ):
        indices = _constant(rest, tuple(known), element_type)
    else:
        indices = _joined(rest, shape, sizes, counting, element_type)
    return Vectors(
        indices,
        len(shape),
        tuple(one.dim for one in rest),
        batching,
        tuple(isinstance(one.value, Tensor) for one in rest),
    )


def counted_from_zero(index: Tensor, size: Size, counting: Counting, element_type: IntegerType | None = None) -> Tensor:
    """Indices into a dimension of `size`, those that count from the end wrapped once, as a type that nothing overflows.

    What is out of bounds stays so, on its side: above, or negative.
    """
    target = element_type or _common_type([index], [size])
    assert isinstance(index.element_type, IntegerType)
    ((lowest, highest),) = ranges_of(index, index.rank, 1)
    if highest > target.maximum:  # of an unsigned type as wide or wider
        index = minimum(index, size + counting.base if isinstance(size, int) else target.maximum)
    index = as_index_type(index, target)
    if counting.base:
        return (maximum(index, 0) if lowest < 0 else index) - counting.base
    if lowest >= 0 or not counting.wraps:
        return index
    return select(index < 0, index + (size if isinstance(size, int) else size_as(size, target)), index)


def _common_type(values: Sequence[Integers | range | Tensor], sizes: Sequence[Size]) -> IntegerType:
    """i32 where it holds every index and size, else i64."""
    for value in values:
        if isinstance(value, Tensor):
            element_type = value.element_type
            assert isinstance(element_type, IntegerType)
            if element_type.maximum > I32.maximum:
                return I64
    return common_type(sizes)


def _is_written_out(components: Sequence[Component], shape: Sequence[int]) -> bool:
    """Whether the index vectors become one constant, rather than what the program computes from smaller ones."""
    if any(isinstance(one.value, Tensor) for one in components):
        return False
    given = [np.size(one.written_out()) for one in components if not isinstance(one.value, range)]
    return not components or prod(shape) <= max([MOST_WRITTEN_OUT, *given])


def _constant(components: Sequence[Component], shape: tuple[int, ...], element_type: IntegerType) -> Tensor:
    columns = [np.broadcast_to(_aligned(one, shape), shape) for one in components]
    if not columns:  # a tensor of rank 0
        return constant(np.zeros((*shape, 0), np.int64), element_type)
    values = columns[0] if len(columns) == 1 else np.stack(columns, axis=-1)
    return constant(_clipped(values, element_type), element_type)


def _joined(
    components: Sequence[Component],
    shape: Sequence[Size],
    sizes: Sequence[Size],
    counting: Counting,
    element_type: IntegerType,
) -> Tensor:
    columns = []
    for one in components:
        if isinstance(one.value, Tensor) and one.is_placed:
            column = as_index_type(one.value, element_type)
        elif isinstance(one.value, Tensor):
            column = counted_from_zero(one.value, sizes[one.dim], counting, element_type)
        elif isinstance(one.value, range):
            column = _counted(one.value, element_type)
        else:
            column = constant(_clipped(one.value, element_type), element_type)
            if _is_from_the_end(one, sizes[one.dim], counting):
                is_all = bool((one.value < 0).all())
                size = size_as(sizes[one.dim], element_type)
                column = column + (size if is_all else constant(one.value < 0).astype(element_type) * size)
        columns.append(broadcast_column(column, one.end, shape, len(components) > 1))
    return columns[0] if len(columns) == 1 else concatenate(columns, dimension=len(shape))


def _counted(numbers: range, element_type: IntegerType) -> Tensor:
    """The numbers of a range, counted by the program."""
    column = iota(TensorType((len(numbers),), element_type))
    column = column if numbers.step == 1 else column * numbers.step
    return column if not numbers.start else column + numbers.start


def _is_from_the_end(one: Component, size: Size, counting: Counting) -> bool:
    """Whether it is constants of which some count from an end that only the running program knows."""
    if not counting.wraps or isinstance(size, int) or not isinstance(one.value, np.ndarray):
        return False
    return bool((one.value < 0).any())


def broadcast_column(column: Tensor, end: int, shape: Sequence[Size], is_element: bool) -> Tensor:
    """`column` over all indices, with a last dimension for the vector that it becomes an element of."""
    target = (*shape, 1) if is_element else tuple(shape)
    if is_element and column.shape == shape_of(shape):
        return reshape_to_sizes(column, target)
    if column.shape == shape_of(target):
        return column
    return broadcast_to_sizes(column, target, range(end - column.rank, end))


def _aligned(component: Component, shape: tuple[int, ...]) -> Integers:
    """A constant with a dimension for each of the indices' from its own first on."""
    values = component.written_out()
    return values.reshape(values.shape + (1,) * (len(shape) - component.end))


def _batching(
    components: Sequence[Component], shape: Sequence[Size], sizes: Sequence[Size]
) -> tuple[tuple[int, int], ...]:
    """Dimensions that a constant 0, 1, 2 ... along a dimension of the indices points into: batches, not indices."""
    found: list[tuple[int, int]] = []
    for one in components:
        if len(found) == len(components) - 1:
            break
        if isinstance(one.value, Tensor) or len(one.axes) != 1 or one.axes[0] in [axis for _, axis in found]:
            continue
        size, whole = shape[one.axes[0]], sizes[one.dim]
        if isinstance(size, int) and isinstance(whole, int) and whole == size and _counts(one.value, size):
            found.append((one.dim, one.axes[0]))
    return tuple(found)


def _counts(value: Integers | range, size: int) -> bool:
    """Whether it is 0, 1, 2 ... up to `size`."""
    return value == range(size) if isinstance(value, range) else np.array_equal(value.reshape(-1), np.arange(size))


def _clipped(values: Integers, element_type: IntegerType) -> Integers:
    """Values that are out of bounds anyhow, brought into the range of a type that holds all that are in bounds."""
    return np.clip(values, element_type.minimum, element_type.maximum)
