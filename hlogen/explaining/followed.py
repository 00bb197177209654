"""The element of a picture that is followed: which one, its steps, and what it touches."""

from __future__ import annotations

import ast
import re
from typing import Any

import numpy as np

from hlogen.errors import UsageError
from hlogen.explaining.picture import Picture
from hlogen.explaining.worked import Worked, worked_out

Index = tuple[int, ...]

_ELEMENT = re.compile(r"\s*(?P<panel>[A-Za-z_]\w*(?:\[\d+\](?=\[))?)?\s*[\[(]?(?P<index>[-\d\s,]*)[\])]?\s*")


class Followed:
    """An element of a picture, by the panel that it is in and its index there; the index is None where the panel has no
    elements."""

    def __init__(self, picture: Picture, panel: str, index: Index | None) -> None:
        self.picture, self.panel, self.index = picture, panel, index

    def steps(self) -> list[Worked]:
        """The steps of the formula with the numbers of this element; none where it isn't one that the formula starts
        from."""
        if self.index is None or self.panel != self.picture.map.of:
            return []
        return worked_out(self.picture.map.formula, self.index, self.picture.given)[0]

    def touched(self) -> list[tuple[str, Index]]:
        """The elements that this one reads or is written to; of another tensor, those that read it, as an index too, or
        are written to it, in the order in which they are folded; of a select_and_scatter's operand those that select
        it."""
        if self.index is None:
            return []
        if self.panel == self.picture.map.of:
            return [(panel, tuple(index)) for panel, index in self.picture.way(self.index)[1]]
        if not self.picture.is_small:
            raise UsageError(
                f"who touches {self.panel}{list(self.index)} is found by following all elements of "
                f"{self.picture.map.of}, which are too many: {self.picture.panels[self.picture.map.of].type}"
            )
        is_index = self.panel in self.picture.map.formula.indices
        found = self.picture.directed if is_index else self.picture.touched
        panel = self.picture.fold.into if self.picture.fold and self.panel == "operand" else self.panel
        return [(self.picture.map.of, index) for index in found.get((panel, self.index), ())]


def chosen_element(picture: Picture, element: Any) -> tuple[str, Index | None]:
    """The panel and the index that are meant: by an index of the panel that the map starts from, by the text of a panel
    and an index, ``"operand[2, 1]"``, or by None, which is one that shows much.

    UsageError where there is no such element.
    """
    if element is None:
        return telling(picture)
    panel, index = _meant(element)
    name = picture.map.of if panel is None else panel
    if name not in picture.panels:
        raise UsageError(f"{picture.op} has no tensor {name!r}; it has {', '.join(picture.panels)}")
    shape = picture.panels[name].shape
    if len(index) != len(shape) or not all(0 <= i < size for i, size in zip(index, shape, strict=True)):
        said = ", ".join(map(str, index))
        raise UsageError(f"{name}[{said}] is no element: {name} has the shape {list(shape)}, indices count from 0")
    return name, index


def telling(picture: Picture) -> tuple[str, Index | None]:
    """An element that shows much: of a scatter one of the results with several updates, or an update that is dropped;
    else one whose start index is clamped, or one in the midst. None where there are no elements."""
    of = picture.map.of
    shape = picture.panels[of].shape
    if not all(shape):
        return of, None
    middle = tuple(size // 2 for size in shape)
    if not picture.is_small:
        return of, middle
    if picture.fold is not None:
        contested = [key for key, updates in picture.touched.items() if len(updates) > 1]
        if contested:
            return contested[0]
        landed = {index for indices in picture.touched.values() for index in indices}
        return of, next((index for index in np.ndindex(*shape) if index not in landed), middle)
    if any(isinstance(node, ast.Name) and node.id == "clamp" for node in ast.walk(picture.map.formula.tree)):
        moved = [index for (panel, _), read in picture.touched.items() if panel == "update" for index in read]
        clamped = (index for index in moved or np.ndindex(*shape) if is_clamped(picture, index))
        return of, next(clamped, moved[0] if moved else middle)
    return of, middle


def is_clamped(picture: Picture, index: Index) -> bool:
    """Whether a start index on the way of an element is out of bounds."""
    steps = {step.name: step.value for step in picture.way(index)[0]}
    adjusted = steps.get("clamped_start_index", steps.get("adjusted_start_indices"))
    return adjusted is not None and list(adjusted) != list(steps["start_index"])


def _meant(element: Any) -> tuple[str | None, Index]:
    if isinstance(element, str):
        match = _ELEMENT.fullmatch(element)
        parts = [part.strip() for part in match["index"].split(",")] if match and match["index"].strip() else []
        if match is None or not all(re.fullmatch(r"-?\d+", part) for part in parts):
            raise UsageError(f"an element is written as 1,2 or operand[1,2], not {element!r}")
        return match["panel"], tuple(map(int, parts))
    index = tuple(element) if isinstance(element, (tuple, list)) else (element,)
    if not all(isinstance(part, (int, np.integer)) and not isinstance(part, bool) for part in index):
        raise UsageError(f"an element is an index such as (1, 2), or a text such as 'operand[1, 2]', not {element!r}")
    return None, tuple(map(int, index))
