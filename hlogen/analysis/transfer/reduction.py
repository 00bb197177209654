"""reduce, reduce_window, select_and_scatter, map."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Final

from hlogen.analysis.combine import combined, name_in
from hlogen.analysis.effort import Exhausted
from hlogen.analysis.fact import Fact, fact_of, static
from hlogen.analysis.range import ZERO, Interval
from hlogen.analysis.registry import transfer
from hlogen.analysis.view import View, is_analysed
from hlogen.ir import DenseElements, Region
from hlogen.program.bodies import kind_of, only_chooses
from hlogen.program.structure import returned

# The operations that may take the initial value any number of times; an implementation may take it so.
_REPEATABLE: Final = ("minimum", "maximum", "and", "or")
# Those that may take a 0 so.
_WITH_NEUTRAL_ZERO: Final = ("add", "xor")


@transfer("stablehlo.reduce")
def reduce(view: View) -> Fact:
    x, start = _operands(view)
    if 0 in x.shape:
        return _only_start(view, start)
    dimensions = view.integers("dimensions")
    kept = [step for d, step in enumerate(x.steps) if d not in dimensions]
    sizes = tuple(x.shape[d] for d in dimensions)
    size = None if None in sizes else prod(static(sizes))
    name = _name(view)
    steps: list[Interval] | None = None
    if name == "add" and size is not None:
        steps = [step.scaled(size) for step in kept]
    elif name in ("minimum", "maximum"):
        # Where one line is over another, so is its least and its largest element; the initial value is at both places.
        steps = [step.join(ZERO) for step in kept]
    return _combined(view, name, x, start, (size, size), steps)


@transfer("stablehlo.reduce_window", views=True)
def reduce_window(view: View) -> Fact:
    x, start = _operands(view)
    if 0 in x.shape:
        return _only_start(view, start)
    rank, name = len(x.shape), _name(view)
    windows = view.integers("window_dimensions")
    ones = [1] * rank
    strides, dilations = view.integers("window_strides", ones), view.integers("base_dilations", ones)
    spacing = view.integers("window_dilations", ones)
    padding = _padding(view, rank)
    is_covered = dilations == tuple(ones) and all(edge <= 0 for edges in padding for edge in edges)
    counts = (prod(windows) if is_covered else 0, prod(windows))
    wide = [d for d in range(rank) if windows[d] != 1]
    if len(wide) == 1 and strides == dilations == spacing == tuple(ones):
        d = wide[0]
        size, rest = x.shape[d], windows[d] - 1
        in_order, backwards = ([ends if at == d else (0, 0) for at in range(rank)] for ends in ((rest, 0), (0, rest)))
        if size is not None and size <= windows[d] and padding in (in_order, backwards):
            return _accumulated(view, name, d, size, is_reversed=padding == backwards)
    if view.at:
        return view.part(view.facts.look(view.value))
    return _combined(view, name, x, start, counts, None)


@transfer("stablehlo.select_and_scatter")
def select_and_scatter(view: View) -> Fact:
    """Each element of the result is the initial value, with those elements of the source that chose it."""
    source, start = view.operand(1), view.operand(2)
    scatter = view.operation.regions[1]
    most = None if None in source.shape else prod(static(source.shape))
    return _combined(view, _name(view, scatter), source, start, (0, most), None, scatter)


@transfer("stablehlo.map")
def map(view: View) -> Fact:
    """What the computation gives of any element of each operand."""
    facts, operation = view.facts, view.operation
    facts.prepare((value, {}) for value in (*operation.operands, *facts.structure.captured(operation)))
    block = operation.regions[0].block
    elements = {
        argument: fact_of(facts.look(operand).range, ()) if is_analysed(operand.type) else None
        for argument, operand in zip(block.arguments, operation.operands, strict=True)
    }
    try:
        return view.fact(facts.within(operation, elements).of(returned(block)[0]).range)
    except Exhausted:
        return view.unknown()


def _accumulated(view: View, name: str, d: int, size: int, *, is_reversed: bool) -> Fact:
    """The fact of a cumulative sum, maximum or minimum along `d`."""
    x, start = _operands(view, {at: index for at, index in view.at.items() if at != d})
    counts = 1, size
    if d in view.at:
        count = size - view.at[d] if is_reversed else view.at[d] + 1
        counts = count, count
    steps: list[Interval] | None = None
    if name == "add":
        steps = [step.join(step.scaled(size)) for step in x.steps]
        steps[d] = x.range.interval
    elif name in ("minimum", "maximum"):
        full = Interval(-(1 << 64), 1 << 64)
        steps = [step.join(ZERO) for step in x.steps]
        steps[d] = Interval(0, full.high) if name == "maximum" else Interval(full.low, 0)
    if steps is not None and is_reversed:
        steps[d] = steps[d].negated()
    return _combined(view, name, x, start, counts, steps)


def _combined(
    view: View,
    name: str,
    x: Fact,
    start: Fact,
    counts: tuple[int | None, int | None],
    steps: list[Interval] | None,
    body: Region | None = None,
) -> Fact:
    """The fact of combining so many elements of `x`, at least and at most, with the initial value, by `body`."""
    least, most = counts
    if _takes_start(name, start) and least is not None and most is not None:
        range = combined(name, start.range, x.range, (least, most), view.type)
        if range is not None:
            return view.fact(range, steps)
    if only_chooses((body or view.operation.regions[0]).block, view.value.index):
        return view.fact(x.range.join(start.range))
    return view.unknown()


def _only_start(view: View, start: Fact) -> Fact:
    """The fact of combining the initial value with nothing but itself: as padding, or as often as it is taken."""
    stays = _takes_start(_name(view), start) or only_chooses(view.operation.regions[0].block, view.value.index)
    return view.fact(start.range, [ZERO] * len(view.shape)) if stays else view.unknown()


def _takes_start(name: str, start: Fact) -> bool:
    """Whether it doesn't matter how often the initial value is taken, which is up to the implementation."""
    return name in _REPEATABLE or (name in _WITH_NEUTRAL_ZERO and start.range.value == 0)


def _operands(view: View, at: Mapping[int, int] | None = None) -> tuple[Fact, Fact]:
    """The input, at these indices, and the initial value of the result."""
    number, count = view.value.index, len(view.operation.results)
    return view.operand(number, at), view.operand(count + number)


def _name(view: View, body: Region | None = None) -> str:
    return name_in(kind_of((body or view.operation.regions[0]).block, view.value.index), view.type)


def _padding(view: View, rank: int) -> list[tuple[int, int]]:
    attribute = view.operation.attributes.get("padding")
    if attribute is None:
        return [(0, 0)] * rank
    assert isinstance(attribute, DenseElements)
    return [(int(low), int(high)) for low, high in attribute.array.reshape(rank, 2)]
