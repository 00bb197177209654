"""Collectives: a traced run is one process, which meets nobody but itself."""

from __future__ import annotations

from collections.abc import Iterable

from hlogen.explaining.provenance.registry import Ran, rule, whole
from hlogen.explaining.provenance.relations import Alike, Edge


@rule(
    "stablehlo.all_gather",
    "stablehlo.all_reduce",
    "stablehlo.all_to_all",
    "stablehlo.collective_broadcast",
    "stablehlo.collective_permute",
    "stablehlo.collective_reduce",
    "stablehlo.cross-replica-sum",
    "stablehlo.reduce_scatter",
)
def collective(ran: Ran) -> Iterable[Edge]:
    """What it gives is what it was given, where it keeps its shape; what more it takes says who sends."""
    count = len(ran.results)
    edges: list[Edge] = []
    for i in range(count):
        shapes = ran.shapes(i, i)
        edges += [Edge(i, i, Alike(*shapes))] if shapes[0] == shapes[1] else whole(ran, [i], [i])
    return [*edges, *whole(ran, range(count, len(ran.operands)), control=True)]
