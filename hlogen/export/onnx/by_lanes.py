"""Bodies of scalar operations that run for many elements at once, by lanes: what isn't simply elementwise there.

A value of a body is an edge with the dimensions of the lanes, or the same in all lanes and of its own shape. Both
branches of an `if` are computed, and each lane takes its own; a `while` goes on until no lane is left in it. Nothing of
that can fail, and a loop in a branch runs for the lanes that take the branch.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from hlogen.export.onnx import ops
from hlogen.export.onnx.context import LoweringContext, NotByLanes
from hlogen.export.onnx.graph import Edge, Graph
from hlogen.export.onnx.registry import Lowering
from hlogen.ir import GatherDimensionNumbers, Region, TensorType, Value

# What these do to a single element is nothing.
_MOVES = (
    *("stablehlo.reshape", "stablehlo.broadcast_in_dim", "stablehlo.transpose", "stablehlo.slice"),
    *("stablehlo.reverse", "stablehlo.optimization_barrier"),
)
_CALLS = ("func.call", "stablehlo.composite")


def lowered(site: LoweringContext, found: Lowering) -> Sequence[Edge] | Edge:
    """The results of an operation that differ by lane. NotByLanes is raised where it has no such form."""
    match site.op.name:
        case "stablehlo.if" | "stablehlo.case":
            return _branches(site)
        case "stablehlo.while":
            return _while(site)
        case "stablehlo.dynamic_slice":
            return _dynamic_slice(site)
        case "stablehlo.gather":
            return _gather(site)
        case name if name in _CALLS:
            return found.lower(site)
    if not all(map(_is_single, (*site.op.operands, *site.op.results))):
        raise NotByLanes(site.op)
    site.inputs = tuple(_scalar(site, number) for number in range(len(site.inputs)))
    if site.op.name in _MOVES:
        return site.inputs
    if not found.elementwise:
        raise NotByLanes(site.op)
    return found.lower(site)


def is_same_in_all(value: Value, edge: Edge) -> bool:
    """Whether an edge is what the value is outside of lanes."""
    return isinstance(value.type, TensorType) and value.type.is_static and edge.shape == value.type.static_shape


def _branches(site: LoweringContext) -> list[Edge]:
    """The last branch stands for every index that has none."""
    graph, (index,) = site.graph, site.inputs
    regions = list(site.op.regions)
    chosen = [ops.equal(graph, index, graph.constant(np.array(n, index.dtype))) for n in range(len(regions) - 1)]
    if site.op.name == "stablehlo.if":
        chosen = [index]
    elsewhere: Edge | None = None
    for one in chosen:
        elsewhere = one if elsewhere is None else ops.or_(graph, elsewhere, one)
    last = None if elsewhere is None else ops.not_(graph, elsewhere)
    results = site.body_by_lanes(regions[-1], [], active=last)
    for one, region in zip(chosen, regions, strict=False):
        found = site.body_by_lanes(region, [], active=one)
        results = [ops.where(graph, one, new, old) for new, old in zip(found, results, strict=True)]
    return results


def _while(site: LoweringContext) -> list[Edge]:
    """A Loop that carries which lanes are still in it; the others keep their values."""
    if not all(map(_is_single, site.op.operands)):
        raise NotByLanes(site.op)
    graph, lanes = site.graph, site.lanes
    cond, body = site.op.regions
    start = [ops.expand(graph, _scalar(site, number), lanes.shape) for number in range(len(site.inputs))]
    if not prod(lanes.shape):
        return start
    pending = _going_on(site, cond, start, lanes.active, graph)
    inside = graph.inner()
    inside.argument(np.dtype(np.int64), (), "iteration")
    inside.argument(np.dtype(np.bool_), (), "goes_on")
    still = inside.argument(pending.dtype, pending.shape, "pending")
    state = [inside.argument(edge.dtype, edge.shape, "state") for edge in start]
    made = site.body_by_lanes(body, state, inside, active=still)
    state = [
        ops.expand(inside, ops.where(inside, still, new, old), lanes.shape)
        for new, old in zip(made, state, strict=True)
    ]
    again = _going_on(site, cond, state, still, inside)
    proto = inside.proto([_any(inside, again), again, *state], "while_body")
    carried = [pending, *start]
    outputs = [(edge.dtype, edge.shape) for edge in carried]
    return graph.nodes_outputs("Loop", [None, _any(graph, pending), *carried], outputs, body=proto)[1:]


def _going_on(site: LoweringContext, cond: Region, state: Sequence[Edge], among: Edge | None, graph: Graph) -> Edge:
    (goes_on,) = site.body_by_lanes(cond, state, graph, active=among)
    goes_on = goes_on if among is None else ops.and_(graph, among, goes_on)
    return ops.expand(graph, goes_on, site.lanes.shape)


def _any(graph: Graph, condition: Edge) -> Edge:
    number = graph.node("ReduceMax", [ops.cast(graph, condition, np.int32)], np.int32, (), keepdims=0)
    return ops.cast(graph, number, np.bool_)


def _dynamic_slice(site: LoweringContext) -> Edge:
    return _element(site, dict(enumerate(_scalar(site, number) for number in range(1, len(site.inputs)))))


def _gather(site: LoweringContext) -> Edge:
    numbers = site.op.attributes["dimension_numbers"]
    assert isinstance(numbers, GatherDimensionNumbers)
    if not _is_single(site.op.operands[1]) or len(numbers.start_index_map) != 1:
        raise NotByLanes(site.op)
    return _element(site, {numbers.start_index_map[0]: _scalar(site, 1)})


def _element(site: LoweringContext, starts: dict[int, Edge]) -> Edge:
    """One element of a table that is the same in all lanes; in dimensions without a start, it is the first."""
    graph, table = site.graph, site.inputs[0]
    if not _is_single(site.op.result) or not is_same_in_all(site.op.operands[0], table):
        raise NotByLanes(site.op)
    place = graph.constant(np.int64(0))
    for dim, start in starts.items():
        most = table.shape[dim] - 1
        if start.dtype == np.uint64:
            limit = graph.constant(np.uint64(most))
            start = ops.where(graph, ops.less(graph, limit, start), limit, start)
        inside = ops.clamp(graph, 0, ops.cast(graph, start, np.int64), most)
        stride = graph.constant(np.int64(prod(table.shape[dim + 1 :])))
        place = ops.add(graph, place, ops.multiply(graph, inside, stride))
    return ops.gather(graph, ops.reshape(graph, table, (table.size,)), place, 0)


def _scalar(site: LoweringContext, number: int) -> Edge:
    """The operand of this number, a single element, with the dimensions of the lanes or none."""
    edge = site.inputs[number]
    return ops.reshape(site.graph, edge, ()) if is_same_in_all(site.op.operands[number], edge) else edge


def _is_single(value: Value) -> bool:
    return isinstance(value.type, TensorType) and value.type.is_static and value.type.size == 1
