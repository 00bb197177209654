"""Sorting with any comparator (spec: sort; chlo.top_k).

Always stable. A comparator that compares one input's elements, or the same function of each, sorts by NumPy, and so
does a lexicographic order of several; any other runs, on all elements at once, in a merge sort: about log2(n)**2 / 2
runs of the comparator for n elements.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

import numpy as np

from hlogen.ir import Block, ElementType, Operation, QuantizedType, Region, TensorType, Value, dtype_of
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Sizes
from interpreter.kernels.bodies import Comparison, lexicographic
from interpreter.kernels.logic import total_order_key
from interpreter.kernels.numerics import element_type, is_float, working_dtype
from interpreter.kernels.quantization import dequantize
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.kernels.result_shapes import of_operand
from interpreter.kernels.working import INDEX, itemsize_of
from interpreter.memory.available import require_unforeseen
from interpreter.values.array import Array
from interpreter.values.attributes import integer, tensor_type


def memory_of_sort(op: Operation, sizes: Sizes) -> int:
    """The order as indices and the keys; or what a merge sort takes.

    Floats are taken to have no NaN among them, which would make it a merge sort: that asks when it comes to it.
    """
    count, shape = sizes.count(op.results[0]), sizes.shape(op.results[0])
    orders = lexicographic(op.regions[0])
    if orders and all(one.direction in ("LT", "GT") for one in orders):
        return count * (INDEX + sum(map(_bytes_of_key, orders)))
    taken = _bytes_of_merge(shape, integer(op, "dimension", -1), sum(map(itemsize_of, op.operands))) if shape else 0
    return max(0, taken - sum(map(sizes.bytes, op.results)))


def _bytes_of_merge(shape: Sequence[int], dimension: int, itemsize: int) -> int:
    """Seven numbers for each element and the pairs that are compared; four numbers for each place of a slice."""
    return prod(shape) * (7 * INDEX + 2 * itemsize + 1) + shape[dimension] * (4 * INDEX + 1)


def _bytes_of_key(one: Comparison) -> int:
    """Of an element: what is compared, where it isn't the element itself, as what is sorted by, and turned round."""
    type = tensor_type(one.op.operands[0]).element_type
    computed, dtype = 0 if one.is_of_elements else dtype_of(type).itemsize, dtype_of(type)
    if isinstance(type, QuantizedType):
        type = type.expressed_type
        computed += dtype_of(type).itemsize
    elif is_float(type) and one.is_total:
        computed += dtype.itemsize
    if working_dtype(type) != dtype_of(type) and not one.is_total:
        computed += working_dtype(type).itemsize
    is_ascending = (one.direction == "LT") == one.is_in_order
    return computed + (0 if is_ascending else working_dtype(type).itemsize)


@kernel("stablehlo.sort", alike=True, shape=of_operand, quantized=Quantized.ITSELF, memory=memory_of_sort)
def sort(op: Operation, planner: Planner) -> Sort:
    return Sort(op, planner)


class Sort:
    """A sort, planned: callable with its operands; the order alone is there for those who ask what came from where."""

    def __init__(self, op: Operation, planner: Planner) -> None:
        self.dimension = integer(op, "dimension", -1) % max(tensor_type(op.operands[0]).rank, 1)
        self._comparator = planner.region(op.regions[0], 2 * len(op.operands))
        self._key = _sort_key(op.regions[0], planner)

    def __call__(self, *inputs: Array) -> Array | tuple[Array, ...]:
        order = self.order(inputs)
        results = inputs if order is None else tuple(self.moved(x, order) for x in inputs)
        return results[0] if len(inputs) == 1 else results

    def order(self, inputs: Sequence[Array]) -> Array | None:
        """Which elements along the dimension stand one after the other, as its last axis; None where all stay."""
        if inputs[0].size == 0 or inputs[0].ndim == 0:
            return None
        slices = [np.moveaxis(x, self.dimension, -1) for x in inputs]
        keys = None if self._key is None else self._key(slices)
        if keys is not None:
            return _order_by(keys)
        if self._key is not None:  # for NaNs, of which the estimate knew nothing
            itemsize = sum(x.itemsize for x in inputs)
            require_unforeseen(_bytes_of_merge(inputs[0].shape, self.dimension, itemsize), "a sort of NaNs")
        return merge_order(slices, self._less)

    def moved(self, x: Array, order: Array) -> Array:
        """An operand in that order."""
        return np.moveaxis(np.take_along_axis(np.moveaxis(x, self.dimension, -1), order, -1), -1, self.dimension)

    def _less(self, lhs: list[Array], rhs: list[Array]) -> Array:
        pairs = [x.reshape(-1) for pair in zip(lhs, rhs, strict=True) for x in pair]
        (result,) = self._comparator.lanes(*pairs)
        return result.reshape(lhs[0].shape)


