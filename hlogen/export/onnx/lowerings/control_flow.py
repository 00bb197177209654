"""Branches, loops and calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from hlogen.export.onnx import ops
from hlogen.export.onnx.context import LoweringContext
from hlogen.export.onnx.graph import Edge, Graph
from hlogen.export.onnx.registry import lowering, without
from hlogen.export.onnx.sizes import all_known
from hlogen.ir import Region, Shape
from hlogen.program.structure import callee

Branch = Callable[[Graph], Sequence[Edge]]


@lowering("func.call", "stablehlo.composite", elementwise=True)
def call(site: LoweringContext) -> Sequence[Edge]:
    """A composite means what its decomposition does."""
    name = callee(site.op)
    assert name is not None
    return site.call(name, site.inputs)


@lowering("stablehlo.if", dynamic=True)
def if_(site: LoweringContext) -> Sequence[Edge]:
    (pred,) = site.inputs
    true_branch, false_branch = (_branch(site, region) for region in site.op.regions)
    return _if(site.graph, pred, true_branch, false_branch)


@lowering("stablehlo.case", dynamic=True)
def case(site: LoweringContext) -> Sequence[Edge]:
    """Ifs that halve the branches, as messages nest only so deep; an index out of range takes the last branch."""
    index = ops.cast(site.graph, site.inputs[0], np.uint32)  # a negative one is larger than any branch's then
    return _case(site.graph, index, 0, [_branch(site, region) for region in site.op.regions])


@lowering("stablehlo.while", dynamic=True)
def while_(site: LoweringContext) -> Sequence[Edge]:
    """A Loop without a bound, whose body ends by asking whether it is run again."""
    graph = site.graph
    if not site.inputs:  # it has no results that anybody could use
        return []
    cond, body = site.op.regions
    (goes_on,) = site.body(cond, site.inputs)
    shapes: list[Shape] = [edge.shape for edge in site.inputs]
    while True:
        inside = graph.inner()
        inside.argument(np.dtype(np.int64), (), "iteration")
        inside.argument(np.dtype(np.bool_), (), "goes_on")
        state = [
            inside.argument(edge.dtype, shape, "state") for edge, shape in zip(site.inputs, shapes, strict=True)
        ]  # fmt: skip
        made = site.body(body, state, inside)
        common = [_common(*pair) for pair in zip(shapes, (edge.shape for edge in made), strict=True)]
        if common == shapes:
            break
        shapes = common  # sizes that change from iteration to iteration have no other name
    (again,) = site.body(cond, made, inside)
    _require_alike(made, site.inputs)
    proto = inside.proto([again, *made], "while_body")
    outputs = [(edge.dtype, shape) for edge, shape in zip(site.inputs, shapes, strict=True)]
    return graph.nodes_outputs("Loop", [None, goes_on, *site.inputs], outputs, body=proto)


def _common(shape: Shape, other: Shape) -> Shape:
    """What both say; None is a size that differs, or may."""
    return tuple(a if a == b else None for a, b in zip(shape, other, strict=True))


def _branch(site: LoweringContext, region: Region) -> Branch:
    return lambda graph: site.body(region, [], graph)


def _case(graph: Graph, index: Edge, first: int, branches: Sequence[Branch]) -> Sequence[Edge]:
    if len(branches) == 1:
        return branches[0](graph)
    half = len(branches) // 2
    middle = first + half
    is_lower = ops.less(graph, index, graph.constant(np.array(middle, index.dtype)))
    return _if(
        graph,
        is_lower,
        lambda inside: _case(inside, index, first, branches[:half]),
        lambda inside: _case(inside, index, middle, branches[half:]),
    )


def _if(graph: Graph, pred: Edge, true_branch: Branch, false_branch: Branch) -> Sequence[Edge]:
    if pred.constant is not None:
        return (true_branch if pred.constant else false_branch)(graph)
    graphs = graph.inner(), graph.inner()
    then, otherwise = true_branch(graphs[0]), false_branch(graphs[1])
    _require_alike(then, otherwise)
    if not then:
        return []
    then_proto, else_proto = graphs[0].proto(then, "then"), graphs[1].proto(otherwise, "else")
    outputs = [(a.dtype, _common(a.shape, b.shape)) for a, b in zip(then, otherwise, strict=True)]
    return graph.nodes_outputs("If", [pred], outputs, then_branch=then_proto, else_branch=else_proto)


def _require_alike(edges: Sequence[Edge], others: Sequence[Edge]) -> None:
    """Neither ONNX's checker nor onnxruntime sees where branches give, or a loop carries, different shapes."""
    assert len(edges) == len(others), f"{edges}, {others}"
    for a, b in zip(edges, others, strict=True):
        sizes = [pair for pair in zip(a.shape, b.shape, strict=False) if all_known(pair)]
        alike = (a.dtype, a.rank) == (b.dtype, b.rank) and all(x == y for x, y in sizes)
        assert alike, f"{edges}, {others}"


without("chlo.scan", because="of loops, while alone is written")
without("stablehlo.set_dimension_size", because="ONNX has no tensors of which only a part counts")
