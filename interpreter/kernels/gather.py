"""gather: slices of the operand, from the places that start_indices name (spec: gather).

The plan works out, for a contiguous operand, how far apart neighbours are: `result[batch, offset]` is the operand's
element number `base[batch] + distance(offset)`. Then one of these moves everything:
  rows     slices are whole rows of a table: ``take`` (a row may be one element)
  windows  a view with one slice for each place where one may start, overlapping: indexing it copies each slice once
  elements an index for each dimension, where the operand isn't contiguous and copying it would be most of the work
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.forking import cached_property
from hlogen.ir import ElementType, GatherDimensionNumbers, Operation, TensorType, Type
from interpreter.compiled import tier
from interpreter.compiled.gather import Gather
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Sizes
from interpreter.kernels.index_space import (
    MAX_VOID_BYTES,
    PlanCache,
    clamped,
    index_components,
    iota_along,
    memory_of_sum,
    plain,
    require,
    strides_of,
    weighted_sum,
)
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.kernels.working import INDEX, itemsize_of
from interpreter.values.array import Array
from interpreter.values.attributes import integers, tensor_type, wrong

if TYPE_CHECKING:
    from collections.abc import Sequence

Shape = tuple[int, ...]

# An operand whose memory isn't contiguous is copied first, unless that is so many times more than what is read.
WORTH_A_COPY = 4
# As many elements, read one after the other, take as long as going to where a slice begins.
SLICE = 4
FEW = 1 << 16  # elements that take less time than to look whether threads should share them


class UndefinedRead(ExecutionError):
    """A read that the specification gives no value. `wrong` says which of `vectors`, the index vectors, read so."""

    def __init__(self, message: str, dimension: int, dim: int, vectors: Array, wrong: Array) -> None:
        super().__init__(message)
        self.dimension, self.dim = dimension, dim
        self.vectors, self.wrong = vectors, wrong


def memory_of_gather(op: Operation, sizes: Sizes) -> int:
    """The positions that slices start from, while they are summed up, then beside the result."""
    shapes = [sizes.shape(operand) for operand in op.operands[:2]]
    numbers, slice_sizes = op.attributes.get("dimension_numbers"), integers(op, "slice_sizes", ())
    if None in shapes or not isinstance(numbers, GatherDimensionNumbers):
        return 0
    operand, start_indices = (tuple(shape or ()) for shape in shapes)
    if not slice_sizes:  # they are an operand
        return INDEX * sizes.count(op.operands[1])
    try:
        plan = plan_gather(operand, start_indices, numbers, slice_sizes, op.result.type)
    except ExecutionError:
        return 0  # which the run will say
    if 0 in plan.result_shape:
        return 0
    count = math.prod(plan.batch_shape)
    # positions as they are given need not be converted
    is_converted = itemsize_of(op.operands[1]) != INDEX
    weights = [plan.unit_strides[d] for _, d in plan.moving]
    counts = [count] * len(weights)
    batching = math.prod(operand[d] for d in numbers.operand_batching_dims)
    if batching > 1:  # made once, and kept
        counts, weights = [*counts, batching], [*weights, 1]
    if weights == [1] and batching == 1:
        return INDEX * count if is_converted else 0
    kept = INDEX * batching if batching > 1 else 0
    positions = 0 if counts == [count] and batching > 1 else INDEX * count  # those of batches are taken as they are
    return kept + max(positions, memory_of_sum(counts, weights, count) - kept - sizes.bytes(op.result))


@kernel("stablehlo.gather", quantized=Quantized.ON_STORAGE, memory=memory_of_gather)
def gather(op: Operation, planner: Planner) -> Run:
    numbers, slice_sizes = dimension_numbers(op), integers(op, "slice_sizes")
    plan: PlanCache[tuple[Shape, Shape], GatherPlan] = PlanCache(
        lambda shapes: plan_gather(shapes[0], shapes[1], numbers, slice_sizes, op.result.type)
    )
    operand, start_indices = map(tensor_type, op.operands)
    if operand.is_static and start_indices.is_static:
        plan((operand.static_shape, start_indices.static_shape))
    indices_type = start_indices.element_type
    compiled: tier.Compiled[tuple[Shape, Shape, int]] = tier.Compiled(
        lambda key: plan(key[:2]).compiled(key[1], key[2], indices_type).function()
    )

    def run(operand: Array, start_indices: Array) -> Array:
        shapes = operand.shape, start_indices.shape
        planned = plan(shapes)
        if not planned.is_plain or not operand.flags.c_contiguous:
            return planned.run(operand, start_indices)
        code = compiled((*shapes, operand.itemsize), planned.size)
        if code is None:
            return planned.run(operand, start_indices)
        result = np.empty(planned.result_shape, operand.dtype)
        rows = planned.result_shape[0] if planned.result_shape else 1
        if planned.work < FEW and start_indices.flags.c_contiguous:
            code(0, rows, result, operand, start_indices)
        else:
            tier.call(code, rows, planned.work, [result, operand, start_indices], in_order=False)
        return result

    return run


def dimension_numbers(op: Operation) -> GatherDimensionNumbers:
    numbers = op.attributes.get("dimension_numbers")
    if not isinstance(numbers, GatherDimensionNumbers):
        raise wrong(op, "dimension_numbers", "#stablehlo.gather<...>")
    return numbers


@dataclass(frozen=True)
class GatherPlan:
    """A gather on given shapes."""

    operand_shape: Shape
    batch_shape: Shape
    result_shape: Shape
    numbers: GatherDimensionNumbers
    slice_sizes: Shape  # as written, 0 included
    sizes: Shape  # what is read: 1 along collapsed and batching dimensions

    def run(self, operand: Array, start_indices: Array) -> Array:
        if 0 in self.result_shape:
            return np.empty(self.result_shape, operand.dtype)
        self.check_readable(start_indices)
        if not operand.flags.c_contiguous and math.prod(self.result_shape) < operand.size // WORTH_A_COPY:
            moved = self.elements(plain(operand), start_indices)
        else:
            flat = plain(np.ascontiguousarray(operand)).reshape(-1)
            moved = self.rows(flat, start_indices) if self.are_rows else self.windows(flat, start_indices)
        result: Array = moved.reshape(self.batch_shape + self.offset_shape)
        return (result if self.axes is None else result.transpose(self.axes)).view(operand.dtype)

    @cached_property
    def is_plain(self) -> bool:
        """Whether something is read, all of it in bounds."""
        return 0 not in self.result_shape and 0 not in self.slice_sizes

    @cached_property
    def size(self) -> int:
        return math.prod(self.result_shape)

    @cached_property
    def work(self) -> int:
        """What machine code does, in elements that are read one after the other."""
        return self.size + SLICE * math.prod(self.batch_shape)

    def compiled(self, indices_shape: Shape, itemsize: int, indices_type: ElementType) -> Gather:
        """The same, to be written as machine code."""
        return Gather(
            self.numbers, self.operand_shape, indices_shape, self.result_shape, self.sizes, itemsize, indices_type
        )

    def rows(self, flat: Array, start_indices: Array) -> Array:
        table = flat
        if self.run_length > 1:
            table = flat[: flat.size - flat.size % self.run_length].reshape(-1, self.run_length)
        if len(self.moving) == 1 and self.batching is None and start_indices.dtype != np.uint64:
            ((d_start, d_operand),) = self.moving
            components = index_components(
                start_indices, self.numbers.index_vector_dim, len(self.numbers.start_index_map)
            )
            if self.unit_strides[d_operand] == 1 and len(table) == self.limits[d_operand] + 1:
                start_index = components[d_start]
                return table.take(
                    start_index if start_index.dtype.itemsize > 1 else start_index.astype(np.intp), 0, mode="clip"
                )
        return table.take(self.base(start_indices), 0, mode="clip")  # in range: `clip` is the mode that doesn't check

    def windows(self, flat: Array, start_indices: Array) -> Array:
        """By a view `slices`: slices[i] is the slice whose first element is number `i * unit` of the operand."""
        itemsize, run_bytes = flat.itemsize, self.run_length * flat.itemsize
        dtype, window = flat.dtype, self.outer_window
        if self.run_length > 1 and run_bytes <= MAX_VOID_BYTES:
            dtype = np.dtype(f"V{run_bytes}")  # what is contiguous in every slice moves as one element
        elif self.run_length > 1:
            window = [*window, (self.run_length, 1)]
        extent = sum((size - 1) * stride for size, stride in self.outer_window) + self.run_length
        slices = np.ndarray(
            ((flat.size - extent) // self.unit + 1, *(size for size, _ in window)),
            dtype,
            flat,
            strides=(self.unit * itemsize, *(stride * itemsize for _, stride in window)),
        )
        moved: Array = slices[self.base(start_indices).reshape(-1)]
        return moved.view(flat.dtype)

    def elements(self, operand: Array, start_indices: Array) -> Array:
        """By an index for each dimension, whatever the memory's layout; whole trailing dimensions go along."""
        offset_dims = offset_operand_dims(self.numbers, operand.ndim)
        indexed = operand.ndim
        while indexed > 1 and indexed - 1 in offset_dims and self.limits[indexed - 1] == 0:
            indexed -= 1
        offset_dims = [d for d in offset_dims if d < indexed]
        shape = (*self.batch_shape, *(self.sizes[d] for d in offset_dims))
        terms: list[list[tuple[Array, int]]] = [[] for _ in range(indexed)]
        components = index_components(start_indices, self.numbers.index_vector_dim, len(self.numbers.start_index_map))
        for d_start, d in self.moving:
            full_start_index = clamped(components[d_start], 0, self.limits[d])
            terms[d].append((full_start_index.reshape(self.batch_shape + (1,) * len(offset_dims)), 1))
        for d, axis in batch_axes(self.numbers):
            terms[d].append((iota_along(axis, self.operand_shape[d], len(shape)), 1))
        for i, d in enumerate(offset_dims):
            terms[d].append((iota_along(len(self.batch_shape) + i, self.sizes[d], len(shape)), 1))
        moved: Array = operand[tuple(weighted_sum(operand_index, shape) for operand_index in terms)]
        return moved

    def base(self, start_indices: Array) -> Array:
        """`full_start_index + full_batching_index` as a position in the operand, in units."""
        components = index_components(start_indices, self.numbers.index_vector_dim, len(self.numbers.start_index_map))
        terms = (
            (clamped(components[d_start], 0, self.limits[d_operand]), self.unit_strides[d_operand])
            for d_start, d_operand in self.moving
        )
        batching = [] if self.batching is None else [(self.batching, 1)]
        return weighted_sum(chain(terms, batching), self.batch_shape)

    @cached_property
    def limits(self) -> Shape:
        """The highest start along each dimension."""
        return tuple(dim - size for dim, size in zip(self.operand_shape, self.sizes, strict=True))

    @cached_property
    def moving(self) -> list[tuple[int, int]]:
        """`d_start, d_operand` for the dimensions along which the start isn't always 0."""
        pairs = enumerate(self.numbers.start_index_map)
        return [(d_start, d_operand) for d_start, d_operand in pairs if self.limits[d_operand] > 0]

    @cached_property
    def batching(self) -> Array | None:
        """`full_batching_index` as a position, over the batch dimensions."""
        terms = []
        for d_operand, axis in batch_axes(self.numbers):
            size = self.operand_shape[d_operand]
            if size > 1:
                terms.append((iota_along(axis, size, len(self.batch_shape)), self.unit_strides[d_operand]))
        return weighted_sum(terms, np.broadcast_shapes(*(term.shape for term, _ in terms))) if terms else None

    @cached_property
    def run_dims(self) -> int:
        """From which dimension on a slice is contiguous in the operand."""
        d = len(self.operand_shape)
        while d > 0:
            d -= 1
            if self.sizes[d] != self.operand_shape[d]:
                break
        return d

    @cached_property
    def run_length(self) -> int:
        return math.prod(self.sizes[self.run_dims :])

    @cached_property
    def outer_window(self) -> list[tuple[int, int]]:
        """Size and stride of the slice's dimensions before the contiguous ones."""
        strides = strides_of(self.operand_shape)
        return [(self.sizes[d], strides[d]) for d in range(self.run_dims) if self.sizes[d] > 1]

    @cached_property
    def unit(self) -> int:
        """Every start is a multiple of it."""
        strides = strides_of(self.operand_shape)
        batching = [d for d in self.numbers.operand_batching_dims if self.operand_shape[d] > 1]
        return math.gcd(*(strides[d] for d in [*(d for _, d in self.moving), *batching])) or self.run_length

    @cached_property
    def unit_strides(self) -> list[int]:
        unit = self.run_length if self.are_rows else self.unit
        return [stride // unit for stride in strides_of(self.operand_shape)]

    @cached_property
    def are_rows(self) -> bool:
        return not self.outer_window and self.unit % self.run_length == 0

    @cached_property
    def offset_shape(self) -> Shape:
        return tuple(self.sizes[d] for d in offset_operand_dims(self.numbers, len(self.operand_shape)))

    @cached_property
    def axes(self) -> list[int] | None:
        """The transposition from batch dimensions, then offset dimensions, to the result; None where it is that."""
        rank, offset_dims = len(self.result_shape), self.numbers.offset_dims
        order = [d for d in range(rank) if d not in offset_dims] + list(offset_dims)
        return None if order == list(range(rank)) else [order.index(d) for d in range(rank)]

    def check_readable(self, start_indices: Array) -> None:
        """The specification's hole: collapsed with slice size 0, a start may be clamped to just behind the end."""
        for d in self.numbers.collapsed_slice_dims:
            if self.slice_sizes[d] == 0:
                dim, index_map = self.operand_shape[d], self.numbers.start_index_map
                components = index_components(start_indices, self.numbers.index_vector_dim, len(index_map))
                start_index = components[index_map.index(d)] if d in index_map else np.zeros(self.batch_shape, np.intp)
                wrong = clamped(start_index, 0, dim) == dim
                if wrong.any():
                    raise UndefinedRead(
                        f"collapsed dimension {d} has slice size 0, so a start there is clamped to 0 .. {dim} and the "
                        f"formula reads operand index {dim} of {dim}, out of bounds: constraint C9 allows the size 0 "
                        "but the semantics gives it no value; write slice size 1",
                        d,
                        dim,
                        np.stack(components, -1) if components else np.empty((*self.batch_shape, 0), np.intp),
                        wrong,
                    )


def plan_gather(
    operand_shape: Shape,
    start_indices_shape: Shape,
    numbers: GatherDimensionNumbers,
    slice_sizes: Sequence[int],
    type: Type,
) -> GatherPlan:
    """The plan for these shapes; ExecutionError where they contradict the attributes or the result's type."""
    rank, indices_rank = len(operand_shape), len(start_indices_shape)
    single = (*numbers.collapsed_slice_dims, *numbers.operand_batching_dims)
    require(
        len(slice_sizes) == rank, "C20", f"slice_sizes has {len(slice_sizes)} elements for an operand of rank {rank}"
    )
    require(rank == len(numbers.offset_dims) + len(single), "C1", f"the dimension numbers don't add up to rank {rank}")
    vector_dim = numbers.index_vector_dim
    require(0 <= vector_dim <= indices_rank, "C2", f"index_vector_dim {vector_dim} isn't in 0 .. {indices_rank}")
    count = start_indices_shape[vector_dim] if vector_dim < indices_rank else 1
    entries = len(numbers.start_index_map)
    require(entries == count, "C3", f"start_index_map has {entries} entries for index vectors of {count} elements")
    for d in (*single, *numbers.start_index_map):
        require(0 <= d < rank, "C8, C11, C19", f"dimension {d} isn't one of an operand of rank {rank}")
    for d, (dim, size) in enumerate(zip(operand_shape, slice_sizes, strict=True)):
        require(0 <= size <= dim, "C21", f"slice_sizes[{d}] = {size} isn't in 0 .. {dim}, dimension {d} of operand")
        require(size <= 1 or d not in single, "C9, C12", f"slice_sizes[{d}] = {size}, but that dimension is no offset")
    for d, d_start in zip(numbers.operand_batching_dims, numbers.start_indices_batching_dims, strict=True):
        dim, start_dim = operand_shape[d], start_indices_shape[d_start]
        require(dim == start_dim, "C17", f"batching dimensions {d} and {d_start} have sizes {dim} and {start_dim}")

    batch_shape = tuple(dim for d, dim in enumerate(start_indices_shape) if d != vector_dim)
    sizes = tuple(1 if d in single else size for d, size in enumerate(slice_sizes))
    offsets = iter([sizes[d] for d in offset_operand_dims(numbers, rank)])
    batches = iter(batch_shape)
    result_rank = len(batch_shape) + len(numbers.offset_dims)
    require(
        all(0 <= d < result_rank for d in numbers.offset_dims),
        "C5",
        f"offset_dims {numbers.offset_dims} aren't below {result_rank}",
    )
    result_shape = tuple(next(offsets) if d in numbers.offset_dims else next(batches) for d in range(result_rank))
    if isinstance(type, TensorType):
        fits = type.rank == result_rank and all(
            declared in (None, dim) for declared, dim in zip(type.shape, result_shape, strict=True)
        )
        require(fits, "C22", f"the result has shape {result_shape}, its type is {type}")
    return GatherPlan(operand_shape, batch_shape, result_shape, numbers, tuple(slice_sizes), sizes)


def offset_operand_dims(numbers: GatherDimensionNumbers, rank: int) -> list[int]:
    """The operand's dimensions that offset_dims stand for."""
    return [d for d in range(rank) if d not in numbers.collapsed_slice_dims and d not in numbers.operand_batching_dims]


def batch_axes(numbers: GatherDimensionNumbers) -> list[tuple[int, int]]:
    """For each batching dimension of the operand, the batch dimension whose index it takes."""
    return [
        (d_operand, d_start - (0 if d_start < numbers.index_vector_dim else 1))
        for d_operand, d_start in zip(numbers.operand_batching_dims, numbers.start_indices_batching_dims, strict=True)
    ]
