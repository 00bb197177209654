"""Sorting: TopK by keys where the comparator is one of keys, else a sorting network of the comparator itself.

onnxruntime's TopK is stable: of equal elements the first comes first, whether it sorts up or down.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import prod
from typing import TypeAlias

import numpy as np

from hlogen.analysis.view import integer_of
from hlogen.export.onnx import ops
from hlogen.export.onnx.bits import in_total_order
from hlogen.export.onnx.context import LoweringContext, NotByLanes
from hlogen.export.onnx.extremes import ordered_integers
from hlogen.export.onnx.graph import Edge, Graph
from hlogen.export.onnx.lowerings.shape import counting, padded
from hlogen.export.onnx.registry import lowering
from hlogen.export.onnx.sizes import UnknownSize, is_known
from hlogen.export.onnx.types import type_of_elements
from hlogen.ir import Block, IntegerType, Operation, Region
from hlogen.program.bodies import computing
from hlogen.program.comparators import Key, sort_keys

Order: TypeAlias = tuple[Edge, bool]  # a tensor to sort by, and whether its elements go up


@lowering("stablehlo.sort", dynamic=True)
def sort(site: LoweringContext) -> list[Edge]:
    shape = site.inputs[0].shape
    dimension = integer_of(site.op, "dimension") if "dimension" in site.op.attributes else -1
    if not shape or 0 in shape or shape[dimension] == 1:
        return list(site.inputs)
    dimension %= len(shape)
    region = site.op.regions[0]
    try:
        keys = sort_keys(region)
        if keys:
            return _sorted_by(site.graph, site.inputs, _orders(site, region, keys), dimension)
        return _sorted_by_network(site, region, dimension)
    except NotByLanes as found:
        raise site.error(
            f"its comparator has {found.op.name}, which can't be computed for many elements at once"
        ) from None


@lowering("chlo.top_k", dynamic=True)
def top_k(site: LoweringContext) -> list[Edge]:
    """The `k` largest elements of each row and where they are; of equal ones the first. NaN is larger than infinity."""
    graph, (operand,), k = site.graph, site.inputs, integer_of(site.op, "k")
    shape = (*operand.shape[:-1], k)
    if 0 in shape:
        return [ops.full(graph, 0, shape, dtype) for dtype in (operand.dtype, np.int32)]
    orders = [(key, False) for key in _keys(graph, operand, is_total=True)]
    if len(orders) == 1:
        order = _top(graph, orders[0][0], False, operand.rank - 1, k)
    else:
        order = _order_of(graph, orders, operand.rank - 1)
        order = ops.slice_(graph, order, [0] * order.rank, [*order.shape[:-1], k])
    return [_taken(graph, operand, order, operand.rank - 1), ops.cast(graph, order, np.int32)]


def _orders(site: LoweringContext, region: Region, keys: Sequence[Key]) -> list[Order]:
    """What to sort by, the most important first."""
    block = Block()
    block.arguments = region.block.arguments
    values = [key.value for key in keys]
    block.operations = [*computing(region.block, values)[0], Operation("stablehlo.return", values)]
    shape = site.inputs[0].shape
    twice = list(chain.from_iterable(zip(site.inputs, site.inputs, strict=True)))
    orders: list[Order] = []
    for key, value in zip(keys, site.body_by_lanes(Region([block]), twice), strict=True):
        expanded = ops.expand(site.graph, value, shape)
        bits = in_total_order(site.graph, expanded, type_of_elements(key.value)) if key.is_total else None
        parts = _keys(site.graph, expanded if bits is None else bits, is_total=key.is_total)
        orders += [(part, key.is_ascending) for part in parts]
    return orders


def _keys(graph: Graph, x: Edge, *, is_total: bool) -> list[Edge]:
    """What TopK orders as comparisons do, or as IEEE-754's totalOrder does: -0 below +0, NaN above infinity.

    (Comparisons leave the place of NaN open, and totalOrder puts those with a sign first, which isn't seen here.)
    """
    if x.dtype.kind in "biu":
        return [ordered_integers(graph, x)]
    is_nan = ops.node(graph, "IsNaN", x, dtype=bool)
    if x.dtype == np.float64:
        infinite = ops.where(graph, is_nan, graph.constant(np.float64(np.inf)), x)
        return [
            infinite,
            ops.cast(graph, ops.or_(graph, is_nan, _is_plus_zero(graph, x)) if is_total else is_nan, np.uint8),
        ]
    # All in one: f64 has place for -0 between 0 and the others, and for NaN above infinity.
    wide = ops.cast(graph, x, np.float64)
    least, most, infinity = (graph.constant(np.float64(value)) for value in (-1e300, 1e300, np.inf))
    key = ops.where(graph, is_nan, infinity, graph.node("Clip", [wide, least, most], np.float64, x.shape))
    if is_total:
        key = ops.where(graph, _is_plus_zero(graph, wide), graph.constant(np.float64(1e-300)), key)
    return [key]


def _is_plus_zero(graph: Graph, x: Edge) -> Edge:
    """Whether f64 elements are +0: only numbers around it have an infinite reciprocal, only itself is 0."""
    reciprocal = graph.node("Reciprocal", [x], x.dtype, x.shape)
    is_zero = ops.equal(graph, x, graph.constant(np.float64(0)))
    return ops.and_(graph, is_zero, ops.greater(graph, reciprocal, graph.constant(np.float64(0))))


def _sorted_by(graph: Graph, inputs: Sequence[Edge], orders: Sequence[Order], dimension: int) -> list[Edge]:
    order = _order_of(graph, orders, dimension)
    return [_taken(graph, edge, order, dimension) for edge in inputs]


def _order_of(graph: Graph, orders: Sequence[Order], dimension: int) -> Edge:
    """Where the elements stand that come first, second ...: sorted by the least important key first."""
    order: Edge | None = None
    for key, is_ascending in reversed(orders):
        size = key.shape[dimension]
        if order is None:
            order = _top(graph, key, is_ascending, dimension, size)
        else:
            key = _taken(graph, key, order, dimension)
            order = _taken(graph, order, _top(graph, key, is_ascending, dimension, size), dimension)
    assert order is not None
    return order


def _top(graph: Graph, key: Edge, is_ascending: bool, dimension: int, count: int) -> Edge:
    """The places of the `count` first elements."""
    shape = [count if d == dimension else size for d, size in enumerate(key.shape)]
    _, places = graph.nodes_outputs(
        "TopK",
        [key, graph.vector([count])],
        [(key.dtype, shape), (np.dtype(np.int64), shape)],
        axis=dimension,
        largest=int(not is_ascending),
    )
    return places


def _taken(graph: Graph, edge: Edge, order: Edge, dimension: int) -> Edge:
    return graph.node("GatherElements", [edge, order], edge.dtype, order.shape, axis=dimension)


def _sorted_by_network(site: LoweringContext, region: Region, dimension: int) -> list[Edge]:
    """A bitonic network, step by step in a Loop, of the places of the elements; equal elements compare by their place.

    The elements stand in rows, and the rows are filled up to a power of 2 with places that come last.
    """
    graph, size = site.graph, site.inputs[0].shape[dimension]
    if not is_known(size):
        raise UnknownSize(
            f"its comparator doesn't just compare keys, and it sorts {size} elements, as many as only the run knows"
        )
    count = 1 << (size - 1).bit_length()
    last = [*(d for d in range(site.inputs[0].rank) if d != dimension), dimension]
    shape = [site.inputs[0].shape[d] for d in last]
    rows = [ops.reshape(graph, ops.transpose(graph, edge, last), (prod(shape[:-1]), size)) for edge in site.inputs]
    filled = [
        padded(graph, edge, graph.constant(np.zeros((), edge.dtype)), [(0, 0, 0), (0, count - size, 0)])
        for edge in rows
    ]  # fmt: skip
    steps = [(2 << level, 1 << step) for level in range(count.bit_length() - 1) for step in reversed(range(level + 1))]
    runs, distances = (graph.constant(np.array(numbers, np.int64)) for numbers in zip(*steps, strict=True))
    places = counting(graph, count, IntegerType(64))
    order = ops.expand(graph, ops.reshape(graph, places, (1, count)), (rows[0].shape[0], count))

    inside = graph.inner()
    step = inside.argument(np.dtype(np.int64), (), "step")
    goes_on = inside.argument(np.dtype(np.bool_), (), "goes_on")
    now = inside.argument(order.dtype, order.shape, "order")
    run, distance = (inside.node("Gather", [numbers, step], np.int64, ()) for numbers in (runs, distances))
    partners = inside.node("BitwiseXor", [places, distance], np.int64, (count,))
    other = ops.gather(inside, now, partners, 1)
    is_left, is_up = (_has_not(inside, places, bit) for bit in (distance, run))
    left, right = ops.where(inside, is_left, now, other), ops.where(inside, is_left, other, now)
    is_before = _is_before(site, inside, region, filled, right, left, size)
    swaps = inside.node("Xor", [is_before, ops.not_(inside, is_up)], bool, is_before.shape)
    proto = inside.proto([goes_on, ops.where(inside, swaps, other, now)], "sorting_step")
    trips, start = graph.constant(np.array(len(steps), np.int64)), graph.constant(np.array(True))
    (order,) = graph.nodes_outputs("Loop", [trips, start, order], [(order.dtype, order.shape)], body=proto)

    order = ops.slice_(graph, order, [0, 0], [order.shape[0], size])
    return [
        ops.transpose(graph, ops.reshape(graph, _taken(graph, edge, order, 1), shape), np.argsort(last).tolist())
        for edge in rows
    ]


def _is_before(
    site: LoweringContext, inside: Graph, region: Region, rows: Sequence[Edge], first: Edge, second: Edge, size: int
) -> Edge:
    """Whether the elements at the places `first` come before those at `second`."""
    x, y = ([_taken(inside, edge, places, 1) for edge in rows] for places in (first, second))
    less, greater = (
        ops.expand(inside, site.body_by_lanes(region, list(chain.from_iterable(pairs)), inside)[0], first.shape)
        for pairs in (zip(x, y, strict=True), zip(y, x, strict=True))
    )
    of_equal = ops.and_(inside, ops.not_(inside, greater), ops.less(inside, first, second))
    by_elements = ops.or_(inside, less, of_equal)
    limit = inside.constant(np.array(size, np.int64))
    is_element, is_other = (ops.less(inside, places, limit) for places in (first, second))
    by_elements = ops.or_(inside, by_elements, ops.not_(inside, is_other))
    return ops.and_(inside, is_element, by_elements)


def _has_not(graph: Graph, places: Edge, bit: Edge) -> Edge:
    """Whether a bit is 0."""
    masked = graph.node("BitwiseAnd", [places, bit], np.int64, places.shape)
    return ops.equal(graph, masked, graph.constant(np.array(0, np.int64)))
