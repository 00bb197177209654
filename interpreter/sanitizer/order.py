"""Whether a scatter's result depends on the order of its updates: other orders are tried, of contested elements only.

An overwrite is judged by its updates: one that differs from another is enough (overwrites.py). Any other body is folded
again in the reverse order, which is the only other one where two updates land, and where that made no difference and
more than two land, in one random order more. Where very many updates contend, a part of the elements is tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import ml_dtypes
import numpy as np

from interpreter.kernels.scatter_landing import Landed
from interpreter.sanitizer.bodies import Folding
from interpreter.sanitizer.contested import Contested, differing, distance, folded, some_contested
from interpreter.sanitizer.finding import Element
from interpreter.sanitizer.landings import order_element, table_of
from interpreter.sanitizer.watch import Event
from interpreter.values.array import Array

# So many updates are folded again, and so many once more where the reverse order made no difference.
_MOST_REVERSED = 1 << 16
_MOST_SHUFFLED = 1 << 14
_SEED = 0
# Where more updates than this land on one element, both orders are tried at once.
_MANY = 256


def check_order(event: Event, landed: Landed, folds: Sequence[Folding]) -> None:
    """order.value and order.rounding, of the results that are neither overwritten nor indifferent to the order."""
    tried = [i for i, fold in enumerate(folds) if not fold.overwrites and not fold.is_indifferent]
    found, is_all = some_contested(landed, _MOST_REVERSED)
    if found is None:
        return
    nominal = {i: table_of(landed, event.results[i])[found.rows] for i in tried}
    others = _other_orders(event, found, nominal)
    value, rounding = _Told(), _Told()
    for i, other in others.items():
        differs = differing(nominal[i], other)
        if not differs.any():
            continue
        apart = distance(nominal[i], other)
        rounds = differs & _is_rounding(folds[i], nominal[i], other, apart, found.counts)
        rounding.add(i, nominal[i], other, rounds, apart)
        value.add(i, nominal[i], other, differs & ~rounds, apart)
    at_least = "" if is_all and int(found.counts.max()) == 2 else "at least "
    total = event.results[0].size * len(folds)
    said = f"elements of the result depend on the order of updates: {at_least}"
    value.report(event, found, "order.value", said, total)
    said = f"elements of the result differ in rounding by the order of updates: {at_least}"
    rounding.report(event, found, "order.rounding", said, total)


def _other_orders(event: Event, found: Contested, nominal: dict[int, Array]) -> dict[int, Array]:
    """The rows as another order gives them, by result: one that makes a difference, as far as such a one was met."""
    backwards, rng = slice(None, None, -1), np.random.default_rng(_SEED)
    if int(found.counts.max()) > _MANY:  # few rows, folded one update after the other
        shuffled = rng.permutation(len(found.pieces[0]))
        both = folded(event.step, event.captured, found, [backwards, shuffled])
        if both is None:
            return {}
        others = {i: (both[i][: len(rows)], both[i][len(rows) :]) for i, rows in nominal.items()}
        same = np.logical_and.reduce([~_by_row(differing(rows, others[i][0])) for i, rows in nominal.items()])
        return {i: _where_row(same, random, reverse) for i, (reverse, random) in others.items()}
    reverse = folded(event.step, event.captured, found, [backwards])
    if reverse is None:
        return {}
    same = np.ones(len(found.ids), bool)
    for i, rows in nominal.items():
        same &= ~_by_row(differing(rows, reverse[i]))
    same &= found.counts > 2
    if same.any():
        same &= np.cumsum(np.where(same, found.counts, 0)) <= _MOST_SHUFFLED
        rest = found.only(same)
        once_more = folded(event.step, event.captured, rest, [rng.permutation(len(rest.pieces[0]))])
        if once_more is not None:
            for i in nominal:
                reverse[i][same] = once_more[i]
    return {i: reverse[i] for i in nominal}


def _where_row(marked: Array, x: Array, y: Array) -> Array:
    return np.where(marked.reshape(-1, *(1,) * (x.ndim - 1)), x, y)


def _by_row(differs: Array) -> Array:
    return np.asarray(differs.reshape(len(differs), -1).any(axis=1))


def _is_rounding(fold: Folding, x: Array, y: Array, distance: Array, counts: Array) -> Array:
    """Where two values are both what a sum or product of floats comes to, up to rounding.

    Finite sums always are: that nothing overflowed is all that it takes. A product may underflow in one order only.
    """
    if fold.rounds is None or not _has_nan(x.dtype):
        return np.zeros(x.shape, bool)
    finite = np.isfinite(distance)
    if fold.rounds != "stablehlo.multiply":
        return finite
    part = np.dtype(f"f{x.dtype.itemsize // 2}") if x.dtype.kind == "c" else x.dtype
    format = ml_dtypes.finfo(part)  # type: ignore[no-untyped-call]  # ml_dtypes leaves it without types
    wide = np.complex128 if x.dtype.kind == "c" else np.float64
    size = np.maximum(np.abs(x.astype(wide)), np.abs(y.astype(wide)))
    steps = 4.0 * counts.reshape(-1, *(1,) * (x.ndim - 1))
    found: Array = finite & (distance <= steps * (float(format.eps) * size + float(format.smallest_subnormal)))
    return found


def _has_nan(dtype: np.dtype[np.generic]) -> bool:
    return dtype.kind in "fc" or not dtype.name.startswith(("float4", "float6"))


class _Told:
    """The elements of one hazard, over the results of the scatter."""

    def __init__(self) -> None:
        self.found: list[tuple[int, Array, Array, Array]] = []
        self.count = 0
        self.worst = 0.0

    def add(self, i: int, nominal: Array, other: Array, differs: Array, distance: Array) -> None:
        count = np.count_nonzero(differs)
        if count:
            self.found.append((i, nominal, other, differs))
            self.count += int(count)
            self.worst = max(self.worst, float(distance[differs].max()))

    def report(self, event: Event, contested: Contested, id: str, said: str, total: int) -> None:
        if not self.count:
            return

        def elements(n: int) -> Iterable[Element]:
            for i, nominal, other, differs in self.found:
                flat = np.flatnonzero(differs)[:n].tolist()
                places = [divmod(number, contested.row_elements) for number in flat]
                landing = contested.pieces_on([row for row, _ in places])
                name = "result" if len(event.results) == 1 else f"results[{i}]"
                for number, (row, column), pieces in zip(flat, places, landing, strict=True):
                    here, there = nominal.reshape(-1)[number], other.reshape(-1)[number]
                    at = int(contested.rows[row])
                    yield order_element(contested.landed, name, at, column, pieces, here, there)

        said += "{count} of {total}, {apart}"
        event.report(id, said, self.count, total, elements, worst=self.worst)
