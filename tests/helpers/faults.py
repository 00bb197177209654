"""Wrong results of scatters, made by the slow model from the program itself: what broken backends would give.

Each fault takes a scatter, what some schedule of it gives, and a random generator; it returns other results, or None
where the scatter has no room for it. Whether these results are really impossible is for the model to say: many a fault
changes nothing, or only the order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
from model.admissible import Place, Scatter, Update
from model.enumeration import Scalars
from model.gather import Array

Results: TypeAlias = tuple[Array, ...]
Fault: TypeAlias = Callable[[Scatter, Results, np.random.Generator], "Results | None"]


def lost_update(scatter: Scatter, legal: Results, rng: np.random.Generator) -> Results | None:
    """One of the updates of an element is never applied: two threads read the same old value."""

    def wrong(place: Place) -> Scalars:
        updates = _values(scatter.landing[place])
        del updates[rng.integers(len(updates))]
        return _folded(scatter, place, updates, rng)

    return _at_one_element(scatter, legal, rng, wrong)


def double_application(scatter: Scatter, legal: Results, rng: np.random.Generator) -> Results | None:
    """One update is applied twice."""

    def wrong(place: Place) -> Scalars:
        updates = _values(scatter.landing[place])
        updates.append(updates[rng.integers(len(updates))])
        return _folded(scatter, place, updates, rng)

    return _at_one_element(scatter, legal, rng, wrong)


def whole_window_drop(scatter: Scatter, legal: Results, rng: np.random.Generator) -> Results | None:
    """Windows that are partly outside are dropped as a whole."""
    outside = {u.landing.update_scatter_index for u in scatter.updates if not u.landing.is_in_bounds(scatter.shape)}
    inside = {u.landing.update_scatter_index for u in scatter.updates if u.landing.is_in_bounds(scatter.shape)}
    if not inside & outside:
        return None
    return _landing_elsewhere(
        scatter, rng, lambda u: None if u.landing.update_scatter_index in outside else u.landing.result_index
    )


def shifted_window(scatter: Scatter, legal: Results, rng: np.random.Generator) -> Results | None:
    """One window is off by one along one dimension."""
    chosen = _any(rng, scatter.updates)
    if chosen is None or not scatter.shape:
        return None
    window, d, by = chosen.landing.update_scatter_index, int(rng.integers(len(scatter.shape))), int(rng.choice([-1, 1]))

    def landing(update: Update) -> Place:
        place = list(update.landing.result_index)
        place[d] += by if update.landing.update_scatter_index == window else 0
        return tuple(place)

    return _landing_elsewhere(scatter, rng, landing)


def shifted_windows(scatter: Scatter, legal: Results, rng: np.random.Generator) -> Results | None:
    """All windows are off by one along one dimension."""
    if not scatter.shape:
        return None
    d, by = int(rng.integers(len(scatter.shape))), int(rng.choice([-1, 1]))

    def landing(update: Update) -> Place:
        place = update.landing.result_index
        return (*place[:d], place[d] + by, *place[d + 1 :])

    return _landing_elsewhere(scatter, rng, landing)


def old_value(scatter: Scatter, legal: Results, rng: np.random.Generator) -> Results | None:
    """An element keeps its old value."""
    place = _any(rng, list(scatter.landing))
    return None if place is None else _with(legal, [(place, scatter.old(place))])


def nothing_done(scatter: Scatter, legal: Results, rng: np.random.Generator) -> Results | None:
    """The inputs are returned."""
    return scatter.inputs if scatter.landing else None


def clamped(scatter: Scatter, legal: Results, rng: np.random.Generator) -> Results | None:
    """Windows that are out of bounds are moved inside, as gather's are."""
    sizes = [1 + max((u.landing.full_window_index[d] for u in scatter.updates), default=0) for d in _dims(scatter)]

    def landing(update: Update) -> Place:
        found = update.landing
        starts = [
            max(0, min(start, dim - size))
            for start, dim, size in zip(found.full_start_index, scatter.shape, sizes, strict=True)
        ]
        return tuple(map(sum, zip(starts, found.full_batching_index, found.full_window_index, strict=True)))

    return _landing_elsewhere(scatter, rng, landing)


