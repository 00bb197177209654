"""Sizes of dimensions that only a run decides: how large they can be, and which are the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from hlogen.analysis.view import integer_of, integer_type, integers_of
from hlogen.ir import DenseElements, DotDimensionNumbers, Operation, TensorType, Type, Value
from hlogen.ir.types import I32
from hlogen.spec.dims import Dim
from hlogen.spec.optable import OPS

# A dimension of a value.
Place: TypeAlias = tuple[Value, int]

# Which operand says the shape of the result.
_SHAPED_BY: Final = {
    "stablehlo.dynamic_iota": 0,
    "stablehlo.dynamic_broadcast_in_dim": 1,
    "stablehlo.dynamic_reshape": 1,
}
# Their results have the shape of their first operand.
_LIKE_THE_FIRST: Final = {"stablehlo.dynamic_update_slice", "stablehlo.reverse", "stablehlo.scatter", "stablehlo.sort"}
# What get_dimension_size gives is an i32.
_LARGEST: Final = I32.maximum
_MOST: Final = 100  # dimensions that are looked at


def largest(size: Dim) -> int:
    """The largest size that a dimension can have: no run decides on one that get_dimension_size couldn't tell."""
    return _LARGEST if size.largest is None else size.largest


def same_size(first: Place, second: Place) -> bool:
    """Whether two dimensions certainly have one size; False where that isn't known."""
    return not _equal_to(first).isdisjoint(_equal_to(second))


def changing(starts: Sequence[Value], arguments: Sequence[Value], results: Sequence[Value]) -> Iterator[Place]:
    """The dimensions of what a loop carries whose sizes may change: where it starts, is in the body, and goes on."""
    for start, argument, result in zip(starts, arguments, results, strict=True):
        if not isinstance(argument.type, TensorType):
            continue
        for d, size in enumerate(argument.type.shape):
            if size is None and not any(same_size((result, d), (before, d)) for before in (argument, start)):
                yield argument, d


def _equal_to(place: Place) -> set[Place | int]:
    """The dimensions, and the number, that the size of a dimension certainly is the same as."""
    found: set[Place | int] = {place}
    waiting = [place]
    while waiting and len(found) < _MOST:
        for one in _next(*waiting.pop()):
            if one not in found:
                found.add(one)
                if not isinstance(one, int):
                    waiting.append(one)
    return found


def _next(value: Value, d: int) -> Iterator[Place | int]:
    type, op = value.type, value.owner
    if not isinstance(type, TensorType):
        return
    size = type.shape[d]
    if size is not None:
        yield size
    if not isinstance(op, Operation):
        return
    row = OPS.get(op.name)
    if op.name in _SHAPED_BY:
        yield from _element(op.operands[_SHAPED_BY[op.name]], d)
    elif op.name == "stablehlo.concatenate":
        if integer_of(op, "dimension") != d:
            yield from ((operand, d) for operand in op.operands)
    elif op.name == "stablehlo.transpose":
        order = integers_of(op, "permutation")
        yield op.operands[0], order[d]
    elif op.name == "stablehlo.dot_general":
        yield from of_product(op, d)
    elif op.name == "stablehlo.reduce":
        gone = integers_of(op, "dimensions")
        yield op.operands[0], [at for at in range(type.rank + len(gone)) if at not in gone][d]
    elif op.name in _LIKE_THE_FIRST:
        yield op.operands[0], d
    elif row is not None and row.kind == "elementwise":
        for operand in op.operands:  # of rank 0 may be those that select and clamp repeat
            if isinstance(operand.type, TensorType) and operand.type.rank == type.rank:
                yield operand, d


def of_product(op: Operation, d: int) -> Iterator[Place]:
    """Where a dot_general has a size from: its result has batching dimensions, then lhs's others, then rhs's."""
    numbers = op.attributes["dot_dimension_numbers"]
    assert isinstance(numbers, DotDimensionNumbers)
    lhs, rhs = op.operands
    batches = [*zip(numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions, strict=True)]
    if d < len(batches):
        yield lhs, batches[d][0]
        yield rhs, batches[d][1]
        return
    places = []
    for value, gone in (
        (lhs, (*numbers.lhs_batching_dimensions, *numbers.lhs_contracting_dimensions)),
        (rhs, (*numbers.rhs_batching_dimensions, *numbers.rhs_contracting_dimensions)),
    ):
        assert isinstance(value.type, TensorType)
        places += [(value, at) for at in range(value.type.rank) if at not in gone]
    yield places[d - len(batches)]


def _element(sizes: Value, at: int) -> Iterator[Place | int]:
    """What element `at`, in row-major order, of a tensor of sizes is."""
    op = sizes.owner
    if not isinstance(op, Operation):
        return
    match op.name:
        case "stablehlo.get_dimension_size":
            yield op.operands[0], integer_of(op, "dimension")
        case "stablehlo.reshape":
            yield from _element(op.operands[0], at)
        case "stablehlo.convert" if _keeps_values(op.operands[0].type, sizes.type):
            yield from _element(op.operands[0], at)
        case "stablehlo.constant":
            elements = op.attributes["value"]
            assert isinstance(elements, DenseElements)
            yield int(elements.array.reshape(-1)[at])
        case "stablehlo.concatenate" if isinstance(sizes.type, TensorType) and sizes.type.rank == 1:
            for part in op.operands:
                size = part.type.shape[0] if isinstance(part.type, TensorType) else None
                if size is None:
                    return
                if at < size:
                    yield from _element(part, at)
                    return
                at -= size


def _keeps_values(source: Type, target: Type) -> bool:
    narrow, wide = integer_type(source), integer_type(target)
    return wide.minimum <= narrow.minimum and narrow.maximum <= wide.maximum
