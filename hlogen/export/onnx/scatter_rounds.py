"""Scatters by any update computation: many elements at once, and one after the other what lands on the same row.

Pieces are sorted by the row they land on and stay in order on each: then what a piece meets is what the piece before it
has left, and the first on a row meets the input's. In round r the update computation is applied to all pieces at once,
with what is there before each. The pieces that are number 0 .. r on their rows have their final values then, so
there are as many rounds as pieces on one row at most. The last piece of each row is what is written.

Why derivatives of scatters fold otherwise, in StableHLO: hlogen.autodiff.rules.scatter_fold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from hlogen.export.onnx import ops
from hlogen.export.onnx.context import LoweringContext
from hlogen.export.onnx.graph import Edge, Graph
from hlogen.export.onnx.scatter_bodies import Part
from hlogen.export.onnx.scatter_landing import Landing, taken
from hlogen.export.onnx.scatter_reductions import replaced
from hlogen.forking import cached_property

# What some arguments of an update computation are, or its results, by their numbers.
Values: TypeAlias = "dict[int, Edge]"
Combine: TypeAlias = "Callable[[Graph, Edge, Edge], Edge]"


class Rounds:
    """The results `numbers` of a scatter, which `part` of its update computation returns in this order.

    `inputs` are those of these numbers; `pieces` are of the updates, cut by `landing`, by the numbers of the update
    computation's arguments.
    """

    def __init__(
        self,
        site: LoweringContext,
        landing: Landing,
        part: Part,
        numbers: Sequence[int],
        inputs: Values,
        pieces: Values,
    ) -> None:
        self.site, self.graph, self.landing = site, site.graph, landing
        self.part, self.numbers = part, numbers
        self.inputs, self.pieces = inputs, pieces

    def of_distinct(self) -> Values:
        """Where no element is updated twice: each piece meets what the input has."""
        rows = self.landing.landings_inside
        met = {number: self.landing.taken(self.inputs[number], rows) for number in self.numbers}
        made = self._applied(met, self.pieces, self.landing.inside, self.graph)
        return {
            number: replaced(self.landing, self.inputs[number], made[number], are_distinct=True)
            for number in self.numbers
        }

    def in_rounds(self) -> Values:
        """NotByLanes is raised where the update computation can't be applied to many elements at once."""
        queue = Queue(self.landing)
        first = {number: self.landing.taken(self.inputs[number], queue.rows_inside) for number in self.numbers}
        pieces = {number: taken(self.graph, piece, queue.order) for number, piece in self.pieces.items()}
        is_first = self.landing.along_rows(queue.is_first)

        body = self.graph.inner()
        round = body.argument(np.dtype(np.int64), [], "round")
        goes_on = body.argument(np.dtype(np.bool_), [], "goes_on")
        values = {number: body.argument(edge.dtype, edge.shape, "values") for number, edge in first.items()}
        met = {number: ops.where(body, is_first, first[number], shifted(body, edge)) for number, edge in values.items()}
        is_late = ops.less(body, ops.cast(body, round, queue.ranks.dtype), queue.ranks)
        has_turn = ops.and_(body, queue.is_landed, ops.not_(body, is_late))
        made = self._applied(met, pieces, has_turn, body)
        loop = body.proto([goes_on, *(made[number] for number in self.numbers)])
        outputs = [(first[number].dtype, first[number].shape) for number in self.numbers]
        results = self.graph.nodes_outputs(
            "Loop", [queue.rounds, _always(self.graph), *(first[number] for number in self.numbers)], outputs, body=loop
        )
        return {n: queue.written(self.inputs[n], edge) for n, edge in zip(self.numbers, results, strict=True)}

    def one_by_one(self) -> Values:
        """Applies the update computation to single elements: `landing` is by element. Slow, but any will do."""
        queue = Queue(self.landing)
        first = {number: self.landing.taken(self.inputs[number], queue.rows_inside) for number in self.numbers}
        pieces = {number: taken(self.graph, piece, queue.order) for number, piece in self.pieces.items()}

        body = self.graph.inner()
        place = body.argument(np.dtype(np.int64), [], "place")
        goes_on = body.argument(np.dtype(np.bool_), [], "goes_on")
        left = {number: body.argument(edge.dtype, [], "left") for number, edge in first.items()}
        here = {number: ops.gather(body, edge, place, 0) for number, edge in first.items()}
        is_first = ops.gather(body, queue.is_first, place, 0)
        met = {number: ops.where(body, is_first, here[number], left[number]) for number in self.numbers}
        news = {number: ops.gather(body, edge, place, 0) for number, edge in pieces.items()}
        made = [met[number] for number in self.numbers]
        if self.landing.inside is None:
            made = self.site.body(self.part.region, self._arguments(met, news), body)
        else:
            landed, lost = body.inner(), body.inner()
            branches = {
                "then_branch": landed.proto(self.site.body(self.part.region, self._arguments(met, news), landed)),
                "else_branch": lost.proto(made),
            }
            is_landed = ops.gather(body, queue.is_landed, place, 0)
            made = body.nodes_outputs("If", [is_landed], [(edge.dtype, edge.shape) for edge in made], **branches)

        starts = [self.graph.constant(np.zeros((), first[number].dtype)) for number in self.numbers]
        outputs = [(edge.dtype, edge.shape) for edge in starts]
        outputs += [(edge.dtype, (self.landing.pieces,)) for edge in starts]
        results = self.graph.nodes_outputs(
            "Loop",
            [self.graph.constant(np.int64(self.landing.pieces)), _always(self.graph), *starts],
            outputs,
            body=body.proto([goes_on, *made, *made]),
        )
        values = results[len(starts) :]
        return {n: queue.written(self.inputs[n], edge) for n, edge in zip(self.numbers, values, strict=True)}

    def _applied(self, met: Values, news: Values, active: Edge | None, graph: Graph) -> Values:
        """What the pieces become with what they meet. Loops in the computation run for `active` ones alone."""
        active = None if active is None else self.landing.along_rows(active, graph)
        made = self.site.body_by_lanes(self.part.region, self._arguments(met, news), graph, active)
        shape = self.landing.shape_of(self.landing.pieces)
        return {number: ops.expand(graph, edge, shape) for number, edge in zip(self.numbers, made, strict=True)}

    def _arguments(self, met: Values, news: Values) -> list[Edge]:
        known = {**met, **news}
        return [known[number] for number in self.part.arguments]


