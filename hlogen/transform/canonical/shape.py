"""Operations that move elements: what moves nothing goes, moves in a row become one, constants are moved at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from hlogen.builder.emit import i64_array
from hlogen.builder.tensor import Tensor
from hlogen.ir import Attribute, IntegerAttr, Operation, TensorType
from hlogen.program.effects import has_effects
from hlogen.program.structure import blocks_of
from hlogen.transform.canonical.registry import (
    MOST_FOLDED,
    again,
    canonical,
    constant,
    dims,
    elements_of,
    made_by,
    shape_of,
    spread,
    stands_for,
)
from hlogen.transform.rewrite import MatchedOp

Results: TypeAlias = "Sequence[Tensor] | None"
_Move: TypeAlias = Callable[[npt.NDArray[Any]], npt.NDArray[Any]]


@canonical("stablehlo.reshape")
def reshape(site: MatchedOp) -> Results:
    operand, type = site.operands[0], site.op.result.type
    if (same := _unmoved(site)) is not None:
        return same
    if (inner := made_by(operand, "reshape")) is not None and _is_static(inner.operands[0].type):
        source = site.tensor(inner.operands[0])
        return stands_for(site, source) or again(site, "reshape", [source], {})
    assert isinstance(type, TensorType)
    return _moved(site, lambda array: array.reshape(type.static_shape))


@canonical("stablehlo.transpose")
def transpose(site: MatchedOp) -> Results:
    order = dims(site.op, "permutation")
    if list(order) == sorted(order):
        return stands_for(site, site.operands[0])
    if (inner := made_by(site.operands[0], "transpose")) is not None:
        inner_order = dims(inner, "permutation")
        both = [inner_order[d] for d in order]
        source = site.tensor(inner.operands[0])
        if both == sorted(both):
            return stands_for(site, source)
        return again(site, "transpose", [source], {"permutation": i64_array(tuple(both))})
    return _moved(site, lambda array: array.transpose(order))


@canonical("stablehlo.broadcast_in_dim")
def broadcast_in_dim(site: MatchedOp) -> Results:
    operand, at, type = site.operands[0], dims(site.op, "broadcast_dimensions"), site.op.result.type
    assert isinstance(type, TensorType)
    if list(at) == list(range(type.rank)) and (same := _unmoved(site)) is not None:
        return same
    if (inner := made_by(operand, "broadcast_in_dim")) is not None:
        both = [at[d] for d in dims(inner, "broadcast_dimensions")]
        source = site.tensor(inner.operands[0])
        if shape_of(source) is None or shape_of(operand) is None:
            return None
        attributes: dict[str, Attribute] = {"broadcast_dimensions": i64_array(tuple(both))}
        return again(site, "broadcast_in_dim", [source], attributes)
    elements = elements_of(operand)
    if elements is None or not elements.is_splat or not type.is_static:
        return None
    return [constant(spread(elements, type), type)]


@canonical("stablehlo.slice")
def slice(site: MatchedOp) -> Results:
    operand = site.operands[0]
    starts, limits, strides = _span(site.op)
    if (same := _unmoved(site)) is not None:
        return same
    if shape_of(operand) is None:
        return None
    if (inner := made_by(operand, "slice")) is not None:
        first, _, steps = _span(inner)
        begin = [a + start * step for a, start, step in zip(first, starts, steps, strict=True)]
        end = [a + max(limit - 1, 0) * step + (limit > 0) for a, limit, step in zip(first, limits, steps, strict=True)]
        by = [step * stride for step, stride in zip(steps, strides, strict=True)]
        return again(site, "slice", [site.tensor(inner.operands[0])], spanned(begin, end, by))
    if (joined := made_by(operand, "concatenate")) is not None:
        return _part_of_joined(site, joined, starts, limits, strides)
    parts = tuple([np.s_[start:limit:stride] for start, limit, stride in zip(starts, limits, strides, strict=True)])
    return _moved(site, lambda array: array[parts])


@canonical("stablehlo.reverse")
def reverse(site: MatchedOp) -> Results:
    operand, along = site.operands[0], set(dims(site.op, "dimensions"))
    shape = site.op.result.type.shape if isinstance(site.op.result.type, TensorType) else ()
    if all(shape[d] in (0, 1) for d in along):
        return stands_for(site, operand)
    if (inner := made_by(operand, "reverse")) is not None:
        left = along ^ set(dims(inner, "dimensions"))
        source = site.tensor(inner.operands[0])
        return again(site, "reverse", [source], {"dimensions": i64_array(tuple(sorted(left)))}) if left else [source]
    return _moved(site, lambda array: np.flip(array, tuple(along)))


@canonical("stablehlo.concatenate")
def concatenate(site: MatchedOp) -> Results:
    along = site.op.attributes["dimension"]
    assert isinstance(along, IntegerAttr)
    kept = [part for part in site.operands if part.shape[along.value] != 0]
    if len(kept) == 1 and (same := stands_for(site, kept[0])) is not None:
        return same
    if kept and len(kept) < len(site.operands):
        return again(site, "concatenate", kept, {"dimension": along})
    parts = [elements_of(part) for part in site.operands]
    type = site.op.result.type
    assert isinstance(type, TensorType)
    if None in parts or not type.is_static or type.size > MOST_FOLDED:
        return None
    arrays = [part.array for part in parts if part is not None]
    return [constant(np.concatenate(arrays, along.value), type)]


@canonical("stablehlo.pad")
def pad(site: MatchedOp) -> Results:
    if any(any(dims(site.op, name)) for name in ("edge_padding_low", "edge_padding_high", "interior_padding")):
        return None
    return stands_for(site, site.operands[0])


@canonical("stablehlo.dynamic_slice")
def dynamic_slice(site: MatchedOp) -> Results:
    operand, sizes = site.operands[0], dims(site.op, "slice_sizes")
    shape = shape_of(operand)
    if shape is None:
        return None
    if shape == sizes:
        return stands_for(site, operand)
    starts = _known_starts(site, 1, shape, sizes)
    if starts is None:
        return None
    limits = [start + size for start, size in zip(starts, sizes, strict=True)]
    return again(site, "slice", [operand], spanned(starts, limits, [1] * len(sizes)))


@canonical("stablehlo.dynamic_update_slice")
def dynamic_update_slice(site: MatchedOp) -> Results:
    operand, update = site.operands[:2]
    if 0 in (shape_of(update) or ()):
        return stands_for(site, operand)
    return stands_for(site, update) if shape_of(operand) is not None else None


@canonical("stablehlo.sort")
def sort(site: MatchedOp) -> Results:
    along = site.op.attributes.get("dimension", -1)
    shape = shape_of(site.operands[0])
    at = along.value if isinstance(along, IntegerAttr) else -1
    if shape is None or not shape or shape[at] > 1 or any(map(has_effects, blocks_of(site.op))):
        return None
    types = [result.type for result in site.op.results]
    return site.operands if [operand.value.type for operand in site.operands] == types else None


@canonical("stablehlo.get_tuple_element")
def get_tuple_element(site: MatchedOp) -> Results:
    made, index = made_by(site.operands[0], "tuple"), site.op.attributes["index"]
    if made is None or not isinstance(index, IntegerAttr):
        return None
    return stands_for(site, site.tensor(made.operands[index.value]))


def _unmoved(site: MatchedOp) -> Results:
    """The operand, where it has the type of the result, and so no other place for an element."""
    type = site.op.result.type
    return stands_for(site, site.operands[0]) if isinstance(type, TensorType) and type.is_static else None


def _moved(site: MatchedOp, move: _Move) -> Results:
    """The elements of a constant, moved: where they are one number, or few."""
    elements, type = elements_of(site.operands[0]), site.op.result.type
    if elements is None or not isinstance(type, TensorType) or not type.is_static:
        return None
    if elements.is_splat and type.size:
        return [constant(spread(elements, type), type)]
    if elements.array.size > MOST_FOLDED:
        return None
    return [constant(np.ascontiguousarray(move(elements.array)).reshape(type.static_shape), type)]


def _span(operation: Operation) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    starts = dims(operation, "start_indices")
    return starts, dims(operation, "limit_indices"), dims(operation, "strides") or (1,) * len(starts)


def spanned(starts: Sequence[int], limits: Sequence[int], strides: Sequence[int]) -> dict[str, Attribute]:
    return {
        "start_indices": i64_array(tuple(starts)),
        "limit_indices": i64_array(tuple(limits)),
        "strides": i64_array(tuple(strides)),
    }


def _part_of_joined(
    site: MatchedOp, joined: Operation, starts: Sequence[int], limits: Sequence[int], strides: Sequence[int]
) -> Results:
    """The same part of the one operand of a concatenate that it lies in."""
    along, first = joined.attributes["dimension"], 0
    assert isinstance(along, IntegerAttr)
    d = along.value
    for value in joined.operands:
        part = site.tensor(value)
        size = part.shape[d]
        if size is None:
            return None
        if first <= starts[d] < limits[d] <= first + size:
            begin, end = list(starts), list(limits)
            begin[d], end[d] = starts[d] - first, limits[d] - first
            if part.value.type == site.op.result.type:
                return [part]
            return again(site, "slice", [part], spanned(begin, end, strides))
        first += size
    return None


def _known_starts(site: MatchedOp, number: int, shape: Sequence[int], sizes: Sequence[int]) -> list[int] | None:
    """Where a slice begins, clamped, if all start indices from operand `number` on are constants."""
    starts = []
    for index, size, part in zip(site.operands[number:], shape, sizes, strict=True):
        elements = elements_of(index)
        if elements is None:
            return None
        starts.append(min(max(int(elements.array.reshape(-1)[0]), 0), size - part))
    return starts


def _is_static(type: object) -> bool:
    return isinstance(type, TensorType) and type.is_static
