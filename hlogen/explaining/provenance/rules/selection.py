"""Operations that take one of their operands, element by element: what is taken is data, what decides is control."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from hlogen.explaining.provenance.registry import Ran, rule
from hlogen.explaining.provenance.relations import Alike, Edge, Where
from interpreter.values.same import is_same


@rule("stablehlo.select")
def select(ran: Ran) -> Iterable[Edge]:
    pred, shape = ran.operands[0], ran.results[0].shape
    taken = np.broadcast_to(np.asarray(pred, bool), shape)
    return [
        Edge(0, 0, Alike(pred.shape, shape), is_control=True),
        Edge(1, 0, Where(taken, Alike(*ran.shapes(1)))),
        Edge(2, 0, Where(~taken, Alike(*ran.shapes(2)))),
    ]


@rule("stablehlo.clamp")
def clamp(ran: Ran) -> Iterable[Edge]:
    """The operand where it is the result, else the bound that is; all three decide."""
    (result,) = ran.results
    left = np.ones(result.shape, bool)
    edges = []
    for i in (1, 0, 2):
        relation = Alike(*ran.shapes(i))
        taken = left & _is(ran.operands[i], result) if i != 2 else left
        left = left & ~taken
        edges += [Edge(i, 0, Where(taken, relation)), Edge(i, 0, relation, is_control=True)]
    return edges


def _is(operand: Any, result: Any) -> Any:
    return is_same(np.broadcast_to(operand, result.shape), result)
