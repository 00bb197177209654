"""Sorting with any comparator (spec: sort; chlo.top_k).

Always stable. A comparator that is one comparison of the first input's elements sorts by NumPy; any other runs, on all
elements at once, in a merge sort: about log2(n)**2 / 2 runs of the comparator for n elements.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hlogen.ir import ElementType, Operation, Region
from interpreter.kernels.attributes import enum, integer, tensor_type
from interpreter.kernels.logic import total_order_key
from interpreter.kernels.numerics import element_type, is_complex, is_float, working_dtype
from interpreter.registry import Array, Planner, Run, kernel

Key = Callable[[Array], Array]


@kernel("stablehlo.sort")
def sort(op: Operation, planner: Planner) -> Run:
    count = len(op.operands)
    rank = tensor_type(op.operands[0]).rank
    dimension = integer(op, "dimension", -1) % max(rank, 1)
    key = _sort_key(op.regions[0], element_type(op.operands[0].type))
    comparator = planner.region(op.regions[0], 2 * count)

    def less(lhs: list[Array], rhs: list[Array]) -> Array:
        pairs = [x.reshape(-1) for pair in zip(lhs, rhs, strict=True) for x in pair]
        (result,) = comparator.lanes(*pairs)
        return result.reshape(lhs[0].shape)

    def run(*inputs: Array) -> Any:
        if inputs[0].size == 0 or rank == 0:
            results = inputs
        else:
            slices = [np.moveaxis(x, dimension, -1) for x in inputs]
            if key is not None:
                order = np.argsort(key(slices[0]), axis=-1, kind="stable")
            else:
                order = merge_order(slices, less)
            results = tuple(np.moveaxis(np.take_along_axis(x, order, -1), -1, dimension) for x in slices)
        return results[0] if count == 1 else results

    return run


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
            right, left = np.where(from_left, other, order), np.where(from_left, order, other)
            right_is_less = less(
                [np.take_along_axis(x, right, -1) for x in slices], [np.take_along_axis(x, left, -1) for x in slices]
            )
            is_open = low < high
            goes_on = is_open & (right_is_less == from_left)
            low, high = np.where(goes_on, probe + 1, low), np.where(is_open & ~goes_on, probe, high)
        # an inconsistent comparator may give two elements the same place: sorting the places keeps this a permutation
        arrived = np.argsort(places + low - middle, axis=-1, kind="stable")
        order = np.take_along_axis(order, arrived, -1)
        width *= 2
    return order


def _sort_key(comparator: Region, type: ElementType) -> Key | None:
    """What to sort by in ascending order, for a comparator that is one comparison of the first input's elements."""
    block = comparator.block
    if len(block.operations) != 2 or is_complex(type):
        return None
    compare, terminator = block.operations
    if compare.name != "stablehlo.compare" or terminator.operands != compare.results:
        return None
    direction = enum(compare, "comparison_direction")
    first, second = block.arguments[:2]
    if compare.operands == (second, first):
        direction = {"LT": "GT", "GT": "LT"}.get(direction, "")
    elif compare.operands != (first, second):
        return None
    if direction not in ("LT", "GT"):
        return None
    if is_float(type):
        if enum(compare, "compare_type", "FLOAT") != "TOTALORDER":
            return None
        ascending = total_order_key(type)
    else:
        dtype = working_dtype(type)
        ascending = lambda x: x.astype(dtype, copy=False)  # noqa: E731  # a key like the others
    return ascending if direction == "LT" else lambda x: ~ascending(x)


@kernel("chlo.top_k")
def top_k(op: Operation, planner: Planner) -> Run:
    """The `k` largest elements of each row and where they are; of equal ones the first. NaN is larger than infinity."""
    k = integer(op, "k")
    type = element_type(op.operands[0].type)
    dtype = working_dtype(type)
    key: Key = total_order_key(type) if is_float(type) else lambda x: x.astype(dtype, copy=False)

    def run(operand: Array) -> tuple[Array, Array]:
        order = np.argsort(~key(operand), axis=-1, kind="stable")[..., :k]
        return np.take_along_axis(operand, order, -1), order.astype(np.int32)

    return run
