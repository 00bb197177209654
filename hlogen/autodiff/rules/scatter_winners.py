"""scatters in which updates compete for a place: the last one written, or the least or greatest."""

from __future__ import annotations

import math
from dataclasses import dataclass

from hlogen.autodiff.places import Places
from hlogen.autodiff.registry import Tangent
from hlogen.autodiff.site import full_like, zeros_like
from hlogen.autodiff.ties import current_ties
from hlogen.builder.elementwise import and_, compare, convert, divide, maximum, or_, select
from hlogen.builder.emit import emit_constant
from hlogen.builder.shape import broadcast_in_dim, iota, reshape
from hlogen.builder.tensor import Tensor
from hlogen.ir import IntegerType, TensorType

I32, I64 = IntegerType(32), IntegerType(64)


@dataclass(frozen=True)
class LastWritten:
    """Which updates a "set" leaves in the result, where several may write to a place.

    One scatter of the updates' ids decides it, and then everything follows it: the result and its tangent agree with
    each other on every backend, in whatever order it writes.
    """

    places: Places
    is_written: Tensor
    wins: Tensor

    @classmethod
    def at(cls, places: Places) -> LastWritten:
        ids, element_type = update_ids(places), _id_type(places)
        nobody = emit_constant(-1, element_type, places.input_shape)
        (last,) = places.scattered([nobody], [ids], "set")
        # It doesn't matter what wins out of bounds: it is added nowhere.
        return cls(places, compare(last, nobody, "NE"), compare(places.read(last, None), ids, "EQ"))

    def value(self, x: Tensor | None, update: Tensor) -> Tensor:
        """The update that won, and `x` (None for zeros) where nothing is written: linear in both.

        What is added to the winner is -0.0, which leaves all numbers as they are, 0.0 and -0.0 too.
        """
        if x is not None:
            x = select(self.is_written, _nothing(x), x)
        return self.places.added(x, select(self.wins, update, _nothing(update)))


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
    shape = places.static_update_shape
    sizes = [shape[d] for d in places.scatter_dims]
    numbers = iota(TensorType((math.prod(sizes),), _id_type(places)), iota_dimension=0)
    return broadcast_in_dim(reshape(numbers, sizes), shape, broadcast_dimensions=places.scatter_dims)


def _nothing(like: Tensor) -> Tensor:
    is_integer = isinstance(like.element_type, IntegerType)
    return full_like(like, 0 if is_integer else -0.0)


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
