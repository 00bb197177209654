"""Mistakes about indices: how they are read, and what becomes of those out of bounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product

import numpy as np

from hlogen.fuzz.causes.registry import cause
from hlogen.fuzz.causes.wrong import Alone, Results, Wrong
from hlogen.fuzz.elements import Array
from hlogen.ir import (
    DenseArray,
    DotDimensionNumbers,
    GatherDimensionNumbers,
    IntegerType,
    ScatterDimensionNumbers,
    TensorType,
)

_MOST_ROWS = 32  # index vectors that are looked at


@dataclass(frozen=True)
class Starts:
    """The index vectors of an operation: `rows` as Python's integers, their components last.

    `dims` are the sizes of the dimensions that the components are about, `sizes` those of the slices there.
    """

    alone: Alone
    rows: Array
    dims: Array
    sizes: Array

    @property
    def last(self) -> Array:
        return np.asarray(np.maximum(self.dims - self.sizes, 0))

    @property
    def is_outside(self) -> Array:
        """Of each index vector, whether any component is out of bounds."""
        return np.asarray(np.any((self.rows < 0) | (self.rows > self.dims - self.sizes), axis=-1))

    def run(self, rows: Array) -> Results | None:
        """What other index vectors give, of a type that can say them."""
        alone, at = self.alone, _index_at(self.alone)
        wide = IntegerType(64)
        rows = np.asarray(rows, object)
        if any(not -(1 << 63) <= int(value) < 1 << 63 for value in rows.flat):
            return None
        if alone.name.startswith("dynamic_") and alone.name != "dynamic_gather":
            for number, value in enumerate(rows):
                alone = alone.with_operand(at + number, np.array(int(value), np.int64), TensorType((), wide))
            return alone.run()
        vector_dim = _vector_dim(alone)
        shape = alone.operands[at].shape
        values = np.array([int(value) for value in rows.flat], np.int64).reshape(rows.shape)
        values = np.moveaxis(values, -1, vector_dim) if vector_dim < len(shape) else values[..., 0]
        return alone.with_operand(at, values, TensorType(shape, wide)).run()


def starts_of(alone: Alone | None) -> Starts | None:
    """The index vectors, where the operation has any."""
    if alone is None:
        return None
    at, shape = _index_at(alone), alone.operands[0].shape if alone.operands else ()
    if alone.name in ("dynamic_slice", "dynamic_update_slice"):
        rows = np.array([int(each) for each in alone.operands[at:]], object)
        if not rows.size:
            return None
        sizes = alone.operands[1].shape if at == 2 else _list(alone, "slice_sizes")
        return Starts(alone, rows, np.array(shape, object), np.array(sizes, object))
    if alone.name not in ("gather", "dynamic_gather", "scatter"):
        return None
    indices = np.asarray(alone.operands[at]).astype(object)
    vector_dim = _vector_dim(alone)
    rows = np.moveaxis(indices, vector_dim, -1) if vector_dim < indices.ndim else indices[..., None]
    rows = np.array([int(value) for value in rows.flat], object).reshape(rows.shape)
    numbers = _numbers(alone)
    if isinstance(numbers, ScatterDimensionNumbers):
        dims = numbers.scatter_dims_to_operand_dims
        dropped = (*numbers.inserted_window_dims, *numbers.input_batching_dims)
        window = iter(alone.operands[-1].shape[d] for d in numbers.update_window_dims)
        sizes = [1 if d in dropped else next(window) for d in range(len(shape))]
    else:
        dims = numbers.start_index_map
        sizes = (
            [int(each) for each in alone.operands[2]] if alone.name == "dynamic_gather" else _list(alone, "slice_sizes")
        )
    of_dims = np.array([shape[d] for d in dims], object), np.array([sizes[d] for d in dims], object)
    return Starts(alone, rows, *of_dims) if rows.size else None


def _index_at(alone: Alone) -> int:
    """Which operand is the first of the indices."""
    if alone.name == "scatter":
        return len(alone.op.results)
    return 2 if alone.name == "dynamic_update_slice" else 1


def _numbers(alone: Alone) -> GatherDimensionNumbers | ScatterDimensionNumbers:
    numbers = alone.attributes.get("scatter_dimension_numbers") or alone.attributes["dimension_numbers"]
    assert isinstance(numbers, (GatherDimensionNumbers, ScatterDimensionNumbers))
    return numbers


def _vector_dim(alone: Alone) -> int:
    return _numbers(alone).index_vector_dim


def _list(alone: Alone, name: str) -> list[int]:
    value = alone.attributes[name]
    assert isinstance(value, DenseArray)
    return [int(each) for each in value.values]


def _type(starts: Starts) -> IntegerType:
    element = starts.alone.types[_index_at(starts.alone)].element_type
    assert isinstance(element, IntegerType)
    return element


@cause("reads unsigned indices as signed", across_operations=True)
def signed(wrong: Wrong) -> Iterator[Results | bool | None]:
    if (starts := starts_of(wrong.alone)) is None or not _type(starts).is_unsigned:
        return
    width = _type(starts).width
    for bits in dict.fromkeys((width, 32, 64)):
        rows = np.where(starts.rows >= 1 << (bits - 1), starts.rows - (1 << bits), starts.rows)
        yield starts.run(rows)
        yield starts.run(np.maximum(rows, 0))


@cause("wraps negative indices, as Python does", across_operations=True)
def wrapped(wrong: Wrong) -> Iterator[Results | bool | None]:
    if (starts := starts_of(wrong.alone)) is not None:
        yield starts.run(np.where(starts.rows < 0, starts.rows + starts.dims, starts.rows))


@cause("cuts indices to fewer bits", across_operations=True)
def narrow(wrong: Wrong) -> Iterator[Results | bool | None]:
    if (starts := starts_of(wrong.alone)) is None:
        return
    for bits in (8, 16, 32):
        unsigned = starts.rows % (1 << bits)
        yield starts.run(unsigned)
        yield starts.run(np.where(unsigned >= 1 << (bits - 1), unsigned - (1 << bits), unsigned))


@cause("clamps indices where updates out of bounds are dropped")
def clamped(wrong: Wrong) -> Iterator[Results | bool | None]:
    if (starts := starts_of(wrong.alone)) is not None and starts.alone.name == "scatter":
        yield starts.run(np.clip(starts.rows, 0, starts.last))


@cause("drops the whole window where only a part of it is out of bounds")
def window_dropped(wrong: Wrong) -> Iterator[Results | bool | None]:
    if (starts := starts_of(wrong.alone)) is not None and starts.alone.name == "scatter":
        yield starts.run(np.where(starts.is_outside[..., None], 1 << 40, starts.rows))


@cause("drops or fills what is out of bounds where indices are clamped")
def filled(wrong: Wrong) -> Iterator[Results | bool | None]:
    starts = starts_of(wrong.alone)
    if starts is None or not starts.alone.name.endswith("gather") or not starts.is_outside.any():
        return
    # Where any start is allowed to differ, all that differs has to be one filling value, in windows of such starts.
    numbers = _numbers(starts.alone)
    assert isinstance(numbers, GatherDimensionNumbers)
    (got,), (expected,) = wrong.got, wrong.expected
    batch = [d for d in range(got.ndim) if d not in numbers.offset_dims]
    outside = starts.is_outside.reshape([got.shape[d] for d in batch])
    outside = np.expand_dims(outside, tuple(numbers.offset_dims))
    outside = np.broadcast_to(outside, got.shape)
    bits = np.ascontiguousarray(got).view(f"V{got.dtype.itemsize}")
    differs = bits != np.ascontiguousarray(expected).view(bits.dtype)
    filling = {value.tobytes() for value in bits[outside]}
    yield bool(differs.any()) and not differs[~outside].any() and len(filling) == 1


@cause("takes the components of index vectors in another order", across_operations=True)
def swapped(wrong: Wrong) -> Iterator[Results | bool | None]:
    starts = starts_of(wrong.alone)
    if starts is None or starts.rows.shape[-1] < 2:
        return
    yield starts.run(starts.rows[..., ::-1])
    if starts.alone.name in ("gather", "scatter", "dynamic_gather"):
        numbers = _numbers(starts.alone)
        if isinstance(numbers, ScatterDimensionNumbers):
            dims = numbers.scatter_dims_to_operand_dims
        else:
            dims = numbers.start_index_map
        order = np.argsort(dims)
        for each in (order, np.argsort(order)):
            yield starts.run(starts.rows[..., each])


@cause("loses an update of an element that has several")
def lost(wrong: Wrong) -> Iterator[Results | bool | None]:
    starts = starts_of(wrong.alone)
    if starts is None or starts.alone.name != "scatter":
        return
    places = list(np.ndindex(starts.rows.shape[:-1]))[:_MOST_ROWS]

    def meets(one: tuple[int, ...], others: Sequence[tuple[int, ...]]) -> bool:
        return any(np.all(abs(starts.rows[one] - starts.rows[other]) < starts.sizes) for other in others)

    behind = [one for at, one in enumerate(places) if meets(one, places[:at])]
    before = [one for at, one in enumerate(places) if meets(one, places[at + 1 :])]
    for gone in (*([one] for one in dict.fromkeys((*before, *behind))), behind, before):
        if gone:
            rows = starts.rows.copy()
            for one in gone:
                rows[one] = 1 << 40
            yield starts.run(rows)


@cause("applies an update twice")
def doubled(wrong: Wrong) -> Iterator[Results | bool | None]:
    for starts, row in _rows(wrong):
        once = starts.alone.run()
        others = np.full_like(starts.rows, 1 << 40)
        others[row] = starts.rows[row]
        if once is None:
            return
        again = starts.alone
        for number, result in enumerate(once):
            if result.dtype != again.operands[number].dtype:
                return
            again = again.with_operand(number, result)
        yield Starts(again, starts.rows, starts.dims, starts.sizes).run(others)


def _rows(wrong: Wrong) -> Iterator[tuple[Starts, tuple[int, ...]]]:
    """Each index vector of a scatter, by its place."""
    starts = starts_of(wrong.alone)
    if starts is not None and starts.alone.name == "scatter":
        for row in list(np.ndindex(starts.rows.shape[:-1]))[:_MOST_ROWS]:
            yield starts, row


@cause("ends a dimension one too early or too late", across_operations=True)
def off_by_one(wrong: Wrong) -> Iterator[Results | bool | None]:
    if (starts := starts_of(wrong.alone)) is None:
        return
    for more in (-1, 1):
        last = starts.last + more
        if starts.alone.name == "scatter":
            yield starts.run(np.where(starts.rows > last, 1 << 40, starts.rows))
        else:
            yield starts.run(np.clip(starts.rows, 0, last))
    for more in (-1, 1):
        yield starts.run(starts.rows + more)


@cause("applies updates to each of several inputs in another order")
def other_order(wrong: Wrong) -> Iterator[Results | bool | None]:
    """Any one order is right, but not one for each."""
    alone = wrong.alone
    if alone is None or alone.name != "scatter" or len(alone.op.results) == 1:
        return
    orders = [alone.run(), alone.run(schedule="reverse")]
    for chosen in product(*[[each[at] for each in orders if each] for at in range(len(alone.op.results))]):
        yield tuple(chosen)


@cause("takes another batch")
def other_batch(wrong: Wrong) -> Iterator[Results | bool | None]:
    alone = wrong.alone
    if alone is None or alone.name not in ("gather", "dynamic_gather", "dot_general"):
        return
    if alone.name == "dot_general":
        numbers = alone.attributes["dot_dimension_numbers"]
        assert isinstance(numbers, DotDimensionNumbers)
        batches = enumerate((numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions))
    else:
        of_gather = _numbers(alone)
        assert isinstance(of_gather, GatherDimensionNumbers)
        batches = enumerate((of_gather.operand_batching_dims,))
    for at, dims in batches:
        for change in (_first, _backward):
            operand = alone.operands[at]
            for d in dims:
                changed = change(alone.operands[at], d)
                operand = change(operand, d)
                yield alone.with_operand(at, changed).run()
            yield alone.with_operand(at, operand).run()


def _first(array: Array, d: int) -> Array:
    return np.take(array, [0] * array.shape[d], d) if array.size else array


def _backward(array: Array, d: int) -> Array:
    return np.flip(array, d)


@cause("lays windows out transposed")
def transposed(wrong: Wrong) -> Iterator[Results | bool | None]:
    alone = wrong.alone
    if alone is None or alone.name not in ("gather", "dynamic_gather", "scatter"):
        return
    numbers = _numbers(alone)
    if isinstance(numbers, GatherDimensionNumbers):
        for order in list(permutations(numbers.offset_dims))[1:]:
            yield tuple(_relaid(each, numbers.offset_dims, order) for each in wrong.expected)
        return
    for order in list(permutations(numbers.update_window_dims))[1:]:
        relaid = alone
        for at in range(len(alone.op.results) + 1, len(alone.operands)):
            relaid = relaid.with_operand(at, _relaid(alone.operands[at], numbers.update_window_dims, order))
        yield relaid.run()


def _relaid(array: Array, dims: Sequence[int], order: Sequence[int]) -> Array:
    """The elements in the order in which they lie where `dims` stand in another order."""
    return np.ascontiguousarray(np.moveaxis(array, dims, order)).reshape(array.shape)
