"""gather, dynamic_gather, scatter."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from hlogen.analysis.combine import combined
from hlogen.analysis.fact import Fact, fact_of, static
from hlogen.analysis.range import ZERO, Interval, Range
from hlogen.analysis.registry import transfer
from hlogen.analysis.view import View, shape_of
from hlogen.ir import GatherDimensionNumbers, Operation, ScatterDimensionNumbers
from hlogen.program.bodies import kind_of, only_chooses


@transfer("stablehlo.gather", "stablehlo.dynamic_gather")
def gather(view: View) -> Fact:
    """Each element is operand's at some coordinates: from one to the next, operand steps as often as they do."""
    x = view.operand(0)
    coordinates = [_coordinate(view, x.shape[d], d) for d in range(len(x.shape))]
    steps = [ZERO] * len(view.shape)
    for d in range(len(steps)):
        for coordinate, step in zip(coordinates, x.steps, strict=True):
            steps[d] = steps[d].plus(coordinate.steps[d].times(step))

    def gap(dims: frozenset[int]) -> int:
        if not _differ(coordinates, dims):
            return 0
        return x.gap([k for k, c in enumerate(coordinates) if any(c.steps[d] != ZERO for d in dims)])

    return view.fact(x.range, steps, gap)


def _differ(coordinates: Sequence[Fact], dims: frozenset[int]) -> bool:
    """Whether places that differ within `dims` have different coordinates."""
    left = dims
    for _ in coordinates:
        for coordinate in coordinates:
            varying = frozenset(d for d in left if coordinate.steps[d] != ZERO)
            if varying and coordinate.gap(varying):
                left -= varying  # that decides it, unless they are equal there
    return not left


def _coordinate(view: View, size: int | None, d: int) -> Fact:
    """Where along dimension `d` of operand, of this size, each element of the result is from."""
    numbers = view.operation.attributes["dimension_numbers"]
    assert isinstance(numbers, GatherDimensionNumbers)
    shape = view.shape
    batch = [at for at in range(len(shape)) if at not in numbers.offset_dims]
    along = [at for at in range(len(view.operand_shape(1))) if at != numbers.index_vector_dim]  # for each of batch
    inside = Range.of(0, (1 << 63) if size is None else size - 1)
    steps = [ZERO] * len(shape)
    if d in numbers.operand_batching_dims:
        place = numbers.start_indices_batching_dims[numbers.operand_batching_dims.index(d)]
        steps[batch[along.index(place)]] = Interval(1, 1)
        return fact_of(inside, shape, steps)
    dropped = (*numbers.collapsed_slice_dims, *numbers.operand_batching_dims)
    kept = [at for at in range(len(view.operand_shape(0))) if at not in dropped]
    if d in kept:
        steps[numbers.offset_dims[kept.index(d)]] = Interval(1, 1)
    if d not in numbers.start_index_map:
        return fact_of(inside, shape, steps)
    component = numbers.start_index_map.index(d)
    is_vector = numbers.index_vector_dim < len(view.operand_shape(1))
    start = view.operand(1, {numbers.index_vector_dim: component} if is_vector else {})
    window = shape[numbers.offset_dims[kept.index(d)]] if d in kept else 1
    stays = size is not None and window is not None and start.range.within(Range.of(0, size - window))
    for at, place in zip(batch, along, strict=True):  # moved inside, neighbours may meet
        steps[at] = start.steps[place] if stays else start.steps[place].join(ZERO)

    def gap(dims: frozenset[int]) -> int:
        return start.gap([along[batch.index(at)] for at in dims]) if stays and dims <= set(batch) else 0

    return fact_of(inside, shape, steps, gap)


@transfer("stablehlo.scatter")
def scatter(view: View) -> Fact:
    """Each element is the input's, or what the update computation makes of it and of any updates, in any order."""
    operation, number = view.operation, view.value.index
    count = len(operation.results)
    x, updates = view.operand(number), view.operand(count + 1 + number)
    if updates.is_empty:
        return x
    body = operation.regions[0].block
    if only_chooses(body, number):
        return view.fact(x.range.join(updates.range))
    most = _most_updates(operation, count)
    if most is None:
        return view.unknown()
    range = combined(kind_of(body, number), x.range, updates.range, (0, most), view.type)
    return view.unknown() if range is None else view.fact(range)


def _most_updates(operation: Operation, count: int) -> int | None:
    """How many updates may meet at one element: one of each window."""
    numbers = operation.attributes["scatter_dimension_numbers"]
    assert isinstance(numbers, ScatterDimensionNumbers)
    sizes = [size for d, size in enumerate(shape_of(operation.operands[count].type)) if d != numbers.index_vector_dim]
    return None if None in sizes else prod(static(tuple(sizes)))
