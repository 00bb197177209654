"""constant, iota."""

from __future__ import annotations

from math import prod

import numpy as np

from hlogen.analysis.fact import MAX_CONSTANT, Fact, fact_of_array, static, with_constant
from hlogen.analysis.range import ZERO, Interval, Range
from hlogen.analysis.registry import transfer
from hlogen.analysis.view import View
from hlogen.ir import DenseElements


@transfer("stablehlo.constant", views=True)
def constant(view: View) -> Fact:
    elements = view.operation.attributes["value"]
    assert isinstance(elements, DenseElements)
    if elements.is_splat:  # of any size: one element is all
        return view.fact(Range.single(int(elements.array[(0,) * elements.array.ndim])))
    array = elements.array[tuple(_at(view, d) for d in range(elements.array.ndim))]
    keep = view.spend(array.size)
    return fact_of_array(array.astype(np.uint64 if view.type.is_unsigned else np.int64), keep=keep)


@transfer("stablehlo.iota", views=True)
def iota(view: View) -> Fact:
    d = view.integer("iota_dimension")
    if d in view.at:
        return view.fact(Range.single(view.at[d]))
    return counting(view, d, view.shape[d])


def counting(view: View, d: int, size: int | None, largest: int = 0) -> Fact:
    """The fact of a result that counts from 0 along dimension `d`.

    A `size` of None is one that a run decides, `largest` at most.
    """
    last = (largest if size is None else size) - 1
    steps = [Interval(1, 1) if at == d else ZERO for at in range(len(view.shape))]
    fact = view.fact(Range.of(0, last), steps)
    if size is None or None in view.shape or last > view.type.maximum:
        return fact
    if prod(static(view.shape)) > MAX_CONSTANT or not view.spend(size):
        return fact
    line = np.arange(size).reshape([size if at == d else 1 for at in range(len(view.shape))])
    return with_constant(fact, np.broadcast_to(line, static(view.shape)))


def _at(view: View, d: int) -> slice:
    return slice(view.at[d], view.at[d] + 1) if d in view.at else slice(None)
