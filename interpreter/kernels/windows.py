"""Reductions of sliding windows (spec: reduce_window, select_and_scatter).

Windows are folded from the left, all of them at once. Where they all start (or all end) at the same border, as in a
cumulative sum, each one is its neighbour's result and one more element, and the initial value stands at that border.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import Operation
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Makes, Sizes
from interpreter.kernels.padding import padded
from interpreter.kernels.quantization import to_destination_type
from interpreter.kernels.reduction import Body, body_function, body_types, to_body_types
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.kernels.scatter_fold import fold_in_rounds
from interpreter.kernels.working import INDEX, steps_of
from interpreter.values.array import Array
from interpreter.values.attributes import integer_table, integers, tensor_type


@dataclass(frozen=True)
class Window:
    """How windows lie on their operands; `padding` is [low, high] of each dimension."""

    dimensions: Sequence[int]
    strides: Sequence[int]
    base_dilations: Sequence[int]
    dilations: Sequence[int]
    padding: Sequence[Sequence[int]]

    @property
    def padding_of_operands(self) -> list[tuple[int, int, int]]:
        return [(low, high, base - 1) for (low, high), base in zip(self.padding, self.base_dilations, strict=True)]

    @property
    def is_plain(self) -> bool:
        return all(step == 1 for step in (*self.strides, *self.base_dilations, *self.dilations))


def memory_of_reduce_window(op: Operation, sizes: Sizes) -> int:
    """Results are there twice, and inputs where they are padded; any other body has its own values for each window."""
    inputs = op.operands[: len(op.operands) // 2]
    padding = integer_table(op, "padding")
    is_padded = padding is not None and padding.any()
    taken = sum(map(sizes.bytes, inputs if is_padded else ())) + sum(map(sizes.bytes, op.results))
    return taken * (2 if steps_of(op.regions[0]) > 1 else 1)


@kernel(
    "stablehlo.reduce_window",
    alike=True,
    quantized=Quantized.ITSELF,
    makes=Makes.NUMBERS,
    memory=memory_of_reduce_window,
    sums=True,
)
def reduce_window(op: Operation, planner: Planner) -> Run:
    rank = tensor_type(op.operands[0]).rank
    ones = (1,) * rank
    window = Window(
        integers(op, "window_dimensions"),
        integers(op, "window_strides", ones),
        integers(op, "base_dilations", ones),
        integers(op, "window_dilations", ones),
        _padding(op, rank),
    )
    reduced = window_reduction(op, planner)
    return lambda *operands: reduced(operands, window)


def window_reduction(op: Operation, planner: Planner) -> Callable[[Sequence[Array], Window], Any]:
    """What reduces the operands of a reduce_window in windows that may be known when it runs alone."""
    count = len(op.operands) // 2
    converted = to_body_types(op, body_types(op.regions[0], count))
    body = body_function(op.regions[0], count, planner)

    def run(operands: Sequence[Array], window: Window) -> Any:
        values = [convert(x) for convert, x in zip(converted, operands, strict=True)]
        padding = window.padding_of_operands
        border = _common_border(values[0].shape, window.dimensions, padding) if window.is_plain else None
        if border is not None and _is_neutral(values[count:], body):
            results: Sequence[Array] = _running(values[:count], values[count:], body, *border)
            return results[0] if count == 1 else tuple(results)
        shape = _window_counts(values[0].shape, padding, window.dimensions, window.strides, window.dilations)
        results = [np.broadcast_to(init, shape) for init in values[count:]]
        if 0 in shape:
            return results[0] if count == 1 else tuple(results)
        inputs = [padded(x, init, padding) for x, init in zip(values[:count], values[count:], strict=True)]
        for offset in product(*map(range, window.dimensions)):
            index = _windowed(offset, shape, window.strides, window.dilations)
            results = body(*results, *(x[index] for x in inputs))
        return results[0] if count == 1 else tuple(results)

    return run


def memory_of_select_and_scatter(op: Operation, sizes: Sizes) -> int:
    """Indices of what each window has selected, and the operand padded."""
    operand, source = op.operands[:2]
    return 3 * sizes.bytes(operand) + (3 * INDEX) * sizes.count(source)


@kernel(
    "stablehlo.select_and_scatter",
    quantized=Quantized.ITSELF,
    makes=Makes.NUMBERS,
    memory=memory_of_select_and_scatter,
    sums=True,
)
def select_and_scatter(op: Operation, planner: Planner) -> Run:
    """Padding is never selected; a window of nothing but padding, which the spec leaves open, scatters nothing."""
    rank = tensor_type(op.operands[0]).rank
    dimensions = integers(op, "window_dimensions", (1,) * rank)
    strides = integers(op, "window_strides", (1,) * rank)
    padding = [(low, high, 0) for low, high in _padding(op, rank)]
    select = planner.region(op.regions[0], 2)
    to_body = to_destination_type(tensor_type(op.operands[0]).element_type, body_types(op.regions[1], 1)[0])
    scatter = body_function(op.regions[1], 1, planner)

    def run(operand: Array, source: Array, init_value: Array) -> Array:
        shape = _window_counts(operand.shape, padding, dimensions, strides, (1,) * rank)
        if source.shape != shape:
            raise ExecutionError(f"source has shape {list(source.shape)}, but there are {list(shape)} windows (C2)")
        if 0 in shape:
            return np.broadcast_to(to_body(init_value), operand.shape)
        places = padded(np.arange(operand.size).reshape(operand.shape), np.asarray(-1), padding)
        flat = operand.reshape(-1)
        selected = np.full(int(np.prod(shape)), -1)
        for offset in product(*map(range, dimensions)):
            candidate = places[_windowed(offset, shape, strides, (1,) * rank)].reshape(-1)
            both = np.flatnonzero((selected >= 0) & (candidate >= 0))
            taken = (selected < 0) & (candidate >= 0)
            if both.size:
                (keeps,) = select.lanes(flat[selected[both]], flat[candidate[both]])
                taken[both] = ~keeps
            selected = np.where(taken, candidate, selected)
        inside = np.flatnonzero(selected >= 0)
        result = np.broadcast_to(to_body(init_value), operand.size).copy()
        fold_in_rounds(scatter, [result], selected[inside], [to_body(source).reshape(-1)[inside]])
        return result.reshape(operand.shape)

    return run


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
    for place in range(size) if is_from_low else reversed(range(size)):
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


def _window_counts(
    shape: Sequence[int],
    padding: Sequence[tuple[int, int, int]],
    dimensions: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
) -> tuple[int, ...]:
    """How many windows fit along each dimension of the padded operand: none where it is padded to less than nothing."""
    sizes = [low + dim + max(dim - 1, 0) * inner + high for dim, (low, high, inner) in zip(shape, padding, strict=True)]
    spans = [(size - 1) * dilation + 1 for size, dilation in zip(dimensions, dilations, strict=True)]
    return tuple(
        (dim - span) // stride + 1 if dim >= span else 0
        for dim, span, stride in zip(sizes, spans, strides, strict=True)
    )


def _windowed(
    offset: Sequence[int], shape: Sequence[int], strides: Sequence[int], dilations: Sequence[int]
) -> tuple[slice, ...]:
    """Where the element at `offset` of each of the windows stands."""
    starts = [place * dilation for place, dilation in zip(offset, dilations, strict=True)]
    return tuple(
        slice(start, start + (count - 1) * stride + 1 if count else start, stride)
        for start, count, stride in zip(starts, shape, strides, strict=True)
    )