def by_doubling(landing: Landing, operand: Edge, pieces: Edge, combine: Combine) -> Edge:
    """`operand` with the pieces folded in, by an operation whose steps may be grouped in any way.

    Each piece is combined with the one before it on its row, then with what the one two before it has by then, four
    before, and so on.
    """
    graph, queue, dtype = landing.graph, Queue(landing), landing.dtype
    pieces = taken(graph, pieces, queue.order)
    most = ops.cast(graph, queue.rounds, dtype)

    body = graph.inner()
    body.argument(np.dtype(np.int64), [], "step")
    body.argument(np.dtype(np.bool_), [], "goes_on")
    distance = body.argument(dtype, [], "distance")
    values = body.argument(pieces.dtype, pieces.shape, "values")
    before = ops.subtract(body, landing.counted(landing.pieces), distance)
    before = ops.where(body, ops.less(body, before, landing.number(0)), landing.number(0), before)
    combined = combine(body, taken(body, values, before), values)
    is_alone = landing.along_rows(ops.less(body, queue.ranks, distance), body)
    further = ops.add(body, distance, distance)
    loop = body.proto([ops.less(body, further, most), further, ops.where(body, is_alone, values, combined)])
    start = landing.number(1)
    outputs = [(dtype, start.shape), (pieces.dtype, pieces.shape)]
    goes_on = ops.less(graph, start, most)
    pieces = graph.nodes_outputs("Loop", [None, goes_on, start, pieces], outputs, body=loop)[1]

    values = combine(graph, landing.taken(operand, queue.rows_inside), pieces)
    return queue.written(operand, values)


