"""order.value of a body that overwrites: exact, as any update that lands may be the one that stays."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from interpreter.kernels.scatter_landing import Landed
from interpreter.sanitizer.bodies import Folding
from interpreter.sanitizer.contested import differing, distance
from interpreter.sanitizer.finding import Element
from interpreter.sanitizer.landings import order_element, pieces_on, table_of
from interpreter.sanitizer.watch import Event
from interpreter.values.array import Array

# Pieces are compared with what has stayed in chunks of about so many elements, which stay in a core's cache.
_CHUNK = 1 << 16
# Where so many updates differ from what has stayed, the others aren't looked at.
_MANY = 1 << 18


def check_overwrites(event: Event, landed: Landed, folds: Sequence[Folding]) -> None:
    """Compares each update with what has stayed on its element."""
    if len(landed.rows) < 2 or landed.window is not None:
        return
    count, worst, is_exact = 0, 0.0, True
    marked: list[tuple[int, Array]] = []
    for i, fold in enumerate(folds):
        if fold.overwrites:
            mark, apart, is_all = _overwritten(table_of(landed, event.results[i]), landed.rows, landed.pieces[i])
            is_exact &= is_all
            if mark is not None:
                marked.append((i, mark))
                count, worst = count + int(np.count_nonzero(mark)), max(worst, apart)
    if marked:
        at_least = "" if is_exact else "at least "
        said = f"elements of the result depend on the order of updates: {at_least}"
        said += "{count} of {total}, {apart}"
        total = event.results[0].size * len(folds)
        event.report("order.value", said, count, total, lambda n: _elements(event, landed, marked, n), worst=worst)


def _overwritten(table: Array, rows: Array, pieces: Array) -> tuple[Array | None, float, bool]:
    """Which elements of the table got an update that isn't what has stayed, how far apart, and if these are all."""
    mark: Array | None = None
    worst, many = 0.0, _MANY
    step = max(_CHUNK // max(math.prod(table.shape[1:]), 1), 1)
    for start in range(0, len(rows), step):
        landing, updates = rows[start : start + step], pieces[start : start + step]
        stayed = table.take(landing, 0)
        differs = differing(updates, stayed)
        if not differs.any():
            continue
        if mark is None:
            mark = np.zeros(table.shape, bool)
        places = np.nonzero(differs)
        mark[(landing.take(places[0]), *places[1:])] = True
        worst = max(worst, _farthest(updates, stayed, differs))
        many -= len(places[0])
        if many < 0 and start + step < len(rows):
            return mark, worst, False
    return mark, worst, True


def _farthest(x: Array, y: Array, differs: Array) -> float:
    """The largest distance; what doesn't differ has none."""
    if x.dtype.kind == "f" and x.dtype.itemsize >= 4:
        apart = float(np.abs(x - y).max())
        if math.isfinite(apart):
            return apart
    return float(distance(x[differs], y[differs]).max())


def _elements(event: Event, landed: Landed, marked: list[tuple[int, Array]], n: int) -> Iterable[Element]:
    for i, mark in marked:
        row_size = mark[0].size
        flat = np.flatnonzero(mark)[:n].tolist()
        n -= len(flat)
        rows = [number // row_size for number in flat]
        name = "result" if len(event.results) == 1 else f"results[{i}]"
        table = table_of(landed, event.results[i])
        for number, row, pieces in zip(flat, rows, pieces_on(landed, rows), strict=True):
            column = number % row_size
            updates = landed.pieces[i][pieces].reshape(len(pieces), row_size)[:, column]
            here = table[row].reshape(-1)[column]
            there = updates[np.flatnonzero(differing(updates, np.full(updates.shape, here)))[0]]
            yield order_element(landed, name, row, column, pieces, here, there)