def merge_order(slices: list[Array], less: Callable[[list[Array], list[Array]], Array]) -> Array:
    """The stable order of each last-axis slice; `less` says for each pair whether the first comes before the second."""
    shape = slices[0].shape
    size = shape[-1]
    places = np.arange(size)
    order = np.broadcast_to(places, shape)
    width = 1
    while width < size:
        start = places // (2 * width) * (2 * width)
        middle, end = np.minimum(start + width, size), np.minimum(start + 2 * width, size)
        from_left = places < middle
        # where an element of one half goes in the other half, by bisection
        low = np.broadcast_to(np.where(from_left, middle, start), shape)
        high = np.broadcast_to(np.where(from_left, end, middle), shape)
        while (low < high).any():
            probe = np.minimum((low + high) // 2, size - 1)
            other = np.take_along_axis(order, probe, -1)
            right = _taken(slices, np.where(from_left, other, order))
            left = _taken(slices, np.where(from_left, order, other))
            right_is_less = less(right, left)
            is_open = low < high
            goes_on = is_open & (right_is_less == from_left)
            del other, right, left, right_is_less  # all that isn't used any more makes room
            low = np.where(goes_on, probe + 1, low)
            high = np.where(is_open & ~goes_on, probe, high)
            del probe, is_open, goes_on
        # an inconsistent comparator may give two elements the same place: sorting the places keeps this a permutation
        arrived = np.argsort(places + low - middle, axis=-1, kind="stable")
        order = np.take_along_axis(order, arrived, -1)
        width *= 2
    return order


def _taken(slices: list[Array], order: Array) -> list[Array]:
    return [np.take_along_axis(x, order, -1) for x in slices]


def _order_by(keys: list[Array]) -> Array:
    if len(keys) == 1:
        return np.argsort(keys[0], axis=-1, kind="stable")
    return np.lexsort(keys[::-1], axis=-1)


def _sort_key(comparator: Region, planner: Planner) -> Callable[[list[Array]], list[Array] | None] | None:
    """What to sort by in ascending order, first things first, for a comparator that says f(x) < f(y) or f(x) > f(y).

    Of one input; or of several, each asked where those before it are equal. The keys of some arrays may be None: NaN is
    in no order with anything.
    """
    found = lexicographic(comparator)
    if not found or any(one.direction not in ("LT", "GT") for one in found):
        return None
    orders = []
    for one in found:
        lhs = one.op.operands[0]
        ascending = (one.direction == "LT") == one.is_in_order
        order = _ordered(tensor_type(lhs).element_type, one.is_total, ascending=ascending)
        orders.append((order, _function_of(comparator, lhs, one.number, planner)))

    def keys(slices: list[Array]) -> list[Array] | None:
        found = [order(of_elements(slices)) for order, of_elements in orders]
        there = [key for key in found if key is not None]
        return there if len(there) == len(found) else None

    return keys


def _function_of(comparator: Region, value: Value, number: int, planner: Planner) -> Callable[[list[Array]], Array]:
    """`value`, which the comparator computes from an element of input `number`, for all elements of that input."""
    block = Block()
    block.arguments = comparator.block.arguments
    block.operations = [*comparator.block.operations[:-1], Operation("stablehlo.return", (value,))]
    plan = planner.region(Region([block]), len(block.arguments))

    def of_elements(slices: list[Array]) -> Array:
        if value in block.arguments:
            return slices[number]
        (result,) = plan.lanes(*(x.reshape(-1) for x in slices for _ in range(2)))
        return result.reshape(slices[0].shape)

    return of_elements


def _ordered(type: ElementType, is_total: bool, *, ascending: bool) -> Callable[[Array], Array | None]:
    """What makes keys of values, so that NumPy's ascending order is the comparator's."""
    if isinstance(type, QuantizedType):
        to_float, key_of = dequantize(TensorType((), type)), _ordered(type.expressed_type, False, ascending=ascending)
        return lambda x: key_of(to_float(x))
    if is_float(type) and not is_total:
        dtype = working_dtype(type)

        def of_floats(x: Array) -> Array | None:
            values = x.astype(dtype, copy=False)
            if np.isnan(values).any():
                return None
            return values if ascending else -values

        return of_floats
    key = _integer_key(type)
    return key if ascending else lambda x: ~key(x)


def _integer_key(type: ElementType) -> Callable[[Array], Array]:
    if is_float(type):
        return total_order_key(type)
    dtype = working_dtype(type)
    return lambda x: x.astype(dtype, copy=False)


def memory_of_top_k(op: Operation, sizes: Sizes) -> int:
    """The order as indices and the keys, which integers are themselves; turned round, before the results are there."""
    count, type = sizes.count(op.operands[0]), element_type(op.operands[0].type)
    turned = count * itemsize_of(op.operands[0])
    keys = turned if is_float(type) or working_dtype(type) != dtype_of(type) else 0
    return INDEX * count + keys + max(0, turned - sum(map(sizes.bytes, op.results)))


@kernel("chlo.top_k", memory=memory_of_top_k)
def top_k(op: Operation, planner: Planner) -> Run:
    k = integer(op, "k")
    first = first_elements(element_type(op.operands[0].type))
    return lambda operand: first(operand, k)


def first_elements(type: ElementType, *, largest: bool = True) -> Callable[[Array, int], tuple[Array, Array]]:
    """The `k` largest elements of each row, or smallest, and where they are; of equal ones the first.

    NaN is larger than infinity.
    """
    key = _integer_key(type)

    def run(operand: Array, k: int) -> tuple[Array, Array]:
        keys = key(operand)
        order = np.argsort(~keys if largest else keys, axis=-1, kind="stable")[..., :k]
        return np.take_along_axis(operand, order, -1), order.astype(np.int32)

    return run
