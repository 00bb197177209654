"""Batching dims that hide in the indices: components of index vectors that count the batches.

Before gather and scatter had batching dims, a batch was written so: an iota along a dimension of the indices, joined to
the index vectors, indexes the dimension of operand that goes along with it. However it is spelled: a component that
certainly is 0, 1, 2 ... along one dimension of the indices, and the same along all others, is such an iota.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hlogen.analysis.access import Access, Component
from hlogen.analysis.range import ZERO, Interval
from hlogen.analysis.sizes import largest, same_size
from hlogen.analysis.view import integer_of
from hlogen.ir import Operation, TensorType, Value
from hlogen.spec.dims import dims_of

_ONE_BY_ONE: Final = Interval(1, 1)


@dataclass(frozen=True)
class HiddenBatch:
    """Component `place` of the index vectors counts along `indices_dim`, and indexes `operand_dim` of the same size."""

    place: int
    operand_dim: int
    indices_dim: int


@dataclass(frozen=True)
class Columns:
    """The components `low` to `high` (not included) of index vectors; all that `value` has where `is_whole`."""

    value: Value
    low: int
    high: int
    is_whole: bool


@dataclass(frozen=True)
class Hidden:
    """The batching dims that hide in a gather's or scatter's indices, and the components that stay without them."""

    batches: tuple[HiddenBatch, ...]
    rest: tuple[Columns, ...]


def hidden_batching_dims(access: Access) -> Hidden | None:
    """The batching dims that hide in the indices, None where there are none.

    No result changes where they are written as batching dims, and the `rest` of the components as the indices. Where
    all components count, the last one is left: index vectors don't become empty by it.
    """
    taken = set(access.batching)
    batches = []
    for component in access.components:
        d = None if component.dim in access.kept_dims else _counted_dim(access, component)
        if d is not None and d not in taken and _is_one_size(access, component, d):
            taken.add(d)
            batches.append(HiddenBatch(component.place, component.dim, d))
    index_vector_dim = _index_vector_dim(access)
    if not batches or index_vector_dim is None:
        return None
    rest = _rest(access, batches, index_vector_dim)
    if not rest:
        batches.pop()
        rest = _rest(access, batches, index_vector_dim)
    if not batches or not all(part.is_whole or _type(part.value).is_static for part in rest):
        return None
    return Hidden(tuple(batches), tuple(rest))


def _rest(access: Access, batches: Sequence[HiddenBatch], index_vector_dim: int) -> list[Columns]:
    gone = {batch.place for batch in batches}
    kept = [component.place for component in access.components if component.place not in gone]
    return _columns(access.indices, len(access.components), index_vector_dim, kept)


def _columns(value: Value, width: int, index_vector_dim: int, places: Sequence[int]) -> list[Columns]:
    """The components at `places` (in ascending order), of `width` ones, from where they come from.

    Concatenates are looked through. For no places at all: a part of the indices that has no components.
    """
    if len(places) == width:
        return [Columns(value, 0, width, True)]
    parts = _joined(value, width, index_vector_dim)
    if parts is None:
        return _runs(value, places)
    found, first = [], 0
    for part, part_width in parts:
        own = [place - first for place in places if first <= place < first + part_width]
        if own or (not places and not part_width):
            found += _columns(part, part_width, index_vector_dim, own)
        first += part_width
    return found


def _runs(value: Value, places: Sequence[int]) -> list[Columns]:
    """The places, those that follow each other together."""
    found: list[Columns] = []
    for place in places:
        if found and found[-1].high == place:
            found[-1] = Columns(value, found[-1].low, place + 1, False)
        else:
            found.append(Columns(value, place, place + 1, False))
    return found


def _counted_dim(access: Access, component: Component) -> int | None:
    """The dimension of the indices along which the component counts from 0 by one, where there is one."""
    written = _written_iota(access, component)
    if written is not None:
        return written
    fact = component.fact
    if fact.is_empty:
        return None
    along = [d for d, step in enumerate(fact.steps) if step != ZERO]
    if len(along) != 1 or fact.steps[along[0]] != _ONE_BY_ONE:
        return None
    (d,) = along
    size = access.indices_shape[d]
    counts_all = size is not None and (fact.range.low, fact.range.high) == (0, size - 1)
    if counts_all or component.facts.of(component.indices, {**component.at, d: 0}).range.value == 0:
        return d
    return None


def _written_iota(access: Access, component: Component) -> int | None:
    """The dimension of an iota that is the component as it stands: also where there is nothing, or only 0, to count."""
    value, place, width = access.indices, component.place, len(access.components)
    index_vector_dim = _index_vector_dim(access)
    while index_vector_dim is not None and (parts := _joined(value, width, index_vector_dim)) is not None:
        number = 0
        while place >= parts[number][1]:
            place -= parts[number][1]
            number += 1
        value, width = parts[number]
    op = value.owner
    if not isinstance(op, Operation) or op.name not in ("stablehlo.iota", "stablehlo.dynamic_iota"):
        return None
    along = integer_of(op, "iota_dimension")
    last = largest(dims_of(_type(value))[along]) - 1
    return along if along != index_vector_dim and last <= component.type.maximum else None


def _is_one_size(access: Access, component: Component, d: int) -> bool:
    """Whether the batch has as many entries in operand as in the indices."""
    operand = access.op.operands[0]
    if component.size is not None and component.size == access.indices_shape[d]:
        return True
    return same_size((operand, component.dim), (access.indices, d))


def _joined(value: Value, width: int, along: int) -> list[tuple[Value, int]] | None:
    """What is joined along this dimension to a size of `width`, with their sizes; None where it can't be said."""
    op = value.owner
    if not isinstance(op, Operation) or op.name != "stablehlo.concatenate" or integer_of(op, "dimension") != along:
        return None
    sizes = [_type(operand).shape[along] for operand in op.operands]
    rest = width - sum(size for size in sizes if size is not None)
    widths = [rest if size is None else size for size in sizes]
    if sum(widths) != width or rest < 0:
        return None
    return list(zip(op.operands, widths, strict=True))


def _index_vector_dim(access: Access) -> int | None:
    """None where the indices have no dimension of their own for the components."""
    return next((d for d in range(len(access.indices_shape)) if d not in access.batch_dims), None)


def _type(value: Value) -> TensorType:
    assert isinstance(value.type, TensorType)
    return value.type
