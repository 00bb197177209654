"""What a scatter's updates land on, for people: the indices of elements of results and updates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from interpreter.kernels.scatter_landing import Landed
from interpreter.sanitizer.finding import Element
from interpreter.values.array import Array
from interpreter.values.digits import digits

_UPDATES_SHOWN = 3


def table_of(landed: Landed, result: Array) -> Array:
    """A result as the tables of `landed` are: rows that pieces land on."""
    if landed.window is not None:
        window: Array = result[landed.window[0]][None]
        return window
    return result.reshape(-1) if landed.are_elements else landed.landing.table(result)


def pieces_on(landed: Landed, rows: Sequence[int]) -> list[Array]:
    """For each of a few rows of the tables, the pieces that land on it, in order."""
    is_asked = np.zeros(len(landed.tables[0]), bool)
    is_asked[list(rows)] = True
    pieces = np.flatnonzero(is_asked.take(landed.rows))
    row_of = landed.rows.take(pieces)
    return [pieces[row_of == row] for row in rows]


def result_index(landed: Landed, row: int, column: int) -> tuple[int, ...]:
    """The index of an element of the result: `column` counts the elements of the row that pieces cover."""
    position = landed.result_elements(np.array([row])).reshape(-1)[column]
    return _unravelled(position, landed.landing.input_shape)


def update_index(landed: Landed, piece: int, column: int) -> tuple[int, ...]:
    """The index of the element of updates that a piece has at that column."""
    landing = landed.landing
    number = piece if landed.numbers is None else int(landed.numbers[piece])
    if landed.are_elements:
        return _unravelled(number, landing.update_shape)
    index = dict(zip(landing.piece_axes, _unravelled(number, landing.piece_shape), strict=True))
    sizes = [landing.update_shape[axis] for axis in landing.row_axes]
    index |= dict(zip(landing.row_axes, _unravelled(column, sizes), strict=True))
    return tuple(index[axis] for axis in range(len(index)))


def landing_text(landed: Landed, pieces: Array, column: int, shown: int = _UPDATES_SHOWN) -> str:
    """The first of the pieces that land on an element: "updates[0, 1], updates[2, 0] and 3 more"."""
    names = ", ".join(f"updates{list(update_index(landed, int(piece), column))}" for piece in pieces[:shown])
    return names + (f" and {len(pieces) - shown} more" if len(pieces) > shown else "")


def order_element(landed: Landed, name: str, row: int, column: int, pieces: Array, here: Any, there: Any) -> Element:
    """That an element of the result would be `there` in another order, and which updates land on it."""
    position = result_index(landed, row, column)
    names = landing_text(landed, pieces, column)
    text = f"{name}{list(position)} is {digits(here)}, in another order {digits(there)}: {names} land on it"
    return Element(text, position, None, (here, there))


def _unravelled(position: int, shape: Sequence[int]) -> tuple[int, ...]:
    return tuple(int(x) for x in np.unravel_index(position, tuple(shape)))
