"""Whether no element is updated (read) twice: scatter's unique_indices.

Unique are elements, not index vectors: windows that overlap meet, and elements that are out of bounds don't count. Two
windows, which are boxes of the same size, meet where along every dimension their starts differ by less than the size.
For gather, whose starts are clamped, it is about the elements of operand that are read.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import product
from math import prod

import numpy as np
import numpy.typing as npt

from hlogen.analysis.access import Access
from hlogen.analysis.bounds import Placement, known_vectors, nothing_happens
from hlogen.analysis.fact import Fact, gap_of_steps
from hlogen.analysis.proof import Proof, Witness, counted, position_text, proved, refuted, unknown, vector_text
from hlogen.analysis.range import ZERO
from hlogen.spec.constraint import Truth

Integers = npt.NDArray[np.int64]
_MOST = 1 << 20  # updates that are looked at one by one


def is_unique(access: Access, placed: tuple[Placement, ...]) -> Proof:
    """Whether every element is updated (read) at most once."""
    if access.vectors == 1:
        return proved("there is only one index vector")
    if reason := nothing_happens(access):
        return proved(reason)
    if access.drops_all:
        return proved("inputs have no elements, so every update is dropped")
    if access.is_scatter and (missing := next((placement for placement in placed if placement.misses), None)):
        return proved(f"every update is dropped: component {missing.component.place} is {missing.text}")
    if (apart := _kept_apart(access, placed, _gap_of_steps)) is not None:
        return proved(apart)
    vectors = known_vectors(access, placed)
    if vectors is not None and None not in access.window and None not in access.operand_shape:
        return _exact(access, placed, vectors)
    if (apart := _kept_apart(access, placed, Fact.gap)) is not None:
        return proved(apart)
    return _meeting_neighbours(access, placed) or _too_many(access, placed) or unknown(_open(access, placed))


def _gap_of_steps(fact: Fact, dims: Collection[int]) -> int:
    """What steps alone say about the gap: found without looking at a constant."""
    return gap_of_steps(fact.shape, fact.steps, dims)


def _kept_apart(
    access: Access, placed: tuple[Placement, ...], gap_of: Callable[[Fact, Collection[int]], int]
) -> str | None:
    """Why any two windows are apart, None where that isn't known.

    Two index vectors differ in position along some dimensions. Of different batches they are apart. A component keeps
    those apart that differ along the dimensions it varies along, where it is constant along the rest; what is left are
    vectors that differ along the rest alone, which another component may keep apart, and so on.
    """
    reasons = [f"batching dimension {d} keeps batches apart" for d in access.batching if access.indices_shape[d] != 1]
    left = {d for d in access.batch_dims if d not in access.batching and access.indices_shape[d] != 1}
    usable = [placement for placement in placed if access.is_scatter or placement.verdict is Truth.HOLDS]
    while left:
        found = next((one for one in usable if _keeps_apart(one, left, gap_of)), None)
        if found is None:
            return None
        fact = found.component.fact
        along = {d for d in left if not fact.constant_along(d)}
        gap = f", at least {found.component.window} apart" if found.component.window != 1 else ""
        reasons.append(
            f"component {found.component.place} has different values{gap}, along dimension "
            f"{' and '.join(map(str, sorted(along)))} of the indices"
        )
        left -= along
    return "; ".join(reasons) or "there is only one index vector"


def _keeps_apart(placement: Placement, left: set[int], gap_of: Callable[[Fact, Collection[int]], int]) -> bool:
    fact, window = placement.component.fact, placement.component.window
    along = [d for d in left if not fact.constant_along(d)]
    return bool(along) and window is not None and gap_of(fact, along) >= _extent(placement)


def _meeting_neighbours(access: Access, placed: tuple[Placement, ...]) -> Proof | None:
    """Refuted where the windows of two index vectors that are neighbours along a dimension certainly meet inside."""
    if None in access.window or (access.is_scatter and not all(placement.touches for placement in placed)):
        return None
    if access.may_drop_all:
        return None
    if any(size is None for size in access.batch_shape):
        return None
    for at, d in enumerate(access.batch_dims):
        size = access.indices_shape[d]
        if d in access.batching or size is None or size < 2:
            continue
        if all(_is_short(placement, d) for placement in placed):
            first = (0,) * len(access.batch_dims)
            second = (*first[:at], 1, *first[at + 1 :])
            if all(placement.component.fact.steps[d] == ZERO for placement in placed):
                how = "are the same"
            else:
                how = "are so close that their windows overlap"
            vector = tuple(placement.range.value for placement in placed)
            return refuted(
                f"the index vectors along dimension {d} of the indices, such as at {position_text(first)} and "
                f"{position_text(second)}, {how}",
                Witness((first, second), (vector, vector) if None not in vector else ()),
            )
    return None


def _is_short(placement: Placement, d: int) -> bool:
    """Whether windows that are neighbours along dimension `d` meet along the dimension that the component indexes."""
    return placement.component.fact.steps[d].reach < _extent(placement)


def _extent(placement: Placement) -> int:
    """The window's size, known, along the component's dimension; a gather's slice of size 0 reads one element."""
    return max(placement.component.window or 0, 1)


