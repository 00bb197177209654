"""What an update computation does with an old value, as far as it decides whether the order of updates matters."""

from __future__ import annotations

from dataclasses import dataclass

from hlogen.ir import Block, ComplexType, FloatType, IndexType, IntegerType, Value
from interpreter.kernels import bodies
from interpreter.kernels.arithmetic import ON_INTEGERS
from interpreter.values.attributes import tensor_type

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


def foldings(block: Block) -> list[Folding]:
    """By result, for an update computation."""
    return list(map(_folding, bodies.folds(block), block.arguments))


def _folding(fold: bodies.Fold, old: Value) -> Folding:
    if fold.kind == "keep" or not fold.uses:
        return Folding(is_indifferent=True)
    if fold.kind == "set":
        return Folding(overwrites=fold.update is None)
    if fold.op is None or fold.op.name not in {*ON_INTEGERS, *_ROUND}:
        return Folding()
    element_type = tensor_type(old).element_type
    if fold.op.name not in _ROUND or isinstance(element_type, (IntegerType, IndexType)):
        return Folding(is_indifferent=True)
    return Folding(rounds=fold.op.name if isinstance(element_type, (FloatType, ComplexType)) else None)
