"""What updates make of an element, one after the other (spec: scatter, select_and_scatter)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import interpreter
from hlogen.errors import HlogenError
from hlogen.explaining.alone import as_program, run_alone
from hlogen.explaining.picture import Panel, Picture
from hlogen.forking import cached_property
from hlogen.ir import DenseArray, IntegerType, ScatterDimensionNumbers, TensorType, dtype_of

Array = np.ndarray[Any, np.dtype[Any]]
Index = tuple[int, ...]

_MOST_UPDATES = 64
_MOST_ELEMENTS = 1 << 10  # whose histories are told of together
_MOST_JUDGED = 1 << 12  # elements of operands of which it is asked what any order gives


@dataclass(frozen=True)
class Change:
    """An update of an element: its index among the updates, its value, and what the element is afterwards.

    There is a value of each of the tensors that are updated together.
    """

    update_index: Index
    updates: tuple[Any, ...]
    values: tuple[Any, ...]


def history(picture: Picture, index: Index) -> list[Change]:
    """The changes of an element of the result, by the operation's function, in the interpreter's order; the first ones
    where there are very many."""
    fold, op = picture.fold, picture.operation
    assert fold is not None, "updates are folded"
    assert op is not None, "the operation was met in a program"
    starts, updates = _each(picture.panels[fold.start]), _each(picture.panels[picture.map.of])
    types = [TensorType((), panel.type.element_type) for panel in _each(picture.panels[fold.into])]
    values = tuple(
        _values(panel)[index if panel.shape else ()].astype(dtype_of(type.element_type))  # a wider type, or the same
        for panel, type in zip(starts, types, strict=True)
    )
    changes = []
    for update_index in picture.touched.get((fold.into, index), ())[:_MOST_UPDATES]:
        news = tuple(_values(panel)[update_index] for panel in updates)
        results = run_alone(
            "stablehlo.reduce",
            [*(np.reshape(new, (1,)) for new in news), *map(np.asarray, values)],
            [*(TensorType((1,), panel.type.element_type) for panel in updates), *types],
            types,
            {"dimensions": DenseArray(IntegerType(64), (0,))},
            op.regions[-1:],
        )
        values = tuple(result[()] for result in results)
        changes.append(Change(update_index, news, values))
    return changes


def told(picture: Picture) -> Picture:
    """The picture with the histories of its elements and, of those with several updates, with what any order gives."""
    if picture.fold is None or not picture.is_small:
        return picture
    into = picture.fold.into
    updated = {index: updates for (panel, index), updates in picture.touched.items() if panel == into}
    if len(updated) > _MOST_ELEMENTS:
        return picture
    histories = {index: [change.values[0] for change in history(picture, index)] for index in updated}
    orders = AnyOrder(picture)
    possible = {}
    for index, updates in updated.items():
        if len(updates) > 1 and (allowed := orders.of(index)) is not None and allowed.kind in ("single", "set"):
            possible[index] = list(allowed.values)
    return replace(picture, fold=replace(picture.fold, histories=histories, possible=possible))


def any_order(picture: Picture, index: Index) -> interpreter.Allowed | None:
    """What any order of its updates may give for an element of the first result; None where nobody knows.

    Elements of a result don't depend on each other, so that of a large scatter this one is asked of alone.
    """
    allowed = AnyOrder(picture).of(index)
    return allowed if allowed is not None or picture.op != "stablehlo.scatter" else _alone(picture, index)


def _alone(picture: Picture, index: Index) -> interpreter.Allowed | None:
    """`any_order` of a scatter into tensors that have only this element."""
    op, fold = picture.operation, picture.fold
    assert op is not None, "a scatter was met in a program"
    assert fold is not None, "updates are folded"
    updated = picture.touched.get((fold.into, index), ())
    if len(updated) > _MOST_JUDGED:
        return None
    inputs, updates, results = (_each(picture.panels[name]) for name in (fold.start, picture.map.of, fold.into))
    numbers = ScatterDimensionNumbers((), (0,), scatter_dims_to_operand_dims=(0,), index_vector_dim=1)
    types = [
        *(TensorType((1,), panel.type.element_type) for panel in inputs),
        TensorType((len(updated), 1), IntegerType(64)),
        *(TensorType((len(updated),), panel.type.element_type) for panel in updates),
    ]
    program = as_program(
        op.name,
        types,
        [TensorType((1,), panel.type.element_type) for panel in results],
        dict(op.attributes) | {"scatter_dimension_numbers": numbers},
        op.regions,
    )
    operands = [
        *(_values(panel)[index].reshape(1) for panel in inputs),
        np.zeros((len(updated), 1), np.int64),
        *(_values(panel)[tuple(np.array(updated).T)] for panel in updates),
    ]
    try:
        return interpreter.admissible(program, *operands).of(0, (0,))
    except HlogenError:
        return None


class AnyOrder:
    """What any order of updates may give for each element, as the interpreter has it (interpreter.admissible)."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture

    def of(self, index: Index) -> interpreter.Allowed | None:
        """For an element of the first result; None where nobody knows."""
        return None if self._admissible is None else self._admissible.of(0, index)

    @cached_property
    def _admissible(self) -> interpreter.Admissible | None:
        op, fold = self.picture.operation, self.picture.fold
        assert fold is not None, "updates are folded"
        panels = [panel for name, panel in self.picture.panels.items() if name != fold.into]
        operands = [one for panel in panels for one in _each(panel)]
        if op is None or sum(panel.type.size for panel in operands) > _MOST_JUDGED:
            return None
        results = [panel.type for panel in _each(self.picture.panels[fold.into])]
        program = as_program(op.name, [panel.type for panel in operands], results, op.attributes, op.regions)
        try:
            return interpreter.admissible(program, *map(_values, operands))
        except HlogenError:
            return None


def _each(panel: Panel) -> Sequence[Panel]:
    return (panel, *panel.alike)


def _values(panel: Panel) -> Array:
    assert panel.values is not None, "the tensors of an operation that was met are known"
    return panel.values
