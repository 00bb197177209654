"""An explanation as JSON has it, for programs; hlogen/schemas/explain.json is its schema."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from hlogen.explaining.followed import Followed
from hlogen.explaining.history import any_order, history
from hlogen.explaining.picture import Panel
from interpreter.values.digits import digits

_MOST_VALUES = 1 << 12  # of a tensor that is written whole
_EXACT = 1 << 53  # from here on JSON's numbers may be read as others


def as_json(followed: Followed) -> dict[str, Any]:
    """Numbers are JSON's where these hold them, else texts, as are NaN, infinities and complex numbers."""
    picture, place = followed.picture, followed.picture.place
    return {
        "op": picture.op,
        "file": place.file if place else None,
        "line": place.line or None if place else None,
        "column": place.column or None if place else None,
        "tensors": [_panel(panel) for panel in picture.panels.values()],
        "element": None if followed.index is None else _element(followed, followed.panel, followed.index),
        "touched": [_element(followed, *touched) for touched in followed.touched()],
        "steps": [
            {
                "name": step.name,
                "expression": step.expression,
                "value": _plain(step.value),
                "is_clamped": step.is_clamped,
            }
            for step in followed.steps()
        ],
        "history": _history(followed),
        "notes": list(picture.notes),
    }


def _panel(panel: Panel) -> dict[str, Any]:
    each = [one.values for one in (panel, *panel.alike) if one.values is not None]
    return {
        "name": panel.name,
        "types": [str(one.type) for one in (panel, *panel.alike)],
        "shape": list(panel.shape),
        "roles": [role.value for role in panel.roles],
        "values": [_numbers(values) for values in each] if panel.type.size <= _MOST_VALUES else None,
    }


def _element(followed: Followed, panel: str, index: Sequence[int]) -> dict[str, Any]:
    shown = followed.picture.panels[panel]
    each = [one.values[tuple(index)] for one in (shown, *shown.alike) if one.values is not None]
    return {"tensor": panel, "index": list(index), "values": [_number(value) for value in each]}


def _history(followed: Followed) -> dict[str, Any] | None:
    """What updates make of an element; None of any other."""
    picture, index = followed.picture, followed.index
    if picture.fold is None or index is None or followed.panel != picture.fold.into or not picture.is_small:
        return None
    changes = history(picture, index)
    allowed = any_order(picture, index) if len(changes) > 1 else None
    return {
        "changes": [
            {
                "update_index": list(change.update_index),
                "updates": [_number(value) for value in change.updates],
                "values": [_number(value) for value in change.values],
            }
            for change in changes
        ],
        "in_any_order": None if allowed is None else str(allowed),
    }


def _numbers(values: np.ndarray[Any, np.dtype[Any]]) -> Any:
    return [_numbers(part) for part in values] if values.ndim else _number(values[()])


def _number(value: Any) -> Any:
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    text = digits(value)
    for read in (int, float):
        try:
            number = read(text)
        except ValueError:
            continue
        return number if math.isfinite(number) and abs(number) < _EXACT else text
    return text


def _plain(value: Any) -> Any:
    """A step's value: ints, lists of them, names of tensors."""
    if isinstance(value, (list, tuple, range)):
        return [_plain(one) for one in value]
    return value if isinstance(value, (str, bool)) else int(value)
