"""Whether index vectors are sorted (gather's and scatter's indices_are_sorted).

Vectors are compared lexicographically. Three readings of the text are judged: each batch of the batching dims is a
sequence of its own, components in the order of start_index_map (scatter_dims_to_operand_dims) (`is_sorted`); all
vectors are one sequence, as they stand (`is_sorted_across_batches`); and the letter, one sequence over all indices of
gather's result (scatter's updates) with those along the window, components in the order of operand's dimensions, as
in full_start_index (`is_sorted_to_the_letter`).

Gather's formula compares clamped vectors. A clamp can break the order of vectors of several components and can hide a
broken one, so gather's are proved sorted with and without clamps, and refuted with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from hlogen.analysis.access import Access
from hlogen.analysis.bounds import Placement, nothing_happens, only_if_some
from hlogen.analysis.proof import Proof, Witness, position_text, proved, refuted, unknown, vector_text
from hlogen.analysis.range import ZERO, Interval
from hlogen.spec.constraint import Truth

Values = npt.NDArray[np.integer[Any]]
# One dimension of a sequence: the dimension of the indices, None for one along the window, and its size.
_Dim = tuple[int | None, int | None]
_MOST = 1 << 22  # elements of a sequence that is looked at one by one


def is_sorted(access: Access, placed: tuple[Placement, ...]) -> Proof:
    """Whether the index vectors of each batch are sorted."""
    each = tuple((d, access.indices_shape[d]) for d in access.batch_dims if d in access.batching)
    dims = tuple((d, access.indices_shape[d]) for d in access.batch_dims if d not in access.batching)
    return _judged(access, placed, each, dims)


def is_sorted_across_batches(access: Access, placed: tuple[Placement, ...]) -> Proof:
    """Whether the index vectors of all batches, one after the other, are sorted."""
    return _judged(access, placed, (), tuple((d, access.indices_shape[d]) for d in access.batch_dims))


def is_sorted_to_the_letter(access: Access, placed: tuple[Placement, ...]) -> Proof:
    """Whether the index vectors are sorted in the order of all indices of the result (of updates)."""
    return _judged(access, tuple(sorted(placed, key=lambda placement: placement.component.dim)), (), access.walk)


def _judged(access: Access, placed: tuple[Placement, ...], each: tuple[_Dim, ...], dims: tuple[_Dim, ...]) -> Proof:
    """Whether, at every index of `each`, the sequence in row-major order of `dims` is sorted."""
    dims = tuple(dim for dim in dims if dim[1] != 1)
    while dims and dims[-1][0] is None:
        dims = dims[:-1]  # along the window vectors are equal
    if not dims:
        return proved("there is only one index vector" + (" in each batch" if _count(each) != 1 else ""))
    if not placed:
        return proved("index vectors without components are equal")
    if reason := nothing_happens(access):
        return proved(reason)
    steps = [_steps(access, placed, dims, at) for at in range(len(dims))]
    failed = next((at for at in range(len(dims)) if not _never_decreases(placed, steps[at], access)), None)
    if failed is None:
        return proved(_reason(access, placed, dims))
    known = _known(access, placed, each, dims)
    if known is not None:
        return only_if_some(access, known)
    for at in range(len(dims)):
        if _always_decreases(placed, steps[at], access) and _have_neighbours(each, dims, at):
            d = dims[at][0]
            how = f"the index vectors always decrease along dimension {d} of the indices"
            if d is None:
                how = "the vectors grow, and are run through again for every index along the window"
            return only_if_some(access, refuted(how))
    placement = placed[_open_component(placed, steps[failed])]
    return unknown(
        f"component {placement.component.place} of the index vectors, {placement.text}, isn't known to be sorted along "
        f"dimension {dims[failed][0]} of the indices"
        if dims[failed][0] is not None
        else "the vectors are run through again for every index along the window, and aren't known to be equal"
    )


def _steps(access: Access, placed: Sequence[Placement], dims: tuple[_Dim, ...], at: int) -> list[Interval]:
    """By how much each component changes from one index vector to the next, where the next is one further along
    dims[at] and back at the start of the dimensions behind it."""
    found = []
    for placement in placed:
        steps, width = placement.component.fact.steps, placement.range.width
        d = dims[at][0]
        change = ZERO if d is None else steps[d]
        for behind, size in dims[at + 1 :]:
            if behind is None or steps[behind] == ZERO:
                continue
            if size is None:
                change = Interval(-width, width)
                break
            change = change.minus(steps[behind].scaled(size - 1))
        found.append(Interval(max(change.low, -width), min(change.high, width)))
    return found


def _never_decreases(placed: Sequence[Placement], changes: list[Interval], access: Access) -> bool:
    for placement, change in zip(placed, changes, strict=True):
        if change.low < 0:
            return False
        is_kept = access.is_scatter or placement.verdict is Truth.HOLDS  # a clamp can make different starts equal
        if change.low > 0 and is_kept:
            return True
    return True


def _always_decreases(placed: Sequence[Placement], changes: list[Interval], access: Access) -> bool:
    for placement, change in zip(placed, changes, strict=True):
        if change.high < 0:
            return access.is_scatter or placement.verdict is Truth.HOLDS
        if change != ZERO:
            return False
    return False


def _open_component(placed: Sequence[Placement], changes: list[Interval]) -> int:
    return next((at for at, change in enumerate(changes) if change.low < 0), len(placed) - 1)


def _have_neighbours(each: tuple[_Dim, ...], dims: tuple[_Dim, ...], at: int) -> bool:
    """Whether there certainly are two index vectors one after the other along dims[at]."""
    size = dims[at][1]
    return size is not None and size > 1 and all(size for _, size in (*each, *dims))


def _count(dims: tuple[_Dim, ...]) -> int | None:
    sizes = [size for _, size in dims if size is not None]
    return prod(sizes) if len(sizes) == len(dims) else None


def _reason(access: Access, placed: Sequence[Placement], dims: tuple[_Dim, ...]) -> str:
    parts = []
    for placement in placed:
        steps = placement.component.fact.steps
        grown = [d for d, _ in dims if d is not None and steps[d] != ZERO]
        if not grown:
            parts.append(f"component {placement.component.place} is the same in all vectors")
        else:
            along = " and ".join(map(str, grown))
            parts.append(f"component {placement.component.place} doesn't decrease along dimension {along}")
            if len(grown) == len(dims) and all(steps[d].low > 0 for d in grown) and len(grown) == 1:
                parts[-1] = f"component {placement.component.place} increases along dimension {along}"
                break
    return "; ".join(parts)


def _known(
    access: Access, placed: tuple[Placement, ...], each: tuple[_Dim, ...], dims: tuple[_Dim, ...]
) -> Proof | None:
    """The proof by looking at the vectors: where they are known, or where the leading components refute it."""
    sizes = [size for _, size in (*each, *dims)]
    leading = []
    for placement in placed:
        if placement.starts is None:
            break
        leading.append(placement)
    if not leading or None in sizes:
        return None
    # Along the window vectors are equal; running through twice shows what running through again gives.
    seen = tuple((d, min(size, 2) if d is None else size) for d, size in (*each, *dims) if size is not None)
    if prod(size for _, size in seen) > _MOST:
        return None
    raw = [_sequence(access, placement, seen, len(each)) for placement in leading]
    clamped = raw
    if not access.is_scatter:
        if any(placement.component.limit is None for placement in leading):
            return None
        clamped = [np.clip(x, 0, placement.component.limit) for x, placement in zip(raw, leading, strict=True)]
    decreasing = _decreasing(clamped)
    if decreasing.any():
        batch, at = map(int, np.argwhere(decreasing)[0])
        values = {placement.component.place: x[batch] for placement, x in zip(leading, raw, strict=True)}
        return _decrease(access, seen, len(each), values, batch, at)
    if len(leading) < len(placed):
        return None
    if not access.is_scatter and _decreasing(raw).any():
        return unknown("the index vectors are sorted once they are clamped, but not as they stand")
    return proved("the index vectors are constants, and sorted")


def _sequence(access: Access, placement: Placement, dims: tuple[tuple[int | None, int], ...], outer: int) -> Values:
    """A component's values [batch, place in the sequence], in the order of `dims`, of which `outer` are batches."""
    constant = placement.component.fact.constant
    assert constant is not None
    order = [d for d, _ in dims if d is not None]
    rest = [d for d in range(constant.ndim) if d not in order]  # of size 1
    values = constant.transpose([*order, *rest]).reshape([constant.shape[d] for d in order])
    for axis, (d, _) in enumerate(dims):
        if d is None:
            values = np.expand_dims(values, axis)
    shape = tuple(size for _, size in dims)
    return np.broadcast_to(values, shape).reshape(prod(shape[:outer]), prod(shape[outer:]))


