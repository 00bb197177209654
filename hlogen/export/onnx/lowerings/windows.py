"""reduce_window: MaxPool or CumSum where it is one, else shifted slices folded one dimension after the other.

Along one dimension, windows are folded from the left as long as they are small. For longer ones, runs of 2, 4, 8 ...
elements are made of two of half the size; the specification lets an implementation choose the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np

from hlogen.analysis.view import integers_of
from hlogen.export.onnx import ops
from hlogen.export.onnx.context import LoweringContext
from hlogen.export.onnx.conversion import converted
from hlogen.export.onnx.extremes import PAIRWISE, folded, with_zeros, zeros_beside
from hlogen.export.onnx.graph import Edge, Graph
from hlogen.export.onnx.lowerings.reduction import (
    Body,
    body_function,
    body_inputs,
    body_types,
    is_neutral,
    is_zero,
    plain_body,
)
from hlogen.export.onnx.lowerings.shape import padded
from hlogen.export.onnx.pooling import is_awkward, max_pool, pools
from hlogen.export.onnx.registry import lowering
from hlogen.export.onnx.sizes import all_known
from hlogen.export.onnx.types import carrier, fitted
from hlogen.ir import ElementType, FloatType, IntegerType

Fold: TypeAlias = Callable[[Body, Sequence[Edge]], list[Edge]]

_LONG = 8  # windows of more elements are made of runs


@dataclass(frozen=True)
class _Window:
    """How the windows lie along one dimension."""

    size: int
    stride: int
    dilation: int
    low: int
    high: int
    interior: int

    def count(self, size: int) -> int:
        """How many windows fit into `size` elements, padding included."""
        if self.size == self.stride == 1:
            return size
        span = (self.size - 1) * self.dilation + 1
        return (size - span) // self.stride + 1 if size >= span else 0


@lowering("stablehlo.reduce_window", dynamic=True)
def reduce_window(site: LoweringContext) -> list[Edge]:
    region, graph = site.op.regions[0], site.graph
    values, inits = body_inputs(site, region)
    windows = _windows(site, values[0].rank)
    body, name = body_function(site, region), plain_body(region)
    shape = [
        window.count(_padded(size, window)) if known is None else known
        for size, window, known in zip(values[0].shape, windows, site.result_types[0].shape, strict=True)
    ]
    if 0 in shape:
        return [ops.expand(graph, init, shape) for init in inits]
    running = _running_dimension(values[0].shape, windows) if name is not None else None
    is_neutral_init = name is not None and is_neutral(name, inits[0])
    is_float = isinstance(body_types(region)[0], FloatType)
    if running is not None and name == "stablehlo.add" and is_zero(inits[0]) and values[0].dtype.kind != "b":
        made = [_running_sum(graph, values[0], *running, body_types(region)[0])]
        return made if is_neutral_init else body([ops.expand(graph, inits[0], shape)], made)  # 0.0 + -0.0 is 0.0
    if name == "stablehlo.maximum" and is_float and is_neutral_init:
        pooled = _pooled(graph, values[0], inits[0], windows, shape)
        if pooled is not None:
            return [pooled]
    if running is not None and is_neutral_init:
        fold: Fold = partial(_running, graph, *running)
    else:
        padding = [(window.low, window.high, window.interior) for window in windows]
        values = [padded(graph, value, init, padding) for value, init in zip(values, inits, strict=True)]
        dimensions = range(len(shape))  # slices along the first are the fastest, the last keep the elements' order
        fold = partial(_windowed, graph, windows, dimensions if name is not None else dimensions[::-1])
    if name in PAIRWISE and is_float:
        made = [_extreme_of_floats(graph, name, values[0], fold)]
    else:
        made = fold(body, values)
    if is_neutral_init:
        return made
    return body([ops.expand(graph, init, shape) for init in inits], made)


def _padded(size: int, window: _Window) -> int:
    between = max(size - 1, 0) * window.interior if window.interior else 0
    return window.low + size + between + window.high


def _extreme_of_floats(graph: Graph, name: str, x: Edge, fold: Fold) -> Edge:
    wide = ops.cast(graph, x, np.float64 if x.dtype == np.float64 else np.float32)
    values = [wide, zeros_beside(graph, name, wide)]
    return ops.cast(graph, with_zeros(graph, name, *fold(partial(folded, graph, name), values)), x.dtype)


def _pooled(graph: Graph, x: Edge, init: Edge, windows: Sequence[_Window], shape: Sequence[int]) -> Edge | None:
    """ONNX's MaxPool, and the slices for elements that onnxruntime's isn't right for; None where it doesn't fit."""
    sizes, strides = [window.size for window in windows], [window.stride for window in windows]
    padding = [(window.low, window.high) for window in windows]
    is_plain = all(window.dilation == 1 and window.interior == 0 for window in windows)
    if not is_plain or not all_known(x.shape) or not pools(x.shape, sizes, strides, padding):
        return None
    wide, init = (ops.cast(graph, edge, np.float64 if x.dtype == np.float64 else np.float32) for edge in (x, init))
    by_slices, by_pooling = graph.inner(), graph.inner()
    bordered = padded(by_slices, wide, init, [(*edges, 0) for edges in padding])
    fold = partial(_windowed, by_slices, windows, range(len(windows)))
    slow = _extreme_of_floats(by_slices, "stablehlo.maximum", bordered, fold)
    fast = max_pool(by_pooling, wide, sizes, strides, padding, shape)
    branches = {"then_branch": by_slices.proto([slow], "slices"), "else_branch": by_pooling.proto([fast], "pooling")}
    (made,) = graph.nodes_outputs("If", [is_awkward(graph, wide)], [(wide.dtype, shape)], **branches)
    return ops.cast(graph, made, x.dtype)


def _windowed(
    graph: Graph, windows: Sequence[_Window], dimensions: Sequence[int], body: Body, values: Sequence[Edge]
) -> list[Edge]:
    """The windows folded, one dimension after another."""
    for d in dimensions:
        values = _folded(graph, values, d, windows[d], body)
    return list(values)


def _running(graph: Graph, d: int, is_reverse: bool, body: Body, values: Sequence[Edge]) -> list[Edge]:
    """All that is before each element and itself folded, or all that is behind it."""
    size, distance = values[0].shape[d], 1
    while distance < size:
        left, right = (
            [_shifted(graph, value, d, start, size - distance, 1) for value in values] for start in (0, distance)
        )
        both = body(left, right)
        start = size - distance if is_reverse else 0
        alone = [_shifted(graph, value, d, start, distance, 1) for value in values]
        parts = (both, alone) if is_reverse else (alone, both)
        values = [ops.concatenate(graph, pair, d) for pair in zip(*parts, strict=True)]
        distance *= 2
    return list(values)


def _windows(site: LoweringContext, rank: int) -> list[_Window]:
    ones = [1] * rank
    padding = integers_of(site.op, "padding", [0] * 2 * rank)
    return [
        _Window(size, stride, dilation, low, high, base - 1)
        for size, stride, dilation, low, high, base in zip(
            integers_of(site.op, "window_dimensions"),
            integers_of(site.op, "window_strides", ones),
            integers_of(site.op, "window_dilations", ones),
            padding[::2],
            padding[1::2],
            integers_of(site.op, "base_dilations", ones),
            strict=True,
        )
    ]


def _folded(graph: Graph, values: Sequence[Edge], d: int, window: _Window, body: Body) -> Sequence[Edge]:
    """The windows along dimension `d` folded."""
    count = window.count(values[0].shape[d])
    if window.size <= _LONG:
        return _from_the_left(graph, values, d, window, count, body)
    # runs[size] has at each place the fold of the `size` elements from there on
    runs, size = values, 1
    done: Sequence[Edge] | None = None
    start = 0
    while True:
        if window.size & size:
            part = [_shifted(graph, run, d, start * window.dilation, count, window.stride) for run in runs]
            done = part if done is None else body(done, part)
            start += size
        if start == window.size:
            return done or values
        left = runs[0].shape[d] - size * window.dilation
        halves = ([_shifted(graph, run, d, first, left, 1) for run in runs] for first in (0, size * window.dilation))
        runs = body(*halves)
        size *= 2


def _from_the_left(
    graph: Graph, values: Sequence[Edge], d: int, window: _Window, count: int, body: Body
) -> Sequence[Edge]:
    parts = [
        [_shifted(graph, value, d, offset * window.dilation, count, window.stride) for value in values]
        for offset in range(window.size)
    ]
    done = parts[0]
    for part in parts[1:]:
        done = body(done, part)
    return done


def _shifted(graph: Graph, edge: Edge, d: int, start: int, count: int, stride: int) -> Edge:
    """`count` elements along dimension `d`, from `start` on."""
    starts, limits, strides = [0] * edge.rank, list(edge.shape), [1] * edge.rank
    starts[d], limits[d], strides[d] = start, start + (count - 1) * stride + 1, stride
    return ops.slice_(graph, edge, starts, limits, strides)


def _running_dimension(shape: Sequence[int], windows: Sequence[_Window]) -> tuple[int, bool] | None:
    """The dimension along which each window reaches from one border to its own place; True where it is the last one."""
    plain = [window for window in windows if (window.stride, window.dilation, window.interior) == (1, 1, 0)]
    long = [d for d, window in enumerate(windows) if window.size > 1 or window.low or window.high]
    if len(plain) != len(windows) or len(long) != 1:
        return None
    (d,) = long
    window, rest = windows[d], shape[d] - 1
    if window.size != shape[d] or (window.low, window.high) not in ((rest, 0), (0, rest)):
        return None
    return d, window.high > 0


def _running_sum(graph: Graph, x: Edge, d: int, is_reverse: bool, type: ElementType) -> Edge:
    """ONNX's CumSum: floats rounded once, integers in 32 or 64 bits with a sign, which wrap the same."""
    if isinstance(type, FloatType):
        working: ElementType = FloatType("f64" if type.name == "f64" else "f32")
    else:
        working = IntegerType(64 if x.dtype.itemsize == 8 else 32)
    wide = ops.cast(graph, x, carrier(working))
    axis = graph.constant(np.array(d, np.int64))
    made = graph.node("CumSum", [wide, axis], wide.dtype, x.shape, reverse=int(is_reverse))
    if isinstance(type, FloatType):
        return converted(graph, made, working, type)
    return fitted(graph, ops.cast(graph, made, x.dtype), type)
