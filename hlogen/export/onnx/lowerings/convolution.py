"""Convolution: ONNX's Conv for what f32 holds, for others the windows written out and multiplied.

What Conv has no words for is done to its operands: dilation and negative padding of lhs, reversal of windows, groups of
the batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import cast

import numpy as np

from hlogen.analysis.view import integer_of, integers_of
from hlogen.export.onnx import ops
from hlogen.export.onnx.context import LoweringContext
from hlogen.export.onnx.graph import Edge, Graph
from hlogen.export.onnx.lowerings.dot_general import Types, element_types, finished, multiplied_in, product
from hlogen.export.onnx.lowerings.shape import flip, padded
from hlogen.export.onnx.registry import lowering
from hlogen.export.onnx.types import carrier
from hlogen.ir import ConvDimensionNumbers, FloatType


@dataclass(frozen=True)
class _Window:
    """How the window moves along one spatial dimension."""

    stride: int
    low: int
    high: int
    lhs_dilation: int
    rhs_dilation: int

    def count(self, size: int, window: int) -> int:
        """How many windows of this size fit, where one fits."""
        spread = max(size - 1, 0) * self.lhs_dilation + 1 if self.lhs_dilation > 1 else size
        return (self.low + spread + self.high - (window - 1) * self.rhs_dilation - 1) // self.stride + 1


@lowering("stablehlo.convolution", "stablehlo.dynamic_conv", dynamic=True)
def convolution(site: LoweringContext) -> Edge:
    graph, op, (lhs, rhs, *_) = site.graph, site.op, site.inputs
    numbers = cast(ConvDimensionNumbers, site.attribute("dimension_numbers"))
    rank = len(numbers.input_spatial_dimensions)
    windows = _windows(site, rank)
    feature_groups, batch_groups = integer_of(op, "feature_group_count"), integer_of(op, "batch_group_count")
    lhs = ops.transpose(
        graph,
        lhs,
        [numbers.input_batch_dimension, numbers.input_feature_dimension, *numbers.input_spatial_dimensions],
    )
    kernel_order = [numbers.kernel_output_feature_dimension, numbers.kernel_input_feature_dimension]
    rhs = ops.transpose(graph, rhs, [*kernel_order, *numbers.kernel_spatial_dimensions])
    reversal = integers_of(op, "window_reversal", [0] * rank)
    rhs = flip(graph, rhs, [d + 2 for d in range(rank) if reversal[d]])
    order = [numbers.output_batch_dimension, numbers.output_feature_dimension, *numbers.output_spatial_dimensions]
    sizes = [lhs.shape[0] // batch_groups, rhs.shape[0]]
    sizes += [window.count(*pair) for window, *pair in zip(windows, lhs.shape[2:], rhs.shape[2:], strict=True)]
    known = [site.type.shape[d] for d in order]
    shape = [own if size is None else size for own, size in zip(sizes, known, strict=True)]
    if 0 in (*shape, *rhs.shape, lhs.shape[1]):
        return ops.full(graph, 0, [shape[order.index(d)] for d in range(len(shape))], site.dtype)
    if batch_groups > 1:
        # Each group of the batch becomes a group of features, which one batch has all of.
        split = ops.reshape(graph, lhs, (batch_groups, shape[0], *lhs.shape[1:]))
        swapped = ops.transpose(graph, split, [1, 0, *range(2, split.rank)])
        lhs = ops.reshape(graph, swapped, (shape[0], batch_groups * lhs.shape[1], *lhs.shape[2:]))
    made = _convolved(graph, lhs, rhs, windows, feature_groups * batch_groups, shape, element_types(site))
    return ops.transpose(graph, made, np.argsort(order).tolist())


def _windows(site: LoweringContext, rank: int) -> list[_Window]:
    op, ones = site.op, [1] * rank
    padding = integers_of(op, "padding", [0] * 2 * rank)
    if op.name == "stablehlo.dynamic_conv":
        known = site.inputs[2].constant
        if known is None:
            raise site.error(
                "the padding is computed when the program runs, a model needs to know it",
                "give a constant, or use convolution",
            )
        padding = tuple(known.reshape(-1).tolist())
    return [
        _Window(*numbers)
        for numbers in zip(
            integers_of(op, "window_strides", ones),
            padding[::2],
            padding[1::2],
            integers_of(op, "lhs_dilation", ones),
            integers_of(op, "rhs_dilation", ones),
            strict=True,
        )
    ]


def _convolved(
    graph: Graph,
    lhs: Edge,
    rhs: Edge,
    windows: Sequence[_Window],
    groups: int,
    shape: Sequence[int],
    types: Types,
) -> Edge:
    """lhs (batch, features, spatial ...) and rhs (outputs, features, spatial ...) to a result of `shape`, like lhs."""
    working = multiplied_in(types, prod(rhs.shape[1:]))
    is_native = bool(windows) and working == FloatType("f32")
    left = [is_native and min(window.low, window.high) >= 0 and window.lhs_dilation == 1 for window in windows]
    padding = [
        (0, 0, 0) if is_left else (window.low, window.high, window.lhs_dilation - 1)
        for window, is_left in zip(windows, left, strict=True)
    ]
    lhs = padded(graph, lhs, graph.constant(np.zeros((), lhs.dtype)), [(0, 0, 0), (0, 0, 0), *padding])
    if not is_native:
        return _multiplied(graph, lhs, rhs, windows, groups, shape, types)
    low, high = (
        [amount if is_left else 0 for amount, is_left in zip(amounts, left, strict=True)]
        for amounts in ([window.low for window in windows], [window.high for window in windows])
    )
    wide = carrier(working)
    made = graph.node(
        "Conv",
        [ops.cast(graph, lhs, wide), ops.cast(graph, rhs, wide)],
        wide,
        shape,
        group=groups,
        kernel_shape=list(rhs.shape[2:]),
        strides=[window.stride for window in windows],
        dilations=[window.rhs_dilation for window in windows],
        pads=[*low, *high],
    )
    return finished(graph, made, working, types[2])


def _multiplied(
    graph: Graph, lhs: Edge, rhs: Edge, windows: Sequence[_Window], groups: int, shape: Sequence[int], types: Types
) -> Edge:
    """The same of an lhs that is padded: every window written out, times the kernels."""
    rank, counts, sizes = len(windows), shape[2:], rhs.shape[2:]
    batch, features = shape[0], lhs.shape[1] // groups
    for d, window in enumerate(windows):
        starts = graph.constant(np.arange(counts[d], dtype=np.int64).reshape(-1, 1) * window.stride)
        steps = graph.constant(np.arange(sizes[d], dtype=np.int64) * window.rhs_dilation)
        lhs = ops.gather(graph, lhs, ops.add(graph, starts, steps), 2 + 2 * d)
    lhs = ops.reshape(graph, lhs, (batch, groups, features, *lhs.shape[2:]))
    places, offsets = range(3, 3 + 2 * rank, 2), range(4, 4 + 2 * rank, 2)
    lhs = ops.transpose(graph, lhs, [1, 0, *places, 2, *offsets])
    inner, outputs = features * prod(sizes), shape[1] // groups
    lhs = ops.reshape(graph, lhs, (groups, batch * prod(counts), inner))
    rhs = ops.transpose(graph, ops.reshape(graph, rhs, (groups, outputs, inner)), [0, 2, 1])
    made = ops.reshape(graph, product(graph, lhs, rhs, types), (groups, batch, *counts, outputs))
    made = ops.transpose(graph, made, [1, 0, made.rank - 1, *range(2, made.rank - 1)])
    return ops.reshape(graph, made, shape)
