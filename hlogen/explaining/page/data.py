"""What a page is told of a picture, as JSON has it."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hlogen.errors import UsageError
from hlogen.explaining.formula import Formula, Tensor, element
from hlogen.explaining.picture import Fold, Panel, Picture
from hlogen.explaining.roles import Role
from hlogen.spec.optable import OPS
from interpreter.values.digits import digits

MOST_ELEMENTS = 20_000
"""Of the panel that the formula starts from, and of tensors of indices: all are followed when an index is changed."""

MOST_WRITTEN = 10_000
"""Of any other panel: of a larger one, only the elements that are read or written have their values in the page."""

_MOST_DRAWN = 1 << 22  # elements of any panel

Element = tuple[str, Sequence[int]]
"""The name of a panel, and an index there."""

_EXACT = 1 << 53  # from here on JSON's numbers aren't

MEANINGS = {
    Role.BATCH: "index in the batch",
    Role.SCATTER: "selects the index vector",
    Role.OFFSET: "index in the slice",
    Role.WINDOW: "index in the window",
    Role.COLLAPSED: "of size 1 in the slice, not in the result",
    Role.INSERTED: "of size 1 in the window, not in the updates",
    Role.BATCHING: "same index in both tensors",
    Role.INDEX_VECTOR: "holds the coordinates of one start index",
    Role.CONTRACTED: "multiplied and summed over",
    Role.REDUCED: "combined by the body",
    Role.FEATURE: "index of the feature",
    Role.SPATIAL: "the window moves along it",
    Role.CONCATENATED: "inputs follow each other along it",
    Role.SPLIT: "cut into equal parts",
    Role.SORTED: "sorted along it",
    Role.REVERSED: "order of elements reversed along it",
    Role.COUNTED: "the index along it is the value",
    Role.BROADCAST: "elements repeated along it",
    Role.PROCESS: "each process has a tensor of its own",
}


def data_of(picture: Picture, shown: Element | None = None) -> dict[str, Any]:
    """A picture for the scripts of a page, and what they show first; UsageError where it has too many elements."""
    _check(picture)
    of = picture.map.of
    consulted = _consulted(picture.map.formula)
    return {
        "at": f"{shown[0]}:{','.join(map(str, shown[1]))}" if shown else None,
        "op": picture.op,
        "of": of,
        "writes": of in _operands(picture.op),
        "isElementwise": picture.op in OPS and OPS[picture.op].kind == "elementwise",
        "panels": [_panel(panel, picture) for panel in picture.panels.values()],
        "given": {name: _given(value, name in consulted) for name, value in picture.given.items()},
        "fold": _fold(picture.fold, picture.panels) if picture.fold else None,
    }


def roles_of(picture: Picture) -> list[dict[str, str]]:
    """The roles that dimensions have in a picture, with what they mean, in the order in which they are met."""
    met = dict.fromkeys(role for panel in picture.panels.values() for role in panel.roles if role is not Role.FREE)
    return [{**_role(role), "meaning": MEANINGS[role]} for role in met]


def _check(picture: Picture) -> None:
    for name, panel in picture.panels.items():
        most = MOST_ELEMENTS if name == picture.map.of or name in _consulted(picture.map.formula) else _MOST_DRAWN
        if panel.type.size > most:
            raise UsageError(
                f"{picture.op} is too large for a page: {name} has {panel.type.size:,} elements, and a page takes "
                f"{most:,} of it; fix: draw a smaller program, or one element in the terminal"
            )


def _operands(op: str) -> set[str]:
    return {name.removesuffix("...") for name in OPS[op].operands} if op in OPS else set()


def _panel(panel: Panel, picture: Picture) -> dict[str, Any]:
    places = None
    if panel.name != picture.map.of and panel.type.size > MOST_WRITTEN:
        places = _met(panel, picture)
    values = None if panel.values is None else panel.values.ravel()
    return {
        "name": panel.name,
        "alike": len(panel.alike),
        "type": str(panel.type.element_type),
        "shape": list(panel.shape),
        "roles": [_role(role) for role in panel.roles],
        "values": None if values is None else " ".join(map(_text, values if places is None else values[places])),
        "places": places,
    }


def _met(panel: Panel, picture: Picture) -> list[int]:
    """The places of a panel's elements that are read or written, in order; of the tensor that a fold begins with those
    that are written in the result."""
    names = {panel.name}
    if picture.fold and panel.shape == picture.panels[picture.fold.into].shape:
        names.add(picture.fold.into)
    met = {index for name, index in picture.touched if name in names}
    return sorted(int(np.ravel_multi_index(index, panel.shape)) for index in met)


def _role(role: Role) -> dict[str, str]:
    return {"name": str(role), "like": str(role.like).replace(" ", "-")}


def _given(value: Any, is_consulted: bool) -> Any:
    """What a formula is given: of a tensor the elements, too, if it asks for them."""
    if isinstance(value, Tensor):
        asked = value.values if is_consulted else None
        values = None if asked is None else " ".join(str(int(each)) for each in asked.ravel())
        return {"shape": list(value.shape), "values": values}
    if isinstance(value, (list, tuple)):
        return [_given(each, is_consulted) for each in value]
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= _EXACT:
        return {"integer": str(value)}
    return value


def _consulted(formula: Formula) -> set[str]:
    """The tensors whose elements a formula asks for."""
    calls = (node for node in ast.walk(formula.tree) if isinstance(node, ast.Call))
    return {ast.unparse(call.args[0]) for call in calls if ast.unparse(call.func) == element.__name__}


def _fold(fold: Fold, panels: Mapping[str, Panel]) -> dict[str, Any]:
    sizes = panels[fold.into].shape

    def by_place(values: Mapping[tuple[int, ...], Sequence[Any]]) -> dict[int, list[str]]:
        return {int(np.ravel_multi_index(index, sizes)): list(map(_text, each)) for index, each in values.items()}

    return {
        "start": fold.start,
        "into": fold.into,
        "body": fold.body,
        "histories": by_place(fold.histories),
        "possible": by_place(fold.possible),
    }


def _text(value: Any) -> str:
    """An element as the page reads it back, exactly."""
    return digits(value).lower()
