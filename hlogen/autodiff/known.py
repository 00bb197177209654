"""What is known of the integers of a program before it runs: their range, or all of them.

Looked up in the operations that made a value in the program being built. It is what lets a derivative do without
clamps and masks, and promise that indices are unique.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from hlogen.builder.tensor import Tensor
from hlogen.ir import DenseArray, DenseElements, IntegerAttr, IntegerType, Operation, TensorType, Value

# The smallest and the largest value that integers may have.
Interval: TypeAlias = tuple[int, int]

# What was found so far: a value that is used twice is looked at once (with as many steps left).
_Seen: TypeAlias = dict[tuple[Value, int], Interval]

_MAX_ELEMENTS = 1 << 20  # more are not looked at
_MAX_DEPTH = 12
_UNMOVED = (
    "stablehlo.reshape",
    "stablehlo.broadcast_in_dim",
    "stablehlo.transpose",
    "stablehlo.slice",
    "stablehlo.reverse",
)


def intervals_of(indices: Tensor, index_vector_dim: int, count: int) -> list[Interval]:
    """The interval of each of the `count` elements of the index vectors; (0, -1) where there are no index vectors."""
    if any(size == 0 for d, size in enumerate(indices.shape) if d != index_vector_dim):
        return [(0, -1)] * count
    return _columns(indices.value, index_vector_dim, count)


def integers_of(value: Value) -> npt.NDArray[Any] | None:
    """The integers themselves, where they are constants; None where they aren't, or are many."""
    return _evaluated(value, _MAX_DEPTH)


def _columns(value: Value, dimension: int, count: int) -> list[Interval]:
    whole = integers_of(value)
    if whole is not None:
        if dimension == whole.ndim:
            whole = whole[..., None]
        return [(int(column.min()), int(column.max())) for column in np.moveaxis(whole, dimension, 0)]
    owner = value.owner
    if isinstance(owner, Operation) and owner.name == "stablehlo.concatenate" and _at(owner, "dimension") == dimension:
        found = []
        for operand in owner.operands:
            size = _type(operand).shape[dimension]
            if size:
                found += _columns(operand, dimension, size)
        return found
    return [_interval(value, _MAX_DEPTH, {})] * count


def _interval(value: Value, depth: int, seen: _Seen) -> Interval:
    """A range that holds all elements of `value`: that of its element type, if nothing better is known."""
    if (value, depth) not in seen:
        seen[value, depth] = _found_interval(value, depth, seen)
    return seen[value, depth]


def _found_interval(value: Value, depth: int, seen: _Seen) -> Interval:
    element_type = _type(value).element_type
    assert isinstance(element_type, IntegerType)
    anything = element_type.minimum, element_type.maximum
    owner = value.owner
    if not isinstance(owner, Operation) or depth == 0 or 0 in _type(value).shape:
        return anything
    if owner.name == "stablehlo.constant":
        elements = owner.attributes["value"]
        assert isinstance(elements, DenseElements)
        # All elements of a splat are one; a view of it takes as long to look at as its shape is large.
        array = elements.array.flat[0] if elements.is_splat else elements.array
        return int(array.min()), int(array.max())
    if owner.name == "stablehlo.iota":
        found: Interval = 0, (_type(value).shape[_at(owner, "iota_dimension")] or 1) - 1
    else:
        types = [_type(operand).element_type for operand in owner.operands]
        if any(not isinstance(type, IntegerType) for type in types):
            return anything
        computed = _computed(owner, depth, seen)
        if computed is None:
            return anything
        found = computed
    # What might have wrapped can be anything.
    return found if anything[0] <= found[0] and found[1] <= anything[1] else anything


def _computed(owner: Operation, depth: int, seen: _Seen) -> Interval | None:
    """The interval of what an operation gives, before it wraps."""
    name = owner.name.removeprefix("stablehlo.")
    if owner.name not in _UNMOVED and name not in (
        "add", "clamp", "concatenate", "convert", "maximum", "minimum", "select", "subtract"
    ):  # fmt: skip
        return None
    operands = [_interval(operand, depth - 1, seen) for operand in owner.operands]
    if name == "select":
        operands = operands[1:]
    lows, highs = zip(*operands, strict=True)
    match name:
        case "add":
            return sum(lows), sum(highs)
        case "subtract":
            return lows[0] - highs[1], highs[0] - lows[1]
        case "clamp":
            low, high = (min(max(least, x), most) for least, x, most in (lows, highs))
            return low, high
        case "maximum":
            return max(lows), max(highs)
        case "minimum":
            return min(lows), min(highs)
    return min(lows), max(highs)


def _evaluated(value: Value, depth: int) -> npt.NDArray[Any] | None:
    type, owner = _type(value), value.owner
    if not isinstance(owner, Operation) or not type.is_static or depth == 0:
        return None
    if not isinstance(type.element_type, IntegerType) or math.prod(type.static_shape) > _MAX_ELEMENTS:
        return None
    if owner.name == "stablehlo.constant":
        return _elements(owner)
    shape = type.static_shape
    if owner.name == "stablehlo.iota":
        at = _at(owner, "iota_dimension")
        if shape[at] - 1 > type.element_type.maximum:
            return None
        return np.broadcast_to(np.arange(shape[at]).reshape([-1 if d == at else 1 for d in range(len(shape))]), shape)
    if owner.name not in ("stablehlo.reshape", "stablehlo.broadcast_in_dim", "stablehlo.concatenate"):
        return None
    operands = []
    for operand in owner.operands:
        array = _evaluated(operand, depth - 1)
        if array is None:
            return None
        operands.append(array)
    if owner.name == "stablehlo.concatenate":
        return np.concatenate(operands, _at(owner, "dimension"))
    (array,) = operands
    if owner.name == "stablehlo.reshape":
        return array.reshape(shape)
    dimensions = owner.attributes["broadcast_dimensions"]
    assert isinstance(dimensions, DenseArray)
    places = [int(at) for at in dimensions.values]
    spread = [1] * len(shape)
    for d, at in enumerate(places):
        spread[at] = array.shape[d]
    ordered = array.transpose(np.argsort(places)) if places else array
    return np.broadcast_to(ordered.reshape(spread), shape)


def _elements(constant: Operation) -> npt.NDArray[Any]:
    """The integers of a constant in 64 bits."""
    elements = constant.attributes["value"]
    assert isinstance(elements, DenseElements)
    is_unsigned = isinstance(elements.type.element_type, IntegerType) and elements.type.element_type.is_unsigned
    return elements.array.astype(np.uint64 if is_unsigned else np.int64)


def _at(operation: Operation, name: str) -> int:
    attribute = operation.attributes[name]
    assert isinstance(attribute, IntegerAttr)
    return attribute.value


def _type(value: Value) -> TensorType:
    assert isinstance(value.type, TensorType)
    return value.type