def wrapped(scatter: Scatter, legal: Results, rng: np.random.Generator) -> Results | None:
    """Negative places count from the end, as Python's do."""
    if not any(min(u.landing.result_index, default=0) < 0 for u in scatter.updates):
        return None
    return _landing_elsewhere(
        scatter,
        rng,
        lambda u: tuple(i + dim if i < 0 else i for i, dim in zip(u.landing.result_index, scatter.shape, strict=True)),
    )


def wrong_batch(scatter: Scatter, legal: Results, rng: np.random.Generator) -> Results | None:
    """The updates of one batch go to the next one."""
    batching = [d for d in scatter.numbers["input_batching_dims"] if scatter.shape[d] > 1]
    d = _any(rng, batching)
    if d is None:
        return None

    def landing(update: Update) -> Place:
        place = update.landing.result_index
        return (*place[:d], (place[d] + 1) % scatter.shape[d], *place[d + 1 :])

    return _landing_elsewhere(scatter, rng, landing)


def exchanged_updates(scatter: Scatter, legal: Results, rng: np.random.Generator) -> Results | None:
    """Two elements get each other's updates."""
    places = list(scatter.landing)
    if len(places) < 2:
        return None
    one, other = (places[i] for i in rng.choice(len(places), 2, replace=False))
    return _with(
        legal,
        [(a, _folded(scatter, a, _values(scatter.landing[b]), rng)) for a, b in ((one, other), (other, one))],
    )


def exchanged_results(scatter: Scatter, legal: Results, rng: np.random.Generator) -> Results | None:
    """Two elements get each other's results."""
    places = list(scatter.landing)
    if len(places) < 2:
        return None
    one, other = (places[i] for i in rng.choice(len(places), 2, replace=False))
    return _with(legal, [(a, tuple(result[b] for result in legal)) for a, b in ((one, other), (other, one))])


def mixed_orders(scatter: Scatter, legal: Results, rng: np.random.Generator) -> Results | None:
    """The results of one element come from different orders."""
    if len(legal) < 2 or not scatter.contested:
        return None
    return _at_one_element(
        scatter,
        legal,
        rng,
        lambda place: tuple(scatter.in_any_order(place, rng)[i] for i in range(len(legal))),
        scatter.contested,
    )


def last_digit(scatter: Scatter, legal: Results, rng: np.random.Generator) -> Results | None:
    """One bit of one element is wrong: the lowest, most of the time."""
    place = _any(rng, list(scatter.landing)) if rng.random() < 0.9 else _any_place(scatter, rng)
    if place is None:
        return None
    results = tuple(result.copy() for result in legal)
    result = results[rng.integers(len(results))]
    if result.dtype == np.bool_:
        result[place] = not result[place]
        return results
    raw = np.array(result[place]).reshape(1).view(np.uint8)
    if rng.random() < 0.8:
        at, bit = int(rng.integers(2)) * len(raw) // 2 if result.dtype.kind == "c" else 0, 0
    else:
        at, bit = int(rng.integers(len(raw))), int(rng.integers(8))
    raw[at] ^= 1 << bit
    flipped = raw.view(result.dtype)[0]
    if result.dtype.itemsize == 1 and result.dtype.kind == "V":  # i4, f4, ...: bits beyond the type's aren't values
        flipped = np.array(flipped).astype(np.float32).astype(result.dtype)[()]
    result[place] = flipped
    return results


def stale_nan(scatter: Scatter, legal: Results, rng: np.random.Generator) -> Results | None:
    """An element is NaN, as memory that nobody wrote to may be."""
    floats = [i for i, result in enumerate(legal) if _has_nan(result)]
    i = _any(rng, floats)
    place = _any(rng, list(scatter.landing)) if rng.random() < 0.7 else _any_place(scatter, rng)
    if i is None or place is None:
        return None
    results = tuple(result.copy() for result in legal)
    results[i][place] = np.nan
    return results


def stray_write(scatter: Scatter, legal: Results, rng: np.random.Generator) -> Results | None:
    """An update is applied to an element that it has nothing to do with."""
    place, update = _any_place(scatter, rng), _any(rng, scatter.updates)
    if place is None or update is None:
        return None
    updates = [*_values(scatter.landing.get(place, [])), update.values]
    return _with(legal, [(place, _folded(scatter, place, updates, rng))])


