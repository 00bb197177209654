"""scatters in which updates compete for a place: the last one written, or the least or greatest."""

from __future__ import annotations

import math

from hlogen.autodiff.known import are_same
from hlogen.autodiff.places import Places
from hlogen.autodiff.registry import Tangent
from hlogen.autodiff.rules.scatter_body import computation_with, kinds_of
from hlogen.autodiff.site import Site, zeros_like
from hlogen.autodiff.ties import current_ties
from hlogen.builder.elementwise import and_, compare, convert, divide, maximum, or_, select
from hlogen.builder.emit import emit, emit_constant
from hlogen.builder.shape import broadcast_in_dim, iota, reshape
from hlogen.builder.tensor import Tensor
from hlogen.ir import IntegerType, TensorType

I32, I64 = IntegerType(32), IntegerType(64)


def with_ids(site: Site, places: Places) -> tuple[tuple[Tensor, ...], Tensor]:
    """The scatter's results, and for each element of them the id of the index vector that wrote there last.

    One scatter does both, so that the ids are those of the updates that did win, in whatever order they came.
    """
    count = len(site.operation.results)
    ids = update_ids(places)
    ids_type = TensorType(places.input_shape, ids.element_type)
    nobody = _nobody(places)
    for number, kind in enumerate(kinds_of(site)):
        x, update = site.operands[number], site.operands[count + 1 + number]
        if kind == "set" and are_same(x.value, nobody.value) and are_same(update.value, ids.value):
            known = site.emit(site.operands)  # in a derivative's derivative they are there
            return known, known[number]
    operands = list(site.operands)
    operands.insert(count, nobody)
    region = computation_with(site, [TensorType((), ids.element_type)])
    results = emit("stablehlo.scatter", [*operands, ids], site.attributes, [region], [*site.result_types, ids_type])
    return results[:-1], results[-1]


def overwritten_tangent(places: Places, ids: Tensor, old: Tangent, new: Tensor) -> Tensor:
    """The tangent of a scatter's "set": of the update that won, and of the input where there was none.

    It doesn't matter what wins out of bounds: it is added nowhere.
    """
    wins = compare(places.read(ids, None), update_ids(places), "EQ")
    if old is not None:
        old = select(compare(ids, _nobody(places), "EQ"), old, zeros_like(old))
    return places.added(old, select(wins, new, zeros_like(new)))


def extremal_tangent(places: Places, x: Tensor, update: Tensor, result: Tensor, old: Tangent, new: Tangent) -> Tensor:
    """The tangent of a scatter's "min" or "max": the mean of its winners' (see `hlogen.autodiff.ties`)."""
    is_kept = _same(x, result)
    wins = _same(update, places.read(result, None))
    if current_ties() == "first":
        wins = and_(wins, _is_first(places, is_kept, wins))
    if old is not None:
        old = select(is_kept, old, zeros_like(old))
    if new is not None:
        old = places.added(old, select(wins, new, zeros_like(new)))
    assert old is not None
    if current_ties() == "first":
        return old
    # Counted in integers, which narrow floats soon can't do.
    winners = places.added(convert(is_kept, I32), convert(wins, I32))
    # A backend that takes tiny numbers for zero may see none.
    return divide(old, convert(maximum(winners, 1), old.element_type))


def update_ids(places: Places) -> Tensor:
    """For each element of updates the number of its index vector. A window has no place twice."""
    sizes = [places.update_shape[d] for d in places.scatter_dims]
    numbers = iota(TensorType((math.prod(sizes),), _id_type(places)), iota_dimension=0)
    return broadcast_in_dim(reshape(numbers, sizes), places.update_shape, broadcast_dimensions=places.scatter_dims)


def _nobody(places: Places) -> Tensor:
    """What stands where nothing is written.

    Not zeros, which another input may be: XLA confuses inputs that are equal (see `hlogen.conform.known_differences`).
    """
    element_type = _id_type(places)
    return emit_constant(element_type.minimum, element_type, places.input_shape)


def _is_first(places: Places, is_kept: Tensor, wins: Tensor) -> Tensor:
    """Whether an update is the first one among the winners, the input's own element coming before all."""
    ids, element_type = update_ids(places), _id_type(places)
    last = element_type.maximum
    before = select(
        is_kept,
        emit_constant(-1, element_type, places.input_shape),
        emit_constant(last, element_type, places.input_shape),
    )
    competing = select(wins, ids, emit_constant(last, element_type, places.update_shape))
    (first,) = places.scattered([before], [competing], "min")
    return compare(ids, places.read(first, None), "EQ")


def _id_type(places: Places) -> IntegerType:
    return I32 if places.count < I32.maximum else I64


def _same(first: Tensor, second: Tensor) -> Tensor:
    """Whether elements are equal, NaN being equal to NaN: where one competes, it wins."""
    both = and_(compare(first, first, "NE"), compare(second, second, "NE"))
    return or_(compare(first, second, "EQ"), both)
