"""Some components of index vectors, computed without the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hlogen.analysis.view import integer_of, integers_of
from hlogen.builder.emit import emit_one
from hlogen.builder.shape import broadcast_in_dim, concatenate, slice
from hlogen.builder.tensor import Tensor
from hlogen.ir import Operation, TensorType, Value
from hlogen.spec.optable import OPS
from hlogen.transform.rewrite import MatchedOp

_DEEPEST: Final = 20  # operations that are looked through


def column(site: MatchedOp, value: Value, d: int, low: int, high: int) -> Tensor:
    """What a value of static shape has at ``low .. high - 1`` along dimension `d`.

    Of a value that is joined along `d`, perhaps with clamps and the like behind the join, what is wanted alone is
    computed anew; any other is sliced.
    """
    return _Columns(site).column(value, d, low, high, _DEEPEST)


class _Columns:
    def __init__(self, site: MatchedOp) -> None:
        self._site = site
        self._made: dict[tuple[Value, int, int, int], Tensor] = {}

    def column(self, value: Value, d: int, low: int, high: int, depth: int) -> Tensor:
        key = (value, d, low, high)
        if key not in self._made:
            self._made[key] = self._column(value, d, low, high, depth)
        return self._made[key]

    def _column(self, value: Value, d: int, low: int, high: int, depth: int) -> Tensor:
        shape = list(_type(value).static_shape)
        if high - low == shape[d]:
            return self._site.now(value)
        op = value.owner
        if not isinstance(op, Operation) or not _is_joined(value, d, depth):
            starts, limits = [0] * len(shape), list(shape)
            starts[d], limits[d] = low, high
            return slice(self._site.now(value), start_indices=starts, limit_indices=limits)
        if op.name == "stablehlo.concatenate":
            parts, first = [], 0
            for part in op.operands:
                last = first + _type(part).static_shape[d]
                if max(low, first) < min(high, last):
                    parts.append(self.column(part, d, max(low, first) - first, min(high, last) - first, depth - 1))
                first = last
            return parts[0] if len(parts) == 1 else concatenate(parts, dimension=d)
        shape[d] = high - low
        if op.name == "stablehlo.broadcast_in_dim":
            dims = integers_of(op, "broadcast_dimensions")
            operand = self.column(op.operands[0], dims.index(d), low, high, depth - 1)
            return broadcast_in_dim(operand, shape, broadcast_dimensions=dims)
        operands = [
            self.column(operand, d, low, high, depth - 1) if _type(operand).rank else self._site.now(operand)
            for operand in op.operands
        ]
        type = TensorType(tuple(shape), _type(value).element_type)
        return emit_one(op.name, operands, op.attributes, result_type=type)


def _is_joined(value: Value, d: int, depth: int) -> bool:
    """Whether there is a concatenate along `d` behind operations that work element by element, or repeat elements."""
    waiting, seen = [(value, d, depth)], set[tuple[Value, int]]()
    while waiting:
        value, d, depth = waiting.pop()
        if (value, d) in seen or not depth or not isinstance(value.owner, Operation):
            continue
        seen.add((value, d))
        if value.owner.name == "stablehlo.concatenate" and integer_of(value.owner, "dimension") == d:
            return True
        waiting += [(operand, at, depth - 1) for operand, at in _behind(value.owner, d)]
    return False


def _behind(op: Operation, d: int) -> Iterator[tuple[Value, int]]:
    """The operands whose elements along a dimension go where the result's do along `d`."""
    row = OPS.get(op.name)
    if row is not None and row.kind == "elementwise" and not op.regions:
        yield from ((operand, d) for operand in op.operands if _type(operand).rank)
    elif op.name == "stablehlo.broadcast_in_dim":
        dims, operand = integers_of(op, "broadcast_dimensions"), op.operands[0]
        if d in dims and _type(operand).shape[dims.index(d)] == _type(op.results[0]).shape[d]:
            yield operand, dims.index(d)


def _type(value: Value) -> TensorType:
    assert isinstance(value.type, TensorType)
    return value.type
