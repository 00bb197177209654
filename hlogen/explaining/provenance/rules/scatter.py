"""scatter: what lands on an element, in the order in which it is folded."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from hlogen.explaining.provenance.registry import Ran, rule
from hlogen.explaining.provenance.relations import Alike, Edge, Pairs, Product, Where
from hlogen.program.bodies import folds
from interpreter.kernels.scatter import ScatterPlan
from interpreter.values.array import Array


@rule("stablehlo.scatter")
def scatter(ran: Ran) -> Iterable[Edge]:
    """Where the body sets, the last update that lands is all there is. Any index might have led anywhere: control."""
    plan, block = ran.step.run, ran.op.regions[0].block
    assert isinstance(plan, ScatterPlan)
    count, shape = plan.count, ran.results[0].shape
    rows, numbers = _landed(ran, plan)
    is_hit = np.zeros(shape, bool)
    is_hit.reshape(-1)[rows] = True
    made = folds(block)
    olds = [frozenset(argument for argument in fold.uses if argument < count) for fold in made]
    for _ in range(count):
        olds = [uses.union(*(olds[i] for i in uses)) for uses in olds]
    edges = []
    for j, fold in enumerate(made):
        same = Alike(shape, shape)
        of_old = [(i, same if i == j else Where(is_hit, same)) for i in olds[j]]
        if j not in olds[j]:
            of_old.append((j, Where(~is_hit, same)))
        edges += [Edge(i, j, relation) for i, relation in of_old]
        last = np.arange(len(rows)) if olds[j] else _last(rows)
        landing = Pairs(numbers[last], rows[last], ran.operands[count + 1].shape, shape)
        news = {argument - count for i in {j, *olds[j]} for argument in made[i].uses if argument >= count}
        edges += [Edge(count + 1 + i, j, landing) for i in news]
        if fold.kind != "keep":
            edges.append(Edge(count, j, _named_by(ran, plan), is_control=True))
    return edges


def _landed(ran: Ran, plan: ScatterPlan) -> tuple[Array, Array]:
    """Elements of the result, and the elements of updates that land on them, in the order of folding."""
    landed = plan.landed(ran.operands[: plan.count], ran.operands)
    if not landed.rows.size:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    elements = landed.by_element()
    return elements.rows, elements.piece_numbers


def _last(rows: Array) -> Array:
    """Where each element is hit for the last time."""
    _, from_end = np.unique(rows[::-1], return_index=True)
    return len(rows) - 1 - from_end


def _named_by(ran: Ran, plan: ScatterPlan) -> Product:
    """The indices that might name an element: all, but those of other batches."""
    numbers = plan.numbers
    batches = zip(numbers.scatter_indices_batching_dims, numbers.input_batching_dims, strict=True)
    return Product(ran.operands[plan.count].shape, ran.results[0].shape, dict(batches))
