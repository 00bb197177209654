"""Reductions: of whole dimensions, of windows; and what sorting takes from where."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from hlogen.explaining.provenance.registry import Ran, numbered, rule, whole
from hlogen.explaining.provenance.relations import Edge, Factor, Pairs, Product, Relation, Shape, moved
from hlogen.ir import Block
from hlogen.program.bodies import folds
from interpreter.kernels.sorting import Sort
from interpreter.kernels.windows import SelectAndScatter, windows_of
from interpreter.values.array import Array
from interpreter.values.attributes import integers


@rule("stablehlo.reduce")
def reduce(ran: Ran) -> Iterable[Edge]:
    dimensions = integers(ran.op, "dimensions")
    kept = [d for d in range(ran.operands[0].ndim) if d not in dimensions]
    return _folded(ran, Product(*ran.shapes(0), {d: i for i, d in enumerate(kept)}))


@rule("stablehlo.reduce_window")
def reduce_window(ran: Ran) -> Iterable[Edge]:
    operand_shape, result_shape = ran.shapes(0)
    return _folded(ran, Product(operand_shape, result_shape, {}, _seen(ran, operand_shape)))


@rule("stablehlo.select_and_scatter")
def select_and_scatter(ran: Ran) -> Iterable[Edge]:
    """An element of source goes where one of its window is selected, which all that the window sees decides."""
    plan = ran.step.run
    assert isinstance(plan, SelectAndScatter)
    operand, source, _ = ran.operands
    selected = plan.selected(operand)
    windows = np.flatnonzero(selected >= 0)
    together: list[Factor] = [(matrix.T @ matrix, dims, dims) for matrix, dims, _ in _seen(ran, operand.shape)]
    return [
        Edge(0, 0, Product(operand.shape, operand.shape, {}, together), is_control=True),
        Edge(1, 0, Pairs(windows, selected[windows], source.shape, operand.shape)),
        *whole(ran, [2]),
    ]


@rule("stablehlo.sort")
def sort(ran: Ran) -> Iterable[Edge]:
    """Elements are moved along the dimension, as those decide that the comparator looks at."""
    plan = ran.step.run
    assert isinstance(plan, Sort)
    order = plan.order(ran.operands)
    edges = []
    for i, operand in enumerate(ran.operands):
        numbers = numbered(operand)
        edges.append(Edge(i, i, moved(numbers if order is None else plan.moved(numbers, order), operand.shape)))
    (comparator,) = folds(ran.op.regions[0].block)
    for i in {argument // 2 for argument in comparator.uses}:
        edges += [Edge(i, j, _along(ran, i, j, plan.dimension), is_control=True) for j in range(len(ran.results))]
    return edges


@rule("chlo.top_k")
def top_k(ran: Ran) -> Iterable[Edge]:
    (operand,), (_, indices) = ran.operands, ran.results
    taken = np.take_along_axis(numbered(operand), indices.astype(np.int64), -1)
    last = operand.ndim - 1
    return [
        Edge(0, 0, moved(taken, operand.shape)),
        Edge(0, 0, _along(ran, 0, 0, last), is_control=True),
        Edge(0, 1, _along(ran, 0, 1, last)),
    ]


def goes_in(block: Block) -> list[frozenset[int]]:
    """Of a body that folds many elements: which numbers of old and new values each result comes of, in the end."""
    count = len(block.arguments) // 2
    found = [frozenset(argument % count for argument in fold.uses) for fold in folds(block)]
    for _ in range(count):
        found = [uses.union(*(found[i] for i in uses)) for uses in found]
    return found


def _folded(ran: Ran, relation: Relation) -> list[Edge]:
    """Results of N inputs, then N initial values, which are the results where there is nothing to fold."""
    edges = []
    for j, uses in enumerate(goes_in(ran.op.regions[0].block)):
        if not ran.operands[0].size:
            uses = uses | {j}
        edges += [Edge(i, j, relation) for i in uses]
        edges += whole(ran, [len(ran.results) + i for i in uses], [j])
    return edges


def _seen(ran: Ran, shape: Shape) -> list[Factor]:
    """Along each dimension, which elements of an operand a window sees."""
    places = windows_of(ran.op).places(shape)
    return [(seen(each, size), [d], [d]) for d, (each, size) in enumerate(zip(places, shape, strict=True))]


def seen(places: Array, size: int) -> Array:
    """Windows by elements: whether a window sees an element, of places as `Windows.places` gives them."""
    matrix = np.zeros((len(places), size), np.float32)
    windows, inside = np.nonzero(places >= 0)
    matrix[windows, places[windows, inside]] = 1
    return matrix


def _along(ran: Ran, operand: int, result: int, dimension: int) -> Product:
    """All along one dimension, at the same index otherwise."""
    shape, result_shape = ran.shapes(operand, result)
    return Product(shape, result_shape, {d: d for d in range(len(shape)) if d != dimension})
