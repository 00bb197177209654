"""Sorting with any comparator (spec: sort; chlo.top_k).

Always stable. A comparator that compares one input's elements, or the same function of each, sorts by NumPy, and so
does a lexicographic order of several; any other runs, on all elements at once, in a merge sort: about log2(n)**2 / 2
runs of the comparator for n elements.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hlogen.ir import Block, ElementType, Operation, QuantizedType, Region, TensorType, Value
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Sizes
from interpreter.kernels.logic import total_order_key
from interpreter.kernels.numerics import element_type, is_complex, is_float, working_dtype
from interpreter.kernels.quantization import dequantize
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.kernels.result_shapes import of_operand
from interpreter.kernels.working import INDEX, steps_of
from interpreter.values.array import Array
from interpreter.values.attributes import enum, integer, tensor_type


def memory_of_sort(op: Operation, sizes: Sizes) -> int:
    """The order as indices; any comparator but a plain one merges runs of keys."""
    is_plain = steps_of(op.regions[0]) == 1
    return (INDEX if is_plain else 12) * sizes.count(op.results[0])


@kernel("stablehlo.sort", alike=True, shape=of_operand, quantized=Quantized.ITSELF, memory=memory_of_sort)
def sort(op: Operation, planner: Planner) -> Run:
    count = len(op.operands)
    rank = tensor_type(op.operands[0]).rank
    dimension = integer(op, "dimension", -1) % max(rank, 1)
    comparator = planner.region(op.regions[0], 2 * count)
    key = _sort_key(op.regions[0], planner)

    def less(lhs: list[Array], rhs: list[Array]) -> Array:
        pairs = [x.reshape(-1) for pair in zip(lhs, rhs, strict=True) for x in pair]
        (result,) = comparator.lanes(*pairs)
        return result.reshape(lhs[0].shape)

    def run(*inputs: Array) -> Any:
        if inputs[0].size == 0 or rank == 0:
            results = inputs
        else:
            slices = [np.moveaxis(x, dimension, -1) for x in inputs]
            keys = None if key is None else key(slices)
            order = merge_order(slices, less) if keys is None else _order_by(keys)
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


def _order_by(keys: list[Array]) -> Array:
    if len(keys) == 1:
        return np.argsort(keys[0], axis=-1, kind="stable")
    return np.lexsort(keys[::-1], axis=-1)


def _sort_key(comparator: Region, planner: Planner) -> Callable[[list[Array]], list[Array] | None] | None:
    """What to sort by in ascending order, first things first, for a comparator that says f(x) < f(y) or f(x) > f(y).

    Of one input; or of several, each asked where those before it are equal. The keys of some arrays may be None: NaN is
    in no order with anything.
    """
    arguments = comparator.block.arguments
    compares = _compares(comparator.block.operations[-1].operands[0])
    found = [_compared_input(compare, arguments) for compare in compares]
    if not found:
        return None
    orders = []
    for one in found:
        if one is None:
            return None
        compare, number, is_in_order = one
        lhs = compare.operands[0]
        is_total = enum(compare, "compare_type", "FLOAT") == "TOTALORDER"
        is_less = enum(compare, "comparison_direction") == "LT"
        order = _ordered(tensor_type(lhs).element_type, is_total, ascending=is_less == is_in_order)
        orders.append((order, _function_of(comparator, lhs, number, planner)))

    def keys(slices: list[Array]) -> list[Array] | None:
        found = [order(of_elements(slices)) for order, of_elements in orders]
        there = [key for key in found if key is not None]
        return there if len(there) == len(found) else None

    return keys


def _compares(value: Value) -> list[Operation]:
    """The comparisons of a lexicographic order, the first first: less, or else equal and the rest; [] for others.

    ``select(EQ, rest, LT)``, ``select(NE, LT, rest)`` or ``or(LT, and(EQ, rest))``.
    """
    op = value.owner
    if not isinstance(op, Operation):
        return []
    if op.name == "stablehlo.compare":
        return [op]
    if op.name == "stablehlo.select":
        pred, on_true, on_false = op.operands
        return _lexicographic(pred, "EQ", on_false, on_true) or _lexicographic(pred, "NE", on_true, on_false)
    if op.name == "stablehlo.or":
        for less, both in (op.operands, op.operands[::-1]):
            inner = both.owner
            if isinstance(inner, Operation) and inner.name == "stablehlo.and":
                first, second = inner.operands
                found = _lexicographic(first, "EQ", less, second) or _lexicographic(second, "EQ", less, first)
                if found:
                    return found
    return []


def _lexicographic(test: Value, direction: str, less: Value, rest: Value) -> list[Operation]:
    """`less` and the comparisons of `rest`, where `test` compares the same values as `less` in this direction."""
    equal, compare = test.owner, less.owner
    if not (isinstance(equal, Operation) and isinstance(compare, Operation)):
        return []
    if (equal.name, compare.name) != ("stablehlo.compare", "stablehlo.compare"):
        return []
    is_same = (
        set(equal.operands) == set(compare.operands)
        and len({enum(op, "compare_type", "FLOAT") for op in (equal, compare)}) == 1
    )
    after = _compares(rest) if is_same and enum(equal, "comparison_direction") == direction else []
    return [compare, *after] if after else []


def compared_input(comparator: Region) -> tuple[Operation, int, bool] | None:
    """The comparison, the number of the input and whether it comes first, of a comparator of one input's elements.

    None where it isn't f(x) < f(y) or f(x) > f(y) of the elements x and y of one input.
    """
    compare = comparator.block.operations[-1].operands[0].owner
    if not isinstance(compare, Operation) or compare.name != "stablehlo.compare":
        return None
    return _compared_input(compare, comparator.block.arguments)


def _compared_input(compare: Operation, arguments: Sequence[Value]) -> tuple[Operation, int, bool] | None:
    direction = enum(compare, "comparison_direction")
    if direction not in ("LT", "GT") or is_complex(tensor_type(compare.operands[0]).element_type):
        return None
    in_order = [(n, arguments[2 * n], arguments[2 * n + 1], True) for n in range(len(arguments) // 2)]
    swapped = [(n, second, first, False) for n, first, second, _ in in_order]
    lhs, rhs = compare.operands
    found = ((n, order) for n, x, y, order in (*in_order, *swapped) if _corresponds(lhs, rhs, x, y, {}))
    number, is_in_order = next(found, (-1, True))
    return None if number < 0 else (compare, number, is_in_order)


def _corresponds(lhs: Value, rhs: Value, first: Value, second: Value, known: dict[tuple[int, int], bool]) -> bool:
    """True where `rhs` is made of `second` as `lhs` is made of `first`, and of nothing else that differs by element."""
    if lhs is first or rhs is second:
        return lhs is first and rhs is second
    left, right = lhs.owner, rhs.owner
    if not isinstance(left, Operation) or not isinstance(right, Operation):
        return lhs is rhs and left is not first.owner  # an argument from outside of the comparator
    place = (id(lhs), id(rhs))
    if place not in known:
        known[place] = (
            (left.name, left.attributes, lhs.index) == (right.name, right.attributes, rhs.index)
            and not (left.regions or right.regions)
            and len(left.operands) == len(right.operands)
            and all(
                _corresponds(x, y, first, second, known) for x, y in zip(left.operands, right.operands, strict=True)
            )
        )
    return known[place]


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
    return 2 * INDEX * sizes.count(op.operands[0])


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