def _decreasing(components: Sequence[Values]) -> npt.NDArray[np.bool_]:
    """Where a vector is less than the one in front of it; vectors may go on with components that aren't given."""
    first = components[0]
    less = np.zeros((first.shape[0], first.shape[1] - 1), bool)
    equal = ~less
    for values in components:
        before, after = values[:, :-1], values[:, 1:]
        less |= equal & (after < before)
        equal &= after == before
    return less


def _decrease(
    access: Access,
    dims: tuple[tuple[int | None, int], ...],
    outer: int,
    values: dict[int, Values],
    batch: int,
    at: int,
) -> Proof:
    """The refutation by the vectors at places `at` and `at` + 1 of a sequence; `values` by component, where known."""
    positions, vectors = [], []
    for place in (at, at + 1):
        index = (
            *np.unravel_index(batch, tuple(size for _, size in dims[:outer])),
            *np.unravel_index(place, tuple(size for _, size in dims[outer:])),
        )
        along = {d: int(i) for (d, _), i in zip(dims, index, strict=True) if d is not None}
        positions.append(tuple(along.get(d, 0) for d in access.batch_dims))
        vectors.append(tuple(int(values[k][place]) if k in values else None for k in range(len(access.components))))
    return refuted(
        f"index vector {vector_text(vectors[0])} at {position_text(positions[0])} comes before "
        f"{vector_text(vectors[1])} at {position_text(positions[1])}",
        Witness(tuple(positions), tuple(vectors)),
    )
