"""Copies of what programs are made of: the one way to walk a program and write another.

A Copier copies everything as it is. What is to become something else is said by overriding `operation`::

    class WithoutBarriers(Copier):
        def operation(self, operation: Operation, copies: list[Operation]) -> None:
            if operation.name == "stablehlo.optimization_barrier":
                self.stands(operation.results, self.now(operation.operands))
            else:
                super().operation(operation, copies)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from hlogen.ir import Attribute, Block, Operation, Region, Type, Value


class Copier:
    """Copies regions and operations; `values` says what stands for values of the old program, and learns of copies.

    A value that nothing stands for stands for itself.
    """

    def __init__(self, values: Mapping[Value, Value] | None = None) -> None:
        self.values: dict[Value, Value] = {} if values is None else dict(values)
        self._blocks: dict[Block, Block] = {}

    def now(self, values: Iterable[Value]) -> list[Value]:
        """What stands for these values."""
        return [self.values.get(value, value) for value in values]

    def stands(self, values: Iterable[Value], now: Iterable[Value]) -> None:
        """From here on, each of `now` stands for the one of `values` beside it."""
        self.values.update(zip(values, now, strict=True))

    def region(self, region: Region) -> Region:
        copies = [self.entered(block) for block in region.blocks]
        self._blocks.update(zip(region.blocks, copies, strict=True))
        for block, copy in zip(region.blocks, copies, strict=True):
            self.fill(block, copy.operations)
        return Region(copies)

    def regions(self, operation: Operation) -> list[Region]:
        return [self.region(region) for region in operation.regions]

    def entered(self, block: Block) -> Block:
        """An empty block, its arguments standing for those of `block`."""
        copy = Block([self.type(value) for value in block.arguments], [value.name for value in block.arguments])
        self.stands(block.arguments, copy.arguments)
        return copy

    def fill(self, block: Block, copies: list[Operation]) -> None:
        """Adds copies of the operations of a block."""
        for operation in block.operations:
            self.operation(operation, copies)

    def operation(self, operation: Operation, copies: list[Operation]) -> None:
        """Adds what stands for an operation."""
        copies.append(self.again(operation))

    def again(self, operation: Operation, attributes: Mapping[str, Attribute] | None = None) -> Operation:
        """The operation on what stands for its operands, with other attributes where they are given."""
        new = Operation(
            operation.name,
            self.now(operation.operands),
            [self.type(result) for result in operation.results],
            operation.attributes if attributes is None else attributes,
            self.regions(operation),
            operation.location,
            [self._blocks[successor] for successor in operation.successors],
        )
        for copy, result in zip(new.results, operation.results, strict=True):
            copy.name, copy.number = result.name, result.number
        self.stands(operation.results, new.results)
        return new

    def type(self, value: Value) -> Type:
        """The type of what stands for a value."""
        return value.type


def copied(region: Region, values: Mapping[Value, Value] | None = None) -> Region:
    """A copy of `region`, in which `values` says what stands for values from outside."""
    return Copier(values).region(region)


def closed(block: Block, values: Sequence[Value]) -> Block:
    """A copy of `block` that takes `values`, which it captures, as arguments behind its own."""
    taken = (*block.arguments, *values)
    copy = Block([value.type for value in taken], [value.name for value in taken])
    Copier(dict(zip(taken, copy.arguments, strict=True))).fill(block, copy.operations)
    return copy