def _too_many(access: Access, placed: tuple[Placement, ...]) -> Proof | None:
    """Refuted where more elements are updated than there are in reach."""
    if access.vectors is None or None in access.window or None in access.operand_shape:
        return None
    if access.is_scatter and any(placement.verdict is not Truth.HOLDS for placement in placed):
        return None
    updated, reach = access.vectors, 1
    reached = {}
    for placement in placed:
        component, range = placement.component, placement.range
        window, size = component.window or 0, component.size or 0
        starts = range.width // range.step + 1
        if placement.verdict is not Truth.HOLDS:
            starts = size - window + 1  # gather clamps into bounds
        reached[component.dim] = min(size, starts * window)
    for dim, (whole, part) in enumerate(zip(access.operand_shape, access.window, strict=True)):
        assert whole is not None
        assert part is not None
        updated *= part
        reach *= reached.get(dim, whole if dim in access.batching.values() else part)
    if updated <= reach:
        return None
    what = "updated" if access.is_scatter else "read"
    return refuted(f"{counted(updated, 'element')} are {what}, but only {reach:,} in reach")


def _open(access: Access, placed: tuple[Placement, ...]) -> str:
    if not placed:
        return "the sizes of the program don't say how many index vectors there are"
    parts = []
    for placement in placed:
        component = placement.component
        along = [d for d in access.batch_dims if not component.fact.constant_along(d)]
        if not access.is_scatter and placement.verdict is not Truth.HOLDS:
            parts.append(f"component {component.place} may be clamped")
        elif along:
            parts.append(f"component {component.place} may repeat along dimension {' and '.join(map(str, along))}")
    return "; ".join(parts) or "it isn't known how many index vectors there are"


def _exact(access: Access, placed: tuple[Placement, ...], vectors: Integers) -> Proof:
    """By looking at every window."""
    window = [_extent(placement) for placement in placed]
    inside = np.ones(len(vectors), bool)
    for column, (placement, extent) in enumerate(zip(placed, window, strict=True)):
        if access.is_scatter:
            inside &= (vectors[:, column] > -extent) & (vectors[:, column] < (placement.component.size or 0))
        else:
            vectors[:, column] = np.clip(vectors[:, column], 0, placement.component.limit)
    flat = np.flatnonzero(inside)
    if not len(flat):
        return proved("every update is dropped")
    batches = [
        np.broadcast_to(
            np.arange(size).reshape([-1 if other == d else 1 for other in access.batch_dims]), _static(access)
        ).reshape(-1)
        for d in access.batching
        if (size := access.indices_shape[d]) is not None
    ]
    starts = np.concatenate([np.stack(batches, axis=1), vectors], axis=1)[flat] if batches else vectors[flat]
    met = meeting(starts, [1] * len(batches) + window)
    if met is None:
        dropped = len(vectors) - len(flat)
        but = f" ({counted(dropped, 'index vector')} wholly out of bounds)" if dropped else ""
        return proved(f"the index vectors are constants, and no two windows meet{but}")
    first, second = sorted(int(flat[at]) for at in met)
    element = _common_element(access, placed, vectors[first], vectors[second], first)
    pair = tuple(tuple(placement.start(at) for placement in placed) for at in (first, second))
    at, other = access.position(first), access.position(second)
    meet = "land on" if access.is_scatter else "read"
    windows = "" if all(extent == 1 for extent in window) else f" with windows of {' x '.join(map(str, window))}"
    return refuted(
        f"index vectors {vector_text(pair[0])} at {position_text(at)} and {vector_text(pair[1])} at "
        f"{position_text(other)}{windows} both {meet} element {position_text(element)}",
        Witness((at, other), pair, element),
    )


