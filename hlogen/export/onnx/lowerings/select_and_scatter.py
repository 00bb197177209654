"""select_and_scatter (spec: select_and_scatter): in every window an element is selected, and its place is updated.

Its definition (a reduce_window of pairs, then a scatter) would be a loop over each window here, which is many times slower:
so it has a form of its own. Padding is never selected. A window of nothing but padding, which the specification leaves open, scatters nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import cast

import numpy as np

from hlogen.analysis.view import integers_of
from hlogen.export.onnx import ops
from hlogen.export.onnx.context import LoweringContext, NotByLanes
from hlogen.export.onnx.conversion import converted
from hlogen.export.onnx.graph import Edge
from hlogen.export.onnx.lowerings.reduction import body_types
from hlogen.export.onnx.lowerings.shape import padded
from hlogen.export.onnx.registry import lowering
from hlogen.export.onnx.scatter_bodies import Body
from hlogen.export.onnx.scatter_folding import Folding
from hlogen.export.onnx.scatter_landing import Landing
from hlogen.ir import TensorType


@lowering("stablehlo.select_and_scatter")
def select_and_scatter(site: LoweringContext) -> Edge:
    graph, (operand, source, init) = site.graph, site.inputs
    body = Body(site.op.regions[1])
    (target,) = body_types(site.op.regions[1])
    source_type, init_type = (cast(TensorType, value.type).element_type for value in site.op.operands[1:])
    result = ops.expand(graph, converted(graph, init, init_type, target), operand.shape)
    if not operand.size or not source.size:
        return result
    rank = operand.rank
    dimensions, strides = (integers_of(site.op, name, [1] * rank) for name in ("window_dimensions", "window_strides"))
    padding = integers_of(site.op, "padding", [0] * 2 * rank)
    try:
        selected = _selected(site, dimensions, strides, list(zip(padding[::2], padding[1::2], strict=True)))
    except NotByLanes as error:
        raise site.error(
            f"its select function has a {error.op.name}, which isn't done for many windows at once"
        ) from error
    selected = ops.reshape(graph, selected, [source.size])
    none = graph.constant(np.array(-1, selected.dtype))
    inside = ops.greater(graph, selected, none) if any(padding) else None
    landing = Landing(graph, operand.shape, operand.size, selected, inside)
    updates = {1: converted(graph, source, source_type, target)}
    are_distinct = all(size <= stride for size, stride in zip(dimensions, strides, strict=True))
    (made,) = Folding(site, body, {0: result}, updates, landing, lambda: landing, are_distinct=are_distinct).results()
    return made


def _selected(
    site: LoweringContext, dimensions: Sequence[int], strides: Sequence[int], padding: Sequence[tuple[int, int]]
) -> Edge:
    """The number in row-major order of the element that is selected in each window, -1 where all are padding."""
    graph, operand = site.graph, site.inputs[0]
    counts = cast(TensorType, site.op.operands[1].type).static_shape
    dtype = np.dtype(np.int32 if operand.size < 1 << 31 else np.int64)
    edges = [(low, high, 0) for low, high in padding]
    has_padding = any(low > 0 or high > 0 for low, high in padding)
    any_value = graph.constant(np.zeros((), operand.dtype))
    values = padded(graph, operand, any_value, edges)
    minus_one = graph.constant(np.array(-1, dtype))
    numbers = padded(graph, ops.iota(graph, operand.size, operand.shape, dtype), minus_one, edges)

    value: Edge | None = None
    number = minus_one
    for offset in product(*map(range, dimensions)):
        limits = [at + (count - 1) * step + 1 for at, count, step in zip(offset, counts, strides, strict=True)]
        other, place = (ops.slice_(graph, edge, offset, limits, strides) for edge in (values, numbers))
        if value is None:
            value, number = other, place
            continue
        are_both = None
        if has_padding:
            has_value, is_other = (ops.greater(graph, edge, minus_one) for edge in (number, place))
            are_both = ops.and_(graph, has_value, is_other)
        (keeps,) = site.body_by_lanes(site.op.regions[0], [value, other], active=are_both)
        if has_padding:
            keeps = ops.or_(graph, ops.not_(graph, is_other), ops.and_(graph, has_value, keeps))
        value = ops.where(graph, keeps, value, other)
        number = ops.expand(graph, ops.where(graph, keeps, number, place), counts)
    assert prod(counts)
    return number