def first_update_as_old(scatter: Scatter, legal: Results, rng: np.random.Generator) -> Results | None:
    """The first update of an element is taken for its old value."""

    def wrong(place: Place) -> Scalars:
        first, *rest = _values(scatter.landing[place])
        return scatter.fold(first, rest)

    return _at_one_element(scatter, legal, rng, wrong)


def next_element(scatter: Scatter, legal: Results, rng: np.random.Generator) -> Results | None:
    """An element gets the result of its neighbour: a read that is off by one."""
    place = _any(rng, list(scatter.landing))
    d = _any(rng, [d for d in _dims(scatter) if scatter.shape[d] > 1])
    if place is None or d is None:
        return None
    beside = (*place[:d], (place[d] + 1) % scatter.shape[d], *place[d + 1 :])
    return _with(legal, [(place, tuple(result[beside] for result in legal))])


FAULTS: dict[str, Fault] = {
    "lost update": lost_update,
    "double application": double_application,
    "whole window dropped": whole_window_drop,
    "window off by one": shifted_window,
    "all windows off by one": shifted_windows,
    "old value returned": old_value,
    "nothing done": nothing_done,
    "clamped, not dropped": clamped,
    "negative index wrapped": wrapped,
    "updates in the wrong batch": wrong_batch,
    "updates of two elements exchanged": exchanged_updates,
    "results of two elements exchanged": exchanged_results,
    "results of different orders": mixed_orders,
    "a bit flipped": last_digit,
    "stale NaN": stale_nan,
    "update on an element beside": stray_write,
    "update taken for the old value": first_update_as_old,
    "neighbour's result": next_element,
}


def _at_one_element(
    scatter: Scatter,
    legal: Results,
    rng: np.random.Generator,
    wrong: Callable[[Place], Scalars],
    places: Sequence[Place] | None = None,
) -> Results | None:
    """`legal` with what `wrong` gives for some element, one where that makes a difference if a few tries find it."""
    places = list(scatter.landing) if places is None else places
    results = None
    for _ in range(5 if places else 0):
        place = _any(rng, places)
        results = _with(legal, [(place, wrong(place))])
        if any(a.tobytes() != b.tobytes() for a, b in zip(results, legal, strict=True)):
            break
    return results


def _landing_elsewhere(
    scatter: Scatter, rng: np.random.Generator, landing: Callable[[Update], Place | None]
) -> Results | None:
    """What a random schedule gives if every update goes where `landing` says; None if that is where it goes anyway."""
    there: dict[Place, list[Update]] = {}
    for update in scatter.updates:
        place = landing(update)
        if place is not None and all(0 <= i < dim for i, dim in zip(place, scatter.shape, strict=True)):
            there.setdefault(place, []).append(update)
    if there == scatter.landing:
        return None
    return scatter.results((place, _folded(scatter, place, _values(updates), rng)) for place, updates in there.items())


def _folded(scatter: Scatter, place: Place, updates: Sequence[Scalars], rng: np.random.Generator) -> Scalars:
    return scatter.fold(scatter.old(place), (updates[i] for i in rng.permutation(len(updates))))


def _values(updates: Iterable[Update]) -> list[Scalars]:
    return [update.values for update in updates]


def _with(legal: Results, found: Iterable[tuple[Place, Scalars]]) -> Results:
    results = tuple(result.copy() for result in legal)
    for place, values in found:
        for result, value in zip(results, values, strict=True):
            result[place] = value
    return results


def _any(rng: np.random.Generator, items: Sequence[Any]) -> Any:
    return items[int(rng.integers(len(items)))] if items else None


def _any_place(scatter: Scatter, rng: np.random.Generator) -> Place | None:
    if 0 in scatter.shape:
        return None
    return tuple(int(rng.integers(dim)) for dim in scatter.shape)


def _dims(scatter: Scatter) -> range:
    return range(len(scatter.shape))


def _has_nan(array: Array) -> bool:
    if array.dtype.kind in "fc":
        return True
    if array.dtype.kind != "V":
        return False
    with np.errstate(all="ignore"):
        try:
            return bool(np.isnan(np.array(np.nan).astype(array.dtype).astype(np.float64)))
        except (ValueError, OverflowError):
            return False
