"""What a scatter's update computation does, result by result: what one of ONNX's reductions can do, and the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hlogen.ir import Block, Operation, Region, Value
from hlogen.program.structure import returned

_IN_ANY_ORDER = ("add", "multiply", "minimum", "maximum", "and", "or", "xor")


@dataclass(frozen=True)
class Fold:
    """A result that depends on its own old value alone: `kind` of that and of `update`, to which no old value goes.

    `kind` is "keep" (the old value stays), "set" (`update` takes its place), or the name of a StableHLO operation.
    """

    number: int
    kind: str
    update: Value


@dataclass(frozen=True)
class Part:
    """The operations of a body that some of its values need: `region` returns these.

    It is entered with the arguments of the body of these numbers.
    """

    region: Region
    arguments: tuple[int, ...]


class Body:
    """An update computation of N inputs: its arguments are N old values and N updates."""

    def __init__(self, region: Region) -> None:
        self.block = region.block
        self.results = returned(self.block)
        self.count = len(self.results)
        self.olds = self.block.arguments[: self.count]
        self._inside = {result: operation for operation in self.block.operations for result in operation.results}
        self.arguments_of = [self._reached(value)[1] for value in self.results]

    def folds(self) -> dict[int, Fold]:
        """The results that are folds, by number. What other results depend on isn't: it goes along with them."""
        found = {fold.number: fold for fold in map(self._fold, range(self.count)) if fold is not None}
        while True:
            others = [number for number in range(self.count) if number not in found]
            needed = {at for number in others for at in self.arguments_of[number] if at in found}
            if not needed:
                return found
            for number in needed:
                del found[number]

    def part(self, values: Sequence[Value]) -> Part:
        """The part of the body that computes `values`."""
        operations, arguments = set[Operation](), set[int]()
        for value in values:
            needed, reached = self._reached(value)
            operations |= needed
            arguments |= reached
        numbers = tuple(sorted(arguments))
        block = Block()
        block.arguments = tuple(self.block.arguments[number] for number in numbers)
        block.operations = [operation for operation in self.block.operations if operation in operations]
        block.operations.append(Operation("stablehlo.return", values))
        return Part(Region([block]), numbers)

    def _fold(self, number: int) -> Fold | None:
        value, old = self.results[number], self.olds[number]
        if value is old:
            return Fold(number, "keep", value)
        if self._is_new(value):
            return Fold(number, "set", value)
        operation = self._inside.get(value)
        if operation is None or len(operation.operands) != 2:
            return None
        first, second = operation.operands
        kind = operation.name.removeprefix("stablehlo.")
        if first is old and self._is_new(second) and kind in (*_IN_ANY_ORDER, "subtract"):
            return Fold(number, kind, second)
        if second is old and self._is_new(first) and kind in _IN_ANY_ORDER:
            return Fold(number, kind, first)
        return None

    def _is_new(self, value: Value) -> bool:
        """Whether no old value goes into it."""
        return all(number >= self.count for number in self._reached(value)[1])

    def _reached(self, value: Value) -> tuple[set[Operation], set[int]]:
        """The operations of the body that `value` needs, and the numbers of its arguments."""
        numbers = {argument: number for number, argument in enumerate(self.block.arguments)}
        operations, arguments = set[Operation](), set[int]()
        waiting = [value]
        while waiting:
            value = waiting.pop()
            if value in numbers:
                arguments.add(numbers[value])
            operation = self._inside.get(value)
            if operation is not None and operation not in operations:
                operations.add(operation)
                waiting += [operand for inner in operation.walk() for operand in inner.operands]
        return operations, arguments