def elements_of(access: Access, placed: tuple[Placement, ...]) -> Integers | None:
    """For each element of updates the element of inputs it lands on, by its number; -1 where it is out of bounds.

    None where that isn't known before a run, or is too much to look at.
    """
    shape = [size for _, size in access.walk if size is not None]
    sizes = [size for size in access.operand_shape if size is not None]
    vectors = known_vectors(access, placed)
    if (
        vectors is None
        or len(shape) < len(access.walk)
        or len(sizes) < len(access.operand_shape)
        or prod(shape) > _MOST
    ):
        return None
    batch_axes = {d: axis for axis, (d, _) in enumerate(access.walk) if d is not None}
    window_axes = dict(
        zip(access.kept_dims, (axis for axis, (d, _) in enumerate(access.walk) if d is None), strict=True)
    )
    batch_shape = [size if d is not None else 1 for (d, _), size in zip(access.walk, shape, strict=True)]
    columns = {placement.component.dim: vectors[:, at] for at, placement in enumerate(placed)}
    batches = {dim: d for d, dim in access.batching.items()}
    numbers, inside = np.zeros(shape, np.int64), np.ones(shape, bool)
    for dim, size in enumerate(sizes):
        place = np.zeros(shape, np.int64)
        if dim in columns:
            place += columns[dim].reshape(batch_shape)
        if dim in batches:
            place += _along(batch_axes[batches[dim]], shape)
        if dim in window_axes:
            place += _along(window_axes[dim], shape)
        inside &= (place >= 0) & (place < size)
        numbers = numbers * size + place
    return np.where(inside, numbers, -1)


def _along(axis: int, shape: list[int]) -> Integers:
    """The index along one axis, in a shape that broadcasts to `shape`."""
    return np.arange(shape[axis]).reshape([-1 if other == axis else 1 for other in range(len(shape))])


def meeting(starts: Integers, window: list[int]) -> tuple[int, int] | None:
    """Two of the boxes of size `window` at `starts` (one a row) that have a point in common, by their numbers."""
    if len(starts) < 2:
        return None
    if not starts.shape[1]:
        return 0, 1
    # Two boxes in one cell of a grid of their size meet; where there is one box in a cell, it can meet those in
    # neighbouring cells alone.
    cells = np.stack([column // extent for column, extent in zip(starts.T, window, strict=True)], axis=1)
    cells -= cells.min(axis=0) - 1
    spans = [int(span) + 2 for span in cells.max(axis=0)]
    keys = _keys(cells, spans)
    ordered = np.sort(keys)
    same = np.flatnonzero(ordered[1:] == ordered[:-1])
    if len(same):
        first, second, *_ = np.flatnonzero(keys == ordered[same[0]])
        return int(first), int(second)
    if all(extent == 1 for extent in window):
        return None
    order, extents = np.argsort(keys), np.array(window)
    steps = [(0,) if extent == 1 else (-1, 0, 1) for extent in window]
    for step in product(*steps):
        if step <= (0,) * len(window):
            continue  # the other one of a pair has looked this way
        wanted = _keys(cells + np.array(step), spans)
        places = np.minimum(np.searchsorted(ordered, wanted), len(ordered) - 1)
        found = np.flatnonzero(ordered[places] == wanted)
        others = order[places[found]]
        close = np.flatnonzero((np.abs(starts[found] - starts[others]) < extents).all(axis=1))
        if len(close):
            return int(found[close[0]]), int(others[close[0]])
    return None


def _keys(cells: Integers, spans: list[int]) -> npt.NDArray[np.generic]:
    """One number for each cell; Python's own integers where 64 bits aren't enough."""
    wide = prod(spans) >= 1 << 62
    keys = np.zeros(len(cells), object if wide else np.int64)
    for column, span in zip(cells.T, spans, strict=True):
        keys = keys * span + (column.astype(object) if wide else column)
    return keys


def _common_element(
    access: Access, placed: tuple[Placement, ...], first: Integers, second: Integers, flat: int
) -> tuple[int, ...]:
    """An element of operand that lies in both windows, which meet inside."""
    element = [0] * len(access.operand_shape)
    position = dict(zip(access.batch_dims, access.position(flat), strict=True))
    for d, dim in access.batching.items():
        element[dim] = position[d]
    for placement, one, other in zip(placed, first, second, strict=True):
        element[placement.component.dim] = max(int(one), int(other), 0)
    return tuple(element)


def _static(access: Access) -> tuple[int, ...]:
    return tuple(size for size in access.batch_shape if size is not None)
