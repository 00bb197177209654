"""Operations that compute again what is there already: the first one stands for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from hlogen.ir import Block, ComplexType, FloatAttr, FloatType, Operation, TensorType, Value
from hlogen.program.effects import has_effect
from hlogen.program.structure import blocks_of

# What an operation gives without being run: one of its operands, say; None where it is to be run.
Given: TypeAlias = Callable[[Operation], Value | None]

# Of integers, operands in any order give the same bits; of floats, two NaNs may not.
_COMMUTATIVE = frozenset(f"stablehlo.{name}" for name in ("add", "and", "maximum", "minimum", "multiply", "or", "xor"))
# It is there so that nothing is moved or merged across it: one that is written twice is meant twice.
_BARRIER = "stablehlo.optimization_barrier"


def merge_repeated(block: Block, given: Given | None = None) -> list[Operation]:
    """Lets users of a repeated operation use the first one, in place; gives the repeated ones, which are out of use.

    The same are operations of one name on the same operands, with the same attributes, bit for bit, and regions that do
    the same, of which nothing has an effect. The first one stands in the same block, or around it. `given` says which
    value stands for an operation's only result anyhow.
    """
    merging = _Merging(given)
    merging.block(block)
    return merging.repeated


class _Merging:
    def __init__(self, given: Given | None) -> None:
        self.given = given
        self.same: dict[Value, Value] = {}  # what stands for the results of those that are repeated
        self.repeated: list[Operation] = []
        self._seen: dict[object, list[Operation]] = {}  # in this block or around it, by what is equal but for regions
        self._written: dict[Operation, object] = {}

    def block(self, block: Block) -> None:
        keys = []
        for operation in block.operations:
            if any(operand in self.same for operand in operation.operands):
                operation.operands = tuple([self.same.get(operand, operand) for operand in operation.operands])
            for inner in blocks_of(operation):
                self.block(inner)
            value = None if self.given is None else self.given(operation)
            if value is not None:
                self.same[operation.result] = value
                self.repeated.append(operation)
            elif _may_be_merged(operation):
                key = _key(operation, operation.operands)
                there = self._seen.setdefault(key, [])
                first = next((each for each in there if self._same_regions(each, operation)), None)
                if first is None:
                    there.append(operation)
                    keys.append(key)
                else:
                    self.same.update(zip(operation.results, first.results, strict=True))
                    self.repeated.append(operation)
        for key in keys:
            self._seen[key].pop()

    def _same_regions(self, first: Operation, other: Operation) -> bool:
        if not first.regions and not other.regions:
            return True
        one, two = self._regions(first), self._regions(other)
        return one is not None and one == two

    def _regions(self, operation: Operation) -> object:
        if operation not in self._written:
            self._written[operation] = _written(operation)
        return self._written[operation]


def _may_be_merged(operation: Operation) -> bool:
    """Whether it isn't to be run however often it stands there; tokens, futures and tuples aren't what is computed."""
    return (
        bool(operation.results)
        and all(isinstance(result.type, TensorType) for result in operation.results)
        and not has_effect(operation)
        and operation.name != _BARRIER
    )


def _key(operation: Operation, operands: tuple[object, ...]) -> tuple[object, ...]:
    """What is equal for operations that give the same, but for their regions."""
    if operation.name in _COMMUTATIVE and len(operands) == 2 and _is_exact(operation.operands[0]):
        operands = (operation.name, frozenset(operands))
    types = tuple([result.type for result in operation.results])
    return operation.name, operands, _hashable(operation.attributes), types


def _written(operation: Operation) -> tuple[object, ...] | None:
    """The regions of an operation, their own values as numbers; None where something in them has an effect."""
    numbers: dict[Value, int] = {}
    parts: list[object] = []

    waiting: list[Operation | Block | None] = []
    waiting += [*blocks_of(operation)][::-1]
    while waiting:
        part = waiting.pop()
        if part is None:
            parts.append(None)  # here a block ends
        elif isinstance(part, Block):
            for value in part.arguments:
                numbers[value] = len(numbers)
            parts.append(tuple([value.type for value in part.arguments]))
            waiting += [None, *part.operations[::-1]]
        else:
            if has_effect(part) or part.successors or part.name == _BARRIER:
                return None
            operands = tuple([numbers.get(operand, operand) for operand in part.operands])
            parts.append(_key(part, operands))
            for value in part.results:
                numbers[value] = len(numbers)
            waiting += [*blocks_of(part)][::-1]
    return tuple(parts)


def _is_exact(value: Value) -> bool:
    type = value.type
    return isinstance(type, TensorType) and not isinstance(type.element_type, (ComplexType, FloatType))


def _hashable(attribute: object) -> object:
    """An attribute, dictionaries in it as sorted tuples."""
    if isinstance(attribute, Mapping):
        return tuple([(name, _hashable(value)) for name, value in sorted(attribute.items())])
    if isinstance(attribute, tuple):
        return tuple([_hashable(value) for value in attribute])
    if isinstance(attribute, FloatAttr):
        return attribute.type, attribute.value.hex()  # zeros of two signs differ, and a NaN is itself
    return attribute