class Queue:
    """The pieces of a scatter, sorted by the rows they land on: those out of bounds come last."""

    def __init__(self, landing: Landing) -> None:
        self.landing, self.graph, self.count = landing, landing.graph, landing.pieces
        graph = self.graph
        places = ops.multiply(graph, ops.cast(graph, landing.landings, np.int64), self._number(self.count, np.int64))
        keys = ops.add(graph, places, ops.iota(graph, self.count, dtype=np.int64))
        size = graph.constant(np.array([self.count], np.int64))
        kinds = [(np.dtype(np.int64), (self.count,))] * 2
        self.order = graph.nodes_outputs("TopK", [keys, size], kinds, axis=0, largest=0, sorted=1)[1]
        self.rows = taken(graph, landing.landings, self.order)

    def written(self, operand: Edge, values: Edge) -> Edge:
        """`operand` with its rows replaced by the last of `values` on each."""
        landing = self.landing.again(self.rows, self.is_last)
        return replaced(landing, operand, values, are_distinct=landing.size == 1)

    @cached_property
    def rows_inside(self) -> Edge:
        """`rows`, or any row that there is."""
        if self.landing.inside is None:
            return self.rows
        return ops.where(self.graph, self.is_landed, self.rows, self._number(0))

    @cached_property
    def is_landed(self) -> Edge:
        return ops.less(self.graph, self.rows, self._number(self.landing.rows))

    @cached_property
    def is_first(self) -> Edge:
        """Whether each is the first on its row."""
        return ops.concatenate(self.graph, [self._true, self._changes], 0)

    @cached_property
    def is_last(self) -> Edge:
        """Whether each is the last on its row, and not out of bounds."""
        is_last = ops.concatenate(self.graph, [self._changes, self._true], 0)
        return is_last if self.landing.inside is None else ops.and_(self.graph, is_last, self.is_landed)

    @cached_property
    def firsts(self) -> Edge:
        """The place in the queue of the first on each one's row."""
        graph, dtype = self.graph, self.rows.dtype
        runs = ops.cast(graph, self.is_first, dtype)
        axis = graph.constant(np.array(0, np.int64))
        runs = graph.node("CumSum", [runs, axis], dtype, runs.shape)
        runs = ops.subtract(graph, runs, self._number(1))
        numbers, unset = self.landing.counted(self.count), ops.full(graph, self.count, [self.count], dtype)
        starts = graph.node("ScatterElements", [unset, runs, numbers], dtype, unset.shape, axis=0, reduction="min")
        return taken(graph, starts, runs)

    @cached_property
    def ranks(self) -> Edge:
        """How many come before each on its row."""
        return ops.subtract(self.graph, self.landing.counted(self.count), self.firsts)

    @cached_property
    def rounds(self) -> Edge:
        """How many land on one row at most."""
        graph, ranks = self.graph, self.ranks
        if self.landing.inside is not None:
            ranks = ops.where(graph, self.is_landed, ranks, self._number(-1))
        axes = graph.constant(np.array([0], np.int64))
        most = graph.node("ReduceMax", [ranks, axes], ranks.dtype, [], keepdims=0)
        return ops.cast(graph, ops.add(graph, most, self._number(1)), np.int64)

    @cached_property
    def _changes(self) -> Edge:
        graph, most = self.graph, self.count - 1
        later, earlier = (ops.slice_(graph, self.rows, [start], [start + most]) for start in (1, 0))
        return ops.not_(graph, ops.equal(graph, later, earlier))

    @property
    def _true(self) -> Edge:
        return self.graph.constant(np.ones(1, np.bool_))

    def _number(self, value: int, dtype: type[np.integer] | None = None) -> Edge:
        return self.graph.constant(np.array(value, dtype or self.rows.dtype))


def shifted(graph: Graph, edge: Edge) -> Edge:
    """Each row moved to the next; any row comes first."""
    starts, count = [0] * edge.rank, edge.shape[0]
    parts = [ops.slice_(graph, edge, starts, [size, *edge.shape[1:]]) for size in (1, count - 1)]
    return ops.concatenate(graph, parts, 0)


def _always(graph: Graph) -> Edge:
    """The condition of a Loop that runs as often as it is told. Left out, it is false to ONNX's reference evaluator."""
    return graph.constant(np.array(True))
