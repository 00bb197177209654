"""Reductions of sliding windows (spec: reduce_window, select_and_scatter).

Windows are folded from the left, all of them at once. Where they all start (or all end) at the same border, as in a
cumulative sum, each one is its neighbour's result and one more element, and the initial value stands at that border.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import Any

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import Operation
from interpreter.execution.blocks import Run
from interpreter.execution.context import within_time
from interpreter.execution.traits import Makes, Sizes
from interpreter.kernels.padding import Windows, padded
from interpreter.kernels.quantization import to_destination_type
from interpreter.kernels.reduction import Body, body_function, body_types, folds_in_any_order, to_body_types
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.kernels.scatter_fold import fold_in_rounds, memory_of_rounds
from interpreter.kernels.working import INDEX, itemsize_of, steps_of
from interpreter.values.array import Array
from interpreter.values.attributes import integer_table, integers, tensor_type


def memory_of_reduce_window(op: Operation, sizes: Sizes) -> int:
    """Results are there twice, and inputs as they are padded, or the part of them that each place of a window sees; any
    other body has its own values for each window."""
    inputs = op.operands[: len(op.operands) // 2]
    shape = sizes.shape(inputs[0])
    seen = 0 if shape is None else windows_of(op).built(shape) * sum(map(itemsize_of, inputs))
    return (seen + sum(map(sizes.bytes, op.results))) * (2 if steps_of(op.regions[0]) > 1 else 1)


@kernel(
    "stablehlo.reduce_window",
    alike=True,
    quantized=Quantized.ITSELF,
    makes=Makes.NUMBERS,
    memory=memory_of_reduce_window,
    sums=True,
)
def reduce_window(op: Operation, planner: Planner) -> Run:
    windows = windows_of(op)
    reduced = window_reduction(op, planner)
    return lambda *operands: reduced(operands, windows)


def windows_of(op: Operation) -> Windows:
    """The windows of a reduce_window or a select_and_scatter."""
    rank = tensor_type(op.operands[0]).rank
    ones = (1,) * rank
    windows = Windows(
        integers(op, "window_dimensions", ones if op.name == "stablehlo.select_and_scatter" else None),
        integers(op, "window_strides", ones),
        integers(op, "base_dilations", ones),
        integers(op, "window_dilations", ones),
        _padding(op, rank),
    )
    if any(size <= 0 for size in windows.dimensions):
        raise ExecutionError(f"window_dimensions is {list(windows.dimensions)}, and each of them has to be positive")
    return windows


def window_reduction(op: Operation, planner: Planner) -> Callable[[Sequence[Array], Windows], Any]:
    """What reduces the operands of a reduce_window in windows that may be known when it runs alone."""
    count = len(op.operands) // 2
    converted = to_body_types(op, body_types(op.regions[0], count))
    body = body_function(op.regions[0], count, planner)
    is_orderless = count == 1 and folds_in_any_order(op.regions[0])

    def run(operands: Sequence[Array], windows: Windows) -> Any:
        values = [convert(x) for convert, x in zip(converted, operands, strict=True)]
        inputs, inits = values[:count], values[count:]
        padding = windows.padding_of_operands
        border = _common_border(inputs[0].shape, windows.dimensions, padding) if windows.is_plain else None
        if border is not None and _is_neutral(inits, body):
            results: Sequence[Array] = _running(inputs, inits, body, *border)
            return results[0] if count == 1 else tuple(results)
        shape = windows.counts(inputs[0].shape)
        results = [np.broadcast_to(init, shape) for init in inits]
        if 0 in shape:
            pass
        elif windows.see_mostly_padding(inputs[0].shape):
            results = _reduced_where_touched(inputs, results, body, windows, is_orderless=is_orderless)
        else:
            inputs = [padded(x, init, padding) for x, init in zip(inputs, inits, strict=True)]
            for offset in within_time(product(*map(range, windows.dimensions))):
                index = _windowed(offset, shape, windows.strides, windows.dilations)
                results = body(*results, *(x[index] for x in inputs))
        return results[0] if count == 1 else tuple(results)

    return run


def _reduced_where_touched(
    inputs: Sequence[Array], inits: Sequence[Array], body: Body, windows: Windows, *, is_orderless: bool
) -> Sequence[Array]:
    """The same, without building what is nothing but padding. `inits` have the shape of the results."""

    def padding_folded(results: Sequence[Array], times: int) -> Sequence[Array]:
        if is_orderless:  # then twice as much of it is one step more
            padding = inits
            while times:
                if times % 2:
                    results = body(*results, *padding)
                padding, times = body(*padding, *padding), times // 2
            return results
        for _ in within_time(range(times)):
            now = body(*results, *inits)
            if all(new.tobytes() == old.tobytes() for new, old in zip(now, results, strict=True)):
                break  # nor does more of it change anything
            results = now
        return results

    results, done = inits, 0
    for number, those, elements in within_time(windows.touched(inputs[0].shape)):
        results = padding_folded(results, number - done)
        seen = [init.copy() for init in inits]
        for values, x in zip(seen, inputs, strict=True):
            values[those] = x[elements]
        results, done = body(*results, *seen), number + 1
    return padding_folded(results, prod(windows.dimensions) - done)


def memory_of_select_and_scatter(op: Operation, sizes: Sizes) -> int:
    """The places of the operand's elements; of each window what is selected, what else it sees, and both where they are
    compared; then what is selected lands on the result."""
    operand, source = op.operands[:2]
    windows, stored = sizes.count(source), itemsize_of(op.result)
    selecting = INDEX * sizes.count(operand) + windows * (4 * INDEX + 1 + 2 * itemsize_of(operand))
    converted = 0 if tensor_type(source).element_type == tensor_type(op.result).element_type else stored * windows
    landing = windows * (3 * INDEX + stored) + memory_of_rounds(sizes.count(operand), windows)
    return max(selecting - sizes.bytes(op.result), converted + landing)


@kernel(
    "stablehlo.select_and_scatter",
    quantized=Quantized.ITSELF,
    makes=Makes.NUMBERS,
    memory=memory_of_select_and_scatter,
    sums=True,
)
def select_and_scatter(op: Operation, planner: Planner) -> SelectAndScatter:
    return SelectAndScatter(op, planner)


class SelectAndScatter:
    """A select_and_scatter, planned: callable with its operands; what is selected is there for those who ask.

    Padding is never selected; a window of nothing but padding, which the spec leaves open, scatters nothing.
    """

    def __init__(self, op: Operation, planner: Planner) -> None:
        self.windows = windows_of(op)
        self._select = planner.region(op.regions[0], 2)
        self._to_body = to_destination_type(tensor_type(op.operands[0]).element_type, body_types(op.regions[1], 1)[0])
        self._scatter = body_function(op.regions[1], 1, planner)

    def __call__(self, operand: Array, source: Array, init_value: Array) -> Array:
        shape = self.windows.counts(operand.shape)
        if source.shape != shape:
            raise ExecutionError(f"source has shape {list(source.shape)}, but there are {list(shape)} windows (C2)")
        if 0 in shape:
            return np.broadcast_to(self._to_body(init_value), operand.shape)
        selected = self.selected(operand)
        inside = np.flatnonzero(selected >= 0)
        result = np.broadcast_to(self._to_body(init_value), operand.size).copy()
        fold_in_rounds(self._scatter, [result], selected[inside], [self._to_body(source).reshape(-1)[inside]])
        return result.reshape(operand.shape)

    def selected(self, operand: Array) -> Array:
        """Of each window, the number of the element that is selected, counted row by row; -1 where there is none."""
        shape = self.windows.counts(operand.shape)
        places = np.arange(operand.size).reshape(operand.shape)
        flat = operand.reshape(-1)
        selected = np.full(prod(shape), -1)
        for _, those, elements in self.windows.touched(operand.shape):
            seen = np.full(shape, -1)
            seen[those] = places[elements]
            candidate = seen.reshape(-1)
            both = np.flatnonzero((selected >= 0) & (candidate >= 0))
            taken = selected < 0
            if both.size:
                (keeps,) = self._select.lanes(flat[selected[both]], flat[candidate[both]])
                taken[both] = ~keeps
                del keeps
            selected = np.where(taken, candidate, selected)
            del seen, candidate, both, taken  # before the next ones are there
        return selected


def _common_border(
    shape: Sequence[int], dimensions: Sequence[int], padding: Sequence[tuple[int, int, int]]
) -> tuple[int, bool] | None:
    """The dimension along which every window reaches from one border to its own place; True where it is the low one."""
    long = [d for d, size in enumerate(dimensions) if size > 1]
    if len(long) != 1 or any(padding[d] != (0, 0, 0) for d in range(len(shape)) if d not in long):
        return None
    (axis,) = long
    rest = shape[axis] - 1
    if dimensions[axis] != shape[axis] or padding[axis] not in ((rest, 0, 0), (0, rest, 0)):
        return None
    return axis, padding[axis][0] > 0


def _is_neutral(inits: Sequence[Array], body: Body) -> bool:
    """True where folding the initial value into itself, as padding does, gives the same bits."""
    return all(new.tobytes() == init.tobytes() for new, init in zip(body(*inits, *inits), inits, strict=True))


def _running(inputs: Sequence[Array], inits: Sequence[Array], body: Body, axis: int, is_from_low: bool) -> list[Array]:
    moved = [np.moveaxis(x, axis, 0) for x in inputs]
    size = len(moved[0])
    results = [np.empty_like(x) for x in moved]
    current: Sequence[Array] = [np.broadcast_to(init, x.shape[1:]) for init, x in zip(inits, moved, strict=True)]
    for place in within_time(range(size) if is_from_low else reversed(range(size))):
        element = [x[place] for x in moved]
        current = body(*current, *element) if is_from_low else body(*element, *current)
        for result, value in zip(results, current, strict=True):
            result[place] = value
    return [np.moveaxis(result, 0, axis) for result in results]


def _padding(op: Operation, rank: int) -> list[tuple[int, int]]:
    table = integer_table(op, "padding")
    if table is None:
        return [(0, 0)] * rank
    return [(int(low), int(high)) for low, high in table.reshape(rank, 2)]


def _windowed(
    offset: Sequence[int], shape: Sequence[int], strides: Sequence[int], dilations: Sequence[int]
) -> tuple[slice, ...]:
    """Where the element at `offset` of each of the windows stands."""
    starts = [place * dilation for place, dilation in zip(offset, dilations, strict=True)]
    return tuple(
        slice(start, start + (count - 1) * stride + 1 if count else start, stride)
        for start, count, stride in zip(starts, shape, strides, strict=True)
    )
