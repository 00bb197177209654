"""What an update computation does with an old value, as far as it decides whether the order of updates matters."""

from __future__ import annotations

from dataclasses import dataclass

from hlogen.ir import Block, ComplexType, FloatType, Operation, TensorType, Value

# op -> whether the old value may be any operand, not only the first
_ACCUMULATES = {
    "stablehlo.add": True,
    "stablehlo.multiply": True,
    "stablehlo.subtract": False,
    "stablehlo.maximum": True,
    "stablehlo.minimum": True,
    "stablehlo.and": True,
    "stablehlo.or": True,
    "stablehlo.xor": True,
}
_ROUND = ("stablehlo.add", "stablehlo.multiply", "stablehlo.subtract")


@dataclass(frozen=True)
class Folding:
    """How result i of a body comes about.

    `overwrites`: it is update i. `is_indifferent`: it is the same in every order of updates. `rounds` names the
    accumulating operation where orders differ by rounding, as far as nothing overflows.
    """

    overwrites: bool = False
    is_indifferent: bool = False
    rounds: str | None = None


def foldings(block: Block, count: int) -> list[Folding]:
    """By result, for an update computation of `count` inputs."""
    return [_folding(block, i, count) for i in range(count)]


def _folding(block: Block, i: int, count: int) -> Folding:
    value = block.operations[-1].operands[i]
    old = block.arguments[i]
    if value is old:
        return Folding(is_indifferent=True)
    if value is block.arguments[count + i]:
        return Folding(overwrites=True)
    op = value.owner
    if not isinstance(op, Operation) or op.name not in _ACCUMULATES or len(op.operands) != 2:
        return Folding()
    first, second = op.operands
    if second is old and _ACCUMULATES[op.name]:
        first, second = second, first
    if first is not old or _depends(second, block, count) or not isinstance(value.type, TensorType):
        return Folding()
    if op.name in _ROUND and isinstance(value.type.element_type, (FloatType, ComplexType)):
        return Folding(rounds=op.name)
    return Folding(is_indifferent=True)


def _depends(value: Value, block: Block, count: int) -> bool:
    """Whether `value` may be made of an old value; an operation with regions may be, without its operands saying so."""
    pending, seen = [value], set()
    while pending:
        value = pending.pop()
        if value.owner is block:
            if value.index < count:
                return True
        elif isinstance(value.owner, Operation) and value.owner in block.operations and value not in seen:
            seen.add(value)
            if value.owner.regions or value.owner.name.startswith("stablehlo.rng"):
                return True
            pending += value.owner.operands
    return False
