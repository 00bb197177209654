"""What an index map needs that a function of the program decides: which element comes first in a sort, and which one of
a window is selected in a select_and_scatter. The interpreter runs the operation, or its function, on places."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from hlogen.explaining.alone import run_alone
from hlogen.explaining.formula import Tensor
from hlogen.ir import Block, DenseArray, IntegerType, Operation, Region, TensorType, Type, Value
from hlogen.program.copy import Copier

Array = np.ndarray[Any, np.dtype[Any]]

_PLACE = IntegerType(64)


def _sorted_order(op: Operation, operands: Sequence[Array], given: Mapping[str, Any]) -> Tensor:
    """Where each element of the results stood along its dimension: the operation sorts the places, too."""
    shape = operands[0].shape
    if not shape:
        return Tensor((), np.zeros((), np.int64))
    dimension = given["dimension"] % len(shape)
    places = np.indices(shape)[dimension]
    old = op.regions[0].block
    longer = Block([*(value.type for value in old.arguments), *[TensorType((), _PLACE)] * 2])
    Copier(dict(zip(old.arguments, longer.arguments, strict=False))).fill(old, longer.operations)
    types = [*_types(op.operands, operands), TensorType(shape, _PLACE)]
    return Tensor(shape, run_alone(op.name, [*operands, places], types, types, op.attributes, [Region([longer])])[-1])


def _selected_places(op: Operation, operands: Sequence[Array], given: Mapping[str, Any]) -> Tensor:
    """Which element of its window each element of the source goes to, by its place among those that aren't padding."""
    operand, source = operands[:2]
    starts = np.moveaxis(np.indices(source.shape), 0, -1) * given["window_strides"] - [
        low for low, _ in given["padding"]
    ]
    selected, chosen = np.zeros(source.shape, operand.dtype), np.full(source.shape, -1)
    count = np.zeros(source.shape, np.int64)
    for window_index in np.ndindex(*given["window_dimensions"]):
        index = starts + np.array(window_index, np.int64)
        is_there = ((index >= 0) & (index < operand.shape)).all(-1)
        elements = operand[tuple(np.moveaxis(np.where(is_there[..., None], index, 0), -1, 0))]
        is_new = is_there & ((chosen < 0) | ~_selects(op, selected, elements))
        selected, chosen = np.where(is_new, elements, selected), np.where(is_new, count, chosen)
        count += is_there
    return Tensor(source.shape, chosen)


def _selects(op: Operation, first: Array, second: Array) -> Array:
    """For each pair of elements, whether `select` stays with the first."""
    types = _types(op.operands[:1] * 2, [first, second])
    dimensions = {"dimensions": DenseArray(_PLACE, tuple(range(first.ndim)))}
    booleans = TensorType(first.shape, IntegerType(1))
    return run_alone("stablehlo.map", [first, second], types, [booleans], dimensions, op.regions[:1])[0]


def _types(values: Sequence[Value], arrays: Sequence[Array]) -> list[Type]:
    """The types that values have where their shapes are known."""
    types: list[Type] = []
    for value, array in zip(values, arrays, strict=True):
        assert isinstance(value.type, TensorType), "what has an index map takes tensors"
        types.append(TensorType(array.shape, value.type.element_type))
    return types


CHOICES: Mapping[str, Callable[[Operation, Sequence[Array], Mapping[str, Any]], Tensor]] = {
    "sorted_order": _sorted_order,
    "selected_places": _selected_places,
}
"""By the name that formulas ask for it; from the operation, its operands and what else the formula is given."""
