"""Arguments for programs that are given none, so that pictures are easy to read: elements count up, and indices are in
bounds, but for one that is clamped or dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any

import numpy as np

from hlogen.errors import UsageError
from hlogen.ir import (
    Function,
    GatherDimensionNumbers,
    IntegerType,
    Operation,
    QuantizedType,
    ScatterDimensionNumbers,
    TensorType,
    Type,
    Value,
    dtype_of,
)
from interpreter.values.attributes import integers

Array = np.ndarray[Any, np.dtype[Any]]

_MOST_ELEMENTS = 1 << 20
_TOLD_APART = 100  # elements of different arguments are so far apart
_TURNS = 2  # a single integer may say how often a loop runs
_BEYOND = 4  # how far an index is out of bounds
_MIXED = {"stablehlo.sort", "stablehlo.select_and_scatter"}


def made_up(function: Function, op: Operation) -> list[Array]:
    """An array for each argument of `function`, for a picture of `op`.

    UsageError where an argument isn't a tensor of a static shape, or has very many elements.
    """
    indices = _indices_of(op)
    feeds_indices = _sources(indices.operands, function) if indices else set()
    arguments = []
    for number, value in enumerate(function.arguments):
        type = _static(number, value)
        if indices and value in feeds_indices and isinstance(type.element_type, IntegerType):
            arguments.append(indices.made_up(type, type.element_type, value))
        else:
            arguments.append(_counting(type, number * _TOLD_APART, is_mixed=op.name in _MIXED))
    return arguments


def _static(number: int, value: Value) -> TensorType:
    what = f"argument {number} ({value.name or f'arg{number}'}) is of type {value.type}"
    if not isinstance(value.type, TensorType):
        raise UsageError(f"{what}, for which nothing is made up; give the arguments")
    if not value.type.is_static:
        raise UsageError(f"{what}, whose sizes only a run knows; give the arguments")
    if value.type.size > _MOST_ELEMENTS:
        raise UsageError(f"{what}: {value.type.size} elements are too many to make up; give the arguments")
    return value.type


def _counting(type: TensorType, start: int, *, is_mixed: bool) -> Array:
    """0, 1, 2, ... from `start` on where the type has room for it; mixed where an order is to be seen."""
    if type.rank == 0 and isinstance(type.element_type, IntegerType):
        return np.asarray(min(_TURNS, type.element_type.maximum)).astype(dtype_of(type.element_type))
    count = type.size
    step = next(p for p in (7, 5, 3, 11, 1) if gcd(p, count) == 1) if is_mixed and count > 1 else 1
    numbers = np.arange(count) * step % max(count, 1)
    element = type.element_type.storage_type if isinstance(type.element_type, QuantizedType) else type.element_type
    if isinstance(element, IntegerType):
        numbers = numbers % (element.maximum + 1) if element.maximum < start + count else numbers + start
    elif dtype_of(element).itemsize >= 4:
        numbers = numbers + start
    return numbers.reshape(type.static_shape).astype(dtype_of(type.element_type))


@dataclass(frozen=True)
class _Indices:
    """The operands that hold indices: one with index vectors along `vector_dim`, or a scalar for each component.

    `limits` are the largest values in bounds, by component. Of updates, several may go to one place.
    """

    operands: Sequence[Value]
    limits: Sequence[int]
    vector_dim: int | None = None
    are_of_updates: bool = False

    def made_up(self, type: TensorType, element: IntegerType, value: Value) -> Array:
        """Index vectors in bounds but one, which goes beyond in its first component; of updates, the last is as the
        first. Where an argument isn't an operand itself, each of its elements is an index of any component."""
        limits, vector_dim, goes_beyond = list(self.limits), self.vector_dim, True
        if value in self.operands and type.rank == 0 and vector_dim is None:
            component = list(self.operands).index(value)
            limits, goes_beyond = limits[component : component + 1], component == 0
        elif vector_dim is None or _shape(self.operands[0]) != type.static_shape or vector_dim >= type.rank:
            limits, vector_dim = [min(limits)], None
        sizes = [size for d, size in enumerate(type.static_shape) if d != vector_dim or vector_dim is None]
        count = int(np.prod(sizes))
        numbers = np.arange(count)
        vectors = np.stack([(2 * numbers + 1 + i) % (limit + 1) for i, limit in enumerate(limits)], -1)
        if self.are_of_updates and count > 2:
            vectors[-1] = vectors[0]
        if count and goes_beyond:
            vectors[min(1, count - 1), 0] = min(limits[0] + _BEYOND, element.maximum)
        whole = vectors.reshape(*sizes, len(limits))
        whole = whole[..., 0] if vector_dim is None else np.moveaxis(whole, -1, vector_dim)
        return whole.astype(dtype_of(element))


def _indices_of(op: Operation) -> _Indices | None:
    """The indices of an operation; None where it has none, or sizes that only a run knows."""
    numbers = op.attributes.get("dimension_numbers", op.attributes.get("scatter_dimension_numbers"))
    shape = _shape(op.operands[0]) if op.operands else None
    if shape is None:
        return None

    def limits(sizes: Sequence[int], dims: Sequence[int]) -> list[int]:
        return [max(0, shape[d] - sizes[d]) for d in dims]

    found = None
    if isinstance(numbers, GatherDimensionNumbers):
        sizes = integers(op, "slice_sizes", (1,) * len(shape))
        found = _Indices(op.operands[1:2], limits(sizes, numbers.start_index_map), numbers.index_vector_dim)
    elif isinstance(numbers, ScatterDimensionNumbers) and (updates := _shape(op.operands[-1])) is not None:
        window = iter([updates[d] for d in numbers.update_window_dims])
        ones = (*numbers.inserted_window_dims, *numbers.input_batching_dims)
        sizes = tuple(1 if d in ones else next(window, 1) for d in range(len(shape)))
        middle = len(op.operands) // 2
        found = _Indices(
            op.operands[middle : middle + 1],
            limits(sizes, numbers.scatter_dims_to_operand_dims),
            numbers.index_vector_dim,
            are_of_updates=True,
        )
    elif op.name == "stablehlo.dynamic_slice":
        found = _Indices(op.operands[1:], limits(integers(op, "slice_sizes"), range(len(shape))))
    elif op.name == "stablehlo.dynamic_update_slice" and (update := _shape(op.operands[1])) is not None:
        found = _Indices(op.operands[2:], limits(update, range(len(shape))))
    return found if found and found.limits else None


def _shape(value: Value) -> tuple[int, ...] | None:
    type: Type = value.type
    return type.static_shape if isinstance(type, TensorType) and type.is_static else None


def _sources(values: Sequence[Value], function: Function) -> set[Value]:
    """The arguments of `function` that these values may depend on; all of them where another function has these."""
    seen, waiting = set(values), list(values)
    while waiting:
        owner = waiting.pop().owner
        for operand in owner.operands if isinstance(owner, Operation) else ():
            if operand not in seen:
                seen.add(operand)
                waiting.append(operand)
    found = seen & set(function.arguments)
    return found if found or not values else set(function.arguments)
